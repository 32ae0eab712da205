// Checks a deal of deal-v1 (docs/fair.md) in any browser or in Node, with nothing but this file:
// verify(text of a proof) gives the cards as they were dealt, or one sentence: what does not hold.
// The hash is written out because browsers lend theirs (crypto.subtle) to https pages only.

const HEX = '"([0-9a-f]{64})"', CARDS = '"((?:[2-9TJQKA][cdhs]|\\*\\*)+)"';
const SEAT = '{"entropy":(?:(?:null|"[0-9a-f]{32}"),"kind":"person"|null,"kind":"computer"),"seat":[0-9]}';
const PROOF = new RegExp(`^{"dealt":${CARDS},"seed":${HEX},"transcript":({"chain":(null|${HEX}),` +
  `"commit":${HEX},"deal":([1-9][0-9]{0,8}),"game":"([a-z]+)/[1-9][0-9]{0,5}","pack":${CARDS},` +
  `"rules":"[a-z0-9_=,-]+","seats":\\[(${SEAT}(?:,${SEAT})+)\\],"table":"[A-Za-z0-9_-]{1,40}"})}\\n$`);

const ONCE = [..."23456789TJQKA"].flatMap(rank => [..."cdhs"].map(suit => rank + suit));
const PACKS = { dummy: ONCE.join(""), indian: [...ONCE, "**"].map(card => card + card).join("") };

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every(prime => n % prime)) PRIMES.push(n);
const START = PRIMES.slice(0, 8).map(prime => Math.sqrt(prime) % 1 * 2 ** 32 | 0);
const ROUNDS = PRIMES.map(prime => Math.cbrt(prime) % 1 * 2 ** 32 | 0);
const turn = (x, n) => x >>> n | x << 32 - n;

export function sha256(message) { // FIPS 180-4
  const blocks = new DataView(new ArrayBuffer(message.length + 72 >> 6 << 6));
  new Uint8Array(blocks.buffer).set([...message, 0x80]);
  blocks.setUint32(blocks.byteLength - 4, message.length * 8);
  const sum = Int32Array.from(START), w = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = i < 16 ? blocks.getInt32(at + 4 * i) : w[i - 16] + w[i - 7]
        + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUNDS[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
      [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { sum[i] += part; });
  }
  return [...sum].flatMap(part => [part >>> 24, part >>> 16 & 255, part >>> 8 & 255, part & 255]);
}

const bytes = text => [...new TextEncoder().encode(text)];
const unhex = text => text.match(/../g).map(pair => parseInt(pair, 16));
const padded = (key, pad) => Array.from({ length: 64 }, (_, i) => key[i] ^ pad);
const hmac = (key, message) => // RFC 2104; keys here have 32 bytes
  sha256([...padded(key, 0x5c), ...sha256([...padded(key, 0x36), ...message])]);

export function* stream(key, label) {
  for (let block = 0; ; block++) {
    const count = [block >>> 24, block >>> 16 & 255, block >>> 8 & 255, block & 255];
    const view = new DataView(Uint8Array.from(hmac(key, [...bytes(label), ...count])).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

export function below(n, numbers) {
  for (;;) {
    const number = numbers.next().value;
    if (number < 2 ** 32 - 2 ** 32 % n) return number % n;
  }
}

export function verify(text) {
  const [, dealt, seed, transcript, chain, , commit, deal, game, pack, seats] = PROOF.exec(text) ?? [];
  if (!dealt) return "this is no proof of deal-v1 in its canonical form";
  if ([...seats.matchAll(/"seat":(.)/g)].some(([, seat], i) => +seat !== i))
    return "the seats must be numbered 0, 1, 2 in this order";
  if ((deal === "1") !== (chain === "null"))
    return "the first deal of a table, and no other, has the chain null";
  if (pack !== PACKS[game]) return `the pack before the shuffle is not that of ${game} in its order`;
  if (sha256([...bytes("DR1|commit|"), ...unhex(seed)]).join() !== unhex(commit).join())
    return "the seed is not the one that was committed to";
  const key = hmac(unhex(seed), [...bytes("DR1|deal|"), ...sha256(bytes(transcript))]);
  const numbers = stream(key, "deck"), cards = pack.match(/../g);
  for (let last = cards.length - 1; last > 0; last--) {
    const drawn = below(last + 1, numbers);
    [cards[last], cards[drawn]] = [cards[drawn], cards[last]];
  }
  const found = dealt.match(/../g);
  const wrong = cards.findIndex((card, i) => card !== found[i]);
  if (wrong >= 0 || found.length !== cards.length) return "the pack dealt is not the one of this seed";
  return cards;
}
