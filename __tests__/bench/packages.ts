/** Package formats compared: size on disk and start-up time. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { spawn } from '@lydell/node-pty';
import { fetchNode, nodeVersion } from '../../source/build/package/node-binary.mjs';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { inParts, interleaved, type Lines, median, type Subject, table } from './measure.js';
import type { Measurement } from './names.js';

/** A package format and the command that runs it. */
interface Form {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const body = JSON.stringify({
  users: Array.from({ length: 20 }, (_, id) => ({ id, name: `User ${id}`, admin: false })),
});

/** Milliseconds until the full screen displays the demo API's schema. */
function firstFrameMs(form: Form, url: string, home: string): Promise<number> {
  const [file, ...words] = form.command;
  const started = performance.now();
  const terminal = spawn(file, [...words, 'graphql', url], {
    cols: 120,
    rows: 40,
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', CI: 'false' },
  });
  return new Promise((resolve, reject) => {
    let seen = '';
    terminal.onData(data => {
      seen += data;
      if (!seen.includes('Mutation')) return;
      resolve(performance.now() - started);
      terminal.kill('SIGKILL');
    });
    terminal.onExit(() => reject(new Error(`${form.name} ended before its first frame:\n${seen.slice(-500)}`)));
  });
}

async function firstFrames(forms: readonly Form[], rounds: number, home: string): Promise<readonly number[]> {
  const demo = (await startDemo({ port: 0 })) as Demo;
  const times = forms.map((): number[] => []);
  try {
    for (let round = -1; round < rounds; round++) {
      for (const [at, form] of forms.entries()) {
        const ms = await firstFrameMs(form, demo.graphqlUrl, home);
        // The first run fills the system's caches and the program's own.
        if (round >= 0) times[at]?.push(ms);
      }
    }
  } finally {
    await demo.close();
  }
  return times.map(median);
}

const builtFiles = (): readonly string[] =>
  readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .map(file => path.join('dist', file))
    .filter(file => statSync(file).isFile());

const megabytes = (...files: readonly string[]): string =>
  (files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(1);

/** `npm run package` must have run before. */
export async function* bench({ parts, rounds }: Measurement): Lines {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const target = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';
  const packaged = (ending: string): string => path.resolve('packages', `apiclient-${version}${ending}`);
  const executable = packaged(`-${target}`);
  if (!existsSync(executable)) throw new Error(`${executable} not found. Run npm run package first.`);
  yield* inParts(parts, {
    times: () => times(executable, target, rounds),
    sizes: () =>
      table(
        ['MB', 'to download', 'size on disk'],
        [
          ['npm package, without Node', megabytes(packaged('.tgz')), megabytes(...builtFiles())],
          ['Debian package, without Node', megabytes(path.resolve('packages', `apiclient_${version}_all.deb`)), ''],
          [`one file, ${target}`, megabytes(packaged(`-${target}.tar.gz`)), megabytes(executable)],
        ],
      ),
  });
}

async function* times(executable: string, target: string, rounds: number): Lines {
  yield `Medians of ${rounds} interleaved rounds of complete processes, in ms. The first frame is the first one with the demo API's schema, at 120x40.`;
  yield 'The npm package caches the compiled code of the plain commands between runs; the single file contains the compiled code of all parts.';
  yield '';
  const home = passingFolder();
  const cold = path.join(home, 'cold');
  const server = http.createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cli = path.resolve('dist/cli.cjs');
  const node = path.join(fetchNode(path.resolve('.'), target), 'bin/node');
  const forms: readonly Form[] = [
    { name: `npm, Node ${process.versions.node}`, command: [process.execPath, cli] },
    { name: `npm, Node ${nodeVersion}`, command: [node, cli] },
    { name: 'one file', command: [executable] },
  ];
  const tasks: readonly (readonly [name: string, argv: readonly string[], first?: boolean])[] = [
    ['--version', ['--version']],
    ['GET, first run ever', ['GET', url], true],
    ['GET', ['GET', url]],
    ['help', ['help', 'graphql']],
  ];
  const subjects: Subject[] = tasks.flatMap(([task, argv, first]) =>
    forms.map(form => ({
      name: `${task}|${form.name}`,
      command: [...form.command, ...argv] as [string, ...string[]],
      ...(first
        ? { variables: { XDG_CACHE_HOME: cold }, before: () => rmSync(cold, { recursive: true, force: true }) }
        : {}),
    })),
  );
  try {
    await interleaved(subjects, 2, home);
    const runs = await interleaved(subjects, rounds, home);
    const ms = (task: string, form: Form): string =>
      median((runs.get(`${task}|${form.name}`) ?? []).map(run => run.ms)).toFixed(0);
    const frames = await firstFrames(forms, Math.ceil(rounds / 2), home);
    yield* table(
      ['', ...tasks.map(([name]) => name), 'full screen, first frame'],
      forms.map((form, at) => [form.name, ...tasks.map(([task]) => ms(task, form)), (frames[at] ?? 0).toFixed(0)]),
    );
  } finally {
    server.close();
  }
}
