/** Streams a body to standard output: exact bytes, or formatted text. */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { BodyView } from '../core/response/body-view.js';
import { contentOf, mediaType } from '../core/response/content-kind.js';
import { safeLine } from '../core/response/safe-text.js';
import { sizeText } from '../core/response/sizes.js';
import type { Output } from './output.js';
import type { OutputStyle } from './output-style.js';
import type { Painter } from './paint.js';

/** Characters written at a time, so that memory use stays flat and output is prompt. */
const piece = 64 * 1024;

interface BodyOptions {
  readonly contentType: string | undefined;
  readonly size: number | undefined;
  readonly look: OutputStyle;
  readonly terminal: boolean;
  readonly onBytes: (length: number) => void;
}

/** Standard output and its style. */
export interface BytesOutput {
  readonly output: Output;
  readonly painter: Painter;
  readonly look: OutputStyle;
  readonly terminal: boolean;
}

/** Prints a body and returns notes for the reader. Rejects with the stream's error. */
export async function printBody(
  body: Readable,
  output: Output,
  painter: Painter,
  options: BodyOptions,
): Promise<readonly string[]> {
  const { raw, format, formatting } = options.look;
  if (raw) return passOn(body, output, options);
  let view: GuessedView | undefined;
  const pieces = format && formatting.sortKeys ? sortedPieces(body, options.contentType) : body;
  for await (const chunk of pieces as AsyncIterable<Uint8Array>) {
    if (chunk.length === 0) continue;
    options.onBytes(chunk.length);
    const opened = view ?? (await openView(chunk, painter, options));
    if (opened.kind === 'binary') return printBinary(opened.type, body, chunk, output, options);
    view = opened;
    await printChunk(view.body, chunk, output, painter);
  }
  view?.body.end();
  await output.write(painter.take());
  if ((options.terminal || format) && output.lineOpen) await output.write('\n');
  return view ? notesOf(view) : [];
}

/** The view of a text, with its charset if that was detected. */
interface GuessedView {
  readonly kind: 'text';
  readonly body: BodyView;
  readonly guessed: string | undefined;
}

async function openView(
  start: Uint8Array,
  painter: Painter,
  { contentType, terminal, look: { format, formatting } }: BodyOptions,
): Promise<GuessedView | { readonly kind: 'binary'; readonly type: string }> {
  const guessed = terminal && isUnlabelled(contentType, start) ? await charsetIn(start) : undefined;
  const content = contentOf(guessed === undefined ? contentType : `${contentType}; charset=${guessed}`, start);
  if (content.kind === 'binary') return { kind: 'binary', type: content.type };
  return { kind: 'text', body: new BodyView(content, painter.emit, format, formatting.indent), guessed };
}

/** Half a megabyte may become ten of coloured text, so it is written in portions. */
async function printChunk(view: BodyView, chunk: Uint8Array, output: Output, painter: Painter): Promise<void> {
  for (let at = 0; at < chunk.length; at += piece) {
    view.write(chunk.subarray(at, at + piece));
    await output.write(painter.take());
  }
}

const notesOf = ({ body, guessed }: GuessedView): readonly string[] =>
  guessed === undefined
    ? body.notes()
    : [...body.notes(), `Shown as ${guessed}, the detected charset. Pass --response-charset to change it.`];

/** Prints bytes in memory like a body, and returns notes for the reader. */
export const printBytes = (
  bytes: Uint8Array,
  contentType: string | undefined,
  { output, painter, look, terminal }: BytesOutput,
): Promise<readonly string[]> =>
  printBody(Readable.from([bytes]), output, painter, {
    contentType,
    size: bytes.length,
    look,
    terminal,
    onBytes: () => {},
  });

/** Whether bytes are a text without a charset that is not UTF-8. */
function isUnlabelled(contentType: string | undefined, start: Uint8Array): boolean {
  const { type, charset } = mediaType(contentType);
  if (charset !== undefined || !/^text\/|[/+](?:json|xml)$/.test(type)) return false;
  return contentOf(contentType, start).charset === 'utf-8' && !isUtf8(start) && !isCut(start);
}

/** Whether only the last character is incomplete, because the rest has not arrived. */
const isCut = (start: Uint8Array): boolean =>
  start.length > 1024 && [1, 2, 3].some(count => isUtf8(start.subarray(0, -count)));

const charsetIn = async (bytes: Uint8Array): Promise<string> =>
  (await import('./parts/detect-charset.js')).detectedCharset(bytes);

/** The complete body with sorted members, or unchanged if it is not JSON. */
async function* sortedPieces(body: Readable, contentType: string | undefined): AsyncGenerator<Uint8Array> {
  const { sortedBody } = await import('./reshape/sort.js');
  yield* sortedBody(body, contentType);
}

/** Prints a line instead of binary data on a terminal. Otherwise passes the bytes on, even if `--pretty` asks for colours. */
async function printBinary(
  type: string,
  body: Readable,
  first: Uint8Array,
  output: Output,
  options: BodyOptions,
): Promise<readonly string[]> {
  if (!options.terminal) {
    await output.write(first);
    return passOn(body, output, options);
  }
  body.destroy();
  await output.write(`${binaryLine(type, options.size)}\n`);
  return [];
}

async function passOn(body: Readable, output: Output, { onBytes }: BodyOptions): Promise<readonly string[]> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    onBytes(chunk.length);
    await output.write(chunk);
  }
  return [];
}

function binaryLine(type: string, size: number | undefined): string {
  const amount = size === undefined ? 'size unknown' : sizeText(size);
  return `(binary data: ${safeLine(type || 'no type given')}, ${amount}; save it with -o FILE or a pipe)`;
}
