/** Profiles written from the screen: without secrets, with references to files and repeatable flags. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

test('a new profile is added to the configuration without secrets, and can be used immediately', async () => {
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'config.json');
  writeFileSync(file, '{"flags": {"timeout": 30}}', { mode: 0o640 });
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('Hbtyped-secret\r\x1b:save as profile\r');
  await terminal.untilShown('Profile name');
  terminal.write('mine\r');
  await terminal.untilShown('as @mine in');
  const written = readFileSync(file, 'utf8');
  expect(JSON.parse(written)).toEqual({
    flags: { timeout: 30 },
    profiles: { mine: { url: demo.graphqlUrl, flags: {} } },
  });
  expect(written).not.toContain('typed-secret');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  terminal.write('E');
  await terminal.untilShown('@mine');
});

test('header lines from a file stay in it, and a written profile names the file', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'secret-headers.txt'), 'X-Token: abc\n');
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write('Ha@~/secret-headers.txt\rq');
  await terminal.untilShown('Press R to reload');
  terminal.write(':save as profile\r');
  await terminal.untilShown('Profile name');
  terminal.write('mine\r');
  await terminal.untilShown('as @mine in');
  const file = path.join(home, '.config/apiclient/config.json');
  const { profiles: written } = JSON.parse(readFileSync(file, 'utf8'));
  expect(written.mine.flags).toEqual({ header: ['@~/secret-headers.txt'] });
  // It contains no credentials, so others may read it.
  chmodSync(file, 0o644);
  const again = await openScreen('@mine', { home });
  again.write('H');
  await again.untilShown('lines of the file ~/secret-headers.txt');
});

test('repeatable flags are included in a written profile', async () => {
  const home = temporaryFolder();
  const keys = ['-K', 'first=env:A', '-K', 'second=env:A', '-K', 'third=typed'];
  const login = `client_credentials:${demo.url}/oauth/token:demo:env:S`;
  const more = ['--oauth2-param', 'audience=x', '--oauth2-param', 'resource=y', '--oauth2-no-cache'];
  const options = { home, variables: { A: '1', S: 'demo-secret' } };
  const terminal = await openScreen(demo.graphqlUrl, options, '--oauth2', login, ...more, ...keys);
  terminal.write(':save as profile\r');
  await terminal.untilShown('Profile name');
  terminal.write('mine\r');
  // The line may be wrapped, since it contains a path.
  const told = (screen: string): boolean => screen.replaceAll(/\s+/g, ' ').includes('Typed secrets are not included');
  await terminal.untilScreen(told, 'the omitted values');
  const { profiles: written } = JSON.parse(readFileSync(path.join(home, '.config/apiclient/config.json'), 'utf8'));
  expect(written.mine.flags).toEqual({
    oauth2: login,
    'oauth2-param': ['audience=x', 'resource=y'],
    'oauth2-no-cache': true,
    'api-key-query': ['first=env:A', 'second=env:A'],
  });
});
