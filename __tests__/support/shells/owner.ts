/**
 * Ownership of the terminal, observed from outside. The program runs under a real bash, with an editor and a pager that record
 * their actions. Whatever happened, the program can be resumed, responds, still has the user's text, and restores the terminal
 * on exit. Needs `bash` and `procfs`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import type { TerminalOptions, TerminalProgram } from '../terminal.js';
import { below, programBelow, programLine, startBash } from './bash.js';

/** A bash in which the program is started repeatedly. */
export interface Owner {
  readonly terminal: TerminalProgram;
  /** The program's process, if it is running. */
  readonly pid: number | undefined;
  /** Starts the program, and waits until it is drawn. */
  start(argv: readonly string[], shown: string): Promise<void>;
  /** Makes editors and pagers exit by themselves from now on. */
  letGo(): void;
  signal(name: NodeJS.Signals): void;
  /** Runs `fg` if the program is stopped. */
  goOn(): Promise<void>;
  /** Waits until no program borrows the terminal and its state has been stable for a while. */
  steady(): Promise<'ended' | 'stopped' | 'ours'>;
  /** Throws if the program does not respond, the text differs from the user's, or `q` does not restore the terminal. */
  judge(): Promise<void>;
}

/** Also enough on a busy machine. */
const ownerTimeoutMs = 30_000;
/** Time after which keys are assumed to have been lost, and are typed again. */
const retryMs = 10_000;
const pollMs = 20;
/** Time after which an interrupted shell has dropped its unread input, in milliseconds. */
const settleMs = 100;
/** Time after which Esc is treated as a single key, in milliseconds. */
const escapeMs = 300;
/** Maximum number of attempts to close whatever is open, because two Esc in one read mean something else. */
const maxTries = 3;

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

async function until(
  done: () => boolean,
  what: string,
  terminal: TerminalProgram,
  withinMs = ownerTimeoutMs,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!done()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}:\n${terminal.screen()}`);
    await pause(pollMs);
  }
}

/**
 * A fake editor. It runs until the file `go` exists, then adds a line to the query and to the list of edits. Like real editors
 * it survives Ctrl-C, because the text of a failed editor is discarded.
 */
const editor = `#!/bin/sh
trap '' INT QUIT
until [ -e "$HOME/go" ]; do sleep 0.02; done
case $1 in *.graphql) ;; *) exit 0 ;; esac
cp "$1" "$HOME/seen"
echo "# $(date +%N)" | tee -a "$HOME/marks" >> "$1"
`;
/** A fake pager that runs long enough to have been read. After a pager that only prints, the program waits for a key. */
const pager = `#!/bin/sh
cat "$1"; sleep 0.6; until [ -e "$HOME/go" ]; do sleep 0.02; done
`;

function stateOf(pid: number): string {
  try {
    return /\) (\S)[^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '';
  } catch {
    return '';
  }
}

/** The kernel's view of a process that does not respond: its state, pending signals, wait channel, and its terminal's modes. */
function viewOf(pid: number): string {
  const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1');
  try {
    const status = read('status').match(/^(?:State|SigPnd|ShdPnd|SigIgn|SigCgt):.*$/gm) ?? [];
    const modes = spawnSync('stty', ['-a', '-F', readlinkSync(`/proc/${pid}/fd/0`)], { encoding: 'latin1' }).stdout;
    return [read('stat'), ...status, read('wchan'), read('syscall'), modes].join('\n');
  } catch (error) {
    return String(error);
  }
}

/** Returns whether a text contains everything written into it, in order, ignoring other typed text in between. */
function holds(text: string, written: string): boolean {
  let at = -1;
  return [...written].every(character => {
    at = text.indexOf(character, at + 1);
    return at >= 0;
  });
}

/** @param options terminal options: line speed, size, variables */
export async function startOwner(options: TerminalOptions = {}): Promise<Owner> {
  const home = options.home ?? temporaryFolder();
  const file = (name: string): string => path.join(home, name);
  const read = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');
  for (const [name, text] of [
    ['editor', editor],
    ['pager', pager],
  ] as const) {
    writeFileSync(file(name), text);
    chmodSync(file(name), 0o755);
  }
  // Keys typed ahead for the program may reach the shell. Completion would then prompt, and read `fg` as its answer.
  writeFileSync(file('inputrc'), 'set disable-completion on\n');
  const shell = { INPUTRC: file('inputrc'), EDITOR: file('editor'), PAGER: file('pager'), BROWSER: 'true' };
  const variables = { ...shell, ...options.variables };
  const terminal = await startBash({ ...options, home, variables });
  let asked = 0;

  /** Types a line at the shell, after clearing its input line and leaving a history search. */
  const command = (line: string): void => terminal.write(`\x07\x15${line}\r`);

  /** The shell's output, read from a file because the screen may show anything. */
  async function ask(line: string): Promise<string> {
    const name = `said${asked++}`;
    rmSync(file(name), { force: true });
    command(`${line} > ${file(name)}; echo >> ${file(name)}`);
    await until(() => read(name).endsWith('\n'), `the shell's answer to ${line}`, terminal);
    // Keys typed ahead may follow the command, and appear in its output.
    return read(name).split('\n', 1)[0] ?? '';
  }
  const program = (): number | undefined => {
    try {
      return programBelow(terminal.pid);
    } catch {
      return undefined;
    }
  };
  /** `ended`; `stopped`; `lent` to an editor or a pager; or `ours`. */
  function look(): 'ended' | 'stopped' | 'lent' | 'ours' {
    const pid = program();
    if (pid === undefined) return 'ended';
    if (stateOf(pid) === 'T') return 'stopped';
    return below(pid).length > 0 ? 'lent' : 'ours';
  }
  async function steady(): Promise<'ended' | 'stopped' | 'ours'> {
    const end = performance.now() + ownerTimeoutMs;
    for (let [last, same] = [look(), 0]; ; ) {
      if (performance.now() > end)
        throw new Error(`The terminal is ${last}, and does not come back:\n${terminal.screen()}`);
      await pause(pollMs);
      const now = look();
      same = now === last ? same + 1 : 0;
      last = now;
      if (same === 5 && now !== 'lent') return now;
    }
  }
  /** A quote among the keys typed ahead makes the shell prompt for the rest of it. */
  async function fg(): Promise<void> {
    terminal.write('\x03');
    await pause(settleMs);
    command('fg');
  }
  /** Keys typed ahead may end up inside a command and change it, so it is typed again. */
  async function again(): Promise<void> {
    for (let tries = 1; ; tries++) {
      await fg();
      try {
        return await until(() => look() !== 'stopped', 'the program after fg', terminal, retryMs);
      } catch (error) {
        if (tries === maxTries) throw error;
      }
    }
  }
  let before = '';
  const letGo = (): void => writeFileSync(file('go'), '');
  return {
    terminal,
    get pid() {
      return program();
    },
    letGo,
    signal(name) {
      const pid = program();
      if (pid !== undefined) process.kill(pid, name);
    },
    async goOn() {
      if (look() === 'stopped') await fg();
    },
    steady,
    async start(argv, shown) {
      for (const name of ['go', 'seen']) rmSync(file(name), { force: true });
      before = await ask('stty -g');
      terminal.write(`clear; ${programLine(argv)}\r`);
      await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes(shown), shown);
    },
    async judge() {
      letGo();
      let tries = 0;
      for (let state = await steady(); state !== 'ended'; state = await steady()) {
        if (state === 'stopped') {
          await again();
          continue;
        }
        // Close whatever is open, then send a query.
        for (let times = 0; times < 3; times++) {
          terminal.write('\x1b');
          await pause(escapeMs);
        }
        // Another URL may have been typed, on which no server is listening.
        if (terminal.screen().includes('c continue without a schema')) terminal.write('c');
        terminal.write('?');
        const isHelp = (screen: string): boolean => screen.includes('type to filter') || look() !== 'ours';
        try {
          await terminal.untilScreen(isHelp, 'the help', retryMs);
        } catch (error) {
          tries += 1;
          const pid = program();
          if (tries === maxTries) throw new Error(`${error}\n${pid === undefined ? '' : viewOf(pid)}`);
          continue;
        }
        if (look() !== 'ours') continue;
        terminal.write('\x1b');
        await terminal.untilScreen(screen => !screen.includes('type to filter'), 'no help');
        const marks = read('marks');
        rmSync(file('seen'), { force: true });
        // A search that was left by a click receives the keys again in its pane.
        terminal.write('2');
        await pause(settleMs);
        terminal.write('\x1b');
        await pause(escapeMs);
        terminal.write('\x18');
        await until(() => existsSync(file('seen')), 'the editor', terminal);
        await steady();
        const text = read('seen');
        if (!holds(text, marks.replaceAll('\n', ''))) {
          throw new Error(`The text has lost what an editor wrote:\n${text}\nEditors wrote:\n${marks}`);
        }
        terminal.write('q');
        await until(() => look() === 'ended', 'the end after q', terminal);
      }
      const after = await ask('stty -g');
      if (after !== before) throw new Error(`The terminal was not restored: ${before} became ${after}.`);
    },
  };
}
