/** Chooses a safe file name for a download (RFC 6266, RFC 5987). */
import { percentDecoded } from '../request/url.js';
import { wireText } from '../request/wire-text.js';
import { withoutEnd } from '../text/runs.js';

/** Maximum length in bytes of UTF-8. It leaves room for `-1`, `.part` and `.part.json` within the common limit of 255. */
const maxNameBytes = 200;

/** Returns the file name of a Content-Disposition, which is not safe yet. */
export function dispositionName(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const params = new Map<string, string>();
  for (const [, name = '', quoted, token] of value.matchAll(
    /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gi,
  )) {
    const key = name.toLowerCase();
    if (!params.has(key)) params.set(key, quoted === undefined ? (token ?? '').trim() : unquoted(quoted));
  }
  const extended = params.get('filename*');
  const decoded = extended === undefined ? undefined : extendedValue(extended);
  return decoded ?? (params.has('filename') ? wireText(params.get('filename') ?? '') : undefined);
}

/**
 * Unescapes `\"` and `\\`. Other backslashes are preserved: some servers send a Windows path, whose directories are removed
 * later.
 */
const unquoted = (text: string): string => text.replace(/\\(["\\])/g, '$1');

/** Decodes `UTF-8''na%C3%AFve.txt` (RFC 5987 3.2). Returns undefined if malformed. */
function extendedValue(text: string): string | undefined {
  const [, charset = '', encoded = ''] = /^"?([\w-]+)'[^']*'([^"]*)"?$/.exec(text) ?? [];
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded);
    if (/^iso-8859-1$/i.test(charset)) {
      return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  } catch {
    // Malformed percent-encoding: fall back to the plain `filename`.
  }
  return undefined;
}

/** Returns the last path segment of a URL, decoded. It is empty if the path ends in `/`. */
export function urlName(url: string): string {
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1));
}

/** Device names on Windows, with any suffix. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Suffixes of apiclient's unfinished downloads. With these, a server could plant the beginning of another download. */
const ours = /\.part(?:\.json)?$/i;

/**
 * Returns a name without directories, invisible characters or leading `-` and `.`, within the length limit. It may be empty.
 */
export function safeName(name: string): string {
  const base = (name.split(/[/\\]/).pop() ?? '')
    // Everything that `safeText` would mark, and special characters of Windows and shells.
    .replace(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Cs}\p{Co}\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.~-]+/u, '');
  const trimmed = withoutEnd(base, /[\s.]/u);
  if (trimmed === '') return '';
  return shortened(devices.test(trimmed) ? `_${trimmed}` : trimmed).replace(ours, '$&_');
}

/** Truncates the stem between characters and preserves the suffix. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const suffix = /\.[^.]{1,15}$/.exec(name)?.[0] ?? '';
  const room = maxNameBytes - Buffer.byteLength(suffix);
  let kept = '';
  let used = 0;
  for (const character of name.slice(0, name.length - suffix.length)) {
    used += Buffer.byteLength(character);
    if (used > room) break;
    kept += character;
  }
  return withoutEnd(kept, /[\s.]/u) + suffix;
}

const suffixes: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'text/html': '.html',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/gzip': '.gz',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/svg+xml': '.svg',
  'application/xml': '.xml',
  'text/xml': '.xml',
};

/** Returns the server's name, or the URL's, or `download` with the suffix of the media type. */
export function downloadName(disposition: string | undefined, url: string, type: string): string {
  const asked = safeName(dispositionName(disposition) ?? '') || safeName(urlName(url));
  return asked || `download${Object.hasOwn(suffixes, type) ? suffixes[type] : ''}`;
}

/** Returns `name`, then `name-1`, `name-2` and so on, with the number before the suffix. */
export function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  const dot = name.search(/(?:\.tar)?\.[^.]{1,15}$/);
  return dot > 0 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}
