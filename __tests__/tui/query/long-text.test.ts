/** A long query is drawn with each key and parsed after a pause in typing, or when needed earlier. */

import { jest } from '@jest/globals';
import { queryLines } from '../../../source/tui/query/view.js';
import { plain, Screen } from '../support.js';

const long = `{\n${'  hello # a long comment, so that it is long enough\n'.repeat(600)}}\n`;
const typing = () => new Screen({ query: long }).press('2', 'i').do({ type: 'query/go', offset: 2 });
const parses = (screen: Screen) =>
  screen.effects.flatMap(effect =>
    effect.kind === 'later' && effect.action.type === 'query/parse' ? [effect.action] : [],
  );
const isTicked = (screen: Screen, name: string) =>
  screen.state.schema.rows.some(row => row.mark === 'ticked' && row.name === name);

test('keys are drawn immediately, and the tree follows after a pause in typing', () => {
  const screen = typing().type('old ');
  expect(screen.query).toContain('{\nold   hello');
  expect(isTicked(screen, 'old')).toBe(false);
  const { query } = screen.state;
  const lines = plain(
    queryLines({
      ...({ query, bindings: [], focused: true, status: 'editing', checks: true } as never as Parameters<
        typeof queryLines
      >[0]),
      rect: { x: 0, y: 0, width: 40, height: 10 },
      theme: screen.state.settings.theme,
    }),
  );
  expect(lines.join('\n')).toContain('old   hello');
  const [first, ...others] = parses(screen);
  if (first === undefined) throw new Error('no parse is asked for');
  expect(others).toHaveLength(3);
  screen.do(first);
  expect(isTicked(screen, 'old')).toBe(false);
  screen.do(others[2] as typeof first);
  expect(isTicked(screen, 'old')).toBe(true);
  expect(screen.state.query.document.text).toBe(screen.query);
});

test('whatever needs the text parses it: a tick, a problem, a run', () => {
  const screen = typing().type('old ').press('escape', '1').row('hello').press('k');
  expect(screen.state.query.document.text).toBe(screen.query);
  const broken = typing().type('} ').press('escape', '1').row('hello').press('space');
  expect(broken.notice).toContain('syntax error');
  expect(broken.query).toContain('{\n} ');
});

test('automatic actions while typing do not parse it, and an outdated check is not run', () => {
  const screen = typing().type('old ');
  const { document, checkId = 0, problems } = screen.state.query;
  screen.do({ type: 'drafts/saved' }, { type: 'query/check', id: checkId });
  screen.do({ type: 'variables/check', id: screen.state.variablesCheck.checkId ?? 0 });
  expect(screen.state.query.document).toBe(document);
  expect(screen.state.query.problems).toBe(problems);
  for (const parse of parses(screen)) screen.do(parse);
  expect(screen.state.query.document.text).toBe(screen.query);
  expect(screen.state.query.checkId).not.toBe(checkId);
});

test('undo and redo work while typing', () => {
  // The editor groups letters typed within half a second into one undo step, so stop the clock.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const screen = typing().type('old').press('escape', 'u');
  clock.mockRestore();
  expect(screen.query).toBe(long);
  screen.press('1').row('old');
  expect(screen.state.query.document.text).toBe(long);
  expect(isTicked(screen, 'old')).toBe(false);
});

test('a short text is parsed with each key', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', 'i').do({ type: 'query/go', offset: 2 }).type('old ');
  expect(parses(screen)).toEqual([]);
  expect(isTicked(screen, 'old')).toBe(true);
});
