/** Tries a case with a naive client, which must be harmed, and with the program in a pipe and on a terminal. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programCommand, runProgram, temporaryFolder } from '../program.js';
import { warm } from '../run/warm-home.js';
import { effectsOfOthers, startInTerminal } from '../terminal.js';
import type { Harm, NumberedCase } from './case.js';
import { naively } from './naive-client.mjs';
import type { HostileServer } from './server.js';

const naiveClient = path.resolve('__tests__/support/hostile/naive-client.mjs');
const reporter = `--require=${path.resolve('__tests__/support/report-memory.cjs')}`;
/** Default memory limit of a case, in MiB. */
const maxMiB = 300;

const live = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Our own control sequences: line ends and colours in lines, and drawing on the full screen. */
const ours = {
  naive: /\r+(?=\n)/g,
  // The second one is the progress line.
  lines: /\r+(?=\n)|\r[^\u0000-\u001f]*\u001b\[K|\u001b\[[\d;]*m/g,
  screen:
    /\u001b\]11;\?\u001b\\|\u001b\]2;[^\u0000-\u001f\u007f-\u009f]*\u001b\\|\u001b\(B\u000f|\u001b(?:\[[?>=<]?[\d;:]*[a-zA-Z]|[78=>E])|\u0008?\u000b|\r/g,
} as const;

/** Control bytes from other sources in the output, escaped, each with its context. */
function liveBytes(output: string, form: keyof typeof ours): readonly string[] {
  const text = output.replace(ours[form], '');
  return [...text.matchAll(live)].map(({ index }) =>
    encodeURIComponent(text.slice(Math.max(0, index - 20), index + 20)),
  );
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly mebibytes: number;
}

interface Started {
  readonly ended: Promise<Run>;
  readonly isRunning: () => boolean;
  stop(): void;
}

function start(command: readonly string[], folder: string): Started {
  const memoryFile = path.join(temporaryFolder(), 'memory');
  const [file = '', ...argv] = command;
  const child = spawn(file, argv, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', NODE_OPTIONS: reporter, MEMORY_FILE: memoryFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  let running = true;
  const ended = new Promise<Run>(resolve =>
    child.once('close', code => {
      running = false;
      const kibibytes = existsSync(memoryFile) ? Number(readFileSync(memoryFile, 'utf8')) : Number.POSITIVE_INFINITY;
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr, mebibytes: kibibytes / 1024 });
    }),
  );
  return { ended, isRunning: () => running, stop: () => child.kill('SIGKILL') };
}

function folderFor({ files = {} }: NumberedCase): string {
  const folder = path.join(temporaryFolder(), 'work');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

/** Starts the naive client as a process, for attacks on memory or on the time of a process. */
const startNaive = (which: NumberedCase, server: HostileServer): Started =>
  start([process.execPath, naiveClient, which.naive[0], server.urlOf(which)], folderFor(which));

interface NaiveRun {
  readonly output: string;
  readonly error: unknown;
  readonly folder: string;
}

/**
 * Runs the naive client in this process until it has read everything.
 * @param isEnough condition on its output that ends it early
 */
async function runNaive(
  which: NumberedCase,
  server: HostileServer,
  isEnough: (output: string) => boolean = () => false,
): Promise<NaiveRun> {
  const folder = folderFor(which);
  const stop = new AbortController();
  let output = '';
  const run = naively(which.naive[0], server.urlOf(which), {
    show: text => {
      output += `${text}\n`;
      if (isEnough(output)) stop.abort();
    },
    folder,
    signal: stop.signal,
  });
  const error = await run.then(
    () => undefined,
    (cause: unknown) => cause ?? 'unknown',
  );
  return { output, error, folder };
}

/** Shows that the attack harms a naive client. */
const comesToHarm: Readonly<Record<Harm, (which: NumberedCase, server: HostileServer) => Promise<unknown>>> = {
  async screen(which, server) {
    const controls = (output: string): boolean => liveBytes(output, 'naive').length > 0;
    return controls((await runNaive(which, server, controls)).output);
  },
  believed: async (which, server) => (await runNaive(which, server)).error === undefined,
  // Checked again after our program has exited.
  waits: async () => true,
  memory: async (which, server) => (await startNaive(which, server).ended).mebibytes > maxMiB,
  shows: async (which, server) => /hush/.test((await runNaive(which, server)).output),
  async leaks(which, server) {
    await runNaive(which, server);
    return /hush/.test(server.elsewhere.splice(0).join('\n'));
  },
  async crashes(which, server) {
    const { error } = await runNaive(which, server);
    return /\n {4}at /.test((error as Error | undefined)?.stack ?? '');
  },
  async endless(which, server) {
    await runNaive(which, server);
    return server.countOf(which) > 50;
  },
  runs: async (which, server) => existsSync(path.join((await runNaive(which, server)).folder, 'pwned')),
  writes: async (which, server) => existsSync(path.join((await runNaive(which, server)).folder, '../pwned')),
};

/** One or two lines per message, plus those of `-v`; no stack trace, and no active control bytes. */
function expectClear(stderr: string): void {
  expect(stderr).toMatch(/^(?:apiclient: [^\n]+\n(?: {2}[^\n]+\n)?|\* [^\n]+\n)*$/);
  expect(stderr).not.toMatch(
    /\.(?:cjs|mjs|js|ts):\d+|\bat \S+ \(|HPE_|This is a bug|[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/,
  );
}

/** No credentials reached the other origin. */
function expectUntouched(server: HostileServer): void {
  expect(server.elsewhere.splice(0).join('\n')).not.toMatch(/hush/);
}

/** Nothing was executed, and nothing was written outside the folder. */
function expectUnharmed({ naive: [, harm] }: NumberedCase, folder: string): void {
  expect(existsSync(path.join(folder, harm === 'runs' ? 'pwned' : '../pwned'))).toBe(false);
}

/**
 * Returns whether the program runs in a pipe as a process. Other cases are tried in a pipe within this process, because the memory
 * and the exit of a process are also checked on the terminal.
 */
const needsProcess = ({ id, naive: [, harm], maxMiB: limit }: NumberedCase): boolean =>
  id.startsWith('B') || harm === 'memory' || harm === 'waits' || limit !== undefined;

async function inPipe(which: NumberedCase, server: HostileServer): Promise<string> {
  const folder = folderFor(which);
  warm(folder);
  const argv = which.argv?.({ url: server.urlOf(which), other: server.other, folder }) ?? ['GET', server.urlOf(which)];
  const { code, stdout, stderr, mebibytes } = needsProcess(which)
    ? await start([...programCommand, ...argv], folder).ended
    : { ...(await runProgram(argv, { folder, home: folder })), mebibytes: 0 };
  expect({ code, stderr }).toEqual({ code: which.code, stderr: which.says ? expect.stringMatching(which.says) : '' });
  expectClear(stderr);
  expect(`${stdout.slice(0, 1_000_000)}${stderr}`).not.toMatch(/hush/);
  expect(mebibytes).toBeLessThan(which.maxMiB ?? maxMiB);
  expectUnharmed(which, folder);
  return stderr;
}

async function onTerminal(which: NumberedCase, server: HostileServer): Promise<void> {
  const folder = folderFor(which);
  const url = server.urlOf(which);
  const argv = which.screen ? ['graphql', url] : (which.argv?.({ url, other: server.other, folder }) ?? ['GET', url]);
  const memoryFile = path.join(temporaryFolder(), 'memory');
  const program = startInTerminal(argv, {
    columns: 100,
    rows: 40,
    folder,
    home: folder,
    variables: { NODE_OPTIONS: reporter, MEMORY_FILE: memoryFile },
  });
  const { screen } = which;
  if (screen) {
    await program.untilScreen(text => screen.test(text), String(screen));
    program.write('q');
  }
  const { code } = await program.ended;
  expect({ code, screen: program.history() }).toEqual({
    code: screen ? 0 : which.code,
    screen: which.shows && !screen ? expect.stringMatching(which.shows) : expect.any(String),
  });
  expect(program.bytes).not.toMatch(/hush/);
  expect(screen ? effectsOfOthers(program) : program.effects).toEqual([]);
  expect(liveBytes(program.bytes, screen ? 'screen' : 'lines')).toEqual([]);
  expect([program.alternate, program.modes.mouseTrackingMode, program.modes.bracketedPasteMode]).toEqual([
    false,
    'none',
    false,
  ]);
  expect(Number(readFileSync(memoryFile, 'utf8')) / 1024).toBeLessThan(which.maxMiB ?? maxMiB);
  expectUnharmed(which, folder);
}

/** Tries one case, which `server` serves. Returns the report that the user saw. */
export async function tryCase(which: NumberedCase, server: HostileServer): Promise<string> {
  const [, harm] = which.naive;
  const waiting = harm === 'waits' ? startNaive(which, server) : undefined;
  expect({ naive: harm, harmed: await comesToHarm[harm](which, server) }).toEqual({ naive: harm, harmed: true });
  const [told] = await Promise.all([inPipe(which, server), onTerminal(which, server)]);
  expectUntouched(server);
  if (!waiting) return told;
  expect({ naive: harm, running: waiting.isRunning() }).toEqual({ naive: harm, running: true });
  waiting.stop();
  await waiting.ended;
  return told;
}
