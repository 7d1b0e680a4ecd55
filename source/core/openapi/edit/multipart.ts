/** Reads, inserts and removes the parts of a multipart body, and the path of a body that is sent from a file. */

import { sourceLines } from '../../http-file/lines.js';
import type { RawValue } from '../../json/raw.js';
import { typeOfFile } from '../../request/media-types.js';
import { isBinary, partType } from '../call/binary.js';
import { oneLine, withoutMarks } from '../call/entry-text.js';
import { plainText } from '../call/serialise.js';
import { lineEndOf, placesOf, type Range } from './head.js';
import { isName, type PropertyTarget, type Ticked, type Ticking } from './tick-target.js';

/** A part in the text. */
interface TextPart extends Range {
  readonly name: string;
  /** Range of its content without the last line end. */
  readonly content: Range;
}

/** Returns the boundary in the Content-Type line. */
function boundaryOf({ text, entry }: Ticking): string | undefined {
  const line = placesOf(text, entry).headers.get('content-type');
  const [, quoted, bare] =
    /;\s?boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(line ? text.slice(line.from, line.to) : '') ?? [];
  return quoted ?? bare;
}

/** Returns the parts of the body, and the start of its closing line. */
function partsIn(ticking: Ticking): { readonly parts: readonly TextPart[]; readonly end: number } | undefined {
  const { text, entry } = ticking;
  const boundary = boundaryOf(ticking);
  if (boundary === undefined) return undefined;
  const { headEnd } = placesOf(text, entry);
  const parts: TextPart[] = [];
  let open: OpenPart | undefined;
  for (const { text: line, offset, end } of sourceLines(text.slice(headEnd, entry.to))) {
    const at = headEnd + offset;
    const isEnd = line === `--${boundary}--`;
    if (isEnd || line === `--${boundary}`) {
      if (open !== undefined) parts.push(closed(open, text, at));
      if (isEnd) return { parts, end: at };
      open = { from: at, name: '', content: undefined };
    } else if (open !== undefined && open.content === undefined) readHeadLine(open, line, at + end.length);
  }
  return undefined;
}

/** A part whose end was not reached yet. `content` is undefined in its head. */
interface OpenPart {
  readonly from: number;
  name: string;
  content: number | undefined;
}

/** @param next start of the next line */
function readHeadLine(open: OpenPart, line: string, next: number): void {
  if (line === '') open.content = next;
  open.name ||= /^content-disposition:[^\n]*?\bname="([^"]*)"/i.exec(line)?.[1] ?? '';
}

/** @param to start of the boundary after the part */
function closed(open: OpenPart, text: string, to: number): TextPart {
  const { name, from, content = to } = open;
  const lineEnd = /\r?\n$/.exec(text.slice(content, to))?.[0].length ?? 0;
  return { name, from, to, content: { from: content, to: Math.max(content, to - lineEnd) } };
}

const file = /^<\s+(\S.*)$/;

/** Returns the value of a part on one line, or the path of its file. */
export function partValue(ticking: Ticking, { path: [name, ...more] }: PropertyTarget): string | undefined {
  const part = more.length > 0 ? undefined : partsIn(ticking)?.parts.find(each => each.name === name);
  if (part === undefined) return undefined;
  const content = ticking.text.slice(part.content.from, part.content.to);
  return (file.exec(content)?.[1] ?? content).replace(/\s+/g, ' ');
}

/** Sets the value of a part, or the path of its file. Adds the part if it is missing. */
export function partPut(ticking: Ticking, target: PropertyTarget, value: RawValue): Ticked | string {
  const {
    path: [name, ...more],
    schema,
  } = target;
  if (typeof name !== 'string' || more.length > 0)
    return 'A form cannot have nested fields. Edit the body in the text.';
  const body = partsIn(ticking);
  if (body === undefined) return 'The multipart body has no closing boundary. Edit it in the text.';
  const { text, filled, description } = ticking;
  const typed = plainText(value);
  const quoted = (text: string): string => `"${withoutMarks(text).replace(/["\\]/g, '_')}"`;
  const isFile = isBinary(description.root, schema);
  const known = isFile && !isName(typed) ? typed : undefined;
  const guessed = known === undefined ? undefined : typeOfFile(known);
  const type = partType(description.root, name, schema, target.content.encoding, guessed) ?? guessed;
  const head = [
    `--${boundaryOf(ticking)}`,
    `Content-Disposition: form-data; name=${quoted(name)}${isFile ? `; filename=${quoted(known?.split('/').at(-1) ?? name)}` : ''}`,
    ...(type === undefined ? [] : [`Content-Type: ${oneLine(type)}`]),
  ];
  const plain = isName(typed) ? typed : withoutMarks(typed);
  const lines = [...head, '', isFile ? fileLine(typed) : plain, ''];
  const part = body.parts.find(each => each.name === name);
  const insert = lines.join(lineEndOf(text));
  return { change: { from: part?.from ?? body.end, to: part?.to ?? body.end, insert }, filled };
}

/** Removes a part. */
export function partTaken(ticking: Ticking, { path: [name] }: PropertyTarget): Ticked | string {
  const part = partsIn(ticking)?.parts.find(each => each.name === name);
  if (part === undefined) return 'It is not in the body.';
  return { change: { from: part.from, to: part.to, insert: '' }, filled: ticking.filled };
}

/** Returns the line that sends a file. */
const fileLine = (path: string): string => `< ${/^[./~{]/.test(path) ? '' : './'}${path.replace(/[\r\n]+/g, ' ')}`;

/** Returns the range of the line that sends a file as the body, if the body is one. */
function bodyFile({ text, entry }: Ticking): Range | undefined {
  const { headEnd } = placesOf(text, entry);
  const lines = sourceLines(text.slice(headEnd, entry.to)).filter(({ text: line }) => line.trim() !== '');
  const [line] = lines;
  if (line === undefined || lines.length > 1 || !file.test(line.text)) return undefined;
  return { from: headEnd + line.offset, to: headEnd + line.offset + line.text.length };
}

/** Returns the path of the file that is sent as the body. */
export function bodyFileValue(ticking: Ticking): string | undefined {
  const range = bodyFile(ticking);
  return range && file.exec(ticking.text.slice(range.from, range.to))?.[1];
}

/** Sets the path of the file that is sent as the body. */
export function bodyFilePut(ticking: Ticking, value: RawValue): Ticked | string {
  const range = bodyFile(ticking);
  if (range === undefined) return 'The body is not a file. Edit it in the text.';
  return { change: { ...range, insert: fileLine(plainText(value)) }, filled: ticking.filled };
}
