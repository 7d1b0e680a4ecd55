/** Finds problems in a `.http` file while it is being edited: syntax errors, and mismatches with the description. */
import type { TextProblem } from '../../graphql/intelligence/problems.js';
import type { Entry, HttpFile } from '../../http-file/document.js';
import { type SourceLine, sourceLines } from '../../http-file/lines.js';
import { checkEntry, type EntryProblem } from '../check/check-entry.js';
import type { Description } from '../document/types.js';
import type { TextPlaces } from '../operations-in-text.js';

/** Problems by request text, with offsets relative to its start. */
type KnownProblems = ReadonlyMap<string, readonly EntryProblem[]>;

const cache = new WeakMap<Description, { readonly for: string; readonly problems: KnownProblems }>();

/**
 * Maximum number of requests to check at a time. A request takes a few milliseconds when its schema is used for the first time.
 */
const maxNew = 40;

/** Maximum length of a request, in UTF-16 units, to check while typing. */
const maxEntry = 1_000_000;

/** Problems in text order. */
interface HttpProblems {
  readonly problems: readonly TextProblem[];
  /** False if further requests remain for the next check. */
  readonly isWhole: boolean;
}

/**
 * Checks everything that has changed since the last check. @param whole true to check everything, regardless of how long it
 * takes
 */
export function httpProblems(
  description: Description | undefined,
  text: string,
  { entries, problems }: HttpFile,
  places: TextPlaces,
  whole = false,
): HttpProblems {
  const lines = problems.length === 0 ? [] : sourceLines(text);
  const entryProblems: EntryProblem[] = problems.map(each => ({ ...rangeOf(lines[each.line - 1]), text: each.text }));
  const checked =
    description && checkEntries(description, text, entries, places, whole ? Number.POSITIVE_INFINITY : maxNew);
  if (checked !== undefined) entryProblems.push(...checked.problems);
  entryProblems.sort((a, b) => a.from - b.from || a.to - b.to);
  return {
    problems: entryProblems.map(({ from, to, text: message }) => ({ from, to, severity: 'error', message })),
    isWhole: checked?.isWhole ?? true,
  };
}

/** Checks the requests against the description. @param most maximum number of requests to check that have changed */
function checkEntries(
  description: Description,
  text: string,
  entries: readonly Entry[],
  places: TextPlaces,
  most: number,
): { readonly problems: readonly EntryProblem[]; readonly isWhole: boolean } {
  const givenFor = JSON.stringify([places.server, ...(places.values ?? [])]);
  const before = cache.get(description);
  const last = before?.for === givenFor ? before.problems : undefined;
  const next = new Map<string, readonly EntryProblem[]>();
  const problems: EntryProblem[] = [];
  let isWhole = true;
  let checkedCount = 0;
  for (const entry of entries.filter(isChecked)) {
    const own = text.slice(entry.from, entry.to);
    let found = next.get(own) ?? last?.get(own);
    if (found === undefined && checkedCount >= most) {
      isWhole = false;
      continue;
    }
    if (found === undefined) {
      checkedCount++;
      found = (checkEntry(description, text, entry, places) ?? []).map(each => moved(each, -entry.from));
    }
    next.set(own, found);
    for (const each of found) problems.push(moved(each, entry.from));
  }
  cache.set(description, { for: givenFor, problems: next });
  return { problems, isWhole };
}

const isChecked = ({ graphql, skip, from, to }: Entry): boolean =>
  !graphql && skip === undefined && to - from <= maxEntry;

const moved = ({ from, to, text }: EntryProblem, by: number): EntryProblem => ({ from: from + by, to: to + by, text });

/** Returns the range of a line without surrounding blanks, or the end of an empty line. */
function rangeOf({ text, offset }: Pick<SourceLine, 'text' | 'offset'> = { text: '', offset: 0 }) {
  const from = offset + (/^\s*/.exec(text)?.[0].length ?? 0);
  return { from, to: Math.max(from, offset + text.trimEnd().length) };
}
