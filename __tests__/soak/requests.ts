/** Very many requests in one run, each with a capture and a check: memory does not grow with the number of requests. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { passingFolder } from '../support/run/passing-folder.js';
import { type Held, SoakedProgram } from './program.js';
import type { Result } from './result.js';

const entries = (url: string): string => `### first
# @capture id = $.id
# @assert status == 200
GET ${url}/first

### second
# @assert $.id == {{id}}
POST ${url}/second
Content-Type: application/json

{ "id": {{id}} }
`;

/** Maximum ratio of heap growth. The durations of all requests are retained, eight bytes each, and combined into one table. */
const grownMiB = (before: number, requests: number): number => 0.1 * before + (requests * 8) / 2 ** 20;

/** Number of files in a folder, not counting the compiled code that the first run in a home directory caches. */
const leftIn = (home: string): number =>
  readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    each => each.isFile() && !each.name.endsWith('.v8'),
  ).length;

/** Measures the program after a tenth of the requests and before the last one. The response waits during a measurement. */
export async function soakRequests(scale: number, tell: (line: string) => void): Promise<Result> {
  const home = passingFolder();
  mkdirSync(path.join(home, 'work'));
  const rounds = Math.max(20, Math.round(50_000 * scale));
  const [first, last] = [Math.max(10, Math.round(rounds / 10)) * 2, rounds * 2];
  const weighed: (Held & { readonly files: number })[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    count += 1;
    if (count === first || count === last) weighed.push({ ...(await program.held()), files: leftIn(home) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id": 7, "text": "${'x'.repeat(500)}"}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const file = path.join(home, 'work', 'api.http');
  writeFileSync(file, entries(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  tell(`${rounds * 2} requests of a run`);
  const begun = performance.now();
  const program = await SoakedProgram.start(['run', file, '--repeat', String(rounds)], { HOME: home });
  const ended = await program.terminal.ended;
  const seconds = (performance.now() - begun) / 1000;
  server.close();
  const [before, after] = weighed;
  if (!before || !after) throw new Error(`only ${count} of ${last} requests came`);
  const [files, now] = [before.files, leftIn(home)];
  const wrong = [
    ...(ended.code === 0 ? [] : [`ended with ${ended.code}`]),
    ...(after.heapMiB > before.heapMiB + grownMiB(before.heapMiB, last) ? ['the heap grew'] : []),
    ...(after.descriptors > before.descriptors ? ['descriptors left'] : []),
    ...(after.timers.length > before.timers.length ? ['timers left'] : []),
    ...(now > files ? [`${now - files} files left`] : []),
  ];
  return {
    part: 'requests',
    done: `${last.toLocaleString('en')} requests of one run, captured and checked`,
    seconds,
    heapMiB: [before.heapMiB, after.heapMiB],
    codeMiB: [before.codeMiB, after.codeMiB],
    descriptors: [before.descriptors, after.descriptors],
    timers: [before.timers.length, after.timers.length],
    files: [files, now],
    wrong,
  };
}
