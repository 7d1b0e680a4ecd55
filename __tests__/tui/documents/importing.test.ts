/** On the full screen, files of other tools are imported when they are opened, and pasted curl lines become requests. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { entryOfCurl } from '../../../source/run-curl.js';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { performImport, performReadCurl } from '../../../source/tui/effects/files/import.js';
import { performOpen } from '../../../source/tui/effects/files/open-save.js';
import type { Action } from '../../../source/tui/model/action.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { Screen } from '../support.js';

const curl = "$ curl -X POST 'http://localhost:4000/login?a=1' -H 'X-A: 1' -d 'user=ada' | jq .";

const collection = JSON.stringify({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'books', request: { method: 'GET', url: 'http://localhost/books', auth: { type: 'hawk' } } }],
});

/** A folder with a collection, and the actions that effects dispatch. */
function folderWith(text = collection) {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'shop.json'), text);
  const actions: Action[] = [];
  const start = { readCurl: async (line: string) => entryOfCurl(line) };
  const context = { environment, approved: new Map(), start } as unknown as EffectContext;
  return { ...environment, environment, context, actions, dispatch: (action: Action) => void actions.push(action) };
}

/** Requests that are not from a file need no trust, so a line copied from a page must not read the environment. */
test.each([
  'process.env.TOKEN',
  '%process.env.TOKEN',
  '%% $processEnv TOKEN',
  '% % $env.TOKEN',
  '$ $processEnv TOKEN',
  '$dotenv TOKEN',
])('a pasted curl line with {{%s}} reads no environment variable', expression => {
  const entry = entryOfCurl(
    `curl 'https://a.example/?t={{${expression}}}' -H 'X-A: {{${expression}}}' -d '{{${expression}}}'`,
  );
  expect(String(entry).replace(/^#.*/gm, '')).not.toMatch(/\{\{[%\s]*\$/);
});

const titles = (screen: Screen): readonly string[] =>
  screen.state.overlays.flatMap(overlay =>
    overlay.kind === 'choice' ? overlay.options.map(({ label }) => label) : [],
  );

test('a pasted curl line is offered as a request, also where text cannot be pasted', async () => {
  const screen = new Screen().send({ kind: 'paste', text: curl });
  expect(titles(screen)).toEqual(['Add it as a request']);
  screen.press('enter');
  const effect = screen.asked.at(-1);
  expect(effect).toEqual({ kind: 'read-curl', text: curl });
  const { context, actions, dispatch } = folderWith();
  await performReadCurl({ kind: 'read-curl', text: curl }, context, dispatch);
  screen.do(...actions);
  expect(screen.state.connect.kind).toBe('http');
  expect(screen.query).toBe(
    '### POST /login\nPOST http://localhost:4000/login?a=1\nContent-Type: application/x-www-form-urlencoded\nX-A: 1\n\nuser=ada\n',
  );
  expect(screen.state.tabs.all).toHaveLength(2);
});

test('a curl line that is pasted while editing can also be pasted as text', () => {
  const screen = new Screen().press('2', 'i').send({ kind: 'paste', text: 'curl a.example' });
  expect(titles(screen)).toEqual(['Add it as a request', 'Paste as text']);
  screen.press('down', 'enter');
  expect(screen.query).toBe('curl a.example');
});

test('the request of a curl line is added below the requests of an HTTP tab', () => {
  const screen = new Screen({ kind: 'http', sdl: null, query: 'GET http://a.example' });
  screen.do({ type: 'files/pasted', text: '### GET /b\nGET http://b.example/b\n' });
  expect(screen.query).toBe('GET http://a.example\n\n### GET /b\nGET http://b.example/b\n');
});

test('other pasted text is not intercepted', () => {
  const screen = new Screen().press('2', 'i').send({ kind: 'paste', text: '{ curl }' });
  expect([screen.query, screen.state.overlays]).toEqual(['{ curl }', []]);
});

test('a dropped file is offered to be opened', () => {
  const screen = new Screen().send({ kind: 'paste', text: "'/home/ada/shop.postman_collection.json' " });
  expect(titles(screen)).toEqual(['Open /home/ada/shop.postman_collection.json']);
  screen.press('enter');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'open-files', path: '/home/ada/shop.postman_collection.json' });
});

test('opening a collection writes nothing before the user confirms, and then opens its first file', async () => {
  const { context, folder, actions, dispatch } = folderWith();
  await performOpen({ kind: 'open-files', tab: 0, path: 'shop.json' }, context, dispatch);
  expect(existsSync(path.join(folder, 'Shop'))).toBe(false);
  const screen = new Screen().do(...actions.splice(0));
  expect(titles(screen)).toEqual(['Write 1 file to Shop']);
  screen.press('enter');
  expect(screen.asked.at(-1)).toEqual({ kind: 'import-file', path: 'shop.json' });
  await performImport({ kind: 'import-file', path: 'shop.json' }, context, dispatch);
  expect(readFileSync(path.join(folder, 'Shop/Shop.http'), 'utf8')).toContain('GET http://localhost/books');
  expect(actions).toEqual([{ type: 'files/open', path: 'Shop/Shop.http' }]);
});

test('a file that is not an export is reported', async () => {
  const { context, actions, dispatch } = folderWith('{"a": 1}');
  await performOpen({ kind: 'open-files', tab: 0, path: 'shop.json' }, context, dispatch);
  expect(actions).toEqual([
    { type: 'app/notice', text: 'shop.json is not in a format that can be imported.', tone: 'error' },
  ]);
});
