/** Palette commands that go to a line, and that expand or collapse the tree. */
import { cursorOf } from '../../../source/core/text/editor.js';
import { Screen } from '../support.js';

const text = 'query A {\n  hello\n}\nquery B {\n  old\n}';
const opened = (): Screen => new Screen({ query: text }).press('2', ':').type('query go to line').press('enter');

test('a line number moves the cursor to the start of that line', () => {
  const screen = opened().type('4').press('enter');
  expect(cursorOf(screen.state.query.editor)).toBe(text.indexOf('query B'));
  expect(screen.state.overlays).toEqual([]);
});

test.each(['0', '7', 'x', '', '99999999999', '1.5'])(
  '"%s" is rejected with the valid numbers, and nothing moves',
  typed => {
    const screen = opened();
    const before = cursorOf(screen.state.query.editor);
    screen.type(typed).press('enter');
    expect(screen.state.overlays.at(-1)).toMatchObject({ problem: 'Not a number from 1 to 6.' });
    expect(cursorOf(screen.state.query.editor)).toBe(before);
  },
);

test('the tree expands by one level below the cursor, and collapses completely', () => {
  const screen = new Screen({ query: '' });
  const before = screen.names.length;
  screen.do({ type: 'schema/open-all' });
  const once = screen.names.length;
  screen.do({ type: 'schema/open-all' });
  expect([once > before, screen.names.length > once]).toEqual([true, true]);
  screen.row('friends').do({ type: 'schema/close-all' });
  expect(new Set(screen.state.schema.rows.map(({ depth }) => depth))).toEqual(new Set([0]));
  expect(screen.cursor?.name).toBe('Query');
});
