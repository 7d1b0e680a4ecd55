/**
 * Ctrl-C while pages are followed or an operation is repeated: complete results are printed, each line is complete JSON, exit
 * code 130.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { failure } from '../../source/core/failure.js';
import { main } from '../../source/main.js';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, serve, testEnvironment } from '../support/servers/graphql.js';

afterEach(closeServers);

const query = 'query($endCursor: String) { books(after: $endCursor) { nodes pageInfo { hasNextPage endCursor } } }';
const books = (page: number, nodes: readonly unknown[] = [page]) =>
  JSON.stringify({ data: { books: { nodes, pageInfo: { hasNextPage: true, endCursor: `c${page}` } } } }, undefined, 1);

interface Heard {
  readonly count: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

/** Runs the program against a server that sees each request, and may send Ctrl-C. With `interruptAt`, as a process. */
async function run(
  flags: readonly string[],
  hear: (heard: Heard) => void,
  interruptAt?: 'first output',
): Promise<{
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
}> {
  let count = 0;
  const stop = new AbortController();
  const url = await serve((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      hear({ count: ++count, request, response, interrupt: () => stop.abort(failure('interrupted', 'Interrupted.')) });
    });
  });
  const argv = ['graphql', url, '--no-validate', ...flags];
  if (interruptAt === undefined) {
    const environment = testEnvironment({ signal: stop.signal });
    const code = await main(argv, environment);
    return { code, stdout: environment.out(), stderr: environment.err(), folder: environment.folder };
  }
  const folder = temporaryFolder();
  const onStart = (child: ChildProcess) => void child.stdout?.once('data', () => child.kill('SIGINT'));
  return { ...(await runProgram(argv, { folder, onStart })), folder };
}

const nodesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).data.books.nodes[0]);

const kinds = [
  ['--paginate', ['--query', query, '--paginate']],
  ['--every', ['--query', '{ books { nodes } }', '--every', '0.01']],
] as const;

describe.each(kinds)('%s', (_, flags) => {
  test.each([
    ['while an answer is awaited', (_response: ServerResponse) => {}],
    [
      'in the middle of an answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"data":{"books":{"nodes":["half');
      },
    ],
  ])('Ctrl-C %s', async (_when, answer) => {
    const { code, stdout, stderr } = await run(flags, ({ count, response, interrupt }) => {
      if (count < 4) return void response.end(books(count));
      answer(response);
      interrupt();
    });
    expect([code, nodesOf(stdout), stderr]).toEqual([130, [1, 2, 3], 'apiclient: Interrupted.\n']);
  });

  test.each(['all', 'format', 'colors'])('with --pretty %s results stay on one line', async pretty => {
    const { code, stdout } = await run([...flags, '--pretty', pretty], ({ count, response, interrupt }) => {
      if (count < 4) response.end(books(count));
      else interrupt();
    });
    expect([code, nodesOf(stdout.replace(/\u001b\[[\d;]*m/g, ''))]).toEqual([130, [1, 2, 3]]);
  });

  test('complete results are saved in the file of -o', async () => {
    const { code, stdout, folder } = await run([...flags, '-o', 'pages.jsonl'], ({ count, response, interrupt }) => {
      if (count < 4) response.end(books(count));
      else interrupt();
    });
    expect([code, stdout, nodesOf(readFileSync(path.join(folder, 'pages.jsonl'), 'utf8'))]).toEqual([
      130,
      '',
      [1, 2, 3],
    ]);
  });
});

test('Ctrl-C between two runs ends the wait', async () => {
  const { code, stdout, stderr } = await run(
    ['--query', '{ books { nodes } }', '--every', '3600'],
    ({ count, response }) => response.end(books(count)),
    'first output',
  );
  expect([code, nodesOf(stdout), stderr]).toEqual([130, [1], 'apiclient: Interrupted.\n']);
});

test.each(kinds)('%s: a line of megabytes is written to its end', async (_, flags) => {
  const { code, stdout } = await run(
    flags,
    ({ count, response }) => response.end(books(count, [count, 'x'.repeat(3_000_000)])),
    'first output',
  );
  const nodes = nodesOf(stdout);
  expect([code, nodes]).toEqual([130, nodes.map((_node, at) => at + 1)]);
  expect(nodes.length).toBeGreaterThan(0);
});
