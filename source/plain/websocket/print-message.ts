/** Prints the messages of a WebSocket or an event stream. */
import { parsesAsJson } from '../../core/json/loose.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Message } from '../../io/http/text-request.js';
import { type BytesOutput, printBytes } from '../print-body.js';

/**
 * Prints a message: unchanged and followed by a line break in a pipe, otherwise safe, and formatted if it is JSON.
 * @param report receives notes
 */
export async function printMessage(
  { bytes, isBinary }: Message,
  destination: BytesOutput,
  report: (text: string) => void,
): Promise<void> {
  if (isBinary) return report(`binary message of ${sizeText(bytes.length)}`);
  const { output } = destination;
  if (destination.look.raw) {
    await output.write(bytes);
    await output.write('\n');
    return;
  }
  const isJson = parsesAsJson(bytes.toString('utf8'));
  const contentType = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  const notes = await printBytes(bytes, contentType, destination);
  for (const text of notes) report(text);
  if (output.lineOpen) output.endLine();
  else if (bytes.length === 0) await output.write('\n');
}
