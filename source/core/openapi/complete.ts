/** Shell completions from a description: operations, paths step by step, and parameters with their values. */
import { chooseContent } from './call/arguments.js';
import { chooseServer } from './document/servers.js';
import type { Description, Operation } from './document/types.js';
import { matchOperation, restOfPath, titleOf } from './look-up.js';
import { isJsonType } from './media-type.js';
import { shapeOf } from './schema.js';

/** Suggests operation names, and schema names when documentation is requested. */
export function offerNames(
  { operations, schemas }: Description,
  typed: string,
  withSchemas: boolean,
): readonly string[] {
  const ids = operations.flatMap(({ id }) => id ?? []);
  const isTitle = /^[A-Z]+ /.test(typed);
  return [...(isTitle ? operations.map(titleOf) : ids), ...(withSchemas ? schemas : [])].filter(each =>
    each.startsWith(typed),
  );
}

/**
 * Suggests URLs that are one step longer than the typed one.
 * @param url absolute URL of the typed word
 */
export function offerPaths(description: Description, method: string, url: string, typed: string): readonly string[] {
  const names = new Set<string>();
  for (const operation of description.operations) {
    if (operation.method !== method) continue;
    const server = serverOf(description, operation, url);
    if (server === undefined) continue;
    const [next, ...more] = restOfPath(operation.path, url.slice(server.length))?.split('/') ?? [];
    const last = url.slice(url.lastIndexOf('/') + 1);
    if (next === undefined || next.includes('{') || !next.startsWith(last)) continue;
    names.add(`${typed}${next.slice(last.length)}${more.length > 0 ? '/' : ''}`);
  }
  return [...names].sort();
}

const serverOf = (description: Description, operation: Operation, url: string): string | undefined => {
  const bare = url.split(/[?#]/, 1)[0] ?? '';
  const server = chooseServer(description, operation, new URL('/', bare).href);
  return server !== undefined && bare.startsWith(`${server}/`) ? server : undefined;
};

/** Returns the operation of a URL. */
export function operationAt(description: Description, method: string, url: string): Operation | undefined {
  const bare = url.split(/[?#]/, 1)[0] ?? '';
  for (const server of new Set(description.operations.map(each => serverOf(description, each, url)))) {
    if (server === undefined) continue;
    const match = matchOperation(description.operations, method, bare.slice(server.length));
    if (match) return match.operation;
  }
  return undefined;
}

/**
 * Suggests items of a request (`limit==`, `title=`) or of a call, where parameters are ordinary items. After the operator,
 * suggests enum values.
 */
export function offerItems(
  { root }: Description,
  operation: Operation,
  typed: string,
  isCall: boolean,
): readonly string[] {
  const contents = isCall
    ? (operation.body?.content ?? [])
    : [chooseContent(root, operation)].filter(each => each !== undefined && isJsonType(each.mediaType));
  const parameters = operation.parameters
    .filter(({ place }) => isCall || place === 'query')
    .map(({ name, schema }) => ({ name, schema, sign: isCall ? '=' : '==' }));
  const properties = contents.flatMap(each => shapeOf(root, each?.schema).properties);
  const members = properties
    .filter(({ schema }) => !shapeOf(root, schema).readOnly)
    .map(({ name, schema }) => ({ name, schema, sign: needsJson(root, schema) ? ':=' : '=' }));
  const offered = [...parameters, ...members]
    .filter(({ name }) => /^[\w.-]+$/.test(name))
    .flatMap(({ name, schema, sign }) => {
      const head = `${name}${sign}`;
      if (!typed.startsWith(head)) return [head];
      return shapeOf(root, schema).values.map(
        value => `${head}${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
    })
    .filter(each => each.startsWith(typed) && each !== typed);
  return [...new Set(offered)];
}

const needsJson = (root: unknown, schema: unknown): boolean => {
  const { types } = shapeOf(root, schema);
  return types.length > 0 && !types.includes('string');
};
