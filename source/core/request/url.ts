/** Finds and edits parts of a typed URL without changing the rest: query (`-K`, `name==value`) and user. */

import { bullets } from '../secret.js';

/** Everything up to the host if there is userinfo; group 1 is the scheme. */
const upToHost = /^([a-z][a-z0-9+.-]*:\/\/|\/\/)?[^/?#\\]*@/i;

/** Whether the authority has userinfo, as the URL standard reads it. The scheme may be missing. */
export const namesUser = (url: string): boolean => upToHost.test(url);

/** Replaces or removes the userinfo. */
export const withUser = (url: string, user: string): string =>
  url.replace(upToHost, (_, scheme = '') => `${scheme}${user && `${user}@`}`);

/** Percent-encodes all but RFC 3986's unreserved characters; a lone surrogate becomes U+FFFD. */
export const encodeQuery = (text: string): string =>
  encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  ).replace(/[!'()*]/g, match => `%${match.charCodeAt(0).toString(16).toUpperCase()}`);

/** Appends percent-encoded pairs to the query, before `#`. */
export function appendQuery(url: string, pairs: readonly (readonly [name: string, value: string])[]): string {
  if (pairs.length === 0) return url;
  const hash = url.indexOf('#');
  const before = hash < 0 ? url : url.slice(0, hash);
  const after = hash < 0 ? '' : url.slice(hash);
  const added = pairs.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&');
  const mark = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${mark}${added}${after}`;
}

/** Pieces of a query, raw and decoded; without `=` there is no value. */
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

/** Removes the query pieces that `keep` rejects; the URL is unchanged if it keeps all. */
export function filterQuery(url: string, keep: (name: string, value: string) => boolean): string {
  const pairs = queryPairs(url);
  const kept = pairs.filter(each => keep(each.name, each.value));
  if (kept.length === pairs.length) return url;
  const [, before = '', after = ''] = /^([^?#]*)\?[^#]*(.*)$/s.exec(url) ?? [];
  return `${before}${kept.length > 0 ? '?' : ''}${kept.map(each => each.raw).join('&')}${after}`;
}

/** Masks the values of secret names: the only form in which a URL with API keys is shown. */
export function maskQuery(url: string, isSecret: (name: string) => boolean): string {
  const [, before = '', query, after = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
  if (query === undefined) return url;
  const masked = query.split('&').map(raw => {
    const at = raw.indexOf('=');
    return at >= 0 && isSecret(meant(raw.slice(0, at))) ? `${raw.slice(0, at)}=${bullets}` : raw;
  });
  return `${before}?${masked.join('&')}${after}`;
}

/** Masks a URL from the server where the shown request URL is masked: many redirect with the query. */
export function maskLike(url: string, shownUrl: string): string {
  const pairs = queryPairs(shownUrl).filter(pair => pair.value === bullets);
  return maskQuery(url, name => pairs.some(pair => pair.name === name));
}

/** Decodes as a server does: `+` is a space, `%XX` a byte; invalid encoding is literal. */
function meant(text: string): string {
  return percentDecoded(text.replace(/\+/g, ' '));
}

/** Text without percent-encoding; as it is if that is malformed: a lone `%` is literal. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A URL with `?…` instead of its query, which may contain a key. */
export const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '?…').replace(/#.*$/s, '');
