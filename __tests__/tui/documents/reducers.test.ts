/** Palette, keys of one's own, history, operations and identity, without a terminal. */

import { headerWords } from '../../../source/core/credentials/words.js';
import { isFailure } from '../../../source/core/failure.js';
import { withKeys } from '../../../source/tui/app/key-overrides.js';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { historyEntries, openHistory } from '../../../source/tui/documents/history.js';
import { rankedCommands } from '../../../source/tui/overlays/palette.js';
import { Screen } from '../support.js';

test.each([
  ['run', 'run'],
  ['quit', 'quit'],
  ['save', 'file.save'],
  ['save as', 'file.save-as'],
  ['curl', 'copy.curl'],
  ['hist', 'history'],
  ['new op', 'operations.new'],
  ['cpcrl', 'copy.curl'],
])('typing %s in the palette finds %s first', (typed, id) => {
  expect(rankedCommands(typed, new Screen().state)[0]?.id).toBe(id);
});

test('an empty palette lists every command, nonsense none', () => {
  const { state } = new Screen();
  expect(rankedCommands('', state)).toHaveLength(keyTable.filter(each => each.quiet !== true).length);
  expect(rankedCommands('zzzzqqq', state)).toEqual([]);
});

const keysOf = (id: string, keys: Record<string, string[]>): readonly string[] | undefined => {
  const changed = withKeys(keyTable, new Map(Object.entries(keys)));
  if (isFailure(changed)) throw new Error(changed.text);
  return changed.find(each => each.id === id)?.keys;
};

test('a key of the user’s own takes ours away where both would hold', () => {
  expect(keysOf('quit', { quit: ['X'] })).toEqual(['X']);
  expect(keysOf('undo', { quit: ['u'] })).not.toContain('u');
  // A pane's own key would be heard first.
  expect(keysOf('schema.tick', { quit: ['space'] })).not.toContain('space');
  expect(keysOf('overlay.operations.delete', { quit: ['d'] })).toContain('d');
});

test.each([
  ['no action', { 'schema.tik': ['x'] }, 'is not an action'],
  ['no key', { quit: ['ctrl'] }, 'is not a key'],
  ['two letters', { quit: ['qq'] }, 'is not a key'],
  ['Shift with a letter', { quit: ['shift+q'] }, 'is not a key'],
  ['three in a row', { quit: ['g g g'] }, 'is not a key'],
  ['Ctrl-I, which is Tab', { quit: ['ctrl+i'] }, 'the same as "tab"'],
])('%s: refused with a line that says why', (_, keys, words) => {
  const changed = withKeys(keyTable, new Map(Object.entries(keys as unknown as Record<string, string[]>)));
  expect(isFailure(changed) && changed.kind === 'usage' && changed.text).toContain(words);
});

test.each(['ctrl+r', 'alt+x', 'f5', 'G', 'g g', 'shift+tab', 'ctrl+alt+left', '+', 'é'])('%s is a key', chord => {
  expect(keysOf('quit', { quit: [chord] })).toEqual([chord]);
});

const entry = (query: string, more = {}) => ({
  at: 0,
  url: 'http://localhost/graphql',
  kind: 'query' as const,
  query,
  variables: '',
  outcome: '200',
  took: 1,
  ...more,
});

test('the history is searched in names, texts, endpoints and outcomes, all words in any order', () => {
  const entries = [
    entry('{ hello }', { outcome: '500 failed' }),
    entry('query Two { user }', { operationName: 'Two' }),
  ];
  const found = (filter: string) => {
    const screen = new Screen().do({ type: 'history/open' }, { type: 'history/read', entries }).type(filter);
    const top = screen.state.overlays.at(-1);
    return top?.kind === 'history' ? historyEntries(top).map(each => each.query) : [];
  };
  expect(found('')).toHaveLength(2);
  expect(found('user two')).toEqual(['query Two { user }']);
  expect(found('FAILED')).toEqual(['{ hello }']);
  expect(historyEntries(openHistory())).toEqual([]);
});

test('what lost its secrets is taken but not run; what was run elsewhere is said', () => {
  const entries = [entry('{ hello }', { variables: '{"token":"••••"}', url: 'https://other.example/graphql' })];
  const screen = new Screen({ query: '# mine' });
  screen.do({ type: 'history/open' }, { type: 'history/read', entries }).press('ctrl+r');
  expect(screen.query).toBe('{ hello }');
  expect(screen.notice).toContain('fill in ••••');
  expect(screen.notice).toContain('https://other.example/graphql');
  expect(screen.effects.some(each => each.kind === 'run')).toBe(false);
  screen.press('u');
  expect(screen.query).toBe('# mine');
});

test('down at the end of a list stays there, so that up moves at once', () => {
  const screen = new Screen({ query: 'query A { hello } query B { hello }' }).press(
    'o',
    'down',
    'down',
    'down',
    'down',
  );
  screen.press('up', 'enter');
  expect(screen.state.query.active).toBe(0);
});

test('an operation is not renamed to a name that is taken, and a text that does not parse is left alone', () => {
  const screen = new Screen({ query: 'query A { hello } query B { hello }' }).press('o', 'r', 'alt+a');
  screen.type('B').press('enter');
  expect(screen.notice).toBe('There is a B already.');
  expect(screen.query).toBe('query A { hello } query B { hello }');
  const broken = new Screen({ query: 'query A { hello } query B {' }).press('o', 'd');
  expect(broken.notice).toContain('syntax error');
});

test('headers: added, changed, switched off, deleted; each time the requests use what is shown', () => {
  const screen = new Screen().press('H', 'a').type('X-One: 1').press('enter');
  const said = () => {
    const last = screen.effects.findLast(each => each.kind === 'identify');
    return last?.kind === 'identify' ? last.identity.headers.map(headerWords) : undefined;
  };
  expect(said()).toEqual(['X-One: 1']);
  screen.press('down', 'space');
  expect(said()).toEqual([]);
  screen.press('space', 'enter', 'alt+a').type('X-Api-Key: s3cret').press('enter');
  expect(said()).toEqual(['X-Api-Key: ••••']);
  screen.press('a').type('no colon').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.stringContaining('no colon') });
  screen.press('escape', 'd');
  expect(said()).toEqual([]);
});

test.each([
  [['b'], 'tok', 'Bearer ••••'],
  [['u', 'm', 'e', 'enter'], 'pw', 'Basic me:••••'],
  [['p', 'k', 'enter'], 'v', 'k=••••'],
])('logging in with %j: the header line says so without the secret', (keys, secret, words) => {
  const screen = new Screen()
    .press('H', ...keys)
    .type(secret)
    .press('enter');
  expect(screen.auth).toBe(words);
  expect(JSON.stringify(screen.effects)).not.toContain(`"${secret}"`);
});

test('a token may be named by its variable instead', () => {
  const screen = new Screen().press('H', 'b').type('env:TOKEN').press('enter');
  expect(screen.state.identity.auth.bearer).toEqual({ from: 'env', name: 'TOKEN' });
});
