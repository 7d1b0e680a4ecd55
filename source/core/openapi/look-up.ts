/** Finds operations and schemas by name, and the operation of a request. */
import { memoizeWeak } from '../memoize-weak.js';
import { nearestFew } from '../near-miss.js';
import type { Description, Operation } from './document/types.js';

/** Returns a title such as `GET /pets/{petId}`. */
export const titleOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * Finds an operation by a unique operationId, by `GET /pets/{petId}`, or by a path with a single operation. Parameter names need
 * not match.
 */
export function findOperation({ operations }: Description, typed: string): Operation | undefined {
  const name = typed.trim().replace(/\s+/, ' ');
  const byId = operations.filter(({ id }) => id === name);
  if (byId.length > 0) return byId.length === 1 ? byId[0] : undefined;
  const [, method, path = name] = /^([A-Za-z]+) (\/.*)$/.exec(name) ?? [];
  if (!path.startsWith('/')) return operations.find(({ id }) => id?.toLowerCase() === name.toLowerCase());
  const wanted = operations.filter(each => method === undefined || each.method === method.toUpperCase());
  const exact = wanted.filter(each => each.path === path);
  const same = exact.length > 0 ? exact : wanted.filter(each => withoutNames(each.path) === withoutNames(path));
  return same.length === 1 || method !== undefined ? same[0] : undefined;
}

const withoutNames = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');

/** Returns up to three existing names that are similar to an unknown one. */
export function nearNames({ operations, schemas }: Description, typed: string): readonly string[] {
  const ids = operations.flatMap(({ id }) => id ?? []);
  const [, method, path = ''] = /^([A-Za-z]+)\s+(\/.*)$/.exec(typed.trim()) ?? [];
  const near = nearestFew(typed.trim(), [...ids, ...schemas]);
  if (method === undefined) return near;
  const samePath = operations.filter(each => withoutNames(each.path) === withoutNames(path)).map(titleOf);
  const paths = [...new Set(operations.map(each => each.path))];
  const nearPaths = nearestFew(path, paths).flatMap(each =>
    operations.filter(one => one.path === each && one.method === method.toUpperCase()).map(titleOf),
  );
  return [...new Set([...samePath, ...nearPaths, ...near])].slice(0, 3);
}

/** An operation, and the texts of its path parameters. */
interface MatchedOperation {
  readonly operation: Operation;
  readonly values: ReadonlyMap<string, string>;
}

const matchesOf = memoizeWeak((_: readonly Operation[]) => new Map<string, MatchedOperation | undefined>());
/** Maximum number of cached matches. A request text looks up the same ones on every keystroke. */
const maxMatched = 5000;

/**
 * Finds the operation of a path. If several match, the most literal template wins.
 * @param path path after the server's own, without query, percent-encoded as sent
 */
export function matchOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): MatchedOperation | undefined {
  const cache = matchesOf(operations);
  const key = `${method} ${path}`;
  if (cache.has(key)) return cache.get(key);
  const matches = operations
    .filter(each => each.method === method)
    .flatMap(operation => {
      const values = matchPath(operation.path, path);
      return values === undefined ? [] : [{ operation, values }];
    })
    .sort((a, b) => literalLength(b.operation.path) - literalLength(a.operation.path))[0];
  if (cache.size >= maxMatched) cache.clear();
  cache.set(key, matches);
  return matches;
}

/**
 * Returns the number of literal characters in a template. More literal templates take precedence: `{sha}.{type}` over `{sha}`,
 * and `mine` over `{id}`.
 */
const literalLength = (template: string): number => template.replace(/\{[^{}]*\}/g, '').length;

/**
 * Returns the texts that replace a template's names, or undefined if the path does not match. Each name matches as little as
 * possible, and the last one matches the rest. A regular expression could try all ways to split a long path among the names of
 * a hostile template.
 */
export function matchPath(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const [first = '', ...parts] = template.replace(/\/$/, '').split(/(\{[^{}]*\})/);
  const whole = path.replace(/\/$/, '');
  if (parts.length === 0) return whole === first ? new Map() : undefined;
  if (!whole.startsWith(first)) return undefined;
  const values = new Map<string, string>();
  let position = first.length;
  for (let at = 0; at < parts.length; at += 2) {
    const literal = parts[at + 1] ?? '';
    const isLast = at + 2 >= parts.length;
    const end = isLast ? whole.length - literal.length : whole.indexOf(literal, position + 1);
    const value = whole.slice(position, end);
    if (end <= position || !whole.startsWith(literal, end) || /[/?#]/.test(value)) return undefined;
    values.set((parts[at] ?? '').slice(1, -1), value);
    position = end + literal.length;
  }
  return values;
}

/** Returns the rest of a template for the last segment of a typed path, or undefined if the typed segments do not match. */
export function restOfPath(template: string, typed: string): string | undefined {
  const done = typed.split('/').slice(0, -1);
  const steps = template.split('/');
  if (done.length >= steps.length) return undefined;
  const isSame = done.every((step, at) => {
    const segment = steps[at] ?? '';
    return (
      segment === step || (segment.includes('{') && step !== '' && matchPath(`/${segment}`, `/${step}`) !== undefined)
    );
  });
  return isSame ? steps.slice(done.length).join('/') : undefined;
}
