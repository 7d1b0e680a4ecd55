import { runProgram } from '../support/program.js';
import { closeServers, serve } from '../support/servers/graphql.js';

afterAll(closeServers);

test('an empty answer ends the program at once, though --timeout would let it wait for minutes', async () => {
  const url = await serve((_, response) => response.writeHead(404).end());
  const { code, stdout } = await runProgram(['GET', url, '--timeout', '600']);
  expect([code, stdout]).toEqual([0, '']);
});
