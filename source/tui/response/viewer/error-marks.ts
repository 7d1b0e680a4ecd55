/** Errors of a response at their positions in its text. */

import type { LineSource } from '../../../core/response/viewer/line-source.js';
import { lineOfPath } from '../../../core/response/viewer/paths.js';
import type { ResponseState } from '../../model/response.js';
import type { ErrorMark, ResponseErrorInfo } from '../../model/viewer.js';

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

/** The marks from line `from` to line `to`. */
export const marksBetween = <M extends { readonly line: number }>(
  marks: readonly M[],
  from: number,
  to: number,
): readonly M[] => (marks.length === 0 ? marks : marks.filter(({ line }) => line >= from && line <= to));
