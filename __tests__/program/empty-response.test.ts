import { runProgram } from '../support/program.js';
import { closeServers, serve } from '../support/servers/graphql.js';

afterAll(closeServers);

test('an empty response ends the program at once, even with a --timeout of minutes', async () => {
  const url = await serve((_, response) => response.writeHead(404).end());
  const { code, stdout } = await runProgram(['GET', url, '--timeout', '600']);
  expect([code, stdout]).toEqual([0, '']);
});
