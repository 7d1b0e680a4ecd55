/** Servers of a description, an operation or a path, and the URL that requests are sent to. */

import { entriesIn, listIn, member, textIn, textsIn } from '../../json/loose.js';
import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/ends.js';
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
