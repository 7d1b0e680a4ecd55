/** The errors of a result in the format of plain mode, each with its path and its position in the query. */

import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { positionOfPath } from '../../../core/graphql/path-position.js';
import type { ResultSummary } from '../../../core/graphql/response.js';
import { errorLine, readErrors } from '../../../core/graphql/result-errors.js';
import type { ResponseErrorInfo } from '../../model/viewer.js';

/** Maximum number of errors listed and marked. The others are only counted. */
const listed = 200;

/** Formats an error, whatever object the server sent. */
export function errorInfos(
  { errors, errorCount }: Pick<ResultSummary, 'errors' | 'errorCount'>,
  document: DocumentNode,
  node: OperationDefinitionNode,
  query: string,
): { readonly errors: readonly ResponseErrorInfo[]; readonly total: number } {
  const read = readErrors(errors, listed, errorCount);
  const infos = read.errors.map((error, index): ResponseErrorInfo => {
    const place = error.position ?? (error.pathKeys && positionOfPath(document, node, error.pathKeys, query));
    const json = jsonOf(Array.isArray(errors) ? errors[index] : errors);
    return {
      message: error.message,
      line: errorLine(place ? { ...error, position: place } : error),
      path: error.pathKeys,
      pathText: error.pathKeys && (error.path ?? ''),
      position: place,
      code: error.code,
      extensions: error.extensions,
      json,
    };
  });
  return { errors: infos, total: read.total };
}

/** Formats an error nested too deeply for the stack by its message alone. */
function jsonOf(error: unknown): string | undefined {
  try {
    const text = JSON.stringify(error, undefined, 2);
    return text === undefined || text.length > 100_000 ? undefined : text;
  } catch {
    return undefined;
  }
}
