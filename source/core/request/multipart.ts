/** multipart/form-data (RFC 7578) as a sequence of bytes and streams, so that files never stand in memory. */
import type { FormPart } from '../command.js';
import { type Failure, usageError } from '../failure.js';
import { typeOfFile } from './media-types.js';
import type { BodySpec } from './spec.js';

/** Lays out the parts. A `;type=` or name that could break the part's head is a usage failure. */
export function multipart(parts: readonly FormPart[], boundary: string): BodySpec | Failure {
  const pieces: BodySpec[] = [];
  for (const part of parts) {
    if (part.type !== undefined && !/^[\t\x20-\x7e]+$/.test(part.type)) {
      return usageError(
        `The type of the form field ${part.name} is not a media type.`,
        'Form: -F "name=@file;type=image/png"',
      );
    }
    pieces.push(text(`--${boundary}\r\n${partHead(part)}\r\n`), content(part), text('\r\n'));
  }
  pieces.push(text(`--${boundary}--\r\n`));
  return { kind: 'sequence', pieces: merged(pieces) };
}

/** Header lines of one part, each with its line end. */
export function partHead(part: FormPart): string {
  const filename = part.filename ?? defaultFilename(part);
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  const type = part.type ?? (part.source.from === 'text' ? undefined : typeOfFile(filename ?? ''));
  return [
    filename === undefined ? disposition : `${disposition}; filename="${quoted(filename)}"`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
  ].join('\r\n');
}

function defaultFilename(part: FormPart): string | undefined {
  if (part.source.from === 'text') return undefined;
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
