/**
 * The modes of the kernel's line discipline (termios), read and set by `stty`: Node's raw mode is only its own last setting, not
 * the actual state after another program had the terminal.
 */
import { spawnSync } from 'node:child_process';
import type { InputStream } from '../environment.js';

/** All modes in the form `stty` accepts; undefined without a terminal or `stty`. */
export function lineModes({ fd, isTTY }: InputStream): string | undefined {
  if (fd === undefined || isTTY !== true) return undefined;
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: [fd, 'pipe', 'ignore'], encoding: 'latin1' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Restores these modes if they differ. In the background the kernel stops us here. */
export function mendLineModes(stdin: InputStream, modes: string | undefined): void {
  if (modes === undefined || stdin.fd === undefined || lineModes(stdin) === modes) return;
  spawnSync('stty', [modes], { stdio: [stdin.fd, 'ignore', 'ignore'] });
}
