/** Errors of an answer, and where in its text they belong. */
import type { LineSource } from '../../../core/response/viewer/line-source.js';
import { lineOfPath, type Path } from '../../../core/response/viewer/paths.js';

/** One error of a GraphQL answer in words. Foreign text. */
export interface ResponseErrorInfo {
  readonly message: string;
  /** Message, path, place in the query and code on one line: the words of plain mode. */
  readonly line: string;
  /** Response keys and list indices. */
  readonly path?: Path;
  /** `user.posts.0.title`. */
  readonly pathText?: string;
  /** In the query. */
  readonly place?: { readonly line: number; readonly column: number };
  readonly code?: string;
  /** Its own JSON text, as sent. */
  readonly json?: string;
}

/** An error at a line of the body. */
export interface ErrorMark {
  readonly line: number;
  /** Index in the list of errors. */
  readonly error: number;
}

/**
 * Lines of the errors that have a path: where it leads in `data`, or as far as there is data. Reads the source as far as
 * it must.
 */
export function marksOf(source: LineSource, errors: readonly ResponseErrorInfo[]): readonly ErrorMark[] {
  if (!source.json) return [];
  const data = lineOfPath(source, ['data']);
  if (data?.whole !== true) return [];
  const marks: ErrorMark[] = [];
  errors.forEach(({ path }, error) => {
    if (path === undefined || path.length === 0) return;
    const found = lineOfPath(source, path, data.line);
    if (found !== undefined) marks.push({ line: found.line, error });
  });
  return marks.sort((a, b) => a.line - b.line || a.error - b.error);
}

/** The marks of lines `from` to `to`. */
export const marksBetween = (marks: readonly ErrorMark[], from: number, to: number): readonly ErrorMark[] =>
  marks.length === 0 ? marks : marks.filter(({ line }) => line >= from && line <= to);
