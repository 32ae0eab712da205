// Files of proofs and of records, checked together, as `speto verify` does.
// What must stay true: each proof is held against every other that is given, so that a deal dealt
// twice, or a broken chain, shows; a record holds only by a proof, its own or one given beside it.
import { cardsOf } from '../texts/written.ts';
import { readProof, verify, type Held, type Proof, type Why } from './deal.ts';
import { hasher, type Hasher } from './hash.ts';

/** The tags of one deal of a record. */
type Tags = ReadonlyMap<string, string>;

interface Claim {
  readonly tags: Tags | null;
  readonly proof: Proof | Why | null;
}

/** A file as it was given. */
export interface Paper {
  readonly name: string;
  readonly text: string;
}

/** What is found of one deal of a file; without `why` it holds. */
export interface Finding {
  readonly name: string;
  readonly why: Why | null;
  readonly proof: Proof | null;
  readonly held: Held | null;
  /** Who sat, where a record says so. */
  readonly names: readonly string[];
  /** Who began a table's first deal, if it was not as the toss says. */
  readonly began: number | null;
}

const TAG = /^\[(\w+) "([^"]*)"\]$/gm;

function claimsOf(text: string): readonly Claim[] {
  if (text.startsWith('{')) return [{ tags: null, proof: readProof(text) }];
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const deals = plain.split(/^(?=\[Game ")/m).filter((deal) => deal.startsWith('[Game "'));
  if (deals.length === 0) return [{ tags: null, proof: 'form' }];
  return deals.map((deal) => {
    const tags = new Map([...deal.matchAll(TAG)].map((tag) => [tag[1] ?? '', tag[2] ?? '']));
    return { tags, proof: proofIn(tags) };
  });
}

function proofIn(tags: Tags): Proof | Why | null {
  const transcript = tags.get('Transcript');
  const seed = tags.get('Reveal');
  if (transcript === undefined) return null;
  if (seed === undefined) return 'unrevealed';
  const dealt = tags.get('Pack') ?? '';
  const text = transcript.replaceAll("'", '"');
  return readProof(`{"dealt":"${dealt}","seed":"${seed}","transcript":${text}}\n`);
}

/** What is wrong with a record that is said to be of that deal. */
function notOf(proof: Proof, tags: Tags): Why | null {
  if (tags.get('Game') !== proof.game) return 'of_game';
  if (tags.get('Rules') !== proof.rules) return 'of_rules';
  if (tags.get('Seats')?.split(', ').length !== proof.seats.length) return 'of_seats';
  return cardsOf(tags.get('Pack') ?? '').join('') === proof.dealt ? null : 'dealt';
}

function began(tags: Tags | null, proof: Proof, held: Held): number | null {
  if (!tags || proof.deal > 1) return null;
  const starter = Number(tags.get('Starter'));
  return starter === held.toss && tags.get('Direction') === '1' ? null : starter;
}

/** Check files together: a finding for each of their deals. */
export async function checkPapers(
  papers: readonly Paper[],
  hash: Hasher = hasher(),
): Promise<readonly Finding[]> {
  const claims = papers.flatMap(({ name, text }) =>
    claimsOf(text).map((claim) => ({ name, ...claim })),
  );
  const proofs = claims.map(({ proof }) => proof).filter((proof): proof is Proof => isProof(proof));
  const digests = new Map<Proof, Held | Why>();
  for (const proof of proofs) digests.set(proof, await verify(proof, hash));
  return claims.map(({ name, tags, proof: own }) => {
    const names = tags?.get('Seats')?.split(', ') ?? [];
    const fails = (why: Why, proof: Proof | null = null): Finding => {
      return { name, names, why, proof, held: null, began: null };
    };
    if (own !== null && !isProof(own)) return fails(own);
    const proof = own ?? proofs.find((other) => tags && notOf(other, tags) === null) ?? null;
    if (proof === null) return fails(proofs.length ? 'record' : 'unproved');
    const held = digests.get(proof) ?? 'form';
    if (typeof held === 'string') return fails(held, proof);
    const wrong = (tags && notOf(proof, tags)) ?? notBeside(proof, proofs, digests);
    if (wrong) return fails(wrong, proof);
    return { name, names, why: null, proof, held, began: began(tags, proof, held) };
  });
}

/** What is wrong with a proof when it lies beside the others of its table. */
function notBeside(
  own: Proof,
  proofs: readonly Proof[],
  digests: ReadonlyMap<Proof, Held | Why>,
): Why | null {
  for (const other of proofs.filter(({ table }) => table === own.table)) {
    if (other.deal === own.deal && other.transcript !== own.transcript) return 'twice';
    const before = digests.get(other);
    if (other.deal !== own.deal - 1 || !before || typeof before === 'string') continue;
    if (own.chain !== before.digest) return 'after';
  }
  return null;
}

/** How many people sat in a deal, and how many of them gave chance. */
export function chanceIn(proof: Proof): { readonly people: number; readonly gave: number } {
  const people = proof.seats.filter(({ kind }) => kind === 'person');
  return { people: people.length, gave: people.filter(({ entropy }) => entropy !== null).length };
}

/** What is to be said of findings together: where nobody gave chance, the server chose alone. */
export function verdictOf(findings: readonly Finding[]): 'fair' | 'alone' | 'unproved' | 'unfair' {
  if (findings.some(({ why }) => why === 'unproved')) return 'unproved';
  if (findings.length === 0 || findings.some(({ why }) => why !== null)) return 'unfair';
  return findings.every(({ proof }) => proof && chanceIn(proof).gave > 0) ? 'fair' : 'alone';
}

const isProof = (found: Proof | Why | null): found is Proof =>
  found !== null && typeof found !== 'string';
