/**
 * The modes of the kernel's line discipline (termios), read and set by `stty`. Node's raw mode is only its own last setting,
 * not the actual state after another program has used the terminal.
 */
import { spawnSync } from 'node:child_process';
import type { Environment } from '../environment.js';
import { withChildInput } from './terminal-device.js';

/** All modes in the form `stty` accepts, or undefined without a terminal or `stty`. */
export function lineModes(environment: Environment): string | undefined {
  if (environment.stdin.fd === undefined || environment.stdin.isTTY !== true) return undefined;
  const { status, stdout } = withChildInput(environment, input =>
    spawnSync('stty', ['-g'], { stdio: [input, 'pipe', 'ignore'], encoding: 'latin1' }),
  );
  return status === 0 ? stdout.trim() : undefined;
}

/** Restores these modes if they differ. In the background the kernel stops the process here. */
export function mendLineModes(environment: Environment, modes: string | undefined): void {
  if (modes === undefined || lineModes(environment) === modes) return;
  withChildInput(environment, input => spawnSync('stty', [modes], { stdio: [input, 'ignore', 'ignore'] }));
}
