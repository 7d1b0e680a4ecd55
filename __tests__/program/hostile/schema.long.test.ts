/** Schemas that no server should send: usable parts are shown, the rest is explained. */

import { runProgram } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const printed = async (introspection: string, flag: string) => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(introspection);
  });
  return runProgram(['graphql', url, flag]);
};

const schema = (field: string): string =>
  `{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[{"kind":"SCALAR","name":"String"},
    {"kind":"OBJECT","name":"Query","interfaces":[],"fields":[${field}]}]}}}`;

const deep = `{"name":"a","args":[],"type":${'{"kind":"LIST","ofType":'.repeat(100_000)}null${'}'.repeat(100_000)}}`;

test('a type nested 100,000 deep is printed as far as possible, and is not a bug', async () => {
  const sdl = await printed(schema(deep), '--print-schema');
  expect([sdl.code, sdl.stderr]).toEqual([0, expect.stringContaining('nested too deeply')]);
  expect(sdl.stdout).toContain('type Query');
  expect(sdl.stderr).not.toMatch(/call stack|bug/);
  const json = await printed(schema(deep), '--print-schema=json');
  expect([json.code, json.stdout]).toEqual([1, '']);
  expect(json.stderr).toContain('The schema is nested too deeply to be printed as JSON.');
  expect(json.stderr).not.toMatch(/call stack|bug/);
});

test('a description that is not text is omitted from the printed schema', async () => {
  const field = '{"name":"a","args":[],"type":{"kind":"SCALAR","name":"String"},"description":{"a":1}}';
  const { code, stdout, stderr } = await printed(schema(field), '--print-schema');
  expect([code, stdout]).toEqual([0, 'type Query {\n  a: String\n}\n']);
  expect(stderr).toContain('The description of Query.a is not text.');
  expect(stderr).not.toContain('bug');
});
