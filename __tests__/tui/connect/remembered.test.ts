/** Settings of a server that are there again the next time, without secrets. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { HeaderOption } from '../../../source/core/options.js';
import { keptLine, type Remembered, readRemembered } from '../../../source/core/remembered.js';
import { readHeaderLine } from '../../../source/core/request/header-option.js';
import { temporaryFolder } from '../../support/program.js';
import { closeTerminals } from '../../support/terminal.js';
import { openDemo, openScreen } from '../demo.js';
import { Screen } from '../support.js';

afterEach(closeTerminals);

test.each([
  ['X-Team: red', 'X-Team: red'],
  ['Accept;', 'Accept;'],
  ['Accept:', 'Accept:'],
  ['Authorization: Bearer x', undefined],
  ['X-Api-Key: x', undefined],
  ['Cookie: a=b', undefined],
  ['X-Plain: Bearer abc', undefined],
  ['X-Plain: eyJhbGciOiJIUzI1NiJ9.e30.x', undefined],
  ['X-Plain: {{token}}', undefined],
])('of the header %s is kept: %s', (line, kept) => {
  expect(keptLine(readHeaderLine(line) as HeaderOption)).toBe(kept);
});

test('a file with anything in it is read without what is no setting', () => {
  const wild = {
    headers: ['X-A: 1', 'Authorization: x', 'no colon', 5],
    left: 'x',
    get: 'yes',
    protocol: 'toString',
    shift: 1.5,
  };
  expect(readRemembered(wild)).toEqual({ headers: ['X-A: 1'] });
  expect(readRemembered(null)).toEqual({});
});

const url = 'http://localhost/graphql';
const kept = (screen: Screen): Remembered | undefined => {
  const last = screen.effects.findLast(each => each.kind === 'remember');
  return last?.kind === 'remember' ? last.settings : undefined;
};

test('what is typed and moved is kept at once, of a credential its name alone', () => {
  const screen = new Screen()
    .press('H', 'a')
    .type('X-Team: red')
    .press('enter', 'a')
    .type('X-Api-Key: s3cret')
    .press('enter');
  screen.press('escape', ')', '>');
  expect(kept(screen)).toEqual({ headers: ['X-Team: red'], left: ['X-Api-Key'], shift: 4, rise: 2 });
  expect(JSON.stringify(screen.effects.filter(({ kind }) => kind === 'remember'))).not.toContain('s3cret');
});

test('headers of the command line are not kept, and win', () => {
  const identity = { auth: { apiKeys: [] }, headers: [{ kind: 'set', name: 'X-Team', value: 'blue' } as const] };
  expect(kept(new Screen({ identity }).press('>'))).toEqual({ shift: 4 });
  const remembered = new Map([[url, { headers: ['X-Team: red', 'X-Other: 1'] }]]);
  const screen = new Screen({ identity, remembered });
  expect(screen.state.identity.headers.map(({ option }) => 'value' in option && option.value)).toEqual(['blue', '1']);
});

test('each place has its own: headers of one environment do not come along to another', () => {
  const place = (at: string) => ({ url: at, confirm: false, identity: { auth: { apiKeys: [] }, headers: [] } });
  const profiles = new Map([
    ['shop:dev', place(url)],
    ['shop:live', place('https://live.example/')],
  ]);
  const remembered = new Map<string, Remembered>([
    ['@shop:dev', { headers: ['X-Stage: dev'], get: true }],
    ['@shop:live', { headers: ['X-Stage: live'], left: ['Authorization'] }],
    ['https://live.example/', { headers: ['X-Url: 1'] }],
  ]);
  const screen = new Screen({ profiles, remembered, profile: { name: 'shop:dev', confirm: false } });
  const lines = () =>
    screen.state.identity.headers.map(({ option }) => 'value' in option && `${option.name}: ${option.value}`);
  expect(lines()).toEqual(['X-Stage: dev']);
  expect(screen.state.ways.get).toBe(true);
  screen.press('E').type('live').press('enter');
  expect(lines()).toEqual(['X-Stage: live']);
  expect(screen.effects.findLast(each => each.kind === 'identify')).toMatchObject({
    identity: { headers: [{ value: 'live' }] },
  });
});

test('in the terminal: a header typed in H survives q, and goes with the first request; a token does not', async () => {
  const demo = await openDemo();
  try {
    const home = temporaryFolder();
    const terminal = await openScreen(demo.graphqlUrl, { home });
    terminal.write('HaX-Team: red\raX-Token: s3cret\r\u001b');
    await terminal.untilShown('R reloads it');
    terminal.write('q');
    await terminal.ended;
    const file = path.join(home, '.local/state/apiclient/screen.json');
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toContain('s3cret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await openScreen(demo.graphqlUrl, { home });
    await again.untilShown('Headers of last time: X-Team. X-Token was not kept.');
    again.write('2iquery A { request { headers } }\u001b\u0012');
    await again.untilShown('"Host"');
    again.write('4/red\r');
    await again.untilShown('"red"');
  } finally {
    await demo.close();
  }
});
