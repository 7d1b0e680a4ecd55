/** The run menu: files, GET, protocols. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type OperationDefinitionNode, parse } from 'graphql';
import { separateFiles } from '../../../source/core/graphql/intelligence/variable-files.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { loaded, Screen } from '../support.js';

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
  const found = separateFiles(node as OperationDefinitionNode, text, () => undefined);
  expect(found.text).toBe(sent);
  expect(found.uploads.map(each => `${each.path}=${each.file}`)).toEqual(files);
});

const uploads = `
  scalar Upload
  scalar Photo @specifiedBy(url: "https://github.com/jaydenseric/graphql-multipart-request-spec")
  scalar FileName
  scalar ImageFile
  input Book { title: String, cover: ImageFile, pages: [Page!], name: FileName, next: Book }
  input Page { scan: Photo!, notes: [Upload!] }
  type Query { a: Int }
  type Mutation { add(book: Book!): Int }
`;
const adding = 'mutation Add($book: Book!, $photo: Photo) { add(book: $book) }';

test('files inside input objects and lists, and scalars with other names, are recognized by the schema', () => {
  const [node] = parse(adding).definitions;
  const { index } = loaded(uploads);
  const text =
    '{"book":{"title":"@home","name":"@x","cover":"@c.png","next":{"cover":"@d.png"},"pages":[{"scan":"@1","notes":["@n",null]}]},"photo":"@p"}';
  const found = separateFiles(node as OperationDefinitionNode, text, name => index.type(name));
  expect(JSON.parse(found.text)).toEqual({
    book: {
      title: '@home',
      name: '@x',
      cover: null,
      next: { cover: null },
      pages: [{ scan: null, notes: [null, null] }],
    },
    photo: null,
  });
  expect(found.uploads.map(each => `${each.path}=${each.file}`)).toEqual([
    'variables.book.cover=c.png',
    'variables.book.next.cover=d.png',
    'variables.book.pages.0.scan=1',
    'variables.book.pages.0.notes.0=n',
    'variables.photo=p',
  ]);
});

test('M offers each position that accepts a file; in a list, the position after the existing files', () => {
  const screen = new Screen({ sdl: uploads, query: adding, variables: '' }).press('M');
  const files = options(screen).filter(each => each.startsWith('File for'));
  expect(files).toEqual([
    'File for $photo',
    'File for $book.cover',
    'File for $book.pages.scan',
    'File for $book.pages.notes',
  ]);
  const give = (at: number, path: string): void => {
    screen
      .press(...Array.from({ length: at }, () => 'down'), 'enter')
      .type(path)
      .press('enter', 'M');
  };
  give(1, 'c.png');
  expect(JSON.parse(screen.variables)).toEqual({ book: { cover: '@c.png' } });
  give(3, 'a.txt');
  give(3, 'b.txt');
  give(2, 's.png');
  expect(JSON.parse(screen.variables).book.pages).toEqual([{ scan: '@s.png', notes: ['@a.txt', '@b.txt'] }]);
});

const options = (screen: Screen): string[] => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label }) => label) : [];
};

test('M offers how to send: a file for each variable that accepts one, GET, protocol, persisted', () => {
  const screen = new Screen({ query: upload, variables: '{ "n": 1 }' }).press('M');
  expect(options(screen)).toEqual([
    'File for $file',
    'File for $more',
    'Use GET for queries',
    'Subscription protocol',
    'Persisted queries',
    'Trusted document ID',
    'Extensions',
  ]);
  screen.press('enter').type('dir/a.txt').press('tab');
  expect(screen.asked.at(-1)).toEqual({ kind: 'complete-path', text: 'dir/a.txt' });
  screen.press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
  screen.press('M', 'enter').type('b').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@b' });
  screen.press('u');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
  screen.press('M', 'down', 'enter').type('one').press('enter', 'M', 'down', 'enter').type('two').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt', more: ['@one', '@two'] });
});

test('GET and the protocol apply from the next run on', () => {
  const screen = new Screen({ query: '{ hello }' }).press('M', 'enter', 'ctrl+r');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { transport: { get: true, protocol: 'auto' } } });
  screen.press('M', 'down', 'enter').type('multi').press('enter');
  expect(screen.state.transport).toEqual({ get: true, protocol: 'multipart' });
});

test('after "@ in the variables, the list offers paths, and continues in an accepted folder', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'letters'));
  writeFileSync(path.join(folder, 'letters/note.txt'), 'words');
  writeFileSync(path.join(folder, 's.graphql'), uploads);
  const terminal = startInTerminal(['graphql', 'http://127.0.0.1:9/', '--schema', path.join(folder, 's.graphql')], {
    folder,
    columns: 100,
    rows: 30,
  });
  await terminal.untilShown('Mutation');
  terminal.write(`2i${adding}\x1b3i{"book": {"cover": "@`);
  // Wait for both rows, since half a frame may be on the screen.
  await terminal.untilScreen(screen => screen.includes('letters/') && screen.includes('│ s.graphql'), 'the whole list');
  terminal.write('le');
  await terminal.untilScreen(screen => !screen.includes('│ s.graphql'), 'the list narrowed');
  terminal.write('\t');
  await terminal.untilShown('note.txt');
  terminal.write('\t');
  await terminal.untilShown('{"book": {"cover": "@letters/note.txt"}}');
});

test('in the terminal: the file is sent to the server in a multipart request', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'note.txt'), 'the words of the note');
  writeFileSync(
    path.join(folder, 's.graphql'),
    'scalar Upload input Letter { file: Upload! } type Query { a: Int } type Mutation { take(letter: Letter!): Int }',
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
    terminal.write('2imutation M($letter: Letter!) { take(letter: $letter) }\x1bM\rnot\t');
    await terminal.untilShown('note.txt');
    terminal.write('\r');
    await terminal.untilShown('"@note.txt"');
    terminal.write('\x12');
    await terminal.untilShown('"take": 1');
    expect(bodies.at(-1)).toMatch(/^multipart\/form-data/);
    expect(bodies.at(-1)).toContain('the words of the note');
    expect(bodies.at(-1)).toContain('"variables":{"letter":{"file":null}}');
    terminal.write('\x10copy as apiclient\r');
    await terminal.untilShown('Copied the apiclient command');
    const copied = terminal.effects.find(each => each.startsWith('osc 52 '))?.split(';')[1] ?? '';
    expect(Buffer.from(copied, 'base64').toString()).toContain('--upload variables.letter.file=@');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
