/** A file chosen in the tree, in a terminal: Tab completes its path, and the server receives it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals } from '../../support/terminal.js';
import { openScreen } from '../demo.js';

afterEach(closeTerminals);
afterAll(closeServers);

const sdl = `
  scalar Upload
  input Cover { file: Upload, files: [Upload!] }
  type Query { books: Int }
  type Mutation { put(file: Upload!, other: Upload, many: [Upload!], cover: Cover): Int }`;

test('in the terminal: Tab completes the file after @, its variable is added, and the server gets it; header lines work the same way', async () => {
  const introspection = JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) });
  const { url, seen } = await httpServer((response, { body }) => {
    response.setHeader('content-type', 'application/json');
    response.end(body.includes('__schema') ? introspection : '{"data": {"put": 1}}');
  });
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'picture-of-a-cat.png'), 'meow');
  writeFileSync(path.join(home, 'headers.txt'), 'X-From-File: yes\n');
  const terminal = await openScreen(`${url}/graphql`, { home });
  terminal.write('Ha@~/hea\t');
  await terminal.untilShown('@~/headers.txt');
  terminal.write('\rq');
  await terminal.untilShown('Press R to reload');
  terminal.write('/put\r');
  terminal.write(' j\r~/pic\t');
  await terminal.untilShown('@~/picture-of-a-cat.png');
  terminal.write('\r');
  await terminal.untilShown('"file": "@~/picture-of-a-cat.png"');
  terminal.write('\x12');
  // The search added the mutation to the text.
  await terminal.untilShown('Run put?');
  terminal.write('j\r');
  await terminal.untilShown('200 · ');
  const sent = seen.find(({ body }) => !body.includes('__schema'));
  expect(sent?.headers['content-type']).toContain('multipart/form-data');
  expect(sent?.body.toString('latin1')).toContain('filename="picture-of-a-cat.png"');
  expect(sent?.body.toString('latin1')).toContain('meow');
  expect(sent?.headers['x-from-file']).toBe('yes');
});
