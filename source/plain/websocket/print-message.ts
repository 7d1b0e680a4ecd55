/** Prints the messages of a WebSocket or an event stream. */
import { Readable } from 'node:stream';
import { parsesAsJson } from '../../core/json/loose.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Message } from '../../io/http/text-request.js';
import type { Output } from '../output.js';
import type { OutputStyle } from '../output-style.js';
import type { Painter } from '../paint.js';
import { printBody } from '../print-body.js';

/** Destination of messages. */
interface MessageOutput {
  readonly output: Output;
  readonly painter: Painter;
  readonly look: OutputStyle;
  readonly terminal: boolean;
}

/**
 * Prints a message: unchanged and followed by a line break in a pipe, otherwise safe, and formatted if it is JSON.
 * @param report receives notes
 */
export async function printMessage(
  { bytes, isBinary }: Message,
  { output, painter, look, terminal }: MessageOutput,
  report: (text: string) => void,
): Promise<void> {
  if (isBinary) return report(`binary message of ${sizeText(bytes.length)}`);
  if (look.raw) {
    await output.write(bytes);
    await output.write('\n');
    return;
  }
  const isJson = parsesAsJson(bytes.toString('utf8'));
  const notes = await printBody(Readable.from([bytes]), output, painter, {
    contentType: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    size: bytes.length,
    look,
    terminal,
    onBytes: () => {},
  });
  for (const text of notes) report(text);
  if (output.lineOpen) output.endLine();
  else if (bytes.length === 0) await output.write('\n');
}
