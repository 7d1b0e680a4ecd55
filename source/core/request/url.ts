/** Finds and edits parts of a typed URL without changing the rest: its query (`-K`, `name==value`) and user. */

/** Everything up to the host if there is userinfo. Group 1 is the scheme. */
const upToHost = /^([a-z][a-z0-9+.-]*:\/\/|\/\/)?[^/?#\\]*@/i;

/** Returns true if the authority contains userinfo according to the URL standard. The scheme may be missing. */
export const namesUser = (url: string): boolean => upToHost.test(url);

/** Replaces or removes the userinfo. */
export const withUser = (url: string, user: string): string =>
  url.replace(upToHost, (_, scheme = '') => `${scheme}${user && `${user}@`}`);

/** Percent-encodes everything except RFC 3986's unreserved characters. A lone surrogate becomes U+FFFD. */
export const encodeQuery = (text: string): string =>
  encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  ).replace(/[!'()*]/g, match => `%${match.charCodeAt(0).toString(16).toUpperCase()}`);

/** Appends a text to the query, before any fragment. */
export function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const [, before = url, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  const separator = /[?&]$/.test(before) ? '' : '&';
  return `${before}${before.includes('?') ? separator : '?'}${query}${fragment}`;
}

/** Appends percent-encoded pairs to the query, before any fragment. */
export const appendQuery = (url: string, pairs: readonly (readonly [name: string, value: string])[]): string =>
  withQuery(url, pairs.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&'));

/** Returns the pieces of a query, raw and decoded. A piece without `=` has no value. */
export function queryPairs(
  url: string,
): readonly { readonly raw: string; readonly name: string; readonly value: string }[] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1];
  if (query === undefined || query === '') return [];
  return query.split('&').map(raw => {
    const at = raw.indexOf('=');
    return {
      raw,
      name: serverText(at < 0 ? raw : raw.slice(0, at)),
      value: at < 0 ? '' : serverText(raw.slice(at + 1)),
    };
  });
}

/** Removes the query pieces that `keep` rejects. If none are rejected, the URL is unchanged. */
export function filterQuery(url: string, keep: (name: string, value: string) => boolean): string {
  const pairs = queryPairs(url);
  const kept = pairs.filter(each => keep(each.name, each.value));
  if (kept.length === pairs.length) return url;
  const [, before = '', after = ''] = /^([^?#]*)\?[^#]*(.*)$/s.exec(url) ?? [];
  return `${before}${kept.length > 0 ? '?' : ''}${kept.map(each => each.raw).join('&')}${after}`;
}

/** Decodes text like a server: `+` is a space and `%XX` a byte. Invalid encoding is literal. */
export function serverText(text: string): string {
  return percentDecoded(text.replace(/\+/g, ' '));
}

/** Decodes percent-encoding. Returns malformed text unchanged, since a lone `%` is literal. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a URL with `?…` instead of its query, which may contain a key. */
export const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '?…').replace(/#.*$/s, '');
