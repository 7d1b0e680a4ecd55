/** `--ascii`: our own output is ASCII only, including masked secrets. */
import { closeServers, serve } from '../../support/servers/graphql.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo } from '../demo.js';

afterEach(closeTerminals);
afterAll(closeServers);

const strange = /[^\x00-\x7f]/;

test('masks, headers, documentation, overlays, notices and waiting messages are ASCII', async () => {
  const demo = await openDemo();
  const argv = ['graphql', demo.graphqlUrl, '--ascii', '-B', 'tok', '-H', 'X-Api-Key: hush'];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('books: BookConnection');
  expect(terminal.screen()).toContain('auth: Bearer ****');
  const seen: string[] = [];
  const look = async (keys: string, text: string): Promise<void> => {
    terminal.write(keys);
    await terminal.untilShown(text);
    seen.push(terminal.screen());
  };
  const leave = async (keys: string, text: string): Promise<void> => {
    terminal.write(keys);
    await terminal.untilScreen(screen => !screen.includes(text), `the end of ${text}`);
  };
  await look('jl', 'first: Int');
  await look('K', 'Esc: close');
  await leave('q', 'Esc: close');
  await look('H', 'Auth         Bearer ****');
  expect(terminal.screen()).toContain('X-Api-Key: ****');
  await leave('q', 'Headers and auth');
  await look('?', 'Keys: type to filter');
  await leave('\x1b', 'Keys: type');
  await look(':', 'Commands: type to filter');
  await leave('\x1b', 'Commands: type');
  terminal.write('2i{ books { nodes { title } } me { ... on Customer { name } } }\x1b');
  await look('o', '= Operations');
  await leave('\x1b', '= Operations');
  await look('\x12', '200 |');
  await look('4jjy', "terminal's clipboard");
  await look('g', 'g... ');
  await look(']]', 'Authorization: Bearer ****');
  await look('P', '= History');
  expect(seen.filter(screen => strange.test(screen))).toEqual([]);
  await demo.close();
});

test('waiting for a schema is ASCII as well', async () => {
  const silent = await serve(() => {});
  const terminal = startInTerminal(['graphql', silent, '--ascii'], { columns: 100, rows: 30 });
  await terminal.untilScreen(screen => /(?:schema|server)\.\.\./.test(screen), 'that it is awaited');
  expect(terminal.screen()).not.toMatch(strange);
});
