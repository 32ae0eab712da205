// Fair dealing as a seat sees it: gives its part of the chance, and holds each deal against what
// was promised. What must stay true: chance is given only to an announced deal, whose seed was
// committed to before; the first commit to a seed that was heard is the one that counts.
import type { Fair, Message, Question } from './protocol.ts';
import { seatOf } from './fold.ts';

interface SeatWritten {
  readonly entropy?: string | null;
  readonly kind: string;
  readonly seat: number;
}

interface Transcript {
  readonly commit: string;
  readonly deal: number;
  readonly seats: readonly SeatWritten[];
  readonly [field: string]: unknown;
}

/** What the watch needs: to ask, and 16 bytes of chance as hex digits. */
export interface Chance {
  ask(question: Question & { type: 'entropy' }): Promise<unknown>;
  bytes(): string;
  account(): string;
}

/** The watch over the deals of one table; `broken` is the number of a deal that was not fair. */
export class Fairness {
  broken: number | null = null;
  readonly #chance: Chance;
  readonly #commits = new Map<number, string>();
  readonly #announced = new Map<number, Transcript>();
  readonly #sealed = new Map<number, { transcript: Transcript; place: number }>();
  readonly #given = new Map<number, { entropy: string; done: boolean }>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Hold nothing against promises made for deals that the server has lost; a cheat stays one. */
  forget(): void {
    for (const known of [this.#commits, this.#announced, this.#sealed, this.#given]) known.clear();
  }

  /** Take note of a row, and give chance where it asks for it. */
  hear(message: Message): void {
    if (message.type !== 'table' && message.type !== 'event') return;
    const { fair, table } = message;
    if (fair.commit !== null) this.#commit(fair.deal + 1, fair.commit);
    const transcript = read(fair);
    if (transcript === null) return;
    this.#commit(fair.deal, transcript.commit);
    const mine = seatOf(message.seats, this.#chance.account());
    if (mine === null) return;
    const playing = message.standing?.playing ?? message.seats.map((_, seat) => seat);
    const place = playing.indexOf(mine);
    if (place < 0) return;
    if (fair.sealed) this.#seal(fair.deal, transcript, place);
    else {
      this.#announced.set(fair.deal, transcript);
      const gave = fair.gave.some((seat) => seat === mine);
      if (!gave && !this.#given.has(fair.deal) && this.broken === null) this.#give(table, fair.deal);
    }
  }

  #commit(deal: number, commit: string): void {
    const first = this.#commits.get(deal);
    if (first === undefined) this.#commits.set(deal, commit);
    else if (first !== commit) this.broken ??= deal;
  }

  #give(table: string, deal: number): void {
    const given = { entropy: this.#chance.bytes(), done: false };
    this.#given.set(deal, given);
    this.#chance.ask({ type: 'entropy', table, deal, entropy: given.entropy }).then(
      () => {
        given.done = true;
        if (this.#sealedWithout(deal)) this.broken ??= deal;
      },
      () => {}, // too late: the deal is dealt without it
    );
  }

  /** Whether chance that the server took is not in the deal; another tab may have given the own. */
  #sealedWithout(deal: number): boolean {
    const sealed = this.#sealed.get(deal);
    const given = this.#given.get(deal);
    if (!sealed || !given?.done) return false;
    const own = sealed.transcript.seats.find((seat) => seat.seat === sealed.place);
    return own?.entropy !== given.entropy;
  }

  #seal(deal: number, transcript: Transcript, place: number): void {
    const announced = this.#announced.get(deal);
    if (!announced || this.#sealed.has(deal)) return;
    this.#sealed.set(deal, { transcript, place });
    if (bare(transcript) !== bare(announced) || this.#sealedWithout(deal)) this.broken ??= deal;
  }
}

function read(fair: Fair): Transcript | null {
  return fair.transcript === null ? null : (JSON.parse(fair.transcript) as Transcript);
}

/** A transcript without what the seats gave: the same when it is announced and when it is sealed. */
function bare(transcript: Transcript): string {
  const seats = transcript.seats.map(({ kind, seat }) => ({ kind, seat }));
  return JSON.stringify({ ...transcript, seats });
}
