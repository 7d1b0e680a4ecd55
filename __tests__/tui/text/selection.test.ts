/** Selecting and copying in the texts. */
import { layout } from '../../../source/tui/layout.js';
import { Screen } from '../support.js';

const open = (query: string): Screen => new Screen({ query }).do({ type: 'app/focus', pane: 'query' });
const copied = (screen: Screen): readonly unknown[] => screen.effects.filter(each => each.kind === 'copy');

test('y copies all, or the text selected with Shift and arrows; Y copies all', () => {
  expect(copied(open('{ hello }').press('y'))).toEqual([{ kind: 'copy', text: '{ hello }', what: 'the query' }]);
  const screen = open('{ hello }').press('i', 'right', 'right', 'shift+ctrl+right', 'escape', 'y');
  expect(copied(screen)).toEqual([{ kind: 'copy', text: 'hello', what: 'the selection' }]);
  expect(copied(screen.press('Y')).at(-1)).toMatchObject({ text: '{ hello }' });
});

test('dragging the mouse selects, and typing replaces the selection', () => {
  const mouse = { kind: 'mouse', button: 'left', shift: false, ctrl: false, alt: false } as const;
  const screen = open('{ hello }');
  const column = 46;
  screen
    .send({ ...mouse, action: 'press', column, row: 2 })
    .send({ ...mouse, action: 'drag', column: column + 5, row: 2 });
  const { main } = screen.state.query.editor.selection;
  expect(main.to - main.from).toBe(5);
  const selected = screen.query.slice(main.from, main.to);
  expect(screen.press('i').type('x').query).toBe('{ hello }'.replace(selected, 'x'));
});

test('releasing the mouse copies what was selected by dragging, wherever the mouse is; a click copies nothing', () => {
  const mouse = { kind: 'mouse', button: 'left', shift: false, ctrl: false, alt: false } as const;
  const screen = open('{ hello }');
  screen
    .send({ ...mouse, action: 'press', column: 46, row: 2 })
    .send({ ...mouse, action: 'release', column: 46, row: 2 });
  expect(copied(screen)).toEqual([]);
  screen.send({ ...mouse, action: 'press', column: 46, row: 2 }).send({ ...mouse, action: 'drag', column: 51, row: 2 });
  screen.send({ ...mouse, action: 'release', column: 60, row: 30 });
  const { from, to } = screen.state.query.editor.selection.main;
  expect(copied(screen)).toEqual([{ kind: 'copy', text: screen.query.slice(from, to), what: 'the selection' }]);
  expect(screen.state.focus).toBe('query');
});

describe('quick clicks at one position', () => {
  const press = { kind: 'mouse', action: 'press', button: 'left', shift: false, ctrl: false, alt: false } as const;
  const query = 'query Words {\n  hello\n}';
  const selected = (screen: Screen): string => {
    const { from, to } = screen.state.query.editor.selection.main;
    return screen.query.slice(from, to);
  };
  const column = 45 + 2 + 3;

  test('the second selects the word, the third the line, and the fourth still the line', () => {
    const screen = open(query).send({ ...press, column, row: 3 });
    expect(selected(screen)).toBe('');
    expect(selected(screen.send({ ...press, column, row: 3 }))).toBe('hello');
    expect(selected(screen.send({ ...press, column, row: 3 }))).toBe('  hello');
    expect(selected(screen.send({ ...press, column, row: 3 }))).toBe('  hello');
  });

  test('a slow second click, and one elsewhere, only move the cursor', () => {
    const screen = open(query).send({ ...press, column, row: 3 });
    const over = screen.effects.findLast(each => each.kind === 'later' && each.action.type === 'app/click-over');
    if (over?.kind === 'later') screen.do(over.action);
    expect(selected(screen.send({ ...press, column, row: 3 }))).toBe('');
    expect(selected(screen.send({ ...press, column: column - 2, row: 3 }))).toBe('');
  });

  test('quick clicks work the same in the variables', () => {
    const screen = new Screen({ query: '{ hello }', variables: '{"name": 1}' }).press('3');
    const { panes } = layout(screen.state);
    const at = { column: (panes.variables?.x ?? 0) + 1 + 4, row: (panes.variables?.y ?? 0) + 1 };
    screen.send({ ...press, ...at }).send({ ...press, ...at });
    const { from, to } = screen.state.variables.editor.selection.main;
    expect(screen.variables.slice(from, to)).toBe('name');
  });
});

test('a click into an empty text begins editing, except with vim keys', () => {
  const click = { type: 'query/click', column: 4, row: 1, extend: false } as const;
  expect(new Screen().press('2').do(click).type('query').query).toBe('query');
  expect(new Screen({ editor: 'vim' }).press('2').do(click).state.editing).toBe(false);
});

test('a third click selects the line without the CR of its line end', () => {
  const screen = new Screen({ query: '{\r\n  hello\r\n}\r\n' }).press('2');
  for (let count = 0; count < 3; count++) screen.do({ type: 'query/click', column: 4, row: 1, extend: false });
  expect(screen.press('i').type('x').query).toBe('{\r\nx\r\n}\r\n');
});
