/** Detects the kind of a body from its Content-Type, or from its first bytes if that is missing or wrong. */
import { JsonScanner } from '../json/scan.js';
import { charsetOf, TextStream } from './text-stream.js';

/** Kind of content, which determines layout and colours. `binary` is not shown in a terminal. */
export type BodyKind = 'json' | 'ndjson' | 'sse' | 'xml' | 'html' | 'text' | 'binary';

export interface ContentInfo {
  readonly kind: BodyKind;
  /** Media type in lower case without parameters; empty if absent. */
  readonly type: string;
  readonly charset: string;
  /** The server's charset if it is not supported. */
  readonly unknownCharset?: string;
}

/** Returns the media type and charset parameter of a Content-Type (RFC 9110 8.3). */
export function mediaType(value: string | undefined): { type: string; charset?: string } {
  if (value === undefined) return { type: '' };
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(value);
  const label = (charset?.[1] ?? charset?.[2] ?? '').trim();
  return label ? { type, charset: label } : { type };
}

const named: Record<string, BodyKind> = {
  'application/json': 'json',
  'text/json': 'json',
  'application/x-json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'application/json-lines': 'ndjson',
  'application/stream+json': 'ndjson',
  'application/json-seq': 'json',
  'text/event-stream': 'sse',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
};
const binaryTypes =
  /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:zip|gzip|x-(?:gzip|tar|bzip2?|xz|7z-compressed)|zstd|pdf|wasm|java-archive|vnd\.(?:ms-|openxml)))/;

function kindOfType(type: string): BodyKind | undefined {
  if (Object.hasOwn(named, type)) return named[type];
  if (type.endsWith('+json')) return 'json';
  if (type.endsWith('+xml')) return 'xml';
  return binaryTypes.test(type) ? 'binary' : undefined;
}

/** Returns true for media types whose content is never text. */
export const isBinaryType = (type: string): boolean =>
  type === 'application/octet-stream' || kindOfType(type) === 'binary';

/** Returns true if there are too many control bytes for text, ignoring white space and ESC (colored logs are text). */
function looksBinary(start: Uint8Array): boolean {
  const seen = Math.min(start.length, 4096);
  let odd = 0;
  for (let at = 0; at < seen; at++) {
    const byte = start[at] ?? 0;
    if (byte === 0) return true;
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) odd++;
  }
  return odd * 10 > seen;
}

/** Returns true if the bytes are not UTF-8, ignoring characters truncated at either end. */
function mostlyInvalid(start: Uint8Array): boolean {
  const seen = start.subarray(0, 4096);
  const text = new TextStream('utf-8').write(seen);
  let bad = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) bad++;
  return bad * 10 > text.length;
}

/** Returns true for an object or array without errors, complete or truncated. */
function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  const nothing = () => {};
  const events = { open: nothing, close: nothing, colon: nothing, comma: nothing, scalar: nothing, space: nothing };
  const scanner = new JsonScanner({ ...events, junk: nothing });
  scanner.write(text);
  if (scanner.problem) return false;
  return scanner.depth === 0 ? scanner.hasValue : text.length > 1024;
}

/** @param start first bytes, after content decoding */
export function contentOf(contentType: string | undefined, start: Uint8Array): ContentInfo {
  const { type, charset: label } = mediaType(contentType);
  const { charset, known } = charsetOf(start, label);
  const rest = { type, charset, unknownCharset: known ? undefined : label };
  const kind = kindOfType(type);
  if (kind === 'binary') return { kind, ...rest };
  const wide = charset.startsWith('utf-16');
  if (!wide && looksBinary(start) && kind !== 'json') return { kind: 'binary', ...rest };
  if (kind !== undefined && kind !== 'html') return { kind, ...rest };
  if (!type.startsWith('text/') && charset === 'utf-8' && mostlyInvalid(start)) return { kind: 'binary', ...rest };
  const text = new TextStream(charset).write(start);
  if (isJsonText(text)) return { kind: 'json', ...rest };
  if (kind) return { kind, ...rest };
  if (!type.startsWith('text/') && /^\s*<(?:!doctype html|html)\b/i.test(text)) return { kind: 'html', ...rest };
  if (!type.startsWith('text/') && /^\s*<\?xml\b/.test(text)) return { kind: 'xml', ...rest };
  return { kind: 'text', ...rest };
}
