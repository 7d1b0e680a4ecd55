/** Reads one line from a terminal in raw mode, because a pasted URL may be longer than the terminal's line buffer. */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import { failure } from '../core/failure.js';
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { promptJob } from '../platform/job-control.js';
import { openTerminal } from '../platform/terminal-device.js';

/** Input that follows a line within this time belongs to the same paste, in milliseconds. */
const pasteMs = 100;

/**
 * @param path the terminal, /dev/tty
 * @returns the line, or the lines of one paste, or `undefined` at the end of input. Rejects with the signal's reason when
 * aborted, and with a `Failure` of kind `interrupted` on Ctrl-C.
 */
export async function askLine(
  question: string,
  path: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  // Two descriptors, because each stream closes its own.
  const input = new ReadStream(openTerminal(path));
  const fd = openTerminal(path);
  const output = new WriteStream(fd);
  const lines = createInterface({ input, output, terminal: true, historySize: 0, prompt: '> ' });
  const prompt = `${safeLine(question)}\n`;
  const job = promptJob(input, environment, () => {
    output.write(prompt);
    lines.prompt(true);
  });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      lines.once('SIGINT', () => reject(failure('interrupted', 'Interrupted.')));
      lines.once('close', () => resolve(undefined));
      // By default, readline stops only this process, and ignores keys after it resumes.
      lines.on('SIGTSTP', job.stop);
      const pasted: string[] = [];
      const done = (): void => {
        // The last line of a paste may have no Enter yet.
        if (lines.line === '') resolve(pasted.join('\n'));
      };
      let quiet: NodeJS.Timeout | undefined;
      lines.on('line', line => {
        pasted.push(line);
        clearTimeout(quiet);
        quiet = setTimeout(done, pasteMs);
      });
      output.write(prompt);
      lines.prompt();
    });
  } finally {
    job.close();
    lines.close();
    input.setRawMode(false);
    writeSync(fd, '\n');
    input.destroy();
    output.destroy();
  }
}
