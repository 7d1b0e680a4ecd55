/** Matches URLs against servers with variables of arbitrary value. */

import { memoizeWeak } from '../../memoize-weak.js';
import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/ends.js';
import type { Description, Server } from './types.js';

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
  let places = new Set([0]);
  for (const part of parts) {
    const texts = typeof part === 'string' ? [part] : part;
    const next = new Set<number>();
    for (const place of places)
      for (const each of texts) if (text.startsWith(each, place)) next.add(place + each.length);
    if (typeof part !== 'string' && part.length <= 1) {
      let isReached = false;
      for (let at = 0; at < text.length; at++) {
        isReached = text[at] !== '/' && (isReached || places.has(at));
        if (isReached) next.add(at + 1);
      }
    }
    if (next.size === 0) return [];
    places = next;
  }
  return [...places];
}
