/** Values of a response in the next request: `a` in the response, and `{{name}}`. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphqlSync } from 'graphql';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

const schema = buildSchema(`
  type Query { me(tag: String): String!, page(after: Int): Int! }
  type Mutation { login(name: String!): Login! }
  type Login { token: String!, next: Int! }
`);

test('in the terminal: a mutation logs in, its token is captured, and sent in a header and a variable of the next tab', async () => {
  const seen: { readonly header: unknown; readonly body: string }[] = [];
  const server = createServer((request: IncomingMessage, reply) => {
    let body = '';
    request.on('data', chunk => {
      body += String(chunk);
    });
    request.on('end', () => {
      seen.push({ header: request.headers['x-key'], body });
      const { query: source, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
      const rootValue = {
        me: () => 'Ada',
        page: ({ after }: { after: number }) => after + 1,
        login: () => ({ token: 'tok-1', next: 20 }),
      };
      const result = graphqlSync({ schema, source, rootValue, variableValues: variables ?? {} });
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const terminal = startInTerminal(['graphql', url], { columns: 120, rows: 40 });
    await terminal.untilShown('Mutation  1 field');
    terminal.write('2imutation { login(name: "a") { token next } }\u001b');
    terminal.write('\u0012');
    await terminal.untilShown('"tok-1"');
    terminal.write('4/tok-1\r');
    terminal.write('a');
    await terminal.untilShown('Use value');
    terminal.write('save\r');
    await terminal.untilShown('Save value as');
    terminal.write('\r');
    await terminal.untilShown('Saved. Use {{token}}');
    terminal.write('Ha');
    await terminal.untilShown('New header');
    terminal.write('X-Key: key {{token}}\r\u001b');
    await terminal.untilShown('Press R to reload');
    terminal.write('\u0014');
    await terminal.untilShown('No response yet');
    terminal.write('2iquery Next($tag: String) { me(tag: $tag) }\u001b');
    terminal.write('3i{"tag": "<{{token}}>"}\u001b');
    await terminal.untilShown('<{{token}}>');
    terminal.write('\u0012');
    await terminal.untilShown('"Ada"');
    expect(seen.at(-1)?.header).toBe('key tok-1');
    expect(JSON.parse(seen.at(-1)?.body ?? '')).toMatchObject({ variables: { tag: '<tok-1>' } });
    expect(terminal.screen()).not.toContain('tok-1');
  } finally {
    server.close();
  }
});
