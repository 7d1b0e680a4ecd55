/** Lines of standard input, sent one at a time so that a slow receiver also stops the sender. */
import { StringDecoder } from 'node:string_decoder';
import type { Environment } from '../../environment.js';

/**
 * Passes each line without its line ending to `send`, and reads on when `send` has resolved. The last line needs no line ending.
 * @param onEnd called after the last line has been sent
 * @returns a function that stops reading. An open standard input then does not prevent the program from exiting
 */
export function readLines(
  { stdin }: Environment,
  send: (line: string) => Promise<void>,
  onEnd: (error?: Error) => void,
): () => void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let isStopped = false;
  let sending = Promise.resolve();
  const take = async (text: string): Promise<void> => {
    const lines = text.split('\n');
    for (const [index, rest] of lines.entries()) {
      parts.push(rest);
      if (index === lines.length - 1) break;
      const line = parts.join('').replace(/\r$/, '');
      parts = [];
      if (isStopped) return;
      await send(line);
    }
  };
  const onData = (chunk: Buffer | string): void => {
    stdin.pause();
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    sending = sending
      .then(() => take(text))
      .then(() => {
        if (!isStopped) stdin.resume();
      });
  };
  const onLast = (): void => {
    void sending.then(async () => {
      const last = parts.join('') + decoder.end();
      if (last !== '' && !isStopped) await send(last);
      if (!isStopped) onEnd();
    });
  };
  const onError = (error: Error): void => onEnd(error);
  stdin.on('data', onData).on('end', onLast).on('error', onError);
  return () => {
    if (isStopped) return;
    isStopped = true;
    stdin.off('data', onData).off('end', onLast);
    stdin.pause();
    (stdin as { unref?: () => void }).unref?.();
  };
}
