/** Selecting and copying in the texts. */
import { Screen } from '../support.js';

const open = (query: string): Screen => new Screen({ query }).do({ type: 'app/focus', pane: 'query' });
const copied = (screen: Screen): readonly unknown[] => screen.effects.filter(each => each.kind === 'copy');

test('y copies all, or what is selected with Shift and arrows; Y copies all', () => {
  expect(copied(open('{ hello }').press('y'))).toEqual([{ kind: 'copy', text: '{ hello }', what: 'the query' }]);
  const screen = open('{ hello }').press('i', 'right', 'right', 'shift+ctrl+right', 'escape', 'y');
  expect(copied(screen)).toEqual([{ kind: 'copy', text: 'hello', what: 'the selection' }]);
  expect(copied(screen.press('Y')).at(-1)).toMatchObject({ text: '{ hello }' });
});

test('a drag of the mouse selects, and typing replaces what is selected', () => {
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
