/** Completes a URL typed by the user and extracts its credentials. */

import { type Failure, usageError } from '../failure.js';
import { isLoopback } from './loopback.js';
import { urlProblem } from './url/problem.js';
import { percentDecoded } from './url.js';

export interface TypedUrl {
  /** Absolute http(s) URL, otherwise as typed, without `user:pass@`. */
  readonly url: string;
  /** Zone of an IPv6 address (RFC 6874), removed from `url`. */
  readonly zone?: { readonly address: string; readonly id: string };
  /** Percent-decoded userinfo, without `password` if only a user was given. */
  readonly credentials?: { readonly user: string; readonly password?: string };
}

/** Returns true for a `ws` or `wss` URL. */
export const isWebSocketUrl = (text: string): boolean => /^wss?:\/\/\S+$/i.test(text.trim());

const profileForm = 'Run apiclient profiles to list the configured profiles. Usage: @staging/users';
const form = 'Usage: https://api.example.com/path, localhost:8080/path or :8080/path';

/**
 * Completes a typed URL. If the scheme is missing (`HOST`, `//HOST`, `://HOST`), it is `https://`, except that localhost,
 * 127.0.0.0/8, [::1] and `:8080/path` get `http://`. Rejects URLs that cannot be reached over HTTP.
 */
export function readTypedUrl(typed: string): TypedUrl | Failure {
  const text = typed.trim();
  if (text === '') return usageError('The URL is empty.', form);
  if (text.startsWith('@')) return usageError('A URL cannot begin with @, but a profile does.', profileForm);
  if (/[\u0000-\u001f\u007f]/.test(text)) return usageError('The URL contains a control character.', form);
  if (/^https?(?::\/(?!\/)|\/\/)/i.test(text))
    return usageError('After http or https a URL must continue with "://".', form);
  const absolute = withScheme(text);
  const unsupported = schemeFailure(absolute);
  if (unsupported) return unsupported;
  // The URL standard treats `\` as `/`, so an apparent host could be a path, or the reverse.
  if (/^[^:]*:\/\/[^/?#]*\\/.test(absolute)) return usageError('The URL contains a backslash before its path.', form);
  const { url: zoned, userinfo } = withoutUser(absolute);
  const { url, zone } = withoutZone(zoned);
  if (/^[^:]*:\/\/(?:[:/?#]|$)/.test(url)) return usageError('The URL has no host.', form);
  const problem = urlProblem(url);
  if (problem !== undefined) return usageError(`The URL is not valid: ${problem}.`, form);
  const found = { url, zone };
  if (userinfo === undefined || userinfo === '') return found;
  const colon = userinfo.indexOf(':');
  if (colon < 0) return { ...found, credentials: { user: percentDecoded(userinfo) } };
  return {
    ...found,
    credentials: {
      user: percentDecoded(userinfo.slice(0, colon)),
      password: percentDecoded(userinfo.slice(colon + 1)),
    },
  };
}

/** Adds the scheme of a typed URL if it is missing, as described at `readTypedUrl`. */
export function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  if (/^:(?:\d|\/(?!\/)|$)/.test(text)) return `http://localhost${text === ':' ? '' : text.replace(/^:(?=\/)/, '')}`;
  // `//HOST` is a link in a web page. HTTPie accepts `://HOST` after a pasted scheme.
  const rest = text.replace(/^:?\/\//, '');
  const host = /^(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)/.exec(rest)?.[1] ?? '';
  return `${isLoopback(host) ? 'http' : 'https'}://${rest}`;
}

function withoutUser(url: string): { readonly url: string; readonly userinfo?: string } {
  const [, scheme = '', authority = '', rest = ''] = /^([^:]*:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const at = authority.lastIndexOf('@');
  if (at < 0) return { url };
  return { url: `${scheme}${authority.slice(at + 1)}${rest}`, userinfo: authority.slice(0, at) };
}

/** Returns the failure of a URL whose scheme is not http or https. */
function schemeFailure(absolute: string): Failure | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(absolute)?.[0].toLowerCase() ?? '';
  if (/^https?$/.test(scheme)) return undefined;
  if (!/^wss?$/.test(scheme)) {
    const socketForm = 'For a Unix socket: --unix-socket PATH, and http://localhost/path as the URL';
    return usageError('Only http:// and https:// URLs can be requested.', scheme.endsWith('unix') ? socketForm : form);
  }
  if (/^wss?:\/\/(?:[:/?#]|$)/i.test(absolute)) return usageError('The URL has no host.', form);
  const other = withoutUser(`http${absolute.slice(2)}`).url.replace(/[?#].*$/s, '');
  return usageError(
    `A ${scheme}:// URL is for WebSockets and subscriptions only.`,
    `Usage: apiclient ws ${other.replace('http', 'ws')}, or apiclient graphql ${other}`,
  );
}

/** Removes the zone of an address. RFC 6874 requires `%25` before it, but users type `%`. */
function withoutZone(url: string): Pick<TypedUrl, 'url' | 'zone'> {
  const [, before = '', address, id = '', after = ''] =
    /^([^:]*:\/\/\[)([0-9a-f:.]+)%(?:25)?([A-Za-z0-9._~%-]+)(\].*)$/is.exec(url) ?? [];
  return address === undefined
    ? { url }
    : { url: `${before}${address}${after}`, zone: { address, id: percentDecoded(id) } };
}
