/** The operations that the requests of a `.http` text are. */
import type { Entry, HttpFile } from '../http-file/document.js';
import { nearestFew } from '../near-miss.js';
import { pathBehindTemplate } from './document/server-template.js';
import { serverUrls } from './document/servers.js';
import type { Description, Operation } from './document/types.js';
import { matchOperation } from './look-up.js';

/** Where the requests of a text go. */
export interface TextPlaces {
  /** Values of the names in URLs; the others stay names. */
  readonly values?: ReadonlyMap<string, string>;
  /** Where the description's operations are called beside the servers it names, without a slash at its end. */
  readonly server?: string | undefined;
}

interface MatchedEntry {
  readonly operation: Operation;
  /** Texts of the names in its path, with the names of the text filled in. */
  readonly path: ReadonlyMap<string, string>;
}

/** The request's operation, or why it is none; undefined: it goes to another server. */
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

/** Names with values, also within each other's values; the others stay. */
export function filledNames(text: string, values: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let depth = 0; depth < 10; depth++) {
    const next = filled.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (found, name: string) => values.get(name) ?? found);
    if (next === filled || next.length > maxFilled) break;
    filled = next;
  }
  return filled;
}

/** Names within names can stand for billions of characters. */
const maxFilled = 1_000_000;

function pathBehindServer(description: Description, url: string, chosen: string | undefined): string | undefined {
  // A name that stands for a host and has no value is the server.
  const [, beyond] = /^(?:https?:\/\/)?\{\{[^{}]*\}\}(\/.*|$)/.exec(url) ?? [];
  if (beyond !== undefined) return beyond || '/';
  if (/^@[\w.-]+/.test(url)) return url.replace(/^@[\w.-]+/, '') || '/';
  const servers = [...(chosen === undefined ? [] : [chosen]), ...allServers(description)];
  const whole = /^https?:\/\//i.test(url) ? url : url.startsWith('/') ? `${servers[0] ?? ''}${url}` : `https://${url}`;
  const server = servers
    .filter(each => whole === each || whole.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0];
  return server === undefined ? undefined : whole.slice(server.length) || '/';
}

const known = new WeakMap<Description, readonly string[]>();

/** The servers of the description and of its operations. */
function allServers(description: Description): readonly string[] {
  const found = known.get(description) ?? [
    ...new Set([...serverUrls(description), ...description.operations.flatMap(each => serverUrls(description, each))]),
  ];
  known.set(description, found);
  return found;
}

/** The operation of a request; undefined: it is none. */
export function operationAt(
  description: Description,
  { method, url }: Pick<Entry, 'method' | 'url'>,
  { values = new Map(), server }: TextPlaces,
): Operation | undefined {
  return matchOf(description, method, filledNames(url, values), server)?.operation;
}

const withoutFragment = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Some descriptions tell operations of one path apart by a fragment, which is never sent. */
function matchOf(description: Description, method: string, url: string, server: string | undefined) {
  const bare = withoutFragment(url);
  const whole = url.replace(/\?[^#]*/, '');
  for (const each of whole === bare ? [bare] : [whole, bare]) {
    const path = pathBehindServer(description, each, server);
    const match = path === undefined ? undefined : matchOperation(description.operations, method, path);
    if (match) return match;
    // A template may fit any host, so nothing is said of a path that it does not have.
    const other = pathBehindTemplate(description, each);
    const found = other === undefined ? undefined : matchOperation(description.operations, method, other);
    if (found) return found;
  }
  return undefined;
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
    const operation = operationAt(description, entry, { server, values });
    if (operation === undefined) continue;
    const list = found.get(operation);
    if (list) list.push(entry);
    else found.set(operation, [entry]);
  }
  return found;
}
