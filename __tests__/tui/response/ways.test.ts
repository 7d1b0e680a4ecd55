/** The run menu: files, GET, protocols. */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type OperationDefinitionNode, parse } from 'graphql';
import { separateFiles } from '../../../source/core/graphql/intelligence/variable-files.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { Screen } from '../support.js';

afterEach(closeTerminals);

const upload = 'mutation M($file: Upload!, $more: [Upload!], $n: Int) { take(file: $file, more: $more, n: $n) }';

test.each([
  ['{"file":"@a.txt"}', '{"file":null}', ['variables.file=a.txt']],
  [
    '{"file":"@a","more":["@b",null,"@c"],"n":1.0}',
    '{"file":null,"more":[null,null,null],"n":1.0}',
    ['variables.file=a', 'variables.more.0=b', 'variables.more.2=c'],
  ],
  ['{ "n": 12345678901234567890, "file": "text" }', '{ "n": 12345678901234567890, "file": "text" }', []],
  ['{"other":"@a"}', '{"other":"@a"}', []],
  ['{"file":', '{"file":', []],
])('%s is sent as %s', (text, sent, files) => {
  const [node] = parse(upload).definitions;
  const found = separateFiles(node as OperationDefinitionNode, text);
  expect(found.text).toBe(sent);
  expect(found.uploads.map(each => `${each.path}=${each.file}`)).toEqual(files);
});

const options = (screen: Screen): string[] => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label }) => label) : [];
};

test('M says how to send: a file for each variable that takes one, GET, protocol, persisted', () => {
  const screen = new Screen({ query: upload, variables: '{ "n": 1 }' }).press('M');
  expect(options(screen)).toEqual([
    'File for $file',
    'File for $more',
    'Queries by GET',
    'Subscriptions over',
    'By the hash of the text',
    'By the ID of a trusted document',
    'With extensions',
  ]);
  screen.press('enter').type('dir/a.txt').press('tab');
  expect(screen.asked.at(-1)).toEqual({ kind: 'complete-path', text: 'dir/a.txt' });
  screen.press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
  screen.press('M', 'enter').type('b').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@b' });
  screen.press('u');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
});

test('GET and the protocol hold from the next run on', () => {
  const screen = new Screen({ query: '{ hello }' }).press('M', 'enter', 'ctrl+r');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { ways: { get: true, protocol: 'auto' } } });
  screen.press('M', 'down', 'enter', 'G', 'enter');
  expect(screen.state.ways).toEqual({ get: true, protocol: 'multipart' });
});

test('in the terminal: the file goes to the server in a multipart request', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'note.txt'), 'the words of the note');
  writeFileSync(
    path.join(folder, 's.graphql'),
    'scalar Upload type Query { a: Int } type Mutation { take(file: Upload!): Int }',
  );
  const bodies: string[] = [];
  const read = async (request: IncomingMessage): Promise<void> => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(`${request.headers['content-type']}\n${body}`);
  };
  const server = createServer(async (request, response) => {
    await read(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"take":1}}');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const terminal = startInTerminal(['graphql', url, '--schema', path.join(folder, 's.graphql')], { folder });
    await terminal.untilShown('Mutation');
    terminal.write('2imutation M($file: Upload!) { take(file: $file) }\x1bM\rnot\t');
    await terminal.untilShown('note.txt');
    terminal.write('\r');
    await terminal.untilShown('"@note.txt"');
    terminal.write('\x12');
    await terminal.untilShown('"take": 1');
    expect(bodies.at(-1)).toMatch(/^multipart\/form-data/);
    expect(bodies.at(-1)).toContain('the words of the note');
    expect(bodies.at(-1)).toContain('"variables":{"file":null}');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
