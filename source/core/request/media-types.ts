/** Determines content types from file suffixes or by inspecting a text. */
import { parsesAsJson } from '../json/loose.js';

/** Without a charset, which only the content could reveal. */
const bySuffix: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  js: 'text/javascript',
  css: 'text/css',
  graphql: 'application/graphql',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  wasm: 'application/wasm',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** Content type of unknown bytes (RFC 2046 4.5.1). */
export const octetStream = 'application/octet-stream';
/** Content type of form pairs (WHATWG URL 5). */
export const urlencoded = 'application/x-www-form-urlencoded';

/** Returns the content type for a suffix, or `application/octet-stream` if unknown. */
export function typeOfFile(path: string): string {
  const suffix = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(bySuffix, suffix) ? (bySuffix[suffix] ?? octetStream) : octetStream;
}

/** Returns JSON if the text parses as JSON, urlencoded if it looks like `a=b&c=d`, and plain text otherwise. */
export function typeOfText(text: string): string {
  if (parsesAsJson(text)) return 'application/json';
  return looksUrlencoded(text) ? urlencoded : 'text/plain; charset=utf-8';
}

/**
 * Returns true for pairs joined by `&`, the first with `=`. Values may contain spaces, because users type `name=John Smith`,
 * but names may not.
 */
function looksUrlencoded(text: string): boolean {
  if (/[\u0000-\u001f]/.test(text)) return false;
  const pairs = text.split('&');
  return /^[^\s=]+=/.test(text) && pairs.every(pair => pair === '' || /^[^\s=]+(?:=|$)/.test(pair));
}
