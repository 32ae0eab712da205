// The wire against a server that loses sockets: nothing is done twice, nothing is missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NotDone, type Message } from '../src/wire/protocol.ts';
import { Wire, type Ear } from '../src/wire/socket.ts';
import { moved, table } from './frames.ts';

type Frame = { type: string; id: string; [field: string]: unknown };

/** A world with one clock and as many sockets as are opened. */
class World {
  readonly sockets: { ear: Ear; sent: Frame[]; open: boolean }[] = [];
  timers: { ms: number; then: () => void }[] = [];
  readonly heard: Message[] = [];
  readonly wire = new Wire({
    connect: (ear) => {
      const socket = { ear, sent: [] as Frame[], open: true };
      this.sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(JSON.parse(text) as Frame),
        close: () => (socket.open = false),
      };
    },
    later: (ms, then) => {
      const timer = { ms, then };
      this.timers.push(timer);
      return () => (this.timers = this.timers.filter((one) => one !== timer));
    },
    random: () => 0.5,
    language: () => 'th',
    prefix: 'p',
  });

  constructor() {
    this.wire.listen((message) => this.heard.push(message));
    this.wire.start();
  }

  get last(): { ear: Ear; sent: Frame[]; open: boolean } {
    const socket = this.sockets.at(-1);
    assert.ok(socket);
    return socket;
  }

  tell(message: Message): void {
    this.last.ear.heard(JSON.stringify(message));
  }

  welcome(): void {
    this.last.ear.opened();
    this.tell({
      type: 'welcome',
      id: this.last.sent.at(-1)?.id ?? '',
      account: 'a1',
      name: 'Nok',
      token: null,
      version: 1,
      languages: ['en'],
      server: 'speto',
    });
  }

  /** Let the one timer that runs ring. */
  ring(): void {
    const timer = this.timers.shift();
    assert.ok(timer, 'no timer runs');
    timer.then();
  }

  sent(type: string): Frame[] {
    return this.last.sent.filter((frame) => frame.type === type);
  }
}

test('the first frame says hello; asks wait for the welcome', () => {
  const world = new World();
  void world.wire.ask({ type: 'tables' });
  assert.deepEqual(world.last.sent, []);
  world.last.ear.opened();
  assert.deepEqual(world.last.sent.map(({ type }) => type), ['hello']);
  world.tell({ type: 'welcome', id: 'p-2', account: 'a1', name: 'Nok', token: null, version: 1, languages: [], server: '' });
  assert.deepEqual(world.last.sent.map(({ type }) => type), ['hello', 'tables']);
  assert.equal(world.wire.account, 'a1');
});

test('an ask without an answer is sent again under the same id on the next socket', async () => {
  const world = new World();
  world.welcome();
  const answer = world.wire.ask({ type: 'do', table: 't7Qd2', seq: 3, words: ['+'] });
  const [first] = world.sent('do');
  world.last.ear.closed();
  assert.equal(world.wire.state, 'lost');
  world.ring();
  world.welcome();
  const [again] = world.sent('do');
  assert.deepEqual(again, first);
  world.tell({ type: 'done', id: again?.id ?? '', table: 't7Qd2', seq: 4 });
  assert.equal((await answer).seq, 4);
  world.last.ear.closed();
  world.ring();
  world.welcome();
  assert.deepEqual(world.sent('do'), [], 'what was answered is not sent again');
});

test('a refusal rejects with its code, its clause and the place of the word', async () => {
  const world = new World();
  world.welcome();
  const answer = world.wire.ask({ type: 'try', table: 't7Qd2', seq: 3, words: ['-2c'] });
  world.tell({ type: 'refused', id: world.sent('try')[0]?.id ?? '', code: 'illegal', clause: 'D-PICK-3', place: 0 });
  await assert.rejects(answer, (problem) => {
    assert.ok(problem instanceof NotDone);
    assert.deepEqual([problem.code, problem.clause, problem.place], ['illegal', 'D-PICK-3', 0]);
    return true;
  });
});

test('rows are heard once and in order; a gap is asked for and not jumped over', () => {
  const world = new World();
  world.welcome();
  world.wire.watch('t7Qd2');
  world.tell(table({ seq: 10 }));
  world.tell(moved({ seq: 11 }));
  world.tell(moved({ seq: 11 }));
  world.tell(moved({ seq: 14 }));
  assert.deepEqual(world.sent('watch').at(-1)?.['since'], 11);
  for (const seq of [12, 13, 14]) world.tell(moved({ seq }));
  const seqs = world.heard.flatMap((one) => ('seq' in one && one.type !== 'done' ? [one.seq] : []));
  assert.deepEqual(seqs, [10, 11, 12, 13, 14]);
});

test('after a lost socket each table that is watched goes on after the last row', () => {
  const world = new World();
  world.welcome();
  world.wire.watch('t7Qd2');
  world.tell(table({ seq: 10 }));
  world.tell({ type: 'done', id: world.sent('watch')[0]?.id ?? '', table: 't7Qd2', seq: 10 });
  world.last.ear.closed();
  world.ring();
  world.welcome();
  assert.deepEqual(world.sent('watch').map((frame) => frame['since']), [10]);
  world.tell(table({ seq: 9 }));
  assert.equal(world.heard.filter((one) => one.type === 'table').length, 1, 'an older table is not shown');
});

test('a table that is refused after a lost socket is told as lost, once', () => {
  const world = new World();
  const lost: string[] = [];
  world.wire.onLost((table, { code }) => lost.push(`${table} ${code}`));
  world.welcome();
  world.wire.watch('t7Qd2');
  world.tell(table({ seq: 10 }));
  world.tell({ type: 'done', id: world.sent('watch')[0]?.id ?? '', table: 't7Qd2', seq: 10 });
  world.last.ear.closed();
  world.ring();
  world.welcome();
  const refuse = (code: string): void => {
    const id = world.sent('watch').at(-1)?.id ?? '';
    for (let twice = 0; twice < 2; twice += 1) world.tell({ type: 'refused', id, code });
  };
  refuse('store');
  assert.deepEqual(lost, [], 'the store comes back');
  world.timers.find(({ ms }) => ms === 4_000)?.then();
  assert.equal(world.sent('watch').length, 2);
  refuse('table');
  assert.deepEqual(lost, ['t7Qd2 table']);
});

test('a table is let go when the last of its watches stops', () => {
  const world = new World();
  world.welcome();
  const [one, other] = [world.wire.watch('t7Qd2'), world.wire.watch('t7Qd2')];
  one.stop();
  one.stop();
  assert.deepEqual(world.sent('unwatch'), []);
  other.stop();
  assert.equal(world.sent('unwatch').length, 1);
  const before = world.heard.length;
  world.tell(moved({ seq: 11 }));
  assert.equal(world.heard.length, before, 'its rows are not heard any more');
});

test('a server that says nothing is asked, and then left', () => {
  const world = new World();
  world.welcome();
  world.ring();
  assert.equal(world.sent('ping').length, 1);
  world.ring();
  assert.equal(world.wire.state, 'lost');
  assert.equal(world.sockets[0]?.open, false);
  world.ring();
  assert.equal(world.sockets.length, 2);
});

test('tries come less and less often, and often again after a welcome', () => {
  const world = new World();
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    world.last.ear.closed();
    waits.push(world.timers[0]?.ms ?? 0);
    world.ring();
  }
  assert.deepEqual(waits, [100, 300, 1_000, 2_000, 4_000, 4_000]);
  world.welcome();
  world.last.ear.closed();
  assert.equal(world.timers[0]?.ms, 100);
});

test('who is refused at hello is told so once, and does not knock again', async () => {
  const world = new World();
  const answer = world.wire.ask({ type: 'tables' });
  world.last.ear.opened();
  world.tell({ type: 'refused', id: world.last.sent[0]?.id ?? '', code: 'banned' });
  await assert.rejects(answer, { code: 'banned' });
  await assert.rejects(world.wire.ask({ type: 'tables' }), { code: 'banned' });
  assert.equal(world.wire.state, 'shut');
  assert.deepEqual(world.timers, []);
});

test('after a restart one comes back; who is shut out does not', () => {
  const back = new World();
  back.welcome();
  back.tell({ type: 'closing', reason: 'drain' });
  back.last.ear.closed();
  assert.equal(back.wire.state, 'lost');
  const out = new World();
  out.welcome();
  out.tell({ type: 'closing', reason: 'banned' });
  assert.equal(out.wire.state, 'shut');
  assert.deepEqual(out.timers, []);
});

/** A table that was seen to row 10, and a new socket on which it is asked for from there on. */
function resumed(): { world: World; back: string[] } {
  const world = new World();
  const back: string[] = [];
  world.wire.onSetBack((table) => back.push(table));
  world.welcome();
  world.wire.watch('t7Qd2');
  world.tell(table({ seq: 10 }));
  world.tell({ type: 'done', id: world.sent('watch')[0]?.id ?? '', table: 't7Qd2', seq: 10 });
  world.last.ear.closed();
  world.ring();
  world.welcome();
  return { world, back };
}

/** The rows that were heard, each as its kind and its number. */
const rows = (world: World): string[] =>
  world.heard.flatMap((one) => ('seq' in one && one.type !== 'done' ? [`${one.type} ${one.seq}`] : []));

test('a table of which the server has lost rows is asked for anew, and taken as it is told', () => {
  const { world, back } = resumed();
  const [first] = world.sent('watch');
  assert.equal(first?.['since'], 10);
  world.tell(table({ seq: 5 }));
  world.tell(moved({ seq: 6 }));
  assert.deepEqual([rows(world), back], [['table 10'], []], 'nobody knows yet that rows are lost');
  world.tell({ type: 'done', id: first?.id ?? '', table: 't7Qd2', seq: 6 });
  assert.deepEqual(back, ['t7Qd2']);
  assert.deepEqual(world.sent('watch').map((frame) => frame['since']), [10, null]);
  world.tell(moved({ seq: 7 }));
  world.tell(table({ seq: 7 }));
  world.tell({ type: 'done', id: world.sent('watch')[1]?.id ?? '', table: 't7Qd2', seq: 7 });
  world.tell(moved({ seq: 8 }));
  assert.deepEqual(rows(world), ['table 10', 'table 7', 'moved 8']);
  assert.deepEqual(back, ['t7Qd2'], 'it is told once');
  assert.equal(world.sent('watch').length, 2);
});

test('a socket that is lost before what is left was told asks for it again', () => {
  const { world, back } = resumed();
  world.tell({ type: 'done', id: world.sent('watch')[0]?.id ?? '', table: 't7Qd2', seq: 5 });
  world.last.ear.closed();
  world.ring();
  world.welcome();
  assert.deepEqual(world.sent('watch').map((frame) => frame['since']), [null]);
  world.tell(table({ seq: 5 }));
  assert.deepEqual([rows(world), back], [['table 10', 'table 5'], ['t7Qd2']]);
});

test('a server that has no fewer rows has lost none, however late a spectator sees them', () => {
  const { world, back } = resumed();
  world.tell(table({ seq: 9 }));
  world.tell({ type: 'done', id: world.sent('watch')[0]?.id ?? '', table: 't7Qd2', seq: 10 });
  world.tell(moved({ seq: 11 }));
  assert.deepEqual([rows(world), back], [['table 10', 'moved 11'], []]);
});

test('two answers that tell of the same loss set a table back once', () => {
  const { world, back } = resumed();
  world.tell(moved({ seq: 14 }));
  const ids = world.sent('watch').map(({ id }) => id);
  assert.equal(ids.length, 2);
  for (const id of ids) world.tell({ type: 'done', id, table: 't7Qd2', seq: 5 });
  world.tell(table({ seq: 5 }));
  assert.deepEqual([rows(world), back], [['table 10', 'table 5'], ['t7Qd2']]);
});
