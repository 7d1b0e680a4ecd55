/** Servers of a description, an operation or a path: the URL that requests are sent to, and the servers that a URL matches. */

import { entriesIn, listIn, member, textIn, textsIn } from '../../json/loose.js';
import { memoizeWeak } from '../../memoize-weak.js';
import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/runs.js';
import type { Description, Operation, Server } from './types.js';

/** Reads the servers of a node, skipping invalid ones. */
export const readServers = (node: unknown): readonly Server[] =>
  listIn(node, 'servers').flatMap(each => {
    const template = textIn(each, 'url');
    if (template === undefined) return [];
    const variables = entriesIn(each, 'variables').map(([name, variable]) => {
      const standard = String(member(variable, 'default') ?? '');
      return [name, [...new Set([standard, ...textsIn(variable, 'enum')])]] as const;
    });
    const url = filled(
      template,
      variables.map(([name, [standard = '']]) => [name, standard]),
    );
    return [{ url, template, description: textIn(each, 'description') ?? '', variables }];
  });

function filled(template: string, values: readonly (readonly [name: string, value: string])[]): string {
  const valuesByName = new Map(values);
  return template.replace(/\{([^{}]*)\}/g, (match, name: string) => valuesByName.get(name) ?? match);
}

/**
 * Returns the absolute URL of a server, without a trailing slash, or undefined if it is invalid.
 * @param values values of the variables in order
 * @param source URL of the description
 */
export function serverAt(
  { template, variables }: Server,
  values: readonly string[],
  source: string,
): string | undefined {
  const pairs = variables.map(([name, [standard = '']], at) => [name, values[at] ?? standard] as const);
  const url = readUrl(filled(template, pairs), readUrl(source));
  return url !== undefined && /^https?:$/.test(url.protocol) ? trimmed(url) : undefined;
}

/**
 * Returns the absolute URLs of an operation's servers, without a trailing slash. Defaults to the document's own URL.
 * @param host URL whose host has the relative servers of a document that was read from a file
 */
export function serverUrls(
  { servers, source }: Pick<Description, 'servers' | 'source'>,
  operation?: Operation,
  host?: string,
): readonly string[] {
  const named = operation?.servers ?? servers;
  const own = readUrl(source);
  const isFile = own === undefined || !/^https?:$/.test(own.protocol);
  const base = isFile && host !== undefined ? readUrl(host) : own;
  const urls = (named.length === 0 ? ['/'] : named.map(({ url }) => url)).flatMap(url => {
    const found = readUrl(url, base);
    return found !== undefined && /^https?:$/.test(found.protocol) ? [trimmed(found)] : [];
  });
  return [...new Set(urls)];
}

const trimmed = ({ origin, pathname }: URL): string => withoutEnd(`${origin}${pathname}`, /\//);

/**
 * Returns the URL to call the operation at. If the user specified a URL, this is the described server with the same origin, or
 * otherwise that URL. If not, it is the first server.
 */
export function chooseServer(description: Description, operation: Operation, named?: string): string | undefined {
  const urls = serverUrls(description, operation, named);
  const base = named === undefined ? undefined : readUrl(named);
  if (base === undefined) return urls[0];
  const same = urls.filter(url => readUrl(url)?.origin === base.origin);
  const exact = trimmed(base);
  return same.find(url => url === exact) ?? (base.pathname === '/' ? same[0] : undefined) ?? exact;
}

/**
 * Returns the API URL that the user specified, or undefined if it is the URL of the description, in which case the description
 * defines the servers.
 */
export function baseOf(url: string, description: Description): string | undefined {
  const [typed, source] = [readUrl(url), readUrl(description.source)];
  if (typed === undefined || typed.origin !== source?.origin || typed.pathname !== source.pathname) return url;
  const same = serverUrls(description).some(each => readUrl(each)?.origin === typed.origin);
  return same ? `${typed.origin}/` : undefined;
}

/** A literal text, or a variable with its described values. With fewer than two described values, any value matches. */
type Part = string | readonly string[];

/** Maximum length of the start of a URL to inspect, in characters. Servers are shorter. */
const maxServer = 2000;
/**
 * Maximum total number of variables. Servers beyond it are not matched, because each variable is searched for throughout the
 * URL of each request.
 */
const maxVariables = 200;

/**
 * Returns the path after a server with variables, taken from the description or one of its operations. Returns undefined if the
 * URL matches none of them.
 */
export function pathBehindTemplate(description: Description, url: string): string | undefined {
  const [origin = ''] = /^https?:\/\/[^/]+/i.exec(url) ?? [];
  if (origin === '') return undefined;
  const path = url.slice(origin.length);
  const host = origin.toLowerCase();
  // URLs omit a default port, but templates may contain it.
  const hosts = /:\d+$/.test(host) ? [host] : [host, `${host}:${host.startsWith('https:') ? 443 : 80}`];
  const lengths = templatesOf(description).flatMap(parts =>
    hosts.flatMap(each => endsOf(parts, each + path.slice(0, maxServer)).map(end => end - each.length)),
  );
  const fitting = lengths.filter(length => length >= 0 && (length === path.length || path[length] === '/'));
  return fitting.length === 0 ? undefined : path.slice(Math.max(...fitting)) || '/';
}

const templatesOf = memoizeWeak((description: Description): readonly (readonly Part[])[] => {
  const templates: (readonly Part[])[] = [];
  let left = maxVariables;
  for (const server of new Set([description, ...description.operations].flatMap(({ servers }) => servers))) {
    left -= server.variables.length;
    if (left < 0) break;
    if (server.variables.length > 0) templates.push(partsOf(server, description.source));
  }
  return templates;
});

function partsOf({ template, variables }: Server, source: string): readonly Part[] {
  const base = readUrl(source);
  const isRelative = !/^(?:[a-z][a-z\d+.-]*:|\{)/i.test(template);
  const folder =
    isRelative && !template.startsWith('/') ? base?.pathname.slice(0, base.pathname.lastIndexOf('/') + 1) : '';
  const whole = withoutEnd(`${isRelative ? (base?.origin ?? '') + (folder ?? '') : ''}${template}`, /\//);
  const values = new Map(variables);
  const host = /^[a-z]+:\/\/[^/]*/i.exec(whole)?.[0].length ?? 0;
  let at = 0;
  return whole.split(/(\{[^{}]*\})/).map((part): Part => {
    const isOfHost = at < host;
    at += part.length;
    const offered = part.startsWith('{') ? values.get(part.slice(1, -1)) : undefined;
    return offered ?? (isOfHost ? lowered(part, host - at + part.length) : part);
  });
}

const lowered = (part: string, length: number): string => part.slice(0, length).toLowerCase() + part.slice(length);

/** Returns the positions where the parts can end. Each part visits each position once. */
function endsOf(parts: readonly Part[], text: string): readonly number[] {
  let starts = new Set([0]);
  for (const part of parts) {
    starts = endsOfPart(part, text, starts);
    if (starts.size === 0) return [];
  }
  return [...starts];
}

/** Returns the positions where a part that begins at one of several positions can end. */
function endsOfPart(part: Part, text: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  const values = typeof part === 'string' ? [part] : part;
  for (const start of starts)
    for (const value of values) if (text.startsWith(value, start)) ends.add(start + value.length);
  if (typeof part === 'string' || part.length > 1) return ends;
  let isReached = false;
  for (let at = 0; at < text.length; at++) {
    isReached = text[at] !== '/' && (isReached || starts.has(at));
    if (isReached) ends.add(at + 1);
  }
  return ends;
}
