/** Errors of a response at their positions in its text. */
import { isFolded } from '../../../core/response/viewer/folds.js';
import type { LineSource } from '../../../core/response/viewer/line-source.js';
import { lineOfPath } from '../../../core/response/viewer/paths.js';
import type { ResponseState } from '../../model/response.js';
import type { BodyState, ErrorMark, ResponseErrorInfo } from '../../model/viewer.js';
import { itemBeside } from '../../text/problems.js';

/**
 * Lines of the errors that have a path. The line contains the path's target, or its last existing part. Paths refer to
 * `data`, or to the full body for a request. Reads the source only as far as needed.
 */
export function marksOf(
  source: LineSource,
  errors: readonly ResponseErrorInfo[],
  kind: ResponseState['kind'] = 'query',
): readonly ErrorMark[] {
  if (!source.json) return [];
  const data = lineOfPath(source, kind === 'request' ? [] : ['data']);
  if (data?.whole !== true) return [];
  const marks: ErrorMark[] = [];
  errors.forEach(({ path }, error) => {
    if (path === undefined || path.length === 0) return;
    const line = lineOfPath(source, path, data.line);
    if (line !== undefined) marks.push({ line: line.line, error });
  });
  return marks.sort((a, b) => a.line - b.line || a.error - b.error);
}

/** A mark at a line of a text. Lists of marks are ordered by line. */
interface Mark {
  readonly line: number;
}

/** The marks at a line, and the number of marks folded away below it. */
export function marksAt<M extends Mark>(
  { source, folds }: Pick<BodyState, 'source' | 'folds'>,
  marks: readonly M[],
  line: number,
): { readonly here: readonly M[]; readonly inside: number } {
  const isFoldedHere = marks.length > 0 && source.kind(line) === 'open' && isFolded(folds, line);
  const end = isFoldedHere ? source.partner(line) : line;
  const here = marks.filter(each => each.line === line);
  return { here, inside: marks.filter(each => each.line > line && each.line <= end).length };
}

/** The nearest mark below or above the cursor, wrapping around. */
export const nextMark = <M extends Mark>(marks: readonly M[], cursor: number, by: 1 | -1): M | undefined =>
  itemBeside(marks, ({ line }) => line, cursor, by);
