/**
 * `npm run bench -- run`: a thousand requests of one file on one connection, compared with a bare node:http loop and httpyac
 * (HTTPYAC is the path of its `bin/httpyac.js`, AUTOCANNON that of `autocannon.js`; not dependencies). The CPU time of each process is decisive, because wall
 * time on a shared machine includes other work.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, report, table } from './measure.js';

const requests = 1000;

/** The loop as one would write it by hand. */
const bareLoop = (url: string, count: number): string => `
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const one = () => new Promise((resolve, reject) => http.get('${url}', { agent }, message => {
  const chunks = [];
  message.on('data', chunk => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
}).on('error', reject));
(async () => { for (let i = 0; i < ${count}; i++) await one(); process.exit(); })();
`;

/** The same loop with got alone, using our engine's options and its way of reading the body. */
const gotLoop = (url: string, count: number): string => `
import http from 'node:http';
import got from '${pathToFileURL(path.resolve('node_modules/got/dist/source/index.js'))}';
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const engine = got.extend({ followRedirect: false, decompress: false, throwHttpErrors: false, strictContentLength: false, retry: { limit: 0 } });
const one = () => new Promise((resolve, reject) => engine.stream('${url}', { agent: { http: agent } }).once('error', reject).once('response', message => {
  for (const event of ['readable', 'error', 'aborted']) message.removeAllListeners(event);
  const chunks = [];
  message.on('data', chunk => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
}));
for (let i = 0; i < ${count}; i++) await one();
process.exit();
`;

interface Cost {
  readonly cpuMs: number;
  readonly ms: number;
}

/** Runs a program and discards its output. Returns its CPU time, user and system combined. Rejects if it fails. */
function cost(argv: readonly string[], folder: string): Promise<Cost> {
  const started = performance.now();
  const env = { ...process.env, HOME: folder, NODE_EXTRA_CA_CERTS: undefined, no_proxy: '127.0.0.1' };
  const child = spawn('/usr/bin/time', ['-f', '%U %S', '-o', path.join(folder, 'time'), process.execPath, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      if (code !== 0) return reject(new Error(`${argv[0]} ended with ${code}`));
      const [user = 0, system = 0] = readFileSync(path.join(folder, 'time'), 'utf8').trim().split(' ').map(Number);
      resolve({ cpuMs: (user + system) * 1000, ms: performance.now() - started });
    });
  });
}

/** Measures and writes `results/run.md`. */
export async function bench([rounds = '5']: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const server = http.createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"id":1,"name":"Ada"}'),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const file = (count: number): string => {
    const name = path.join(folder, `${count}.http`);
    writeFileSync(name, Array.from({ length: count }, () => `GET ${url}\n\n###\n`).join(''));
    return name;
  };
  const cli = path.resolve('dist/cli.cjs');
  const { HTTPYAC: httpyac, AUTOCANNON: autocannon } = process.env;
  // Run each subject with one request and with a thousand; the difference is the cost of the requests.
  const subjects: readonly (readonly [name: string, argv: (count: number) => readonly string[]])[] = [
    ['node:http, kept alive', count => ['-e', bareLoop(url, count)]],
    ['got, kept alive', count => ['--input-type=module', '-e', gotLoop(url, count)]],
    ['apiclient run FILE', count => [cli, 'run', file(count)]],
    ['apiclient GET URL --repeat', count => [cli, 'GET', url, '--repeat', String(count)]],
    ...(autocannon && existsSync(autocannon)
      ? [['autocannon', (count: number) => [autocannon, '-c', '1', '-a', String(count), '--no-progress', url]] as const]
      : []),
    ...(httpyac && existsSync(httpyac)
      ? [
          [
            'httpyac send FILE --all',
            (count: number) => [httpyac, 'send', file(count), '--all', '--output', 'none'],
          ] as const,
        ]
      : []),
  ];
  const costs = new Map<string, Cost[]>(subjects.map(([name]) => [name, []]));
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, argv] of subjects) {
      const few = await cost(argv(1), folder);
      const many = await cost(argv(requests), folder);
      costs.get(name)?.push({ cpuMs: many.cpuMs - few.cpuMs, ms: many.ms - few.ms });
    }
    process.stderr.write(`\rround ${round + 1} of ${rounds} `);
  }
  server.close();
  const base = costs.get(subjects[0]?.[0] ?? '') ?? [];
  const rows = subjects.map(([name]) => {
    const own = costs.get(name) ?? [];
    const ratio = (of: keyof Cost): string =>
      median(own.map((each, at) => each[of] / (base[at]?.[of] ?? NaN))).toFixed(1);
    return [
      name,
      `${(median(own.map(each => each.cpuMs)) / requests).toFixed(2)} ms`,
      `×${ratio('cpuMs')}`,
      `${(median(own.map(each => each.ms)) / requests).toFixed(2)} ms`,
      `×${ratio('ms')}`,
    ];
  });
  report('run', [
    `${requests} requests on one connection, minus the cost of one request; medians of ${rounds} rounds, each subject in turn.`,
    `Load of the machine while it was measured: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores; above one per core the clock measures others, and CPU decides.`,
    '',
    ...table(['', 'CPU per request', 'ratio', 'clock per request', 'ratio'], rows),
    '',
    'In a run this short, a third of the CPU time is V8 compiling on other threads: over 20,000 requests, each costs half. got alone allocates',
    '81 kB per request, 23 kB of it for Node options that our engine does not build; node:http allocates 17 kB.',
  ]);
}
