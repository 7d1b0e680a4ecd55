/** By what a token was obtained: a mark for each part of the client's proof, and which of two differ. */

/** The parts of a proof, and what a person calls them. */
const partWords = {
  secret: 'client secret',
  key: 'client key',
  certificate: 'client certificate',
  password: 'password',
} as const;

/** A part of what a client proves itself with. */
export type ProofPart = keyof typeof partWords;

/** All parts, in the order in which they are named. */
export const proofParts = Object.keys(partWords) as readonly ProofPart[];

/** A mark for each part that was used: the same for the same text, and nothing can be read from it. */
export type ProofMarks = Readonly<Partial<Record<ProofPart, string>>>;

/**
 * The words of the parts by which two proofs differ; empty: they are the same.
 * @param untold the parts that only a person could tell; they count as the same
 */
export const differingParts = (kept: ProofMarks, now: ProofMarks, untold: ReadonlySet<ProofPart>): readonly string[] =>
  proofParts.filter(part => !untold.has(part) && kept[part] !== now[part]).map(part => partWords[part]);

/** The marks in an entry of the cache file. */
export function marksFromJson(value: unknown): ProofMarks {
  if (typeof value !== 'object' || value === null) return {};
  const entry = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(proofParts.flatMap(part => (typeof entry[part] === 'string' ? [[part, entry[part]]] : [])));
}
