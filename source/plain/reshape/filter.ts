/** `--filter` and `-r`. A chunk, because of the JSONPath parser. */

import { filterText, type PathProblem } from '../../core/checks/json-filter.js';
import { type JsonPath, parseJsonPath } from '../../core/checks/json-path.js';
import { type Failure, FailureError, failure, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { isProblem } from '../../core/problem.js';
import { contentOf } from '../../core/response/content-kind.js';
import { TextStream } from '../../core/response/text-stream.js';
import { contentTypeOf, type ShownResponse } from '../parts/content-type.js';
import { statusText } from '../print-head.js';
import { textOfBody } from './body-text.js';

/** The filter of one command. */
export interface BodyFilter {
  /** Media type of filtered text. */
  readonly contentType: string;
  /**
   * Filters a JSON document. The result ends with a line break unless it is empty.
   * @param named the document in an error message @throws FailureError if it is not JSON
   */
  apply(text: string, named: string): string;
  /** A note if nothing has been selected so far. */
  note(): string | undefined;
}

/** Parses the path of `--filter`. Returns undefined if there is none. */
export function openFilter({ filter, isRawOutput }: OutputOptions): BodyFilter | Failure | undefined {
  if (filter === undefined) return undefined;
  const path = parseJsonPath(filter);
  if (isFailure(path)) return path;
  let count = 0;
  return {
    contentType: isRawOutput ? 'text/plain' : 'application/json',
    apply(text, named) {
      const result = filterText(text, path, isRawOutput === true);
      if (isProblem(result)) throw notFiltered(result, '--filter', named);
      count += result.count;
      return result.text;
    },
    note: () => (count === 0 ? `No value matches ${filter}.` : undefined),
  };
}

/** The error for a document that a path cannot be applied to. */
const notFiltered = ({ problem }: PathProblem, flag: string, named: string): FailureError =>
  new FailureError(
    failure('protocol', `${flag} cannot be applied to ${named}: ${problem}.`, {
      hint: `Remove ${flag} to print the body.`,
    }),
  );

/** Filters a body as a whole, or line by line if it consists of JSON lines. */
export async function* filteredBody(filter: BodyFilter, response: ShownResponse): AsyncGenerator<string> {
  const contentType = contentTypeOf(response);
  const named = `the response (${statusText(response)})`;
  const { kind, charset } = contentOf(contentType, new Uint8Array());
  if (kind !== 'ndjson') {
    yield filter.apply(await textOfBody(response, '--filter'), named);
    return;
  }
  const decoder = new TextStream(charset);
  let open = '';
  const filterLine = (line: string): string => filter.apply(line, named);
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    const lines = (open + decoder.write(chunk)).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield filterLine(line);
  }
  yield filterLine(open + decoder.end());
}

/** @throws FailureError if the text is not JSON */
export function filterOnce(text: string, path: JsonPath, flag: string, named: string): string {
  const result = filterText(text, path, false);
  if (isProblem(result)) throw notFiltered(result, flag, named);
  return result.text;
}
