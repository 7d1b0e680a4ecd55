/**
 * A changed identity and the schema: it is requested again automatically only if there is none; otherwise, the user is
 * notified.
 */
import { serve } from '../../support/servers/graphql.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

const demo = demoForTests();

test('a server with restricted access: 401, a token, and the tree appears', async () => {
  const guarded = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (request.headers.authorization !== 'Bearer good') return void response.writeHead(401).end('who are you?');
    const answer = await fetch(demo.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const terminal = startInTerminal(['graphql', guarded], { columns: 100, rows: 30 });
  await terminal.untilShown('401');
  terminal.write('Hb');
  await terminal.untilShown('Test login');
  terminal.write('good\r');
  await terminal.untilShown('Auth         Bearer');
  terminal.write('\x1b');
  await terminal.untilShown('books: BookConnection');
});
