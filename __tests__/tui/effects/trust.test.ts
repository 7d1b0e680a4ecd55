/** Requests of a text opened from a third-party file, as sent by the full screen and by line mode. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configured } from '../../../source/command/configured.js';
import type { RequestCommand } from '../../../source/core/command.js';
import type { Failure } from '../../../source/core/failure.js';
import { configFile, loadConfig } from '../../../source/io/config.js';
import { performOpen, performSaveFiles } from '../../../source/tui/effects/files/open-save.js';
import type { Action } from '../../../source/tui/model/action.js';
import type { EntryRequest } from '../../../source/tui/model/effect.js';
import { type Attack, attacks, tricks } from '../../plain/trust/attacks.js';
import { victim } from '../../plain/trust/victim.js';
import { tenthOf } from '../../support/property.js';
import { closeServers } from '../../support/servers/http-server.js';
import { entryContext, entryRequest, sentActions } from './entry-context.js';

afterAll(closeServers);

type Victim = Awaited<ReturnType<typeof victim>>;

/** A user's screen. */
function screenOf({ environment }: Victim) {
  const read = (argv: readonly string[], under: readonly string[]) =>
    configured(argv, () => loadConfig(environment), configFile(environment), under) as RequestCommand | Failure;
  const context = entryContext(environment, read);
  return {
    context,
    /** Sends all requests of a text. */
    async send(text: string, more: Partial<EntryRequest> = {}): Promise<readonly Action[]> {
      const actions = await sentActions(entryRequest(text, { file: 'x.http', ...more }), context);
      return actions.filter(({ type }) => /^response\/(?:untrusted|failed|done|unconfirmed)$/.test(type));
    },
  };
}

const textIn = ({ repo }: Victim): string => readFileSync(path.join(repo, 'x.http'), 'utf8');

/** On the screen, only a cookie jar is written. */
const isSave = ({ line = '' }: Attack): boolean => line.startsWith('write ') && !line.includes('--cookie-jar');

const titled = (which: readonly Attack[]) => tenthOf(which).map(attack => [attack.title, attack] as const);

test.each(titled(attacks.filter(each => !isSave(each))))('nothing is sent: %s', async (_, attack) => {
  const user = await victim(attack);
  const { send } = screenOf(user);
  const text = textIn(user);
  const [action] = await send(text, { opened: text });
  expect([user.seen, existsSync(path.join(user.home, 'secret/new'))]).toEqual([[], false]);
  if (attack.line === undefined) {
    expect(action).toMatchObject({ failure: { text: expect.stringMatching(/^--[a-z-]+ cannot be set by a file\.$/) } });
    return;
  }
  expect(action).toMatchObject({ type: 'response/untrusted', file: 'x.http' });
  expect(action?.type === 'response/untrusted' && action.lines).toContain(user.filled(attack.line));
});

test.each(titled(attacks.filter(isSave)))('sent without a prompt, and nothing is saved: %s', async (_, attack) => {
  const user = await victim(attack);
  const before = readdirSync(user.repo);
  const text = textIn(user);
  expect((await screenOf(user).send(text, { opened: text })).at(-1)?.type).toBe('response/done');
  expect(user.seen.length).toBe(1);
  expect([existsSync(path.join(user.home, 'secret/new')), readdirSync(user.repo)]).toEqual([false, before]);
});

test.each(titled(tricks))('no secret is sent: %s', async (_, trick) => {
  const user = await victim(trick);
  const text = textIn(user);
  await screenOf(user).send(text, { opened: text });
  expect(JSON.stringify(user.seen.map(each => [each.path, each.headers, each.body.toString()]))).not.toContain(
    '5ecret',
  );
});

const saved = '# @flags -B env:SECRET\nGET BASE/\n';
const savedLines = ({ url }: Victim): readonly string[] => [
  `send environment variable SECRET to ${url}`,
  'read environment variable SECRET',
];

test('an approved file needs no further approval on this screen, but does on the next', async () => {
  const user = await victim({ text: saved });
  const text = textIn(user);
  const { send } = screenOf(user);
  const trusted = { lines: savedLines(user), isAlways: false };
  expect((await send(text, { opened: text, trusted })).at(-1)?.type).toBe('response/done');
  expect((await send(text, { opened: text })).at(-1)?.type).toBe('response/done');
  expect(user.seen.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer 5ecret-variable'));
  expect((await screenOf(user).send(text, { opened: text }))[0]?.type).toBe('response/untrusted');
});

test('"Yes" ends when the file is opened again', async () => {
  const user = await victim({ text: saved });
  const text = textIn(user);
  const { send, context } = screenOf(user);
  const trusted = { lines: savedLines(user), isAlways: false };
  expect((await send(text, { opened: text, trusted })).at(-1)?.type).toBe('response/done');
  await performOpen({ kind: 'open-files', tab: 0, path: 'x.http' }, context, () => {});
  expect((await send(text, { opened: text }))[0]?.type).toBe('response/untrusted');
  expect(user.seen.length).toBe(1);
});

test('"Always" applies to the next screen and to `apiclient run`', async () => {
  const user = await victim({ text: saved });
  const text = textIn(user);
  const trusted = { lines: savedLines(user), isAlways: true };
  await screenOf(user).send(text, { opened: text, trusted });
  expect((await screenOf(user).send(text, { opened: text })).at(-1)?.type).toBe('response/done');
  expect((await user.run('run', 'x.http')).code).toBe(0);
});

test('a request that the user typed or changed needs no approval for rights that the opened text lacks', async () => {
  const user = await victim({ text: 'GET BASE/' });
  const { send } = screenOf(user);
  const typed = user.filled(saved);
  expect((await send(typed)).at(-1)?.type).toBe('response/done');
  expect((await send(typed, { opened: textIn(user) })).at(-1)?.type).toBe('response/done');
});

test('a changed request still needs approval for the rights of the opened text', async () => {
  const user = await victim({ text: saved });
  const { send } = screenOf(user);
  const text = textIn(user);
  expect((await send(`${text}X-A: b\n`, { opened: text }))[0]?.type).toBe('response/untrusted');
  expect(user.seen).toEqual([]);
});

test('a file saved on the screen is trusted until another program adds a right', async () => {
  const user = await victim({ text: 'GET BASE/' });
  const { context } = screenOf(user);
  const opened = textIn(user);
  const typed = user.filled(saved);
  await performSaveFiles(
    { kind: 'save-files', tab: 0, path: 'x.http', query: typed, variables: '', opened, overwrite: true },
    context,
    () => {},
  );
  expect((await user.run('run', 'x.http')).code).toBe(0);
  writeFileSync(path.join(user.repo, 'x.http'), `${typed}\n\n> ./out`);
  const changed = await user.run('run', 'x.http');
  expect([changed.code, changed.err]).toEqual([2, expect.stringContaining('now also wants to:\n  write  out\n')]);
});

test('saving does not approve the rights of an opened file that was never approved', async () => {
  const user = await victim({ text: saved });
  const { context } = screenOf(user);
  const opened = textIn(user);
  await performSaveFiles(
    { kind: 'save-files', tab: 0, path: 'x.http', query: `${opened}X-A: b\n`, variables: '', opened, overwrite: true },
    context,
    () => {},
  );
  expect((await user.run('run', 'x.http')).code).toBe(2);
});

test('the credentials of the tab are not sent to a rerouted host that the manifest line does not name', async () => {
  const user = await victim({ text: '# @flags --connect-to ::127.0.0.1:PORT\nGET http://shop.example/' });
  const { context, send } = screenOf(user);
  const auth = { apiKeys: [], bearer: { from: 'env' as const, name: 'SECRET' } };
  Object.assign(context, { identity: { ...context.identity, auth } });
  const text = textIn(user);
  const reroute = user.filled('reroute http://shop.example to 127.0.0.1:PORT (--connect-to)');
  const url = 'http://shop.example/';
  const [asked] = await send(text, { opened: text, url });
  const both = asked?.type === 'response/untrusted' ? asked.lines : [];
  expect(both).toContain(reroute);
  expect(both.length).toBe(2);
  writeFileSync(path.join(user.repo, 'y.http'), text);
  await send(text, { opened: text, url, file: 'y.http', trusted: { lines: both, isAlways: false } });
  expect(user.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 5ecret-variable']);
});

test('the login of a tab without a server needs approval for each server that the file names', async () => {
  const user = await victim({ text: 'GET BASE/' });
  const { context, send } = screenOf(user);
  const auth = { apiKeys: [], bearer: { from: 'env' as const, name: 'SECRET' } };
  Object.assign(context, { identity: { ...context.identity, auth } });
  const text = textIn(user);
  const [asked] = await send(text, { opened: text });
  expect(asked).toMatchObject({ lines: [user.filled('send your credentials (login of the tab) to BASE')] });
  expect(user.seen).toEqual([]);
});
