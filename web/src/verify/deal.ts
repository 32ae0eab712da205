// deal-v1 (docs/fair.md): a proof read, its pack shuffled again, and what does not hold.
// What must stay true: a proof holds here exactly if it holds for `speto verify` and docs/verify.mjs;
// nothing is read from a file but what the one expression below allows.
import { cardsOf } from '../texts/written.ts';
import { bytes, hasher, hex, joined, unhex, type Bytes, type Hasher } from './hash.ts';

/** Why a proof or a record does not hold: each has a sentence, `ui.web.verify.why.…`. */
export type Why =
  | 'form'
  | 'seats'
  | 'chain'
  | 'game'
  | 'pack'
  | 'seed'
  | 'dealt'
  | 'unproved'
  | 'unrevealed'
  | 'record'
  | 'of_game'
  | 'of_rules'
  | 'of_seats'
  | 'after'
  | 'twice';

/** A proof as it was written, cut into its parts. */
export interface Proof {
  readonly dealt: string;
  readonly seed: string;
  readonly transcript: string;
  readonly chain: string | null;
  readonly commit: string;
  readonly deal: number;
  readonly game: string;
  readonly pack: string;
  readonly rules: string;
  readonly table: string;
  readonly seats: readonly { readonly kind: 'person' | 'computer'; readonly entropy: string | null }[];
}

/** A proof that holds: its digest, the cards as dealt, the seat of the toss. */
export interface Held {
  readonly digest: string;
  readonly cards: readonly string[];
  readonly toss: number;
}

const HEX = '"([0-9a-f]{64})"';
const CARDS = '"((?:[2-9TJQKA][cdhs]|\\*\\*)+)"';
const SEAT =
  '{"entropy":(?:(?:null|"[0-9a-f]{32}"),"kind":"person"|null,"kind":"computer"),"seat":[0-9]}';
const PROOF = new RegExp(
  `^{"dealt":${CARDS},"seed":${HEX},"transcript":({"chain":(?:null|${HEX}),"commit":${HEX},` +
    `"deal":([1-9][0-9]{0,8}),"game":"([a-z]+/[1-9][0-9]{0,5})","pack":${CARDS},` +
    `"rules":"([a-z0-9_=,-]+)","seats":\\[(${SEAT}(?:,${SEAT})+)\\],"table":"([A-Za-z0-9_-]{1,40})"})}\\n$`,
);
const ONE_SEAT = /"entropy":(?:null|"([0-9a-f]{32})"),"kind":"(person|computer)","seat":(.)/g;

const ONCE = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
const PACKS: Readonly<Record<string, string>> = {
  dummy: ONCE.join(''),
  indian: [...ONCE, '**'].map((card) => card + card).join(''),
};

/** Read a proof as it is downloaded, one line; or why it is none. */
export function readProof(text: string): Proof | Why {
  const found = PROOF.exec(text);
  if (!found) return 'form';
  const part = (n: number): string => found[n] ?? '';
  const seats = [...part(10).matchAll(ONE_SEAT)];
  if (seats.some((seat, place) => seat[3] !== String(place))) return 'seats';
  return {
    dealt: part(1),
    seed: part(2),
    transcript: part(3),
    chain: found[4] ?? null,
    commit: part(5),
    deal: Number(part(6)),
    game: part(7),
    pack: part(8),
    rules: part(9),
    table: part(11),
    seats: seats.map((seat) => ({
      kind: seat[2] === 'person' ? 'person' : 'computer',
      entropy: seat[1] ?? null,
    })),
  };
}

/** The numbers of a label: 32 bits each, the high byte first, eight from a block. */
export async function* stream(hash: Hasher, key: Bytes, label: string): AsyncGenerator<number> {
  for (let block = 0; ; block++) {
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, block);
    const drawn = await hash.hmac(key, joined(bytes(label), new Uint8Array(count.buffer)));
    const view = new DataView(drawn.buffer, drawn.byteOffset);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A whole number below n, each equally likely. */
export async function below(n: number, numbers: AsyncIterator<number>): Promise<number> {
  const fair = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const next = await numbers.next();
    if (!next.done && next.value < fair) return next.value % n;
  }
}

/** The key of all that is random in a deal. */
export async function keyOf(hash: Hasher, proof: Proof): Promise<Bytes> {
  const digest = await hash.sha256(bytes(proof.transcript));
  return hash.hmac(unhex(proof.seed), joined(bytes('DR1|deal|'), digest));
}

/** Shuffle the pack of a proof again; or why it does not hold. */
export async function verify(proof: Proof, hash: Hasher = hasher()): Promise<Held | Why> {
  const pack = PACKS[proof.game.split('/')[0] ?? ''];
  if (pack === undefined) return 'game';
  if ((proof.deal === 1) !== (proof.chain === null)) return 'chain';
  if (proof.pack !== pack) return 'pack';
  const commit = await hash.sha256(joined(bytes('DR1|commit|'), unhex(proof.seed)));
  if (hex(commit) !== proof.commit) return 'seed';
  const key = await keyOf(hash, proof);
  const cards = [...cardsOf(pack)];
  const numbers = stream(hash, key, 'deck');
  for (let last = cards.length - 1; last > 0; last--) {
    const drawn = await below(last + 1, numbers);
    [cards[last], cards[drawn]] = [cards[drawn] ?? '', cards[last] ?? ''];
  }
  if (cards.join('') !== proof.dealt) return 'dealt';
  return {
    digest: hex(await hash.sha256(bytes(proof.transcript))),
    cards,
    toss: await below(proof.seats.length, stream(hash, key, 'toss')),
  };
}
