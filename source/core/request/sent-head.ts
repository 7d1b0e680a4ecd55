/** A request's head as it goes out: the form of its target (RFC 9112 3.2), and the field lines of HTTP/2 (RFC 9113 8.3.1). */
import type { HeaderLine } from './spec.js';

/** Lines specific to HTTP/1.1 connections (RFC 9113 8.2.2); Host becomes `:authority`. */
const ofConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host)$/i;

/** Field lines as HTTP/2 sends them: `:authority` first, names in lower case. @param host of the URL */
export function http2Lines(lines: readonly HeaderLine[], host: string): readonly HeaderLine[] {
  const own = lines.find(line => line.name.toLowerCase() === 'host');
  return [
    { name: ':authority', value: own?.value ?? host },
    ...lines
      .filter(({ name }) => !ofConnection.test(name))
      .map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  ];
}

/** The target of a request line. A URL as sent keeps its path as typed, so it is cut and not parsed. */
export function shownTarget(url: string): string {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
