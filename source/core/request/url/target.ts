/** The request target (RFC 9112 3.2). */
import { noMask } from '../../masking/mask.js';

/** Returns path and query as typed. The path is never empty. */
function typedTarget(url: string): string {
  const rest = /^[^:]*:\/\/[^/?#\\]*([^#]*)/s.exec(url)?.[1] ?? '';
  return /^[/\\]/.test(rest) ? rest : `/${rest}`;
}

/**
 * Returns path and query as sent: normalised by the URL standard, except that an empty query is preserved.
 * @param asIs true to send the URL as typed (`--path-as-is`), with non-ASCII text as UTF-8 bytes, one per character
 */
export function requestTarget(url: string, asIs: boolean): string {
  if (asIs) return Buffer.from(typedTarget(url), 'utf8').toString('latin1');
  const { href, origin } = new URL(url);
  const at = href.indexOf('#');
  return href.slice(origin.length, at < 0 ? undefined : at);
}

/** Returns the URL with this target for display, without a fragment if sent as typed. */
export const urlWithTarget = (url: string, asIs: boolean): string =>
  asIs ? `${new URL(url).origin}${typedTarget(url)}` : new URL(url).href;

/**
 * Returns the differences between the URL as typed and as sent, one per line. The case of the host and a default port are
 * ignored.
 * @param mask applied to the URL before it is split, because a secret may contain `?`
 */
export function urlRewrites(url: string, asIs: boolean, mask = noMask): readonly string[] {
  const read = new URL(url);
  const host = /^[^:]*:\/\/(\[[^\]]*\]|[^/?#:\\]*)/.exec(url)?.[1] ?? '';
  return [
    ...(host.toLowerCase() === read.hostname ? [] : [`The host ${mask(host)} is sent as ${mask(read.hostname)}.`]),
    ...(asIs || typedTarget(url) === requestTarget(url, false) ? [] : targetRewrites(url, mask)),
  ];
}

function targetRewrites(url: string, mask: (text: string) => string): readonly string[] {
  const shown = mask(url);
  // A space would end the URL in the request line.
  const advice = typedTarget(url).includes(' ') ? '' : ' Pass --path-as-is to send it unchanged.';
  // A secret may begin before the path and end in it.
  if (!shown.startsWith(/^[^:]*:\/\/[^/?#\\]*/.exec(url)?.[0] ?? ''))
    return [`The path or query is not sent exactly as typed.${advice}`];
  const [path, query] = halves(typedTarget(shown));
  const [sentPath, sentQuery] = halves(mask(requestTarget(url, false)));
  return [
    ...(path === sentPath ? [] : [`The path ${path} is sent as ${sentPath}.${advice}`]),
    ...(query === sentQuery ? [] : [`The query ?${query} is sent as ?${sentQuery}.${advice}`]),
  ];
}

function halves(target: string): readonly [string, string | undefined] {
  const at = target.indexOf('?');
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}
