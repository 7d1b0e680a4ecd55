/** The history of runs. */
import { historyEntries, openHistory } from '../../../source/tui/documents/history.js';
import { Screen } from '../support.js';

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

test('what is taken before the history is read is taken when it is', () => {
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
