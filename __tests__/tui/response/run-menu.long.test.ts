/** The run menu: files, GET, protocols. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

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
