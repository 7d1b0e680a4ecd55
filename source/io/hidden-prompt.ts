/** Prompts for a secret on the controlling terminal without echo, and always restores the terminal. */
import { closeSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { type Failure, failure, isFailure, usageError } from '../core/failure.js';
import { safeLine } from '../core/response/safe-text.js';
import { type Secret, secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { promptJob } from '../platform/job-control.js';
import { openTerminal } from '../platform/terminal-device.js';

/** @param instead alternative without a terminal, to follow "or" in the hint */
export async function hiddenPrompt(
  label: string,
  environment: Environment,
  instead = 'pass it as env:NAME or file:PATH',
): Promise<Secret | Failure> {
  const terminal = openPrompt(environment.controllingTerminal);
  if (terminal === undefined) {
    return usageError(`${label}: no terminal for the prompt.`, `Run the command on a terminal, or ${instead}.`);
  }
  const question = `${safeLine(label)}: `;
  // Redraws over itself, because after `bg` and `fg` the job is continued twice.
  const job = promptJob(terminal.input, environment, () => void writeSync(terminal.fd, `\r${question}`));
  try {
    // Before the prompt is printed, so that early input is not echoed either.
    terminal.input.setRawMode(true);
    writeSync(terminal.fd, question);
    return await readHidden(terminal.input, environment.signal, () => {
      writeSync(terminal.fd, '\n');
      job.stop();
    });
  } finally {
    job.close();
    terminal.input.setRawMode(false);
    writeSync(terminal.fd, '\n');
    terminal.input.destroy();
  }
}

interface Terminal {
  readonly fd: number;
  readonly input: ReadStream;
}

function openPrompt(path: string | undefined): Terminal | undefined {
  if (path === undefined) return undefined;
  let fd: number | undefined;
  try {
    fd = openTerminal(path);
    return { fd, input: new ReadStream(fd) };
  } catch {
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }
}

const interrupted = failure('interrupted', 'Interrupted.');

/** @param onStop called when Ctrl-Z is typed */
function readHidden(terminal: ReadStream, signal: AbortSignal, onStop: () => void): Promise<Secret | Failure> {
  return new Promise(resolve => {
    const stop = (): void => resolve(isFailure(signal.reason) ? signal.reason : interrupted);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const typed: string[] = [];
    const end = (reply: Secret | Failure): void => {
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    terminal.setEncoding('utf8');
    terminal.once('end', () => end(interrupted));
    terminal.once('error', () => end(interrupted));
    terminal.on('data', (text: string) => {
      // Escape sequences (arrow keys, bracketed paste) are not part of a password.
      for (const key of text.replace(/\u001b(?:\[[0-9;]*[~A-Za-z]|O.)?/g, '')) {
        const reply = replyAfter(key, typed);
        if (reply) return end(reply);
        if (key === '\u001a') onStop();
        else edit(typed, key);
      }
    });
  });
}

/** The reply that a key ends: Enter, Ctrl-C, or Ctrl-D on an empty line. */
function replyAfter(key: string, typed: readonly string[]): Secret | Failure | undefined {
  if (key === '\r' || key === '\n') return secret(typed.join(''));
  const isInterrupt = key === '\u0003' || (key === '\u0004' && typed.length === 0);
  return isInterrupt ? interrupted : undefined;
}

/** Applies a key as in the terminal: Backspace, Ctrl-U, Ctrl-W and characters. */
function edit(typed: string[], key: string): void {
  if (key === '\u007f' || key === '\b') typed.pop();
  else if (key === '\u0015') typed.length = 0;
  else if (key === '\u0017') eraseWord(typed);
  else if (key >= ' ') typed.push(key);
}

/** Ctrl-W as in the terminal (WERASE, termios(3)): deletes blanks and the word before them. */
function eraseWord(typed: string[]): void {
  const endsIn = (isBlank: boolean): boolean => typed.length > 0 && (typed.at(-1)?.trim() === '') === isBlank;
  while (endsIn(true)) typed.pop();
  while (endsIn(false)) typed.pop();
}
