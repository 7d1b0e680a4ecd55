/** An environment for code that runs in the test's process, without this machine's settings and without prompts. */
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import type { Environment } from '../../source/environment.js';
import { sleep } from '../../source/platform/sleep.js';
import { temporaryFolder } from './folder.js';

export interface TestEnvironment extends Environment {
  /** Interrupts the program, as Ctrl-C does. */
  readonly stop: AbortController;
}

/** @param input content of standard input */
export function testEnvironment(
  variables: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): TestEnvironment {
  const folder = temporaryFolder();
  const stop = new AbortController();
  return {
    stdin: Readable.from([Buffer.from(input)], { objectMode: false }),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    // Results must not depend on whether the tests run in a container.
    variables: { container: '', ...variables },
    folder,
    home: folder,
    platform: 'linux',
    ...(process.geteuid ? { userId: process.geteuid() } : {}),
    newFileMode: 0o644,
    now: Date.now,
    monotonic: () => performance.now(),
    sleep,
    random: length => randomBytes(length),
    notice: () => '',
    signal: stop.signal,
    pending: new Set(),
    stop,
  };
}
