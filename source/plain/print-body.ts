/** Streams a body to standard output: exact bytes, or formatted text. */
import type { Readable } from 'node:stream';
import { BodyView } from '../core/response/body-view.js';
import { contentOf } from '../core/response/content-kind.js';
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

/** Prints a body and returns notes for the reader. Rejects with the stream's error. */
export async function printBody(
  body: Readable,
  output: Output,
  painter: Painter,
  options: BodyOptions,
): Promise<readonly string[]> {
  if (options.look.raw) {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      options.onBytes(chunk.length);
      await output.write(chunk);
    }
    return [];
  }
  let view: BodyView | undefined;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (chunk.length === 0) continue;
    options.onBytes(chunk.length);
    if (!view) {
      const content = contentOf(options.contentType, chunk);
      if (content.kind === 'binary') {
        if (!options.terminal) return passOn(body, chunk, output, options);
        body.destroy();
        await output.write(`${binaryLine(content.type, options.size)}\n`);
        return [];
      }
      view = new BodyView(content, painter.emit, options.look.format);
    }
    // Half a megabyte may become ten of coloured text, so write it in portions.
    for (let at = 0; at < chunk.length; at += piece) {
      view.write(chunk.subarray(at, at + piece));
      await output.write(painter.take());
    }
  }
  view?.end();
  await output.write(painter.take());
  if ((options.terminal || options.look.format) && output.lineOpen) await output.write('\n');
  return view?.notes() ?? [];
}

/** `--pretty` asks for colours, but the body is binary and output is not a terminal: the bytes are passed on unchanged. */
async function passOn(
  body: Readable,
  first: Uint8Array,
  output: Output,
  options: BodyOptions,
): Promise<readonly string[]> {
  await output.write(first);
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    options.onBytes(chunk.length);
    await output.write(chunk);
  }
  return [];
}

function binaryLine(type: string, size: number | undefined): string {
  const amount = size === undefined ? 'size unknown' : sizeText(size);
  return `(binary data: ${safeLine(type || 'no type given')}, ${amount}; save it with -o FILE or a pipe)`;
}
