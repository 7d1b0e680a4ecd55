/** Lines typed on a terminal: readline's editing and history, Ctrl-R, Tab, Ctrl-C and Ctrl-Z. */
import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment, OutputStream } from '../../environment.js';
import { promptJob } from '../../platform/job-control.js';
import type { Completion } from './complete.js';

interface TypingOptions {
  /** The terminal that echoes. */
  readonly output: OutputStream;
  readonly onLine: (line: string) => void;
  readonly onInterrupt: () => void;
  /** Called for Ctrl-D at an empty prompt, or when the terminal has disconnected. */
  readonly onClose: () => void;
  readonly complete: (line: string) => Promise<Completion>;
  /** Whether a line is a command, which goes into the history, or a reply to a prompt. */
  readonly isCommand: () => boolean;
  readonly print: (text: string) => void;
}

export interface Typing {
  /** Shows the prompt with the text typed so far. */
  showPrompt(): void;
  /** Starts a new line after the prompt, before other output. */
  makeRoom(): void;
  /** Clears the line. Returns false if it was empty. */
  clear(): boolean;
  /** Restores the terminal's original mode and stops reading until `work` is done. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  suspend(): void;
  close(): void;
}

/** Maximum number of lines in the history, which lasts for one session because it may contain confidential input. */
const maxEarlier = 500;

const prompt = '> ';

export function openTyping(environment: Environment, options: TypingOptions): Typing {
  const { output, onLine, complete, isCommand, print } = options;
  const input = environment.stdin as ReadStream;
  const lines = createInterface({
    input,
    output,
    terminal: true,
    prompt,
    historySize: maxEarlier,
    removeHistoryDuplicates: true,
    completer(line: string, done: (error: Error | null, result: [string[], string]) => void) {
      void complete(line).then(({ matches: fitting, typed }) =>
        // Names come from a server or a folder, and readline prints them verbatim.
        done(null, [fitting.filter(each => safeLine(each) === each), typed]),
      );
    },
  });
  let isAsking = false;
  let earlier: readonly string[] = [];
  let last: { readonly words: string; readonly at: number } | undefined;
  const openJob = () => promptJob(input, environment, () => isAsking && lines.prompt(true));
  let job = openJob();

  function replaceLine(text: string): void {
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    if (text !== '') lines.write(text);
  }

  /** Ctrl-R: inserts the last line that contains the typed words. Pressed again, it inserts the line before that. */
  function searchBack(): void {
    const isNext = last !== undefined && lines.line === earlier[last.at];
    const typed = isNext && last !== undefined ? last.words : lines.line;
    if (typed === '') {
      print('Type part of an earlier line, then press Ctrl-R.');
      return;
    }
    const from = isNext && last !== undefined ? last.at + 1 : 0;
    const at = earlier.findIndex((line, index) => index >= from && line.includes(typed) && line !== lines.line);
    if (at < 0) {
      print(`No ${isNext ? 'other ' : ''}earlier line with ${typed}.`);
      return;
    }
    last = { words: typed, at };
    replaceLine(earlier[at] ?? '');
  }

  lines.on('history', history => {
    // Readline lets a listener remove lines. The listener runs before the line is executed.
    if (!isCommand()) history.shift();
    earlier = [...history];
    last = undefined;
  });
  lines.on('line', line => {
    isAsking = false;
    onLine(line);
  });
  lines.on('SIGINT', options.onInterrupt);
  // By default, readline stops only this process, and receives no input after it continues.
  lines.on('SIGTSTP', () => job.stop());
  lines.on('close', options.onClose);
  const onKey = (_: unknown, key: { readonly ctrl?: boolean; readonly name?: string } | undefined): void => {
    if (key?.ctrl === true && key.name === 'r') searchBack();
  };
  input.on('keypress', onKey);

  return {
    showPrompt() {
      isAsking = true;
      lines.prompt(true);
    },
    makeRoom() {
      if (!isAsking) return;
      isAsking = false;
      // Overwrite an empty prompt. Typed text stays above, and the new prompt repeats it.
      output.write(lines.line === '' ? '\r' : '\n');
    },
    clear() {
      if (lines.line === '') return false;
      replaceLine('');
      return true;
    },
    async lend(work) {
      job.close();
      lines.pause();
      input.setRawMode(false);
      try {
        return await work();
      } finally {
        input.setRawMode(true);
        lines.resume();
        job = openJob();
      }
    },
    suspend: () => job.stop(),
    close() {
      job.close();
      input.off('keypress', onKey);
      if (isAsking) output.write('\n');
      isAsking = false;
      lines.close();
    },
  };
}
