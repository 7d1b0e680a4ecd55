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

test('the log contains the schema, a run and a stopped subscription, but not the token', async () => {
  const folder = temporaryFolder();
  const flags = ['--debug-log', 'log', '-B', 'demo-token', '-H', 'X-Api-Key: hush'];
  const terminal = await openScreen(demo.graphqlUrl, { folder }, ...flags);
  terminal.write('2iquery Me { me { name } }\x1b\x12');
  await terminal.untilShown('200 · ');
  terminal.write('ggi subscription Ticks { ticks(count: 1000) { number } }\x1bgg\x12');
  await terminal.untilShown('{"number":2}');
  terminal.write('\x03');
  await terminal.untilShown('stopped');
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  const lines = linesOf(path.join(folder, 'log'));
  expect(lines.filter(each => each.event === 'operation').map(({ kind, name }) => [kind, name])).toEqual([
    ['query', 'IntrospectionQuery'],
    ['query', 'Me'],
    ['subscription', 'Ticks'],
  ]);
  const sent = lines.filter(each => each.event === 'request');
  expect(sent[0]).toMatchObject({ method: 'POST', url: demo.graphqlUrl });
  expect(sent[1]?.headers).toContainEqual(['Authorization', '••••']);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'response', status: 200 }));
  expect(lines).toContainEqual(expect.objectContaining({ event: 'state', state: 'subscribed' }));
  expect(lines.filter(each => each.event === 'end')).toMatchObject([
    { code: 0 },
    { code: 0 },
    { failure: 'interrupted' },
  ]);
  expect(readFileSync(path.join(folder, 'log'), 'utf8')).not.toMatch(/demo-token|hush/);
});

test('a log that cannot be written is reported before the screen opens', async () => {
  const argv = ['graphql', demo.graphqlUrl, '--debug-log', 'no/such/log'];
  const terminal = startInTerminal(argv, { folder: temporaryFolder() });
  expect(await terminal.ended).toEqual({ code: 2, signal: 0 });
  expect(terminal.screen()).toContain('Cannot write no/such/log');
});
