/**
 * The modes that the kernel's line discipline has for the terminal (termios), read and set by `stty`: Node's own raw mode is a word
 * it remembers, not what is the case after somebody else had the terminal.
 */
import { spawnSync } from 'node:child_process';
import type { InputStream } from '../../../environment.js';

/** All modes, as `stty` takes them again; undefined where there is no terminal or no `stty`. */
export function lineModes({ fd, isTTY }: InputStream): string | undefined {
  if (fd === undefined || isTTY !== true) return undefined;
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: [fd, 'pipe', 'ignore'], encoding: 'latin1' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Sets what `lineModes` said, unless it is so already. In the background the kernel stops us here. */
export function mendLineModes(stdin: InputStream, modes: string | undefined): void {
  if (modes === undefined || stdin.fd === undefined || lineModes(stdin) === modes) return;
  spawnSync('stty', [modes], { stdio: [stdin.fd, 'ignore', 'ignore'] });
}
