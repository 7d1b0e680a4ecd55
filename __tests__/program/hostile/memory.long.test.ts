/**
 * Responses that are small on the network and huge in memory, or slow to parse: bounded, one clear line, the terminal intact.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { type Ended, runProgram, temporaryFolder } from '../../support/program.js';
import { type Answering, closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** Sends gzip responses in pieces generated on demand. */
const gzipped =
  (type: string, pieces: () => Generator<string>): Answering =>
  response => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    const gzip = createGzip({ level: 9 });
    gzip.pipe(response);
    response.on('close', () => gzip.destroy());
    const source = pieces();
    const write = (): void => {
      for (let next = source.next(); !next.done; next = source.next()) {
        if (!gzip.write(next.value)) return void gzip.once('drain', write);
      }
      gzip.end();
    };
    write();
  };

function* repeated(before: string, text: string, times: number, after: string): Generator<string> {
  yield before;
  const block = text.repeat(100_000);
  for (let i = 0; i < times / 100_000; i++) yield block;
  yield after;
}

/** Variables that make the program report its memory use, and the reported value, in MiB. */
function measured() {
  const file = path.join(temporaryFolder(), 'memory');
  return {
    variables: { NODE_OPTIONS: `--require=${path.resolve('__tests__/support/report-memory.cjs')}`, MEMORY_FILE: file },
    peak: () => Number(readFileSync(file, 'utf8')) / 1024,
  };
}

async function run(url: string, argv: readonly string[]): Promise<Ended & { readonly peak: number }> {
  const { variables, peak } = measured();
  const ended = await runProgram(['graphql', url, ...argv], { variables });
  return { ...ended, peak: peak() };
}

const query = ['--query', '{ a }'];
const subscribe = ['--subscription-protocol', 'sse', '--query', 'subscription { a }'];
/** Half a gigabyte of numbers, half a megabyte when compressed. */
const numbers = () => repeated('[', '0,', 249_000_000, '0]');

describe('half a gigabyte of numbers that is not a GraphQL response', () => {
  test('is read no further than it is shown', async () => {
    const { url } = await httpServer(gzipped('application/json', numbers));
    const { code, stderr, bytes, peak } = await run(url, query);
    expect([code, bytes.length]).toEqual([1, 1024 * 1024]);
    expect(stderr).toMatch(
      /^apiclient: The server answered 200 OK with .* Only its first 1\.0 MB were read\.\n {2}\S.*\n$/,
    );
    expect(peak).toBeLessThan(250);
  });

  test('leaves the screen unchanged, and the terminal intact', async () => {
    const { url } = await httpServer(gzipped('application/json', numbers));
    const { variables, peak } = measured();
    const terminal = startInTerminal(['graphql', url], { columns: 100, rows: 30, variables });
    await terminal.untilShown('not a GraphQL response');
    terminal.write('c');
    await terminal.untilShown('2 Query');
    terminal.write('2i{ a }\u0012');
    await terminal.untilScreen(screen => /4 Response[\s\S]*not a GraphQL response/.test(screen), 'the refused answer');
    terminal.write('\u0003\u0003');
    expect((await terminal.ended).code).toBe(0);
    expect([terminal.alternate, terminal.modes.mouseTrackingMode]).toEqual([false, 'none']);
    expect(peak()).toBeLessThan(500);
  });
});

test('a schema of twenty million zeros is rejected with an explanation', async () => {
  const body = () => repeated('{"data":{"__schema":{"types":[', '0,', 20_000_000, '0]}}}');
  const { url } = await httpServer(gzipped('application/json', body));
  const { code, stderr, peak } = await run(url, ['--print-schema']);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^apiclient: The introspection response has 200000\d\d /)]);
  expect(peak).toBeLessThan(400);
});

test('data of twenty million values is printed as received, without holding one of them', async () => {
  const body = () => repeated('{"data":{"a":[', '0,', 20_000_000, '0]}}');
  const { url } = await httpServer(gzipped('application/json', body));
  const { code, bytes, peak } = await run(url, query);
  expect([code, bytes.length]).toEqual([0, 40_000_018]);
  expect(peak).toBeLessThan(400);
});

test('an event of endless empty lines reaches the limit', async () => {
  const { url } = await httpServer(gzipped('text/event-stream', () => repeated('', 'data:\n', 40_000_000, '')));
  const { code, stdout, stderr, peak } = await run(url, [...subscribe, '--max-size', '100M']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^apiclient: An event exceeds \d+ bytes\.\n {2}\S.*\n$/);
  expect(peak).toBeLessThan(300);
});

const patched = (parts: readonly string[]): Answering => {
  const body = parts.map(part => `\r\n---\r\nContent-Type: application/json\r\n\r\n${part}`).join('');
  return response => {
    response.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' });
    response.end(`${body}\r\n-----\r\n`);
  };
};

test('two payloads nested sixty thousand deep are merged', async () => {
  const nested = (leaf: string): string => `${'['.repeat(60_000)}${leaf}${']'.repeat(60_000)}`;
  const { url } = await httpServer(
    patched([
      `{"data":{"a":${nested('1')}},"hasNext":true}`,
      `{"incremental":[{"path":[],"data":{"a":${nested('2')}}}],"hasNext":false}`,
    ]),
  );
  const { code, stdout } = await run(url, ['--query', '{ ... @defer { a } }']);
  expect([code, stdout === `{"data":{"a":${nested('2')}}}\n`]).toEqual([0, true]);
});

test('an incremental response with too many values is rejected with an explanation', async () => {
  const items = `[${'0,'.repeat(999_999)}0]`;
  const { url } = await httpServer(
    patched(Array(7).fill(`{"data":{"a":[]},"incremental":[{"path":["a",0],"items":${items}}],"hasNext":true}`)),
  );
  const { code, stderr, peak } = await run(url, ['--query', '{ a @stream }']);
  expect([code, stderr]).toEqual([
    1,
    'apiclient: The parts of the response cannot be merged: it contains more than 5000000 values.\n',
  ]);
  expect(peak).toBeLessThan(1000);
});

test('a string of 16 MB in one event is shown on a terminal', async () => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`event: next\ndata: {"data":{"a":"${'x'.repeat(16_000_000)}END"}}\n\nevent: complete\n\n`);
  });
  const terminal = startInTerminal(['graphql', url, ...subscribe], { columns: 100 });
  expect((await terminal.ended).code).toBe(0);
  // The last output may still be in the pseudo-terminal when the program has ended.
  await terminal.untilScreen(screen => screen.endsWith('xEND"}}'), 'the end of the string');
});

test('a string of 64 MB in one event is printed in colour', async () => {
  const { url } = await httpServer(
    gzipped('text/event-stream', function* body() {
      yield* repeated('event: next\ndata: {"data":{"a":"', "\\n'x", 16_000_000, '"}}\n\nevent: complete\n\n');
    }),
  );
  const { code, bytes, stderr, peak } = await run(url, [...subscribe, '--pretty', 'colors']);
  expect([code, stderr, bytes.length > 64_000_000]).toEqual([0, '', true]);
  expect(peak).toBeLessThan(1000);
});

test('a part of 50 MB, each line of which begins like its end, is read in linear time', async () => {
  const { url } = await httpServer(
    gzipped('multipart/mixed; boundary="part"', function* body() {
      yield '--part\r\nContent-Type: application/json\r\n\r\n';
      yield* repeated('{"payload":{"data":{"a":[', '-1,\r\n', 10_000_000, '0]}}}');
      yield '\r\n--part--\r\n';
    }),
  );
  const { code, bytes, stderr, peak } = await run(url, [...subscribe, '--subscription-protocol', 'multipart']);
  expect([code, stderr, bytes.length > 30_000_000]).toEqual([0, '', true]);
  expect(peak).toBeLessThan(1000);
});

test('fifty thousand streamed items are one list, in linear time', async () => {
  const { url } = await httpServer(
    patched([
      '{"data":{"a":[]},"hasNext":true}',
      ...Array.from(
        { length: 50_000 },
        (_, at) => `{"incremental":[{"path":["a",${at}],"items":[${at}]}],"hasNext":true}`,
      ),
      '{"hasNext":false}',
    ]),
  );
  const { code, stdout, peak } = await run(url, ['--query', '{ a @stream }']);
  expect([code, JSON.parse(stdout).data.a.length]).toEqual([0, 50_000]);
  expect(peak).toBeLessThan(500);
});

test('eight million < are coloured as XML in linear time', async () => {
  const { url } = await httpServer((response, { path: asked }) => {
    const [, name, length] = asked.split('/');
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(name === 'open' ? '<'.repeat(Number(length)) : '<!--'.padEnd(Number(length), '-'));
  });
  const timeOf = async (name: string, length: number) => {
    const started = performance.now();
    const { code, bytes } = await runProgram(['GET', `${url}/${name}/${length}`, '--pretty', 'all'], { spawn: true });
    expect([code, bytes.length > length]).toEqual([0, true]);
    return performance.now() - started;
  };
  for (const name of ['open', 'comment']) {
    const part = await timeOf(name, 800_000);
    expect((await timeOf(name, 8_000_000)) / part).toBeLessThan(50);
  }
});

test('a field with twenty thousand required arguments is ticked, filled and unticked, and Ctrl-C works', async () => {
  const home = temporaryFolder();
  const args = Array.from({ length: 20_000 }, (_, at) => `arg${at}: Int!`).join(' ');
  writeFileSync(path.join(home, 'wide.graphql'), `type Query { wide(${args}): Int other: Int }`);
  const words = ['graphql', 'http://127.0.0.1:9/', '--schema', 'wide.graphql'];
  const { variables, peak } = measured();
  const terminal = startInTerminal(words, { columns: 100, rows: 30, home, folder: home, variables });
  await terminal.untilShown('[ ] wide');
  terminal.write('j ');
  await terminal.untilShown('[x] wide');
  await terminal.untilShown('required: arg0: Int!');
  terminal.write('3m');
  await terminal.untilShown('"arg0": 0');
  terminal.write('1 ');
  await terminal.untilScreen(screen => screen.includes('[ ] wide') && !screen.includes('"arg0"'), 'nothing ticked');
  // Tick, untick, tick, and quit, all at once.
  terminal.write('   \u0003\u0003');
  expect((await terminal.ended).code).toBe(0);
  expect([terminal.alternate, terminal.modes.mouseTrackingMode]).toEqual([false, 'none']);
  expect(peak()).toBeLessThan(1000);
});
