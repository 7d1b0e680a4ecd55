/** An environment for code that runs in the test's own process: nothing of this machine's settings, nobody to ask. */
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import type { Environment } from '../../source/environment.js';
import { temporaryFolder } from './folder.js';

export interface TestEnvironment extends Environment {
  /** Ends what runs, as Ctrl-C does. */
  readonly stop: AbortController;
}

/** @param input what standard input holds */
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
    // Whether the tests themselves run in a container is no matter of theirs.
    variables: { container: '', ...variables },
    folder,
    home: folder,
    platform: 'linux',
    ...(process.geteuid ? { userId: process.geteuid() } : {}),
    newFileMode: 0o644,
    now: Date.now,
    monotonic: () => performance.now(),
    random: length => randomBytes(length),
    notice: () => '',
    signal: stop.signal,
    pending: new Set(),
    stop,
  };
}
