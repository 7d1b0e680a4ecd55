/** Runs the program like a user, with an empty home and without this machine's settings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { OutputStream } from '../../source/environment.js';
import { main, reportBug } from '../../source/main.js';
import { sleep } from '../../source/platform/sleep.js';
import { temporaryFolder } from './folder.js';
import { keepCode, warm } from './run/warm-home.js';

export { temporaryFolder } from './folder.js';

/** The built entry file. `APICLIENT_CLI` overrides it. */
export const cliFile = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');

/** The command that tests run as apiclient: the built entry file, unless `APICLIENT_EXECUTABLE` names an executable. */
export const programCommand: readonly [file: string, ...argv: string[]] = process.env.APICLIENT_EXECUTABLE
  ? [path.resolve(process.env.APICLIENT_EXECUTABLE)]
  : [process.execPath, cliFile];

export interface ProgramOptions {
  readonly input?: string | Uint8Array;
  readonly variables?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** Leaves the home unchanged, without code compiled by earlier runs. */
  readonly cold?: boolean;
  readonly folder?: string;
  /** Treats the output streams as terminals of 80 columns. Only for runs in the test's process. */
  readonly terminal?: boolean;
  /** Runs as this user, which requires root. The home must then belong to the user. */
  readonly userId?: number;
  readonly onStart?: (child: ChildProcess) => void;
  /** Always starts a process, for tests of process features: pipes, exit, locale, concurrent runs, Node options. */
  readonly spawn?: boolean;
  /** Collects the program's waits in milliseconds, such as those between retries, without waiting. A process always waits. */
  readonly waits?: number[];
  /** A program other than the built one: its file and first arguments. */
  readonly command?: readonly [file: string, ...argv: string[]];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Exact bytes of standard output. */
  readonly bytes: Buffer;
}

/** Returns whether a run needs no separate process. Runs of another build always start one. */
const runsInProcess = (options: ProgramOptions): boolean =>
  process.env.APICLIENT_CLI === undefined &&
  process.env.APICLIENT_EXECUTABLE === undefined &&
  Object.keys(options).every(name => ['input', 'variables', 'home', 'folder', 'terminal', 'waits'].includes(name)) &&
  !Object.keys(options.variables ?? {}).some(name => name.startsWith('NODE_'));

/**
 * Runs `apiclient …argv` with pipes for its three streams and waits for it to exit. A command line that needs no separate
 * process runs in the test's process, which takes a fiftieth of the time.
 */
export const runProgram = (argv: readonly string[], options: ProgramOptions = {}): Promise<Ended> =>
  runsInProcess(options) ? runMain(argv, options) : runProcess(argv, options);

function runProcess(argv: readonly string[], options: ProgramOptions): Promise<Ended> {
  const home = options.home ?? temporaryFolder();
  const isWarm = options.userId === undefined && !options.cold;
  if (isWarm) warm(home);
  return new Promise((resolve, reject) => {
    const [file, ...words] = options.command ?? programCommand;
    const child = spawn(file, [...words, ...argv], {
      cwd: options.folder ?? home,
      ...(options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }),
      env: {
        PATH: process.env.PATH,
        HOME: home,
        LANG: 'C.UTF-8',
        ...options.variables,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      if (isWarm) keepCode(home);
      resolve({
        code,
        signal,
        bytes,
        stdout: bytes.toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      });
    });
    child.stdin.on('error', () => {});
    if (options.input !== undefined) child.stdin.end(options.input);
    else child.stdin.end();
    options.onStart?.(child);
  });
}

/** A stream that collects its output. */
function collector(): { readonly stream: OutputStream; readonly bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

async function runMain(argv: readonly string[], options: ProgramOptions): Promise<Ended> {
  const home = options.home ?? temporaryFolder();
  const [stdout, stderr] = [collector(), collector()];
  if (options.terminal) for (const { stream } of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns: 80 });
  const environment = {
    stdin: Readable.from([Buffer.from(options.input ?? '')], { objectMode: false }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    variables: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...options.variables },
    folder: options.folder ?? home,
    home,
    platform: process.platform,
    userId: process.geteuid?.(),
    newFileMode: 0o644,
    now: Date.now,
    monotonic: () => performance.now() + (options.waits ?? []).reduce((sum, each) => sum + each, 0),
    sleep: options.waits === undefined ? sleep : async (ms: number) => void options.waits?.push(ms),
    random: (length: number) => randomBytes(length),
    signal: new AbortController().signal,
    pending: new Set<() => void>(),
    notice: () => readFileSync(path.join(path.dirname(cliFile), 'NOTICE'), 'utf8'),
  };
  const code = await main(argv, environment).catch((error: unknown) => reportBug(error, environment));
  const bytes = stdout.bytes();
  return { code, signal: null, bytes, stdout: bytes.toString('utf8'), stderr: stderr.bytes().toString('utf8') };
}
