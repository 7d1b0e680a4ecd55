/** Runs a pasted shell line, and records how the programs in it were called. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { type ProgramName, programFile } from '../programs.js';

/** The shells that people paste commands into, each without the settings of this machine. */
export const commandShells = {
  dash: [],
  bash: ['--norc', '--noprofile'],
  zsh: ['-f'],
  ksh: ['-E'],
  fish: ['--no-config'],
} as const satisfies Partial<Record<ProgramName, readonly string[]>>;

export type CommandShell = keyof typeof commandShells;

/** One call: its arguments, and the bytes of its standard input if that is a pipe. */
export interface Call {
  readonly argv: readonly string[];
  readonly stdin: Buffer;
}

/**
 * Runs the script. Returns the calls of `program` in order.
 * @param files files by name, in the working directory
 */
export function callsBy(
  shell: CommandShell,
  script: string,
  program: string,
  files: Readonly<Record<string, Uint8Array>> = {},
): readonly Call[] {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'bin'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  writeFileSync(path.join(folder, 'script'), script);
  const recorder = `#!/bin/sh
calls=$(($(cat "$CALLS/count") + 1)); echo $calls > "$CALLS/count"
for word; do printf '%s\\0' "$word"; done > "$CALLS/$calls.argv"
if [ ! -c /dev/stdin ]; then cat > "$CALLS/$calls.stdin"; fi
`;
  writeFileSync(path.join(folder, 'bin', program), recorder, { mode: 0o755 });
  const calls = path.join(folder, 'calls');
  mkdirSync(calls);
  writeFileSync(path.join(calls, 'count'), '0');
  execFileSync(programFile(shell), [...commandShells[shell], path.join(folder, 'script')], {
    cwd: folder,
    env: { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8', CALLS: calls },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const count = Number(readFileSync(path.join(calls, 'count'), 'utf8'));
  const read = (name: string) =>
    existsSync(path.join(calls, name)) ? readFileSync(path.join(calls, name)) : Buffer.alloc(0);
  const made = Array.from({ length: count }, (_, at) => ({
    argv: read(`${at + 1}.argv`)
      .toString('utf8')
      .split('\0')
      .slice(0, -1),
    stdin: read(`${at + 1}.stdin`),
  }));
  rmSync(folder, { recursive: true, force: true });
  return made;
}
