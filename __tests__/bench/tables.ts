/** Keys in a table of 20,000 rows, returned by a server for every operation. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceRound, type Lines, table } from './measure.js';
import { atOf, Subject } from './tui.js';

const rows = 20_000;

const body = JSON.stringify({
  data: {
    rows: Array.from({ length: rows }, (_, id) => ({
      ...{ id, name: `Person ${id} of many`, email: `p${id}@example.org`, city: ['London', 'Paris', 'Rome'][id % 3] },
      ...{ age: (id * 7919) % 97, price: id / 7, tags: ['a', 'b'], address: { street: `Street ${id}`, zip: `${id}` } },
    })),
  },
});

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

const exercises: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ['open', ['t']],
  ['move', [...'jjjjjjjjjjjjjjjjjjjj']],
  ['last row, first row', ['G', '\u001b[H', 'G', '\u001b[H']],
  ['next column', [...'llll']],
  ['sort by a text column', ['S', 'S']],
  ['sort by a number column', ['l', 'l', 'T']],
  ['filter', ['f', ...'paris 19', '\r']],
];

/** Milliseconds from each key to the end of its frame. */
export async function* tableTimes(cli: string, schema: string, home: string, rounds: number): Lines {
  yield `A table of ${rows.toLocaleString('en')} rows: key until the end of its frame, in milliseconds.`;
  yield '';
  yield* table(['', 'p50', 'p99'], exerciseRows(cli, schema, home, rounds));
}

async function* exerciseRows(
  cli: string,
  schema: string,
  home: string,
  rounds: number,
): AsyncGenerator<readonly string[]> {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const times = new Map<string, number[]>(exercises.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    const subject = new Subject([cli, 'graphql', url, '--schema', schema], home);
    await subject.until('codeOfConduct');
    await pause(1500);
    subject.pty.write('2i{ viewer { login } }\u001b');
    await pause(300);
    subject.pty.write('\u0012');
    await subject.until('Person 0 of many');
    for (const key of ['4', 'j', 'j']) {
      subject.pty.write(key);
      await pause(300);
    }
    // After the key that opens the table, the remaining rows are read between frames.
    for (const [name, keys] of exercises) {
      const list = times.get(name) ?? [];
      for (const key of keys) {
        list.push((await subject.key(key)).ms);
        await pause(name === 'open' ? 3000 : 50);
      }
      if (round === rounds - 1) yield [name, atOf(list, 0.5).toFixed(1), atOf(list, 0.99).toFixed(1)];
    }
    subject.pty.kill('SIGKILL');
  }
  server.close();
}
