/** multipart/form-data (RFC 7578) as bytes and streams; files are not loaded into memory. */

import { type Failure, usageError } from '../failure.js';
import type { FormPart } from '../options.js';
import { reveal } from '../secret.js';
import { withoutEnd } from '../text/ends.js';
import { octetStream, typeOfFile } from './media-types.js';
import type { BodySpec, HeaderLine } from './spec.js';

const formData = 'multipart/form-data';

/**
 * Lays out the parts. A `;type=` or name that would break the part's head is a usage error.
 * @param type of the body; parts of other types than multipart/form-data are attachments (RFC 2183)
 */
export function multipart(parts: readonly FormPart[], boundary: string, type = formData): BodySpec | Failure {
  const disposition = type.toLowerCase().startsWith(formData) ? 'form-data' : 'attachment';
  const pieces: BodySpec[] = [];
  for (const part of parts) {
    if (part.type !== undefined && !/^[\t\x20-\x7e]+$/.test(part.type)) {
      return usageError(
        `The type of the form field ${part.name} is not a media type.`,
        'Form: -F "name=@file;type=image/png"',
      );
    }
    pieces.push(text(`--${boundary}\r\n${partHead(part, disposition)}\r\n`), content(part), text('\r\n'));
  }
  pieces.push(text(`--${boundary}--\r\n`));
  return { kind: 'sequence', pieces: merged(pieces) };
}

/** Header lines of a part, with line endings. */
export function partHead(part: FormPart, disposition: 'form-data' | 'attachment' = 'form-data'): string {
  const filename = part.filename ?? defaultFilename(part);
  const named = `Content-Disposition: ${disposition}; name="${quoted(part.name)}"`;
  const type = typeOfPart(part);
  return [
    filename === undefined ? named : `${named}; filename="${quoted(filename)}"`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
  ].join('\r\n');
}

/** Content type of a part: as given, else by the suffix of its filename or its file; none for text (RFC 7578 4.4). */
export function typeOfPart(part: FormPart): string | undefined {
  if (part.type !== undefined) return part.type;
  const named = part.inline ? octetStream : typeOfFile(part.filename ?? '');
  if (named !== octetStream) return named;
  return isFile(part) ? typeOfFile(defaultFilename(part) ?? '') : undefined;
}

const isFile = ({ source, inline }: FormPart): boolean => source.from !== 'text' && !inline;

function defaultFilename(part: FormPart): string | undefined {
  if (!isFile(part) || part.source.from === 'text') return undefined;
  if (part.source.from === 'stdin') return '-';
  return withoutEnd(part.source.path, /\//).split('/').at(-1) ?? '';
}

/** RFC 7578 4.2 leaves quoting open; browsers escape three characters and send UTF-8 (HTML, multipart/form-data). */
const quoted = (value: string): string =>
  value.replace(/["\r\n]/g, match => (match === '"' ? '%22' : match === '\r' ? '%0D' : '%0A'));

const text = (value: string): BodySpec => ({ kind: 'bytes', bytes: new TextEncoder().encode(value) });

function content({ source }: FormPart): BodySpec {
  if (source.from === 'text') return text(source.text);
  return source.from === 'stdin' ? { kind: 'stdin' } : { kind: 'file', path: source.path };
}

/** Concatenates adjacent bytes, for a single write. */
function merged(pieces: readonly BodySpec[]): readonly BodySpec[] {
  const done: BodySpec[] = [];
  for (const piece of pieces) {
    const last = done.at(-1);
    if (piece.kind === 'bytes' && last?.kind === 'bytes') {
      done[done.length - 1] = { kind: 'bytes', bytes: Buffer.concat([last.bytes, piece.bytes]) };
    } else {
      done.push(piece);
    }
  }
  return done;
}

/** @param random enough bytes that no body contains the boundary by accident */
export const makeBoundary = (random: Uint8Array): string => `apiclient-${Buffer.from(random).toString('hex')}`;

/** True for a boundary of this program, which another program may replace. */
export const isOwnBoundary = (text: string): boolean => /^apiclient-[0-9a-f]{36}$/.test(text);

/** The boundary of a media type (RFC 2046 5.1.1). */
export const boundaryIn = (type: string): string | undefined => {
  const match = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(type);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
};

/** The boundary of a form, and its media type if not multipart/form-data. */
export interface Boundary {
  readonly text: string;
  readonly type?: string;
}

const isTyped = ({ name, value }: HeaderLine): boolean =>
  name.toLowerCase() === 'content-type' && /^multipart\//i.test(reveal(value));

/** The boundary in the user's Content-Type, else `random`. */
export function chooseBoundary(headers: readonly HeaderLine[], random: string): Boundary | Failure {
  const typed = headers.findLast(isTyped);
  if (typed === undefined) return { text: random };
  const type = reveal(typed.value);
  const text = boundaryIn(type) ?? random;
  if (/^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(text)) return { text, type };
  return usageError(
    "The boundary in the header Content-Type is none: 1 to 70 letters, digits or '()+_,-./:=? (RFC 2046 5.1.1).",
    'Leave it out, and one is added.',
  );
}

/** Adds the boundary to the user's `Content-Type: multipart/…` if missing. */
export const withBoundary = (headers: readonly HeaderLine[], boundary: string): readonly HeaderLine[] =>
  headers.map(line =>
    isTyped(line) && boundaryIn(reveal(line.value)) === undefined
      ? { ...line, value: `${reveal(line.value)}; boundary=${boundary}` }
      : line,
  );
