/** HTTP URLs in untrusted text, for terminals that make them clickable (OSC 8). */
import { readUrl } from '../request/read-url.js';
import { safeText } from '../response/safe-text.js';

/** A part of a line. `url` is absolute and has only printable ASCII characters. */
interface LinkedPiece {
  readonly text: string;
  readonly url?: string;
}

/** Maximum length of a URL in a link, in characters. VTE has the same limit. */
const maxUrl = 2000;

const urls = /https?:\/\/[^\s<>"'`\u2400-\u243f]+/g;

/**
 * The URL that a text is, percent-encoded. Undefined if it is not HTTP, or if its host is not what the text shows: in another
 * script, or after a user name.
 */
export function linkOf(text: string): string | undefined {
  const url = readUrl(text);
  if (url === undefined) return undefined;
  const { protocol, host, username, password, href } = url;
  const isShown = text
    .slice(protocol.length + 2)
    .toLowerCase()
    .startsWith(host);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  if (!isHttp || !isShown || username !== '' || password !== '' || href.length > maxUrl) return undefined;
  return /^[\u0021-\u007e]+$/.test(href) ? href : undefined;
}

/** The URL without the punctuation of the sentence around it. A closing bracket belongs to it if the URL has the opening one. */
function trimmed(url: string): string {
  const opening = url.split('(').length;
  let closing = url.split(')').length;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? '';
    if (!/[.,;:!?)\]}*_]/.test(last) || (last === ')' && opening >= closing)) break;
    if (last === ')') closing -= 1;
  }
  return url.slice(0, end);
}

const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/**
 * The lines of a wrapped text in pieces, with the URL of those that belong to one, even if it continues on the next line. A URL
 * whose host is cut off is not a link, because the host that is shown is a different one.
 * @param lines the shown lines, as `wrapText` wraps them: with other blanks, and possibly only the beginning of the text
 */
export function linkedLines(text: string, lines: readonly string[]): readonly (readonly LinkedPiece[])[] {
  if (!text.includes('://')) return lines.map(line => [{ text: line }]);
  const safe = safeText(text);
  const total = lines.reduce((sum, line) => sum + withoutBlanks(line).length, 0);
  const links: { readonly from: number; readonly to: number; readonly url: string }[] = [];
  // Positions count characters other than blanks, because wrapping changes only blanks.
  let position = 0;
  let end = 0;
  for (const match of safe.matchAll(urls)) {
    position += withoutBlanks(safe.slice(end, match.index)).length;
    if (position >= total) break;
    end = match.index;
    if (match[0].length > maxUrl) continue;
    const shown = trimmed(match[0]);
    const url = linkOf(shown);
    const isHostShown = position + (/^https?:\/\/[^/?#\\]*/.exec(shown)?.[0] ?? shown).length <= total;
    if (url !== undefined && isHostShown) links.push({ from: position, to: position + shown.length, url });
  }
  let at = 0;
  let next = 0;
  return lines.map(line => {
    const pieces: LinkedPiece[] = [];
    let start = 0;
    const add = (stop: number, url?: string): void => {
      if (stop > start) pieces.push({ text: line.slice(start, stop), url });
      start = stop;
    };
    for (let index = 0; index < line.length; index++) {
      if (/\s/.test(line[index] ?? '')) continue;
      const link = links[next];
      if (link?.from === at) add(index);
      at += 1;
      if (link?.to !== at) continue;
      add(index + 1, link.url);
      next += 1;
    }
    const open = links[next];
    add(line.length, open !== undefined && open.from < at ? open.url : undefined);
    return pieces;
  });
}
