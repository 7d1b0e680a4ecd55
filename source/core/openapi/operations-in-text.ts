/** The operations that the requests of a `.http` text are. */
import type { Entry, HttpFile } from '../http-file/document.js';
import { operationOf } from './check/check-file.js';
import type { Description, Operation } from './document/types.js';
import { matchOperation } from './look-up.js';

/** The operation of a request. @param server where the description's operations are called, without a slash at its end */
export function operationAt(
  description: Description,
  { method, url }: Pick<Entry, 'method' | 'url'>,
  server: string | undefined,
  values: ReadonlyMap<string, string> = new Map(),
): Operation | undefined {
  const [bare = ''] = url.split(/[?#]/, 1);
  if (server !== undefined && (bare === server || bare.startsWith(`${server}/`)))
    return matchOperation(description.operations, method, bare.slice(server.length) || '/')?.operation;
  const found = operationOf(description, { method, url }, values);
  return found && 'operation' in found ? found.operation : undefined;
}

/** The requests of a text, by their operations. */
export function entriesByOperation(
  description: Description,
  { entries, variables }: HttpFile,
  serverOf: (operation: Operation) => string | undefined,
): ReadonlyMap<Operation, readonly Entry[]> {
  const values = new Map(variables.map(each => [each.name, each.text]));
  const [first] = description.operations;
  const server = first && serverOf(first);
  const found = new Map<Operation, Entry[]>();
  for (const entry of entries) {
    const operation = operationAt(description, entry, server, values);
    if (operation === undefined) continue;
    const list = found.get(operation);
    if (list) list.push(entry);
    else found.set(operation, [entry]);
  }
  return found;
}
