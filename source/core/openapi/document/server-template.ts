/** Servers with variables, matched against a URL with whatever values. */

import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/ends.js';
import type { Description, Server } from './types.js';

/** A text as it stands, or a variable with the values it is described with; with one of them, or none, any value fits. */
type Part = string | readonly string[];

const known = new WeakMap<Description, readonly (readonly Part[])[]>();

/** The longest start of a URL that is looked at, in characters: a server is shorter. */
const maxServer = 2000;
/** Servers are matched until they have this many variables together: each is looked for all along the URL of each request. */
const maxVariables = 200;

/** The path behind a server of the description, or of one of its operations, that has variables; undefined: it is none of them. */
export function pathBehindTemplate(description: Description, url: string): string | undefined {
  const [origin = ''] = /^https?:\/\/[^/]+/i.exec(url) ?? [];
  if (origin === '') return undefined;
  const path = url.slice(origin.length);
  const host = origin.toLowerCase();
  // A port that is the usual one is left out of a URL, and stands in a template.
  const hosts = /:\d+$/.test(host) ? [host] : [host, `${host}:${host.startsWith('https:') ? 443 : 80}`];
  const lengths = templatesOf(description).flatMap(parts =>
    hosts.flatMap(each => endsOf(parts, each + path.slice(0, maxServer)).map(end => end - each.length)),
  );
  const fitting = lengths.filter(length => length >= 0 && (length === path.length || path[length] === '/'));
  return fitting.length === 0 ? undefined : path.slice(Math.max(...fitting)) || '/';
}

function templatesOf(description: Description): readonly (readonly Part[])[] {
  const cached = known.get(description);
  if (cached !== undefined) return cached;
  const templates: (readonly Part[])[] = [];
  let left = maxVariables;
  for (const server of new Set([description, ...description.operations].flatMap(({ servers }) => servers))) {
    left -= server.variables.length;
    if (left < 0) break;
    if (server.variables.length > 0) templates.push(partsOf(server, description.source));
  }
  known.set(description, templates);
  return templates;
}

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

/** The places where the parts can end, one after the other from the start: every part looks at each place once. */
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
