/** Bodies on a pseudo-terminal, with descriptions of real APIs: a file, an alternative, a nested list, an ID. */
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { descriptionText } from '../../../support/fixtures/descriptions.js';
import { temporaryFolder } from '../../../support/program.js';
import { closeTerminals, startInTerminal } from '../../../support/terminal.js';

interface Received {
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

const received: Received[] = [];
const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const { url = '', headers } = request;
    received.push({ url, type: headers['content-type'] ?? '', body: Buffer.concat(chunks).toString('latin1') });
    const isList = request.method === 'GET' && url.endsWith('/pets');
    const reply = isList ? '[{"id": 31, "name": "Rex"}, {"id": 32, "name": "Tom"}]' : '{"stored": true}';
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(reply);
  });
});
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => void received.splice(0));
afterEach(closeTerminals);

/** The program on a description of the fixtures, whose server is replaced. */
function open(name: string) {
  const home = temporaryFolder();
  const description = JSON.parse(descriptionText(name));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { host: _, schemes: __, basePath: ___, ...rest } = description;
  const at = description.swagger ? { ...rest, host: url.slice(7), schemes: ['http'] } : { ...rest, servers: [{ url }] };
  mkdirSync(path.join(home, 'files'));
  writeFileSync(path.join(home, 'files/cat.png'), 'PNG-bytes');
  writeFileSync(path.join(home, 'api.json'), JSON.stringify(at));
  return startInTerminal(['openapi', 'api.json'], { home, folder: home, columns: 130, rows: 45 });
}

const run = '\u0012';

/** The last request. */
const last = (): Received => {
  const request = received.at(-1);
  if (request === undefined) throw new Error('The server received no request.');
  return request;
};

test('a file is chosen with completion and sent as a part with its content type', async () => {
  const terminal = open('3.0/file-uploads.json');
  await terminal.untilShown('3 operations');
  terminal.write('jjjj ');
  await terminal.untilShown('< {{documentFile}}');
  terminal.write('\r');
  await terminal.untilShown('body  object');
  terminal.write('j\r');
  await terminal.untilShown('documentFile');
  terminal.write('jjj\r');
  await terminal.untilShown('Tab: complete');
  terminal.write('files/\t');
  await terminal.untilShown('files/cat.png');
  terminal.write('\r');
  await terminal.untilShown('< ./files/cat.png');
  terminal.write(run);
  await terminal.untilShown('stored');
  expect(last()).toMatchObject({ url: '/anything/multipart-formdata' });
  expect(last().body).toMatch(
    /name="documentFile"; filename="cat\.png"\r?\nContent-Type: image\/png\r?\n\r?\nPNG-bytes\r?\n--part-of-this-form/,
  );
});

test('an alternative is chosen, and its member is added', async () => {
  const terminal = open('3.0/discriminators.json');
  await terminal.untilShown('10 operations');
  terminal.write('j ');
  await terminal.untilShown('"Option One"');
  terminal.write('\r');
  await terminal.untilShown('body  OptionOneNoDisc');
  terminal.write('j\r');
  await terminal.untilShown('one of');
  terminal.write('jj ');
  await terminal.untilShown('"Option Two"');
  terminal.write('\r');
  await terminal.untilShown('optiontwo');
  terminal.write('jj ');
  await terminal.untilShown('"optiontwo": "text"');
  terminal.write(run);
  await terminal.untilShown('stored');
  expect(JSON.parse(last().body)).toEqual({ discrim: 'Option Two', optiontwo: 'text' });
});

test('a list within a list is filled', async () => {
  const terminal = open('3.0/complex-nesting.json');
  await terminal.untilShown('5 operations');
  terminal.write('jjjj ');
  await terminal.untilShown('objectOfObjectsAndArrays');
  terminal.write('\r');
  await terminal.untilShown('body  ObjectOfEverything');
  terminal.write('j\r');
  await terminal.untilShown('arrayOfObjectsOfObjectsAndArrays');
  terminal.write('jj\r');
  await terminal.untilShown('arrayOfPrimitives');
  terminal.write('jj\r');
  await terminal.untilShown('comma-separated items');
  terminal.write('one,two\r');
  await terminal.untilShown('"two"');
  terminal.write(run);
  await terminal.untilShown('stored');
  expect(JSON.parse(last().body)).toMatchObject({
    arrayOfObjectsOfObjectsAndArrays: [{ arrayOfPrimitives: ['one', 'two'] }],
  });
});

test('an ID of an earlier response is chosen by its label', async () => {
  const terminal = open('oai-v2.0-json-petstore-expanded.json');
  await terminal.untilShown('4 operations');
  terminal.write('j ');
  await terminal.untilShown('/pets');
  terminal.write(run);
  await terminal.untilShown('"Rex"');
  terminal.write('1/');
  await terminal.untilShown('names, paths and descriptions');
  terminal.write('find pet by id\r');
  await terminal.untilShown('no tag › GET /pets/{id}');
  terminal.write('j\r');
  await terminal.untilShown('31');
  await terminal.untilShown('pet "Tom"');
  terminal.write('tom\r');
  await terminal.untilShown('pets/{{id}}');
  terminal.write(run);
  await terminal.untilShown('stored');
  expect(last().url).toMatch(/\/pets\/32$/);
});
