/** Large OpenAPI descriptions on the full screen: opening from the cache, moving, searching, and memory. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { descriptionText } from '../support/fixtures/descriptions.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { type Lines, median, table } from './measure.js';
import type { Measurement } from './names.js';
import { atOf, frameEnd, keepCode, Subject } from './tui.js';

/** A description, and a word in its first rows. */
const descriptions = [
  ['github', 'code-scanning', 'list repos'],
  ['stripe', 'no tag', 'post customer'],
] as const;

export async function* bench({ parts, rounds }: Measurement): Lines {
  yield 'Times in milliseconds, from the start of the program and from each key, 2.5 s later, to the end of its frame; memory in MiB:';
  yield '';
  const head = ['description', 'opened from the cache', 'a move', 'a letter', 'p99', 'peak memory'];
  yield* table(head, rows(parts, rounds));
}

async function* rows(parts: readonly string[], rounds: number): AsyncGenerator<readonly string[]> {
  const home = passingFolder();
  const cli = path.resolve('dist/cli.cjs');
  await keepCode(cli, home);
  for (const [name, shown, search] of descriptions.filter(([name]) => parts.includes(name))) {
    const text = descriptionText(`${name}.json.gz`);
    const server = http.createServer((request, response) => {
      const isIts = request.url === '/openapi.json';
      response.writeHead(isIts ? 200 : 404, { 'content-type': 'application/json' }).end(isIts ? text : '{}');
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
    const opened: number[] = [];
    const moves: number[] = [];
    const letters: number[] = [];
    const held: number[] = [];
    const first = new Subject([cli, 'openapi', url], home);
    await first.until(shown);
    first.pty.kill('SIGKILL');
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const subject = new Subject([cli, 'openapi', url], home, {
        program: process.execPath,
        frameEnd,
        home: first.home,
      });
      await subject.until(shown);
      opened.push(performance.now() - start);
      // As with a schema, users look before they type.
      await new Promise(resolve => setTimeout(resolve, 2500));
      await subject.key('l');
      for (const key of 'jkjkjkjkjkjkjkjkjkjk') moves.push((await subject.key(key)).ms);
      await subject.key('/');
      for (const letter of search) letters.push((await subject.key(letter)).ms);
      held.push(subject.peak);
      subject.pty.kill('SIGKILL');
    }
    server.close();
    yield [
      name,
      median(opened).toFixed(0),
      atOf(moves, 0.5).toFixed(1),
      atOf(letters, 0.5).toFixed(1),
      atOf(letters, 0.99).toFixed(1),
      Math.max(...held).toFixed(0),
    ];
  }
}
