/** Problems in the Request pane: found after a pause in typing, marked in the text, and reachable with keys. */
import { problemsIn } from '../../../source/tui/query/problems.js';
import { queryLines } from '../../../source/tui/query/view.js';
import { forDescription } from '../schema/api/support.js';
import { plain, Screen, theme } from '../support.js';

/** Performs the scheduled checks, as if time had passed. */
function rest(screen: Screen): Screen {
  const due = screen.effects.splice(0);
  for (const effect of due) if (effect.kind === 'later') screen.do(effect.action);
  return screen;
}

const of = ({ state }: Screen): string[] => problemsIn(state.query).map(({ message }) => message);
const typing = (screen: Screen, text: string): Screen =>
  screen.do({ type: 'app/focus', pane: 'query' }, { type: 'query/edited', text });

test('a text is checked after a pause in typing, and not for each key', () => {
  const screen = forDescription().do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' });
  screen.type('GET http://api.test/v1/pets/rex');
  expect(of(screen)).toEqual([]);
  rest(screen);
  expect(of(screen)).toEqual(['petId is a string, not an integer.']);
  screen.press('backspace', 'backspace', 'backspace').type('7');
  rest(screen);
  expect(of(screen)).toEqual([]);
});

test('each problem is marked at its line and shown in the bottom line; ] goes to the next, p lists them', () => {
  const screen = rest(
    typing(
      forDescription(),
      'GET http://api.test/v1/pets/1?colour=1\n\n### b\nPOST http://api.test/v1/pets\n\n{\n  "name": 3\n}\n',
    ),
  );
  const lines = plain(
    queryLines({
      kind: 'http',
      query: screen.state.query,
      bindings: [],
      rect: { x: 0, y: 0, width: 80, height: 14 },
      focused: true,
      status: '',
      theme,
      wrap: false,
      checks: true,
    }),
  );
  expect(lines[1]).toContain(theme.glyphs.bad);
  expect(lines.at(-1)).toContain('2 problems: GET /pets/{petId} has no query parameter colour.');
  screen.press(']');
  expect(screen.state.query.editor.selection.main.head).toBe('GET http://api.test/v1/pets/1?'.length);
  screen.press(']');
  expect(screen.query.slice(screen.state.query.editor.selection.main.head)).toMatch(/^"name": 3/);
  screen.press('p');
  expect(screen.state.overlays[0]).toMatchObject({
    options: [
      { label: '1:31', detail: 'GET /pets/{petId} has no query parameter colour.' },
      { label: '7:3', detail: 'name is a number, not a string.' },
    ],
  });
});

test('a value in Variables is checked where its placeholder is used, immediately when it changes', () => {
  const screen = rest(typing(forDescription({ variables: '{}' }), 'GET http://api.test/v1/pets/{{petId}}'));
  expect(of(screen)).toEqual([]);
  rest(screen.do({ type: 'variables/edited', text: '{"petId": "rex"}' }));
  expect(of(screen)).toEqual(['petId is a string, not an integer.']);
  rest(screen.do({ type: 'variables/edited', text: '{"petId": 7}' }));
  expect(of(screen)).toEqual([]);
});

test('without a description, only syntax errors are reported', () => {
  const screen = rest(typing(new Screen({ kind: 'http', url: '', sdl: null }), 'GET http://a.test/x\nno header\n'));
  expect(of(screen)).toEqual([expect.stringContaining('This is not a header')]);
});
