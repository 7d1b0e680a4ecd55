/**
 * Runs a program that stores tokens. Secrets go through its standard input, never into its arguments, which every process of
 * the machine can read. Its time and output are limited.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { type Failure, failure } from '../../core/failure.js';
import { maskOf } from '../../core/masking/mask.js';
import { safeLine } from '../../core/response/safe-text.js';
import { secretsInUse } from '../../core/secret.js';
import type { Environment } from '../../environment.js';

/** Time limit in milliseconds. The user may have to unlock a keyring first. */
const helperTimeoutMs = 60_000;
/** Maximum output in bytes; a token is far smaller. */
const maxOutput = 1_000_000;
const maxErrors = 4000;

export interface HelperEnd {
  readonly code: number;
  readonly output: string;
  /** The last line of its standard error, safe to display. */
  readonly error: string;
}

/**
 * While the full screen is open, no other program may draw on the terminal: GnuPG's agent then prompts in a window, or not at
 * all.
 */
function helperVariables({ stdin, variables }: Environment): NodeJS.ProcessEnv {
  const { GPG_TTY, ...others } = variables;
  return (stdin as { isRaw?: boolean }).isRaw === true || GPG_TTY === undefined ? others : { ...others, GPG_TTY };
}

/**
 * Resolves when it ends, whatever the exit code. Failures: it could not be started, took too long or printed too much. Rejects
 * with the signal's reason.
 */
export async function runHelper(
  [program, ...words]: readonly [string, ...string[]],
  input: string,
  environment: Environment,
): Promise<HelperEnd | Failure> {
  const { home, hooks, signal } = environment;
  const name = path.basename(program);
  signal.throwIfAborted();
  // Started in the home folder, so that a relative entry in PATH cannot find a program in the current folder. In its own
  // session, because Ctrl-C is meant for us: a rotated refresh token may still have to be stored.
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: home,
    env: helperVariables(environment),
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    let errorSize = 0;
    const settle = (end: HelperEnd | Failure): void => {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      resolve(end);
    };
    const kill = (): void => {
      try {
        if (child.pid !== undefined && hooks) hooks.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // Already ended.
      }
      for (const stream of child.stdio) stream?.destroy();
    };
    const abort = (): void => {
      clearTimeout(late);
      kill();
      reject(signal.reason);
    };
    const giveUp = (why: string): void => {
      kill();
      settle(failure('file', `${name} ${why}.`, { code: 'token_keeper' }));
    };
    const late = setTimeout(() => giveUp(`took longer than ${helperTimeoutMs / 1000} s`), helperTimeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) giveUp('printed more than a token');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorSize < maxErrors) errors.push(chunk);
      errorSize += chunk.length;
    });
    // It need not read all of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', error => {
      const { code } = error as NodeJS.ErrnoException;
      settle(failure('file', `${name} cannot be started (${code ?? 'unknown'}).`, { code: 'token_keeper' }));
    });
    child.once('close', code => {
      const lines = Buffer.concat(errors).toString('utf8').slice(0, maxErrors).split('\n');
      // `sh -x` repeats its input.
      const error = safeLine(maskOf(secretsInUse())(lines.findLast(line => line.trim() !== '')?.trim() ?? '')).slice(
        0,
        300,
      );
      settle({ code: code ?? 1, output: Buffer.concat(output).toString('utf8'), error });
    });
  });
}
