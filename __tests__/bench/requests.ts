/**
 * `npm run bench -- run`: a thousand requests of one file on one connection, compared with a bare node:http loop and httpyac,
 * and requests on fifty connections, compared with a bare loop and autocannon. httpyac and autocannon are installed in
 * `node_modules/.cache/bench` at the first run. The CPU time of each process is decisive, because wall time on a shared machine
 * includes other work.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { announceRound, inParts, type Lines, median, table } from './measure.js';
import type { Measurement } from './names.js';

const requests = 1000;
/** Connections and requests of a load. */
const connections = 50;
const loadRequests = 30_000;

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

/** The same loop on many connections. Prints the requests per second. */
const bareLoad = (url: string, count: number): string => `
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: ${connections} });
const one = () => new Promise((resolve, reject) => http.get('${url}', { agent }, message => {
  message.on('end', resolve).resume();
}).on('error', reject));
let left = ${count};
const worker = async () => { while (left-- > 0) await one(); };
const started = performance.now();
Promise.all(Array.from({ length: ${connections} }, worker)).then(() => {
  console.log(${count} / (performance.now() - started) * 1000);
  process.exit();
});
`;

/** Installs a tool that is compared, unless it was installed before. Returns its file, or undefined if it cannot be installed. */
function toolFile(name: string, version: string, file: string): string | undefined {
  const folder = path.resolve('node_modules/.cache/bench', `${name}-${version}`);
  const script = path.join(folder, 'node_modules', name, file);
  if (existsSync(script)) return script;
  process.stderr.write(`Installing ${name} ${version} in ${folder}.\n`);
  const argv = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--silent',
    `${name}@${version}`,
  ];
  spawnSync('npm', argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  return existsSync(script) ? script : undefined;
}

interface Cost {
  readonly cpuMs: number;
  readonly ms: number;
  readonly stdout: string;
}

/** Runs a program. Returns its CPU time, user and system combined. Rejects if it fails. */
function cost(argv: readonly string[], folder: string): Promise<Cost> {
  const started = performance.now();
  const env = { ...process.env, HOME: folder, NODE_EXTRA_CA_CERTS: undefined, no_proxy: '127.0.0.1' };
  const child = spawn('/usr/bin/time', ['-f', '%U %S', '-o', path.join(folder, 'time'), process.execPath, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  let stdout = '';
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      if (code !== 0) return reject(new Error(`${argv[0]} ended with ${code}`));
      const [user = 0, system = 0] = readFileSync(path.join(folder, 'time'), 'utf8').trim().split(' ').map(Number);
      resolve({ cpuMs: (user + system) * 1000, ms: performance.now() - started, stdout });
    });
  });
}

export async function* bench({ parts, rounds }: Measurement): Lines {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const server = http.createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"id":1,"name":"Ada"}'),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const autocannon = toolFile('autocannon', '9.0.0', 'autocannon.js');
  yield* inParts(parts, {
    requests: () => requestLines(url, folder, rounds, autocannon),
    load: () => loadLines(url, folder, rounds, autocannon),
  });
  server.close();
}

/** CPU time and wall time of each request on one connection. */
async function* requestLines(url: string, folder: string, rounds: number, autocannon: string | undefined): Lines {
  const file = (count: number): string => {
    const name = path.join(folder, `${count}.http`);
    writeFileSync(name, Array.from({ length: count }, () => `GET ${url}\n\n###\n`).join(''));
    return name;
  };
  const cli = path.resolve('dist/cli.cjs');
  const httpyac = toolFile('httpyac', '6.16.7', 'bin/httpyac.js');
  // Run each subject with one request and with a thousand; the difference is the cost of the requests.
  const subjects: readonly (readonly [name: string, argv: (count: number) => readonly string[]])[] = [
    ['node:http, kept alive', count => ['-e', bareLoop(url, count)]],
    ['got, kept alive', count => ['--input-type=module', '-e', gotLoop(url, count)]],
    ['apiclient run FILE', count => [cli, 'run', file(count)]],
    ['apiclient GET URL --repeat', count => [cli, 'GET', url, '--repeat', String(count)]],
    ...(autocannon
      ? [['autocannon', (count: number) => [autocannon, '-c', '1', '-a', String(count), '--no-progress', url]] as const]
      : []),
    ...(httpyac
      ? [
          [
            'httpyac send FILE --all',
            (count: number) => [httpyac, 'send', file(count), '--all', '--output', 'none'],
          ] as const,
        ]
      : []),
  ];
  const costs = new Map<string, Cost[]>(subjects.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    for (const [name, argv] of subjects) {
      const few = await cost(argv(1), folder);
      const many = await cost(argv(requests), folder);
      costs.get(name)?.push({ cpuMs: many.cpuMs - few.cpuMs, ms: many.ms - few.ms, stdout: '' });
    }
  }
  const base = costs.get(subjects[0]?.[0] ?? '') ?? [];
  const rows = subjects.map(([name]) => {
    const own = costs.get(name) ?? [];
    const ratio = (of: 'cpuMs' | 'ms'): string =>
      median(own.map((each, at) => each[of] / (base[at]?.[of] ?? NaN))).toFixed(1);
    const perRequest = (of: 'cpuMs' | 'ms'): string => (median(own.map(each => each[of])) / requests).toFixed(2);
    const cpu = [`${perRequest('cpuMs')} ms`, `×${ratio('cpuMs')}`];
    // autocannon ends at a full second, however short the run is.
    return [name, ...cpu, ...(name === 'autocannon' ? ['–', '–'] : [`${perRequest('ms')} ms`, `×${ratio('ms')}`])];
  });
  yield `${requests} requests on one connection, minus the cost of one request; medians of ${rounds} rounds, each subject in turn.`;
  yield `Load of the machine while it was measured: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores; above one per core the clock measures others, and CPU decides.`;
  yield '';
  yield* table(['', 'CPU per request', 'ratio', 'clock per request', 'ratio'], rows);
  yield '';
  yield 'In a run this short, a third of the CPU time is V8 compiling on other threads: over 20,000 requests, each costs half. got alone allocates';
  yield '81 kB per request, 23 kB of it for Node options that our engine does not build; node:http allocates 17 kB.';
}

/** Requests per second on many connections, and times at half of the highest rate compared with the server's times. */
async function* loadLines(url: string, folder: string, rounds: number, autocannon: string | undefined): Lines {
  const cli = path.resolve('dist/cli.cjs');
  const jobs = String(connections);
  const repeat = (count: number, at: string, ...more: string[]): readonly string[] => [
    ...[cli, 'GET', at, '--repeat', String(count), '--report', 'json', ...more],
  ];
  const own = (stdout: string) => JSON.parse(stdout).requests[0];
  const subjects: readonly {
    readonly name: string;
    readonly argv: readonly string[];
    readonly rate: (stdout: string) => number;
  }[] = [
    { name: 'node:http', argv: ['-e', bareLoad(url, loadRequests)], rate: Number },
    ...(autocannon
      ? [
          {
            name: 'autocannon',
            argv: [autocannon, '-c', jobs, '-a', String(loadRequests), '--no-progress', '--json', url],
            rate: (stdout: string) => JSON.parse(stdout).requests.total / JSON.parse(stdout).duration,
          },
        ]
      : []),
    {
      name: 'apiclient --repeat',
      argv: repeat(loadRequests, url, '--jobs', jobs),
      rate: stdout => own(stdout).perSecond,
    },
  ];
  const measured = new Map(subjects.map(({ name }) => [name, [] as { rate: number; cpuMs: number }[]]));
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    for (const { name, argv, rate } of subjects) {
      const { stdout, cpuMs } = await cost(argv, folder);
      measured.get(name)?.push({ rate: rate(stdout), cpuMs });
    }
  }
  const of = (name: string) => measured.get(name) ?? [];
  const compared = autocannon ? 'autocannon' : 'node:http';
  const rows = subjects.map(({ name }) => [
    name,
    median(of(name).map(each => each.rate)).toFixed(0),
    `×${median(of(name).map(({ rate }, at) => rate / (of(compared)[at]?.rate ?? Number.NaN))).toFixed(2)}`,
    `${((median(of(name).map(each => each.cpuMs)) / loadRequests) * 1000).toFixed(0)} µs`,
  ]);
  yield '### Load';
  yield '';
  yield `${loadRequests} requests on ${connections} connections to a server on the same machine; medians of ${rounds} rounds, each subject in turn.`;
  yield '';
  yield* table(['', 'requests per second', `ratio to ${compared}`, 'CPU per request'], rows);
  const rate = Math.round(median(of('apiclient --repeat').map(each => each.rate)) / 2);
  // Response times of an API that computes for 5 to 25 ms, from its own log.
  const log: number[] = [];
  const slow = http.createServer((_, response) => {
    const started = performance.now();
    setTimeout(() => response.end('{}', () => log.push(performance.now() - started)), 5 + ((log.length * 7) % 20));
  });
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
  const timed = await cost(repeat(3 * rate, at, '--rate', `${rate}/s`, '--jobs', '1000'), folder);
  slow.close();
  log.sort((a, b) => a - b);
  const logged = (share: number): number => log[Math.ceil(share * log.length) - 1] ?? Number.NaN;
  const result = own(timed.stdout);
  const times = [['p50', result.p50, logged(0.5)] as const, ['p99', result.p99, logged(0.99)] as const];
  yield '';
  yield `At half of the highest rate, ${rate} requests per second on schedule, compared with the log of a server that computes for 5 to 25 ms:`;
  yield '';
  yield* table(
    ['', 'apiclient', 'log of the server', 'ratio'],
    times.map(([name, ms, server]) => [
      name,
      `${ms.toFixed(1)} ms`,
      `${server.toFixed(1)} ms`,
      `×${(ms / server).toFixed(2)}`,
    ]),
  );
}
