/** Finds candidate URLs for the description of an API, from the server's links and from common conventions. */

import { linkTargets } from '../../request/links.js';
import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/ends.js';
import { entriesIn, listIn, textIn } from './node.js';

/** Paths that servers commonly use, most common first. */
const usualPaths = ['/openapi.json', '/openapi.yaml', '/swagger.json', '/v3/api-docs'] as const;

/** RFC 9727. */
export const catalogPath = '/.well-known/api-catalog';

/** Returns URLs to try for an API: first below its path, then at the root of its origin. */
export function usualPlaces(url: string): readonly string[] {
  const base = readUrl(url);
  if (base === undefined) return [];
  const folder = withoutEnd(base.pathname, /\//);
  const paths = folder === '' ? [] : usualPaths.slice(0, 2).map(path => `${base.origin}${folder}${path}`);
  return [...new Set([...paths, ...usualPaths.map(path => `${base.origin}${path}`)])];
}

/** Returns true for a link relation to a machine-readable description (RFC 8631), including the older name. */
const isServiceDesc = (rel: string): boolean => /^(?:service-desc|describedby)$/i.test(rel);

/** Returns the absolute targets of `Link: <…>; rel="service-desc"` (RFC 8288, RFC 8631). */
export const serviceLinks = (header: string, base: string): readonly string[] =>
  linkTargets(header, base, isServiceDesc);

/** Returns the absolute targets of `service-desc` in a linkset (RFC 9264), such as an API catalog. */
export function catalogLinks(node: unknown, base: string): readonly string[] {
  const targets = listIn(node, 'linkset').flatMap(each =>
    entriesIn(each)
      .filter(([rel]) => isServiceDesc(rel))
      .flatMap(([rel]) => listIn(each, rel).map(link => textIn(link, 'href'))),
  );
  return targets.flatMap(target => {
    const url = target === undefined ? undefined : readUrl(target, readUrl(base));
    return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
}
