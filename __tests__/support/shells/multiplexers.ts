/**
 * tmux and GNU screen around a shell, each with a separate server. Use inside `withPrograms(['tmux'], …)` or `(['screen'], …)`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { programFile } from '../programs.js';
import { startInTerminal, type TerminalProgram } from '../terminal.js';
import { prompt } from './bash.js';

/** A multiplexer, the terminal it is displayed in, and commands sent to it from outside. */
export interface Multiplexer {
  readonly terminal: TerminalProgram;
  /** @returns its output */
  command(...words: readonly string[]): string;
  /** Stops its server, which would outlive the terminal. */
  close(): void;
}

const bash = ['bash', '--norc', '--noprofile', '-i'] as const;
const size = { columns: 120, rows: 40 } as const;
const variables = { PS1: prompt, TERM: 'xterm-256color', SHELL: '/bin/sh' } as const;

function commander(file: string, before: readonly string[], env: Readonly<Record<string, string>>) {
  return (...words: readonly string[]): string => {
    const done = spawnSync(file, [...before, ...words], { encoding: 'utf8', env: { ...process.env, ...env } });
    if (done.status !== 0) throw new Error(`${words.join(' ')}: ${done.stderr}${done.stdout}`);
    return done.stdout;
  };
}

/** tmux with default settings, running bash. */
export async function startTmux(more: Readonly<Record<string, string>> = {}): Promise<Multiplexer> {
  const file = programFile('tmux');
  const own = ['-S', path.join(temporaryFolder(), 'socket'), '-f', '/dev/null'];
  const terminal = startInTerminal([], {
    ...size,
    command: [file, ...own, 'new-session', ...bash],
    variables: { ...variables, ...more },
  });
  await terminal.untilShown(prompt.trim());
  const command = commander(file, own, {});
  return { terminal, command, close: () => void command('kill-server') };
}

/** GNU screen with default settings, running bash. */
export async function startScreen(more: Readonly<Record<string, string>> = {}): Promise<Multiplexer> {
  const file = programFile('screen');
  const folder = path.join(temporaryFolder(), 'screens');
  mkdirSync(folder, { mode: 0o700 });
  const env = { SCREENDIR: folder };
  const terminal = startInTerminal([], {
    ...size,
    command: [file, '-U', '-c', '/dev/null', '-S', 'test', ...bash],
    variables: { ...variables, ...env, ...more },
  });
  await terminal.untilShown(prompt.trim());
  const command = commander(file, ['-S', 'test', '-X'], env);
  return { terminal, command, close: () => void command('quit') };
}
