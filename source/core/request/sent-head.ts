/** A request's head as sent: the form of its target (RFC 9112 3.2), and the field lines of HTTP/2 (RFC 9113 8.3.1). */
import { reveal } from '../secret.js';
import type { HeaderLine } from './spec.js';

/** Lines specific to HTTP/1.1 connections (RFC 9113 8.2.2). Host becomes `:authority`. */
const ofConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host)$/i;

/** Fields that would lose their meaning over HTTP/2: connection-specific ones, and TE (RFC 9113 8.2.2). */
const ofHttp1 = /^(?:connection|keep-alive|proxy-connection|upgrade|http2-settings|te)$/i;

/** Fields with a single value. node:http2 rejects a second line for them. */
const single = new RegExp(
  `^(?:${[
    'access-control-(?:allow-credentials|max-age|request-method)|age|authorization|content-(?:encoding|language|length)',
    'content-(?:location|md5|range|type)|date|dnt|etag|expires|from|host|if-(?:match|modified-since|none-match|range)',
    'if-unmodified-since|last-modified|location|max-forwards|proxy-authorization|range|referer|retry-after|tk',
    'upgrade-insecure-requests|user-agent|x-content-type-options',
  ].join('|')})$`,
);

/**
 * Lines of `ofHttp1` that make no difference over HTTP/2: the first ones are its default behaviour, and the last one is allowed.
 */
const harmless: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:proxy-)?connection$/i, /^keep-alive$/i],
  [/^te$/i, /^trailers$/],
];

/**
 * Returns the part of the request that only HTTP/1.1 can send, as a noun phrase, or `undefined` if HTTP/2 can send everything.
 */
export function http1Only(method: string, lines: readonly HeaderLine[]): string | undefined {
  if (method === 'CONNECT') return 'the method CONNECT';
  const line = lines.find(
    ({ name, value }) =>
      ofHttp1.test(name) && !harmless.some(([names, values]) => names.test(name) && values.test(reveal(value))),
  );
  if (line) return `the ${line.name} header`;
  const names = lines.map(({ name }) => name.toLowerCase());
  const repeated = lines.find(
    ({ name }, at) => single.test(name.toLowerCase()) && names.indexOf(name.toLowerCase()) < at,
  );
  return repeated && `the second ${repeated.name} header`;
}

/** Returns the field lines for HTTP/2: `:authority` first, names in lower case. @param host host of the URL */
export function http2Lines(lines: readonly HeaderLine[], host: string): readonly HeaderLine[] {
  const own = lines.find(line => line.name.toLowerCase() === 'host');
  return [
    { name: ':authority', value: own?.value ?? host },
    ...lines
      .filter(({ name }) => !ofConnection.test(name))
      .map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  ];
}

/**
 * Returns the target of a request line. The path of a URL that is sent as typed must not change, so the text is cut instead of
 * parsed.
 */
export function shownTarget(url: string): string {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
