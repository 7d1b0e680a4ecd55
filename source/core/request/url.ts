/** The parts of a URL, found without touching a byte of what was typed: its query (`-K`, `name==value`), its user. */

import { bullets } from '../secret.js';

/** Everything up to the host where a user stands in front of it, the scheme by itself: `[1]` of a match. */
const upToHost = /^([a-z][a-z0-9+.-]*:\/\/|\/\/)?[^/?#\\]*@/i;

/** True if something stands before an `@` in the authority, as the URL standard reads it. A scheme may be missing. */
export const namesUser = (url: string): boolean => upToHost.test(url);

/** The URL with other words, or none, for what stands before its host. */
export const withUser = (url: string, user: string): string =>
  url.replace(upToHost, (_, scheme = '') => `${scheme}${user && `${user}@`}`);

/** Percent-encodes all but RFC 3986's unreserved characters; a lone surrogate becomes U+FFFD. */
export const encodeQuery = (text: string): string =>
  encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  ).replace(/[!'()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);

/** Appends pairs to the query, percent-encoded, after what is there and before `#`. */
export function appendQuery(url: string, pairs: readonly (readonly [name: string, value: string])[]): string {
  if (pairs.length === 0) return url;
  const hash = url.indexOf('#');
  const before = hash < 0 ? url : url.slice(0, hash);
  const after = hash < 0 ? '' : url.slice(hash);
  const added = pairs.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&');
  const mark = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${mark}${added}${after}`;
}

/** The pieces of a query, undecoded, with what each name and value means; a value is absent without `=`. */
export function queryPairs(
  url: string,
): readonly { readonly raw: string; readonly name: string; readonly value: string }[] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1];
  if (query === undefined || query === '') return [];
  return query.split('&').map(raw => {
    const at = raw.indexOf('=');
    return { raw, name: meant(at < 0 ? raw : raw.slice(0, at)), value: at < 0 ? '' : meant(raw.slice(at + 1)) };
  });
}

/** The URL with only those pieces of its query that `keep` holds on to; untouched if that is all of them. */
export function filterQuery(url: string, keep: (name: string, value: string) => boolean): string {
  const pairs = queryPairs(url);
  const kept = pairs.filter(each => keep(each.name, each.value));
  if (kept.length === pairs.length) return url;
  const [, before = '', after = ''] = /^([^?#]*)\?[^#]*(.*)$/s.exec(url) ?? [];
  return `${before}${kept.length > 0 ? '?' : ''}${kept.map(each => each.raw).join('&')}${after}`;
}

/** The URL with bullets for the values of the names that are secret: the only form in which a URL with API keys is shown. */
export function maskQuery(url: string, isSecret: (name: string) => boolean): string {
  const [, before = '', query, after = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
  if (query === undefined) return url;
  const masked = query.split('&').map(raw => {
    const at = raw.indexOf('=');
    return at >= 0 && isSecret(meant(raw.slice(0, at))) ? `${raw.slice(0, at)}=${bullets}` : raw;
  });
  return `${before}?${masked.join('&')}${after}`;
}

/** A URL that a server sent back, with bullets wherever the shown request URL has them: many redirect with the query. */
export function maskLike(url: string, shownUrl: string): string {
  const pairs = queryPairs(shownUrl).filter(pair => pair.value === bullets);
  return maskQuery(url, name => pairs.some(pair => pair.name === name));
}

/** What a server reads: `+` is a space, `%XX` a byte; text that is not valid encoding stands for itself. */
function meant(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** A URL without its query, in which a key may stand: `?…` in its place. */
export const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '?…').replace(/#.*$/s, '');
