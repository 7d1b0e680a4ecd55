/** Problems of a `.http` text as it is typed: what cannot be read, and what does not fit the description. */
import type { TextProblem } from '../../graphql/intelligence/problems.js';
import type { HttpFile } from '../../http-file/document.js';
import { type SourceLine, sourceLines } from '../../http-file/lines.js';
import { checkEntry, type EntryProblem } from '../check/check-entry.js';
import type { Description } from '../document/types.js';
import type { TextPlaces } from '../operations-in-text.js';

/** The text of a request -> its problems, at offsets of its beginning. */
type KnownProblems = ReadonlyMap<string, readonly EntryProblem[]>;

const known = new WeakMap<Description, { readonly for: string; readonly problems: KnownProblems }>();

/** Requests that are checked in one go: some milliseconds each, the first time a schema is used. */
const maxNew = 40;

/** Longer requests are not held against the description while they are typed, in UTF-16 units. */
const maxEntry = 1_000_000;

/** Problems in the order of the text. */
interface HttpProblems {
  readonly problems: readonly TextProblem[];
  /** False: further requests wait for the next check, which goes on with them. */
  readonly isWhole: boolean;
}

/** Checks what has changed since the last check of the description. @param whole all of it, however long it takes */
export function httpProblems(
  description: Description | undefined,
  text: string,
  { entries, problems }: HttpFile,
  places: TextPlaces,
  whole = false,
): HttpProblems {
  const lines = problems.length === 0 ? [] : sourceLines(text);
  const found: EntryProblem[] = problems.map(each => ({ ...rangeOf(lines[each.line - 1]), text: each.text }));
  let isWhole = true;
  if (description !== undefined) {
    const givenFor = JSON.stringify([places.server, ...(places.values ?? [])]);
    const before = known.get(description);
    const last = before?.for === givenFor ? before.problems : undefined;
    const next = new Map<string, readonly EntryProblem[]>();
    let made = 0;
    for (const entry of entries) {
      const { from, to } = entry;
      if (entry.graphql || entry.skip !== undefined || to - from > maxEntry) continue;
      const own = text.slice(from, to);
      let told = next.get(own) ?? last?.get(own);
      if (told === undefined) {
        if (made >= maxNew && !whole) {
          isWhole = false;
          continue;
        }
        made++;
        told = (checkEntry(description, text, entry, places) ?? []).map(each => moved(each, -from));
      }
      next.set(own, told);
      for (const each of told) found.push(moved(each, from));
    }
    known.set(description, { for: givenFor, problems: next });
  }
  found.sort((a, b) => a.from - b.from || a.to - b.to);
  return { problems: found.map(({ from, to, text: message }) => ({ from, to, severity: 'error', message })), isWhole };
}

const moved = ({ from, to, text }: EntryProblem, by: number): EntryProblem => ({ from: from + by, to: to + by, text });

/** The text of a line without blanks around it; of an empty one its end. */
function rangeOf({ text, offset }: Pick<SourceLine, 'text' | 'offset'> = { text: '', offset: 0 }) {
  const from = offset + (/^\s*/.exec(text)?.[0].length ?? 0);
  return { from, to: Math.max(from, offset + text.trimEnd().length) };
}
