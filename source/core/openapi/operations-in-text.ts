/** Maps the requests of a `.http` file to operations. */
import { addTo } from '../add-to.js';
import type { Entry, HttpFile } from '../http-file/document.js';
import { memoizeWeak } from '../memoize-weak.js';
import { nearestFew } from '../near-miss.js';
import { pathBehindTemplate, serverUrls } from './document/servers.js';
import type { Description, Operation } from './document/types.js';
import { matchOperation } from './look-up.js';

/** URLs and values used to match requests to operations. */
export interface TextPlaces {
  /** Values of names in URLs. Other names are left unchanged. */
  readonly values?: ReadonlyMap<string, string>;
  /** URL at which the operations are called in addition to the described servers, without a trailing slash. */
  readonly server?: string | undefined;
}

interface MatchedEntry {
  readonly operation: Operation;
  /** Texts of the path parameters, with placeholders filled in. */
  readonly path: ReadonlyMap<string, string>;
}

/** Returns the operation of a request, or why there is none. Returns undefined if the request goes to another server. */
export function operationOf(
  description: Description,
  { method, url }: Pick<Entry, 'method' | 'url'>,
  { values = new Map(), server }: TextPlaces = {},
): MatchedEntry | { readonly problem: string } | undefined {
  const whole = filledNames(url, values);
  const match = matchOf(description, method, whole, server);
  if (match) return { operation: match.operation, path: match.values };
  const path = pathBehindServer(description, withoutFragment(whole), server);
  if (path === undefined) return undefined;
  const others = description.operations.filter(each => matchOperation([each], each.method, path));
  if (others.length > 0)
    return { problem: `${path} has no ${method}: it has ${[...new Set(others.map(each => each.method))].join(', ')}.` };
  const near = nearestFew(path, [...new Set(description.operations.map(each => each.path))]);
  return {
    problem: `The description has no path ${path}${near.length === 0 ? '.' : `: did you mean ${near.join(', ')}?`}`,
  };
}

/** Fills in names that have values, including names nested in values. Other names are left unchanged. */
export function filledNames(text: string, values: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let depth = 0; depth < 10; depth++) {
    const next = filled.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (match, name: string) => values.get(name) ?? match);
    if (next === filled || next.length > maxFilled) break;
    filled = next;
  }
  return filled;
}

/** Nested names can expand to billions of characters. */
const maxFilled = 1_000_000;

function pathBehindServer(description: Description, url: string, chosen: string | undefined): string | undefined {
  // A placeholder without a value in place of the host means the server.
  const [, beyond] = /^(?:https?:\/\/)?\{\{[^{}]*\}\}(\/.*|$)/.exec(url) ?? [];
  if (beyond !== undefined) return beyond || '/';
  if (/^@[\w.-]+/.test(url)) return url.replace(/^@[\w.-]+/, '') || '/';
  const servers = [...(chosen === undefined ? [] : [chosen]), ...allServers(description)];
  const begin = url.startsWith('/') ? (servers[0] ?? '') : 'https://';
  const whole = /^https?:\/\//i.test(url) ? url : begin + url;
  const server = servers
    .filter(each => whole === each || whole.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0];
  return server === undefined ? undefined : whole.slice(server.length) || '/';
}

/** Returns the servers of the description and of its operations. */
const allServers = memoizeWeak((description: Description): readonly string[] => [
  ...new Set([...serverUrls(description), ...description.operations.flatMap(each => serverUrls(description, each))]),
]);

/** Returns the operation of a request, if any. */
export function operationAt(
  description: Description,
  { method, url }: Pick<Entry, 'method' | 'url'>,
  { values = new Map(), server }: TextPlaces,
): Operation | undefined {
  return matchOf(description, method, filledNames(url, values), server)?.operation;
}

const withoutFragment = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Some descriptions distinguish operations of one path by a fragment, which is never sent. */
function matchOf(description: Description, method: string, url: string, server: string | undefined) {
  const bare = withoutFragment(url);
  const whole = url.replace(/\?[^#]*/, '');
  for (const each of whole === bare ? [bare] : [whole, bare]) {
    const path = pathBehindServer(description, each, server);
    const match = path === undefined ? undefined : matchOperation(description.operations, method, path);
    if (match) return match;
    // A template may match any host, so do not report an unknown path.
    const other = pathBehindTemplate(description, each);
    const operation = other === undefined ? undefined : matchOperation(description.operations, method, other);
    if (operation) return operation;
  }
  return undefined;
}

/** Groups the requests of a text by operation. */
export function entriesByOperation(
  description: Description,
  { entries, variables }: HttpFile,
  serverOf: (operation: Operation) => string | undefined,
): ReadonlyMap<Operation, readonly Entry[]> {
  const values = new Map(variables.map(each => [each.name, each.text]));
  const [first] = description.operations;
  const server = first && serverOf(first);
  const entriesByOperation = new Map<Operation, Entry[]>();
  for (const entry of entries) {
    const operation = operationAt(description, entry, { server, values });
    if (operation !== undefined) addTo(entriesByOperation, operation, entry);
  }
  return entriesByOperation;
}
