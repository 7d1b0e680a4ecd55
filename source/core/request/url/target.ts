/** The target of a request (RFC 9112, section 3.2): what of a URL stands in its first line. */

/** The parts of a typed URL that are no part of its host: `/path?query`, as typed. A path is there always. */
function typedTarget(url: string): string {
  const rest = /^[^:]*:\/\/[^/?#\\]*([^#]*)/s.exec(url)?.[1] ?? '';
  return /^[/\\]/.test(rest) ? rest : `/${rest}`;
}

/**
 * Path and query as they are sent: as the URL standard writes them, an empty query kept.
 * @param asIs as typed (`--path-as-is`); what is not ASCII is its UTF-8 bytes, each a character
 */
export function requestTarget(url: string, asIs: boolean): string {
  if (asIs) return Buffer.from(typedTarget(url), 'utf8').toString('latin1');
  const { href, origin } = new URL(url);
  const at = href.indexOf('#');
  return href.slice(origin.length, at < 0 ? undefined : at);
}

/** The URL whose target this is, for people: without a fragment where it is sent as it was typed. */
export const urlWithTarget = (url: string, asIs: boolean): string =>
  asIs ? `${new URL(url).origin}${typedTarget(url)}` : new URL(url).href;

/** What of a typed URL is sent otherwise than it was typed, each in a line; a host in capitals and its usual port are the same. */
export function urlRewrites(url: string, asIs: boolean): readonly string[] {
  const read = new URL(url);
  const host = /^[^:]*:\/\/(\[[^\]]*\]|[^/?#:\\]*)/.exec(url)?.[1] ?? '';
  const typed = typedTarget(url);
  const sent = requestTarget(url, false);
  return [
    ...(host.toLowerCase() === read.hostname ? [] : [`The host ${host} is sent as ${read.hostname}.`]),
    ...(asIs || typed === sent ? [] : difference(typed, sent)),
  ];
}

function difference(typed: string, sent: string): readonly string[] {
  const [path = '', query] = halves(typed);
  const [sentPath = '', sentQuery] = halves(sent);
  return [
    ...(path === sentPath ? [] : [`The path ${path} is sent as ${sentPath}; --path-as-is keeps it.`]),
    ...(query === sentQuery ? [] : [`The query ?${query} is sent as ?${sentQuery}; --path-as-is keeps it.`]),
  ];
}

function halves(target: string): readonly [string, string | undefined] {
  const at = target.indexOf('?');
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}
