// SHA-256 and HMAC-SHA256: lent by the browser where it lends them, else written out here.
// What must stay true: both ways give the same bytes. Browsers lend crypto.subtle to secure pages
// only, and many tables are at http://192.168…, so the own way is no rare case.

export type Bytes = Uint8Array<ArrayBuffer>;

export interface Hasher {
  sha256(message: Bytes): Promise<Bytes>;
  hmac(key: Bytes, message: Bytes): Promise<Bytes>;
}

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The first 32 bits behind the point of a root: what FIPS 180-4 takes its constants from. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** SHA-256 as FIPS 180-4 has it. */
export function sha256(message: Bytes): Bytes {
  const blocks = new DataView(new ArrayBuffer(((message.length + 72) >> 6) << 6));
  const padded = new Uint8Array(blocks.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  blocks.setUint32(blocks.byteLength - 4, message.length * 8);
  const sum = Int32Array.from(START);
  for (let at = 0; at < blocks.byteLength; at += 64) compress(sum, blocks, at);
  const digest = new DataView(new ArrayBuffer(32));
  sum.forEach((part, place) => digest.setInt32(4 * place, part));
  return new Uint8Array(digest.buffer);
}

function compress(sum: Int32Array, blocks: DataView, at: number): void {
  const words = new Int32Array(64);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
  for (let round = 0; round < 64; round++) {
    let word: number;
    if (round < 16) {
      word = blocks.getInt32(at + 4 * round);
    } else {
      const x = words[round - 15] ?? 0;
      const y = words[round - 2] ?? 0;
      word =
        (words[round - 16] ?? 0) +
        (words[round - 7] ?? 0) +
        (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
        (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    words[round] = word;
    const one =
      h +
      (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
      ((e & f) ^ (~e & g)) +
      (ROUNDS[round] ?? 0) +
      (words[round] ?? 0);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((part, place) => (sum[place] = (sum[place] ?? 0) + part));
}

/** HMAC as RFC 2104 has it. */
export function hmac(key: Bytes, message: Bytes): Bytes {
  const short = key.length > 64 ? sha256(key) : key;
  const padded = (pad: number): Bytes => Uint8Array.from({ length: 64 }, (_, i) => (short[i] ?? 0) ^ pad);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** Bytes one after the other. */
export function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const bytes = (text: string): Bytes => new TextEncoder().encode(text);

export const unhex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const hex = (given: Bytes): string =>
  Array.from(given, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hashes as they are written out above. */
export const own: Hasher = {
  sha256: async (message) => sha256(message),
  hmac: async (key, message) => hmac(key, message),
};

/** The hashes of the machine. */
export function lentBy(subtle: SubtleCrypto): Hasher {
  const form = { name: 'HMAC', hash: 'SHA-256' };
  return {
    sha256: async (message) => new Uint8Array(await subtle.digest('SHA-256', message)),
    hmac: async (key, message) => {
      const made = await subtle.importKey('raw', key, form, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', made, message));
    },
  };
}

/** The machine's hashes where this page may have them, else the own ones. */
export function hasher(): Hasher {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  return subtle ? lentBy(subtle) : own;
}
