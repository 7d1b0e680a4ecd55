/** A refresh that finds another schema reports the differences. */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

test('R reports the changes, and nothing if there are none', async () => {
  let sdl = 'type Query { old: String same: Int }';
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) }));
  });
  const terminal = startInTerminal(['graphql', url], { columns: 110, rows: 24 });
  await terminal.untilShown('old: String');
  sdl = 'type Query { same: Int fresh: String }';
  terminal.write('R');
  await terminal.untilShown('The schema has changed: 1 breaking, 1 other changes. Query.old was removed.');
  await terminal.untilShown('fresh: String');
  terminal.write('D');
  await terminal.untilShown('changes, 1 breaking');
  await terminal.untilScreen(screen => /!\s+old\s+gone/.test(screen), 'the removed field');
  await terminal.untilScreen(screen => /\+\s+\[ \] fresh: String/.test(screen), 'the new field');
  terminal.write('\u001b');
  await terminal.untilShown('same: Int');
});
