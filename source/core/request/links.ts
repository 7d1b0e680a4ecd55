/** Links of a response (RFC 8288). */
import { readUrl } from './read-url.js';

const links = /<([^<>]*)>((?:\s*;\s*[^=;,\s]+(?:\s*=\s*(?:"[^"]*"|[^",;\s]*))?)*)/g;

/**
 * Returns the absolute http(s) targets of a `Link` header with a relation type that `isWanted` accepts.
 * @param base URL that relative targets are resolved against
 */
export function linkTargets(header: string, base: string, isWanted: (rel: string) => boolean): readonly string[] {
  const urls: string[] = [];
  for (const [, target = '', params = ''] of header.matchAll(links)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i.exec(params);
    const isOne = (rel?.[1] ?? rel?.[2] ?? '').split(/\s+/).some(isWanted);
    const url = isOne ? readUrl(target, readUrl(base)) : undefined;
    if (url && /^https?:$/.test(url.protocol)) urls.push(url.href);
  }
  return urls;
}
