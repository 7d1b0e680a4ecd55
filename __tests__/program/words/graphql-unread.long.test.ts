/** Texts that our parser does not support are sent byte for byte on request, from the command line and from the screen. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

const serverOf = () =>
  httpServer(response => response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"me":"here"}}'));
const sent = ({ seen }: Awaited<ReturnType<typeof serverOf>>) => seen.map(({ body }) => JSON.parse(body.toString()));

/** Fragment arguments, a draft of the specification. */
const draft = 'query A { me ...F(size: 9007199254740993) }\nfragment F($size: Int = 1) on Query { me(size: $size) }';
const two = `${draft} mutation B { set }`;

test('--no-validate sends an unparseable text, the operation named by --operation, and values as typed', async () => {
  const server = await serverOf();
  const argv = ['graphql', server.url, '--query', two, '--no-validate', '--operation', 'B', 'n:=1e400', 'm:=1.0'];
  expect(await runProgram(argv)).toMatchObject({ code: 0, stdout: '{"data":{"me":"here"}}', stderr: '' });
  expect(sent(server)[0]).toMatchObject({ query: two, operationName: 'B' });
  expect(server.seen[0]?.body.toString()).toContain('"n":1e400,"m":1.0');
});

test('without the flag nothing is sent, and the flag is suggested; several operations require a name', async () => {
  const server = await serverOf();
  const refused = await runProgram(['graphql', server.url, '--query', draft]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Pass --no-validate to send it unchanged'),
  });
  const several = await runProgram(['graphql', server.url, '--query', two, '--no-validate']);
  expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('Choose one with --operation: A, B') });
  const paged = await runProgram(['graphql', server.url, '--query', draft, '--no-validate', '--paginate']);
  expect(paged).toMatchObject({ code: 2, stderr: expect.stringContaining('--paginate needs a valid operation') });
  const got = await runProgram(['graphql', server.url, '--query', two, '--no-validate', '--operation', 'B', '--get']);
  expect(got).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be sent with GET') });
  expect(server.seen).toEqual([]);
});

test('on the screen Ctrl-R reports the position of the error, and Alt-S sends the text unchanged', async () => {
  const server = await serverOf();
  const schema = path.join(temporaryFolder(), 'schema.graphql');
  writeFileSync(schema, 'type Query { me: String }');
  const terminal = startInTerminal(['graphql', server.url, '--schema', schema], { columns: 110, rows: 30 });
  await terminal.untilShown('me: String');
  terminal.write(`2i\x1b[200~${draft}\x1b[201~`);
  await terminal.untilShown('on Query');
  terminal.write('\x12');
  await terminal.untilShown('Line 1, column ');
  terminal.write('\x1bs');
  await terminal.untilShown('"here"');
  expect(sent(server).at(-1)).toEqual({ query: draft, operationName: 'A' });
});
