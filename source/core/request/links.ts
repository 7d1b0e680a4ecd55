/** Links of a response (RFC 8288). */
import { readUrl } from './read-url.js';
import { withUser } from './url.js';

const links = /<([^<>]*)>((?:\s*;\s*[^=;,\s]+(?:\s*=\s*(?:"[^"]*"|[^",;\s]*))?)*)/g;

/**
 * Returns the absolute http(s) targets of a `Link` header with a relation type that `isWanted` accepts, without userinfo.
 * @param base URL that relative targets are resolved against
 */
export function linkTargets(header: string, base: string, isWanted: (rel: string) => boolean): readonly string[] {
  const urls: string[] = [];
  for (const [, target = '', params = ''] of header.matchAll(links)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i.exec(params);
    const isOne = (rel?.[1] ?? rel?.[2] ?? '').split(/\s+/).some(isWanted);
    const url = isOne ? linkUrl(target, base) : undefined;
    if (url !== undefined) urls.push(url);
  }
  return urls;
}

/** Resolves a link of a response to an http(s) URL. Returns undefined for other links. Userinfo is removed, as in redirects. */
export function linkUrl(target: string, base: string): string | undefined {
  const url = readUrl(target, readUrl(base));
  return url && /^https?:$/.test(url.protocol) ? withUser(url.href, '') : undefined;
}
