/** `--debug-log` on the full screen: introspection, operations, subscriptions and logins, without their secrets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

type LogLine = Readonly<Record<string, unknown>> & { readonly event: string };

const linesOf = (file: string): readonly LogLine[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as LogLine);

test('the log contains failures, also in line mode', async () => {
  const folder = temporaryFolder();
  const argv = ['graphql', 'http://127.0.0.1:1/graphql', '--linear', '--debug-log', 'log'];
  const terminal = startInTerminal(argv, { folder });
  await terminal.untilShown('refused');
  terminal.write('quit\r');
  await terminal.ended;
  expect(linesOf(path.join(folder, 'log')).at(-1)).toMatchObject({ event: 'end', failure: 'network' });
});

test('log lines lost because of a full disk are reported on the screen', async () => {
  const terminal = await openScreen(demo.graphqlUrl, {}, '--debug-log', '/dev/full');
  await terminal.untilShown('Lines are missing from the debug log /dev/full');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});
