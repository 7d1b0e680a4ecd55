/** Masks values by their position: in the query and the userinfo of a URL, and in cookies. */
import { namesUser, queryPairs, serverText, withUser } from '../request/url.js';
import { bullets } from '../secret.js';

const maskPairs = (text: string, separator: string, isSecret: (name: string) => boolean): string =>
  text
    .split(separator)
    .map(pair => {
      const at = pair.indexOf('=');
      return at >= 0 && isSecret(serverText(pair.slice(0, at))) ? `${pair.slice(0, at)}=${bullets}` : pair;
    })
    .join(separator);

/** Masks the values of secret names. A URL with API keys is never shown in any other form. */
export function maskQuery(url: string, isSecret: (name: string) => boolean): string {
  const [, before = '', query, after = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url) ?? [];
  return query === undefined ? url : `${before}?${maskPairs(query, '&', isSecret)}${after}`;
}

/** Masks a URL sent by the server like the request URL, because many servers preserve the query when redirecting. */
export function maskLike(url: string, shownUrl: string): string {
  const names = new Set(queryPairs(shownUrl).flatMap(({ name, value }) => (value === bullets ? [name] : [])));
  return maskQuery(url, name => names.has(name));
}

/** Masks the value of each cookie in a `Cookie` header. A cookie without a name is masked entirely. */
export const maskCookies = (text: string): string =>
  text
    .split(/;\s*/)
    .map(pair => (pair.includes('=') ? maskPairs(pair, ';', () => true) : bullets))
    .join('; ');

/** Masks the userinfo of a URL. */
export const maskUser = (url: string): string => (namesUser(url) ? withUser(url, bullets) : url);
