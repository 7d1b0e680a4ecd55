/** multipart/form-data (RFC 7578) as a sequence of bytes and streams, so that files never stand in memory. */

import { type Failure, usageError } from '../failure.js';
import type { FormPart } from '../options.js';
import { reveal } from '../secret.js';
import { octetStream, typeOfFile } from './media-types.js';
import type { BodySpec, HeaderLine } from './spec.js';

/** The type of a form with files. */
const formData = 'multipart/form-data';

/**
 * Lays out the parts. A `;type=` or name that could break the part's head is a usage failure.
 * @param type of the whole; parts of another type than multipart/form-data are attachments (RFC 2183)
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

/** Header lines of one part, each with its line end. */
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

/** The type a part is sent with: as asked, or by a file's suffix, its own where the name it is given says nothing; a text has none (RFC 7578 4.4). */
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
  return part.source.path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/** RFC 7578 4.2 leaves quoting open; this is what browsers do (HTML, multipart/form-data): three characters, the rest UTF-8. */
const quoted = (value: string): string =>
  value.replace(/["\r\n]/g, found => (found === '"' ? '%22' : found === '\r' ? '%0D' : '%0A'));

const text = (value: string): BodySpec => ({ kind: 'bytes', bytes: new TextEncoder().encode(value) });

function content({ source }: FormPart): BodySpec {
  if (source.from === 'text') return text(source.text);
  return source.from === 'stdin' ? { kind: 'stdin' } : { kind: 'file', path: source.path };
}

/** Neighbouring bytes as one piece: one write instead of many for a form without files. */
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

/** @param random so much of it that no body can hold the boundary by accident */
export const makeBoundary = (random: Uint8Array): string => `apiclient-${Buffer.from(random).toString('hex')}`;

/** True for a boundary of this program, in whose place another program may put its own. */
export const isOwnBoundary = (text: string): boolean => /^apiclient-[0-9a-f]{36}$/.test(text);

/** The boundary that a type names (RFC 2046 5.1.1); nothing if it names none. */
export const boundaryIn = (type: string): string | undefined => {
  const found = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(type);
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
};

/** What keeps the parts of a form apart, and the type that the user gives the form, if it is not multipart/form-data. */
export interface Boundary {
  readonly text: string;
  readonly type?: string;
}

const isTyped = ({ name, value }: HeaderLine): boolean =>
  name.toLowerCase() === 'content-type' && /^multipart\//i.test(reveal(value));

/** The boundary for a form: the one that the user's own Content-Type names, else `random`. */
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

/** The headers of a form, with its boundary where the user's `Content-Type: multipart/…` left it out. */
export const withBoundary = (headers: readonly HeaderLine[], boundary: string): readonly HeaderLine[] =>
  headers.map(line =>
    isTyped(line) && boundaryIn(reveal(line.value)) === undefined
      ? { ...line, value: `${reveal(line.value)}; boundary=${boundary}` }
      : line,
  );
