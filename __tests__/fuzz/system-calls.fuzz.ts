/**
 * Makes each system call of a run fail once, with strace: it never causes a bug report, and never loses a response or a file of
 * the user. Calls are counted per thread, so the main thread and a libuv pool thread take turns.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Ended, runProgram, temporaryFolder } from '../support/program.js';
import { onlyWith, withPrograms } from '../support/programs.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';

afterAll(closeServers);

const body = '{"text":"precious"}';
const preload = path.resolve('__tests__/fuzz/wait-for-strace.cjs');

const faults: readonly (readonly [call: string, errors: readonly string[]])[] = [
  ['openat', ['EMFILE', 'EACCES', 'EROFS', 'ENOSPC', 'EIO']],
  ['write', ['ENOSPC', 'EIO']],
  ['pwrite64', ['ENOSPC', 'EIO']],
  ['rename', ['EACCES', 'EROFS', 'ENOSPC', 'EIO']],
  ['fsync', ['EIO', 'ENOSPC']],
  ['unlink', ['EACCES', 'EROFS', 'EIO']],
];

/** A command, and the files that must exist whatever failed. */
const runs: readonly (readonly [string, (url: string) => readonly string[], (ended: Ended, folder: string) => void])[] =
  [
    [
      'a response on standard output, with a jar, a log and a stored token',
      url => [
        ...['GET', url, '--cookie-jar', 'jar', '--debug-log', 'log'],
        ...['--oauth2', `client_credentials:${url}/token:id:s3cret`],
      ],
      ({ code, stdout }) => {
        if (code === 0) expect(stdout).toBe(body);
      },
    ],
    [
      'a response into a file, with its description',
      url => ['GET', url, '-o', 'file', '--meta', 'meta.json'],
      ({ code }, folder) => {
        const text = readFileSync(path.join(folder, 'file'), 'utf8');
        expect(code === 0 ? [body] : ['old', body]).toContain(text);
      },
    ],
  ];

/** Runs the program while the `count`th call of one of its threads fails. Returns the calls that failed, as written by strace. */
async function runFailing(argv: readonly string[], home: string, thread: string, inject: string) {
  const at = (name: string) => path.join(home, '..', name);
  let tracer: Promise<unknown> | undefined;
  const ended = await runProgram(argv, {
    home,
    variables: {
      NODE_OPTIONS: `--require=${preload}`,
      UV_THREADPOOL_SIZE: '1',
      FAULT_THREAD: thread,
      FAULT_FILE: at('thread'),
    },
    onStart(child) {
      tracer = (async () => {
        while (!existsSync(at('thread'))) {
          if (child.exitCode !== null) return;
          await new Promise(setImmediate);
        }
        const words = [
          '-qq',
          '-y',
          '-o',
          at('trace'),
          '-e',
          `inject=${inject}`,
          '-p',
          readFileSync(at('thread'), 'utf8'),
        ];
        const strace = spawn('strace', words, { stdio: 'ignore' });
        await new Promise(resolve => strace.once('close', resolve));
      })();
    },
  });
  await tracer;
  const failed = readFileSync(at('trace'), 'utf8')
    .split('\n')
    .filter(line => line.includes('(INJECTED)'));
  return { ended, failed };
}

withPrograms(['strace', 'procfs'], () => {
  // Only root may trace processes that are not its children.
  onlyWith('root', process.getuid?.() === 0, () => {
    const threads = ['main', 'pool'];
    const cases = runs.flatMap(run => faults.flatMap(fault => threads.map(thread => [run, fault, thread] as const)));
    test.each(cases.map(([run, fault, thread]) => [run[0], fault[0], thread, run, fault] as const))(
      '%s: %s fails in the thread %s',
      async (_, call, thread, [, argv, check], [, errors]) => {
        const server = await httpServer((response, { path: asked }) => {
          if (asked.startsWith('/token')) {
            const token = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 };
            response.setHeader('content-type', 'application/json').end(JSON.stringify(token));
          } else response.setHeader('Set-Cookie', 'a=1').end(body);
        });
        for (const error of errors) {
          for (let count = 1; ; count++) {
            const home = path.join(temporaryFolder(), 'home');
            mkdirSync(home);
            writeFileSync(path.join(home, 'file'), 'old');
            const inject = `${call}:error=${error}:when=${count}`;
            const { ended, failed } = await runFailing(argv(server.url), home, thread, inject);
            if (failed.length === 0) break;
            const told = `${inject} of ${failed[0]}: ${ended.code} ${ended.stderr}`;
            expect([told, ended.stderr.includes('This is a bug')]).toEqual([told, false]);
            // If Node cannot read its own files or wake its own threads, its message is not ours.
            if (!failed.every(line => line.replace(/AT_FDCWD<[^>]*>/, '').includes(home))) continue;
            expect([told, /\n\s+at /.test(ended.stderr), ended.signal]).toEqual([told, false, null]);
            check(ended, home);
          }
        }
        await closeServers();
      },
    );
  });
});
