/** The history of runs. */
import { footerKeys } from '../../../source/tui/app/footer.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { openHistory } from '../../../source/tui/documents/history.js';
import { historyKind } from '../../../source/tui/documents/view.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { plain, Screen } from '../support.js';

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

test('the history is searched in names, texts, endpoints and outcomes, with all words in any order', () => {
  const entries = [
    entry('{ hello }', { outcome: '500 failed' }),
    entry('query Two { user }', { operationName: 'Two' }),
  ];
  const found = (filter: string) => {
    const screen = new Screen().do({ type: 'history/open' }, { type: 'history/read', entries }).type(filter);
    const top = screen.state.overlays.at(-1);
    return top?.kind === 'history' ? historyKind.shown(top, screen.state).map(each => each.query) : [];
  };
  expect(found('')).toHaveLength(2);
  expect(found('user two')).toEqual(['query Two { user }']);
  expect(found('FAILED')).toEqual(['{ hello }']);
  expect(historyKind.shown(openHistory(), new Screen().state)).toEqual([]);
});

test('an entry without its secrets is loaded but not run; an entry from another server is reported', () => {
  const entries = [entry('{ hello }', { variables: '{"token":"••••"}', url: 'https://other.example/graphql' })];
  const screen = new Screen({ query: '# mine' });
  screen.do({ type: 'history/open' }, { type: 'history/read', entries }).press('ctrl+r');
  expect(screen.query).toBe('{ hello }');
  expect(screen.notice).toContain('replace ••••');
  expect(screen.notice).toContain('https://other.example/graphql');
  expect(screen.effects.some(each => each.kind === 'run')).toBe(false);
  screen.press('u');
  expect(screen.query).toBe('# mine');
});

test('an entry chosen before the history is read is loaded afterwards', () => {
  const entries = [entry('{ hello }'), entry('{ user { name } }')];
  const screen = new Screen().press('P', 'ctrl+r');
  expect(screen.effects.some(each => each.kind === 'run')).toBe(false);
  screen.do({ type: 'history/read', entries });
  expect(screen.query).toBe('{ hello }');
  expect(screen.effects.some(each => each.kind === 'run')).toBe(true);
  expect(screen.state.overlays).toEqual([]);
  const left = new Screen().press('P', 'enter', 'escape').do({ type: 'history/read', entries });
  expect(left.query).toBe('');
});

test('a run without a name is listed by its kind once; an empty history explains how it is filled', () => {
  const screen = new Screen({ columns: 80, rows: 24 });
  const lines = (): string => {
    const top = topOverlay(screen.state);
    if (top?.kind !== 'history') throw new Error('The history is not open.');
    const { lines } = overlayKinds.history.draw(top, screen.state, { width: 78, height: 18 });
    // The only words in the list that are not dim.
    if (top.entries?.length === 0) expect(lines.join('')).not.toContain('\u001b[2m');
    return plain(lines).join('\n');
  };
  screen.do({ type: 'history/open' }, { type: 'history/read', entries: [] });
  expect(lines()).toContain('No history yet. Press Ctrl-R to run the query.');
  screen.type('zz');
  expect(lines()).toContain('No matching runs.');
  const entries = [
    entry('query {\n  hello\n}'),
    entry('{ user }'),
    entry('query Two { user }', { operationName: 'Two' }),
    entry('mutation($a: Int) { add }', { kind: 'mutation' }),
  ];
  screen.press('escape').do({ type: 'history/open' }, { type: 'history/read', entries });
  expect(lines()).toMatch(/ query {5}\{ hello \} +localhost {2}200/);
  expect(lines()).toMatch(/ query {5}\{ user \} +localhost {2}200/);
  expect(lines()).toMatch(/ Two {7}query Two \{ user \} +localhost {2}200/);
  expect(lines()).toMatch(/ mutation {2}\(\$a: Int\) \{ add \} +localhost {2}200/);
});

describe('Ctrl-R runs the entry chosen by name', () => {
  const both = 'query Q { hello }\nmutation M { rename(id: 1, name: "x") { id } }\n';
  const operations = {
    Q: entry(both, { operationName: 'Q' }),
    M: entry(both, { operationName: 'M', kind: 'mutation' }),
  };
  const ran = (screen: Screen): unknown => {
    const effect = screen.asked.findLast(each => each.kind === 'run');
    return effect?.kind === 'run' ? effect.operation.operationName : undefined;
  };
  const ways = {
    'Enter, then Ctrl-R': ['enter', 'ctrl+r'],
    'Ctrl-R in the list': ['ctrl+r'],
  };
  const texts = {
    'an empty tab': (): Screen => new Screen(),
    'a tab with another text': (): Screen =>
      new Screen({ query: '# mine\n\nquery Other { old }\n' }).press('2', 'G', '1'),
    'a tab with this text and the cursor in the other': (name: string): Screen =>
      new Screen({ query: both }).do({ type: 'query/go', offset: name === 'Q' ? both.length : 0 }),
    'a second tab': (): Screen =>
      new Screen({ query: both }).do({ type: 'tabs/new' }, { type: 'query/edited', text: 'mutation Z { rename }' }),
  };
  const table = Object.entries(texts).flatMap(([where, begin]) =>
    Object.entries(ways).flatMap(([how, keys]) =>
      (['Q', 'M'] as const).map(name => [where, how, name, begin, keys] as const),
    ),
  );

  test.each(table)('in %s by %s: %s', (_, __, name, begin, keys) => {
    const entries = [operations[name]];
    const screen = begin(name).do({ type: 'history/open' }, { type: 'history/read', entries });
    screen.press(...keys);
    expect(screen.query).toBe(both);
    // A mutation that the user selected by name is considered intended.
    expect(ran(screen)).toBe(name);
  });
});

test('if there is nothing to load, the footer does not offer it, and Ctrl-R runs the query', () => {
  const labels = (screen: Screen): string[] => footerKeys(screen.state).map(each => each.label);
  const empty = new Screen({ query: '{ hello }' }).do({ type: 'history/open' }, { type: 'history/read', entries: [] });
  expect(labels(empty)).not.toContain('use');
  expect(labels(empty)).toContain('run');
  expect(empty.press('ctrl+r').asked.at(-1)).toMatchObject({ kind: 'run' });
  expect(empty.state.overlays).toEqual([]);
  const some = new Screen().do({ type: 'history/open' }, { type: 'history/read', entries: [entry('{ hello }')] });
  expect(labels(some)).toEqual(expect.arrayContaining(['use', 'run again']));
  expect(labels(some.type('zzz'))).not.toContain('use');
});

describe('requests of HTTP documents', () => {
  const two = '### a\nGET http://api.test/a?token=••••\n\n### b\nGET http://api.test/{{id}}\n';
  const request = (place: number, more = {}) =>
    entry(two, {
      kind: 'request' as const,
      url: '',
      operationName: 'ab'[place],
      line: 'GET http://api.test/x',
      entry: place,
      ...more,
    });
  const open = (...entries: readonly ReturnType<typeof entry>[]): Screen =>
    new Screen({ kind: 'http', url: '', sdl: null, query: '# mine' })
      .press('P')
      .do({ type: 'history/read', entries: [entry('{ hello }'), ...entries] });
  const ran = (screen: Screen) => {
    const effect = screen.asked.findLast(each => each.kind === 'run-http');
    return effect?.kind === 'run-http' ? effect.request : undefined;
  };

  test('Enter restores the text, with the cursor in the request, which Ctrl-R sends; u undoes it', () => {
    const screen = open(request(1, { variables: '{"id": 7}' })).press('enter');
    expect(screen.query).toBe(two);
    expect(ran(screen)).toBeUndefined();
    screen.press('ctrl+r');
    expect(ran(screen)).toMatchObject({ entries: [{ at: 1, title: 'b' }], variables: '{"id": 7}', isAll: false });
    screen.press('2', 'u');
    expect(screen.query).toBe('# mine');
  });

  test('Ctrl-R in the list sends it, unless it has lost its secrets', () => {
    expect(ran(open(request(1)).press('ctrl+r'))).toMatchObject({ entries: [{ at: 1 }] });
    const screen = open(request(0)).press('ctrl+r');
    expect(screen.query).toBe(two);
    expect(screen.notice).toContain('replace ••••');
    expect(ran(screen)).toBeUndefined();
  });

  test('a run of all requests is repeated as one', () => {
    const all = entry('### b\nGET http://api.test/b\n', { kind: 'request', operationName: 'all requests' });
    expect(ran(open(all).press('ctrl+r'))).toMatchObject({ isAll: true });
  });

  test('a request without a name is listed by its path, also in a list as wide as 80 columns', () => {
    const line = 'GET http://api.test/books/1';
    const screen = open(request(0, { operationName: line, line, url: 'http://api.test/books/1' }));
    const top = screen.state.overlays.at(-1);
    if (top?.kind !== 'history') throw new Error('The history is not open.');
    const drawn = (width: number): string =>
      historyKind.draw(top, screen.state, { width, height: 10 }).lines.join('\n');
    expect(drawn(110)).toMatch(/GET .*\/books\/1 .*api\.test/);
    expect(drawn(78)).toMatch(/GET .*\/books\/1 /);
    expect(drawn(78)).not.toContain('http://');
  });

  test('each kind of document lists its own runs', () => {
    const screen = open(request(0));
    const top = screen.state.overlays.at(-1);
    if (top?.kind !== 'history') throw new Error('The history is not open.');
    expect(historyKind.shown(top, screen.state)).toMatchObject([{ operationName: 'a' }]);
    expect(historyKind.shown(top, new Screen().state)).toMatchObject([{ query: '{ hello }' }]);
  });
});
