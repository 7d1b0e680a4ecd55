/** API keys in the login form: in a header or in the URL, together with any login, never shown. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);

describe('on a server that requires a key', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { headers: sent, url = '' } = request;
      const isKnown = sent['x-shop-key'] === 'from-a-variable' || url.includes('shop=typed%20key');
      const answer = isKnown ? { data: { __typename: 'Query' } } : { errors: [{ message: 'No key, no books.' }] };
      response
        .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...answer }));
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a key is tested before it is applied: in a header from a variable, in the URL as typed', async () => {
    const { port } = server.address() as AddressInfo;
    const variables = { SHOP_KEY: 'from-a-variable' };
    const terminal = startInTerminal(['graphql', `http://127.0.0.1:${port}/`], { columns: 100, rows: 30, variables });
    await terminal.untilShown('401');
    terminal.write('HpX-Shop-Key\twrong\x14');
    await terminal.untilShown('401: the server responds with errors: No key, no books.');
    terminal.write('\x15env:SHOP_KEY\x14');
    await terminal.untilShown('200: the server accepts the login.');
    terminal.write('\x15typed key\turl\x1b[Z\x1b[Z\x15shop');
    await terminal.untilScreen(screen => !screen.includes('accepts the login.'), 'no result of another key');
    terminal.write('\x14');
    await terminal.untilShown('200: the server accepts the login.');
    expect(terminal.history()).not.toMatch(/typed key|from-a-variable/);
  });
});
