/**
 * Records the credentials with which a token was obtained, as one mark per part of the client's proof, and determines which
 * parts differ.
 */

/** The parts of a proof and their names in messages. */
const partWords = {
  secret: 'client secret',
  key: 'client key',
  certificate: 'client certificate',
  password: 'password',
} as const;

/** A part of a client's proof. */
export type ProofPart = keyof typeof partWords;

/** All parts, in the order in which they are listed. */
export const proofParts = Object.keys(partWords) as readonly ProofPart[];

/** Marks of the parts that were used. Equal texts have equal marks, but a mark does not reveal the text. */
export type ProofMarks = Readonly<Partial<Record<ProofPart, string>>>;

/**
 * Returns the names of the parts in which two proofs differ, or an empty list if they are equal.
 * @param untold parts that would have to be entered by the user; they count as equal
 */
export const differingParts = (
  stored: ProofMarks,
  now: ProofMarks,
  unresolved: ReadonlySet<ProofPart>,
): readonly string[] =>
  proofParts.filter(part => !unresolved.has(part) && stored[part] !== now[part]).map(part => partWords[part]);

/** Reads the marks from an entry of the cache file. */
export function marksFromJson(value: unknown): ProofMarks {
  if (typeof value !== 'object' || value === null) return {};
  const entry = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(proofParts.flatMap(part => (typeof entry[part] === 'string' ? [[part, entry[part]]] : [])));
}
