/** Bulk data: 1 GiB to a file and into a pipe, and 200 MiB uploaded, compared with curl and the fastest plain stream in Node. */

import { fork } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';
import { findProgram, onPath } from '../support/programs.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { inParts, interleaved, type Lines, median, ratio, type Subject, table } from './measure.js';
import type { Measurement } from './names.js';

const down = 1 << 30;
const up = 200 << 20;

/** The server runs in its own process, so its memory and CPU time are not attributed to the client. */
const serverCode = `const http = require('node:http');
const block = Buffer.alloc(1 << 20, 'x');
const server = http.createServer((request, response) => {
  if (request.method !== 'GET') {
    request.resume().on('end', () => response.end('{}'));
    return;
  }
  let left = ${down};
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': left });
  const more = () => {
    while (left > 0) {
      left -= block.length;
      if (!response.write(block)) return response.once('drain', more);
    }
    response.end();
  };
  more();
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

const bareCode = `const http = require('node:http'), fs = require('node:fs'), { pipeline } = require('node:stream');
const [, , what, url, file] = process.argv;
const big = { highWaterMark: 1 << 20 };
if (what === 'down') {
  http.get(url, response => pipeline(response, file ? fs.createWriteStream(file, big) : process.stdout, () => {}));
} else {
  const request = http.request(url, { method: 'POST', headers: { 'content-length': fs.statSync(file).size } }, response =>
    response.pipe(process.stdout));
  pipeline(fs.createReadStream(file, big), request, () => {});
}
`;

export async function* bench({ parts, rounds }: Measurement): Lines {
  // In memory if possible: disk speed varies more than the values to be measured.
  const roomy = existsSync('/dev/shm') && freemem() > 4 * down;
  const home = passingFolder(roomy ? '/dev/shm' : undefined);
  const file = (name: string) => path.join(home, name);
  writeFileSync(file('server.cjs'), serverCode);
  writeFileSync(file('bare.cjs'), bareCode);
  writeFileSync(file('up.bin'), Buffer.alloc(up, 'y'));
  const server = fork(file('server.cjs'));
  const port = await new Promise<number>(resolve => server.once('message', value => resolve(Number(value))));
  const url = `http://127.0.0.1:${port}/`;
  const node = process.execPath;
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  const curl = findProgram('curl');
  const [httpie, xh] = [findProgram('httpie'), onPath('xh')];
  const before = () => rmSync(file('out.bin'), { force: true });
  const groups: Readonly<Record<string, readonly [title: string, subjects: readonly Subject[]]>> = {
    file: [
      '1 GiB to a file',
      [
        { name: 'bare node:http stream', command: [node, file('bare.cjs'), 'down', url, file('out.bin')], before },
        { name: 'apiclient', command: [node, cli, 'GET', url, '-o', file('out.bin')], before },
        ...(curl ? [{ name: 'curl', command: [curl, '-so', file('out.bin'), url], before } as const] : []),
        ...(httpie
          ? [{ name: 'HTTPie', command: [httpie, '--ignore-stdin', '-do', file('out.bin'), url], before } as const]
          : []),
        ...(xh ? [{ name: 'xh', command: [xh, '--ignore-stdin', '-do', file('out.bin'), url], before } as const] : []),
      ],
    ],
    pipe: [
      '1 GiB into a pipe',
      [
        { name: 'bare node:http stream', command: [node, file('bare.cjs'), 'down', url] },
        { name: 'apiclient', command: [node, cli, 'GET', url] },
        ...(curl ? [{ name: 'curl', command: [curl, '-s', url] } as const] : []),
      ],
    ],
    upload: [
      '200 MiB up from a file',
      [
        { name: 'bare node:http stream', command: [node, file('bare.cjs'), 'up', url, file('up.bin')] },
        { name: 'apiclient', command: [node, cli, 'POST', url, '-d', `@${file('up.bin')}`] },
        ...(curl
          ? [{ name: 'curl -T', command: [curl, '-sT', file('up.bin'), '-X', 'POST', '-H', 'Expect:', url] } as const]
          : []),
      ],
    ],
    stdin: [
      '200 MiB up from standard input',
      [
        { name: 'bare node:http stream (from the file)', command: [node, file('bare.cjs'), 'up', url, file('up.bin')] },
        { name: 'apiclient', command: [node, cli, 'POST', url, '-d', '@-'], input: file('up.bin') },
        ...(curl
          ? [
              {
                name: 'curl -T -',
                command: [curl, '-sT', '-', '-X', 'POST', '-H', 'Expect:', url],
                input: file('up.bin'),
              } as const,
            ]
          : []),
      ],
    ],
  };
  async function* group(name: string): Lines {
    const [title, subjects] = groups[name] ?? ['', []];
    yield `## ${title}`;
    yield '';
    const runs = await interleaved(subjects, rounds, home);
    const base = runs.get(subjects[0]?.name ?? '') ?? [];
    const rows = subjects.map(({ name }) => {
      const own = runs.get(name) ?? [];
      const peak = Math.max(...own.map(run => run.peakMiB)).toFixed(0);
      return [name, median(own.map(run => run.ms)).toFixed(0), ratio(own, base).toFixed(2), peak];
    });
    yield* table(['', 'ms', '/ bare stream', 'peak MiB'], rows);
  }
  yield `Medians of ${rounds} interleaved rounds of complete processes against a server on this machine; the bare stream has a`;
  yield `highWaterMark of 1 MiB. Files are ${roomy ? 'in memory (/dev/shm)' : 'on the disk'}. Peak memory`;
  yield 'is the resident set as counted by the kernel.';
  yield '';
  try {
    yield* inParts(parts, Object.fromEntries(Object.keys(groups).map(name => [name, () => group(name)])));
  } finally {
    server.kill();
  }
}
