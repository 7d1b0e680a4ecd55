/** The request of an HTTP document that Ctrl-R sends. */
import { operationAt } from '../../core/openapi/operations-in-text.js';
import { textOf } from '../../core/text/editor.js';
import type { EntryRequest } from '../model/effect.js';
import type { State } from '../model/state.js';
import { entryAtCursor, httpFileOf, serverOf } from './http-text.js';

interface EntryRun {
  readonly kind: 'request';
  readonly request: EntryRequest;
  /** Its method, if that may change something (RFC 9110 9.2.1). */
  readonly unsafe: string | undefined;
  /** As it stands in the text, without blank lines behind it. */
  readonly entry: string;
}

/** The request the cursor is in, or why it cannot be sent, as a sentence. */
export function entryToRun({ connect, query, variables }: State): EntryRun | string {
  const file = httpFileOf(query.editor);
  const [problem] = file.problems;
  if (problem !== undefined) return `Line ${problem.line}: ${problem.text}`;
  const found = entryAtCursor(query.editor);
  if (found === undefined) return 'There is no request to send: tick an operation or type one.';
  const { entry, at } = found;
  const { description } = connect;
  const [first] = description?.operations ?? [];
  const values = new Map(file.variables.map(each => [each.name, each.text]));
  const server = first && serverOf(connect, first);
  const operation = description && operationAt(description, entry, server, values);
  return {
    kind: 'request',
    request: {
      url: connect.url,
      text: textOf(query.editor),
      at,
      variables: textOf(variables.editor),
      described: description && operation && { description, operation },
    },
    entry: textOf(query.editor).slice(entry.from, entry.to).trimEnd(),
    unsafe: /^(?:GET|HEAD|OPTIONS|TRACE)$/.test(entry.method) ? undefined : entry.method,
  };
}
