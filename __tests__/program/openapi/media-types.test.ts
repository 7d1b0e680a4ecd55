/** Calls of an operation with several media types: the one is sent that has the given properties and can carry their files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';

/** Django REST framework describes the same schema for each of its parsers. */
const description = `
openapi: 3.0.3
servers: [{url: 'https://api.example.com'}]
paths:
  /posts:
    post:
      requestBody: 
        content:
          application/json: {schema: {$ref: '#/components/schemas/Post'}}
          application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Post'}}
          multipart/form-data: {schema: {$ref: '#/components/schemas/Post'}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}}
  /covers:
    post:
      requestBody:
        content:
          application/json: {schema: {$ref: '#/components/schemas/Cover'}}
          multipart/form-data: {schema: {$ref: '#/components/schemas/Cover'}}
  /resumes:
    post:
      requestBody:
        content:
          multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}
          application/json: {schema: {type: object, properties: {text: {type: string}}}}
components:
  schemas:
    Post: {type: object, required: [title], properties: {title: {type: string}, image: {type: string, format: binary}}}
    Cover: {type: object, required: [image], properties: {image: {type: string, format: binary}}}
`;

const home = temporaryFolder();
writeFileSync(path.join(home, 'api.yaml'), description);
writeFileSync(path.join(home, 'a.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
writeFileSync(path.join(home, 'a.txt'), 'text');
const run = (...words: readonly string[]) => runProgram(['openapi', 'api.yaml', ...words], { home });
const call = (operation: string, ...words: readonly string[]) => run('--call', operation, ...words, '--dry-run');

test.each([
  ['POST /posts', ['title=x'], 'application/json'],
  ['POST /posts', ['title=x', 'image=@a.png'], 'multipart/form-data'],
  ['POST /posts', ['title=x', 'image=@a.txt'], 'multipart/form-data'],
  ['POST /posts', ['title=@a.txt'], 'application/json'],
  ['POST /posts', ['title=x', 'image=@a.png', '-H', 'Content-Type: multipart/form-data'], 'multipart/form-data'],
  ['POST /covers', [], 'multipart/form-data'],
  ['POST /resumes', ['file=@a.png'], 'multipart/form-data'],
  ['POST /resumes', ['text=x'], 'application/json'],
])('%s with %j is sent as %s', async (operation, items, type) => {
  const { stdout, code } = await run('--call', operation, ...items, items.length > 0 ? '--dry-run' : '--print-request');
  expect([code, /^content-type: ([^;\n]*)/im.exec(stdout)?.[1]]).toEqual([0, type]);
});

test('a file that is not text is refused as a part of JSON', async () => {
  const { stdout, stderr, code } = await call('PATCH /posts', 'title=@a.png');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('PATCH /posts: a.png is not text, so it cannot be the value of title.');
});

test('the properties of all media types are completed', async () => {
  const words = ['__complete', 'fish', 'openapi', 'api.yaml', '--call', 'POST /resumes', ''];
  const { stdout } = await runProgram(words, { home });
  expect(stdout.split('\n').slice(1, -1)).toEqual(['file=', 'text=']);
});
