/** Typing in the text does not redraw the tree and the documentation, unless they look different. */
import type { ComponentProps } from 'react';
import { layout } from '../../../source/tui/layout.js';
import { DocsStrip } from '../../../source/tui/schema/docs-strip.js';
import { tickedCount } from '../../../source/tui/schema/tree/schema-tree.js';
import { SchemaPane, schemaLines } from '../../../source/tui/schema/view.js';
import { Screen, theme } from '../support.js';

type Props = ComponentProps<typeof SchemaPane>;

const propsOf = ({ state }: Screen): Props => ({
  schema: state.schema,
  phase: state.connect.phase,
  progress: '',
  ticked: tickedCount(state),
  stale: state.query.document.problem !== undefined,
  rect: layout(state).panes.schema ?? { x: 0, y: 0, width: 0, height: 0 },
  focused: false,
  theme,
});

const compare = (SchemaPane as unknown as { compare(a: Props, b: Props): boolean }).compare;

const screen = (): Screen =>
  new Screen({ query: '# \n{ hello user(id: 1) { id } }' }).press('1', 'j').row('user').press('l', '2', 'i', 'end');

test('a letter in a comment creates new rows, but the tree is not drawn again', () => {
  const typed = screen();
  const before = propsOf(typed);
  const after = propsOf(typed.type('x'));
  expect(after.schema).not.toBe(before.schema);
  expect(compare(before, after)).toBe(true);
  expect(schemaLines(after)).toEqual(schemaLines(before));
});

test.each([
  [
    'a removed field',
    (typed: Screen) =>
      typed
        .press('down', 'end')
        .type('\n')
        .press('up', 'end', 'backspace', 'backspace', 'backspace', 'backspace', 'backspace'),
  ],
  ['a tick', (typed: Screen) => typed.press('escape', '1').row('node').press('space')],
  ['the cursor', (typed: Screen) => typed.press('escape', '1', 'k')],
  ['an expanded row', (typed: Screen) => typed.press('escape', '1').row('node').press('l')],
  ['only ticked rows', (typed: Screen) => typed.press('escape', '1', 'c')],
  ['a search', (typed: Screen) => typed.press('escape', '1', '/').type('us')],
  ['another size', (typed: Screen) => typed.do({ type: 'app/resize', columns: 130, rows: 40 })],
])('%s is drawn', (_, change) => {
  const typed = screen();
  const before = propsOf(typed);
  expect(compare(before, propsOf(change(typed)))).toBe(false);
});

test('the documentation is drawn again for another row, but not for a new row that looks the same', () => {
  const { compare: isSame } = DocsStrip as unknown as { compare(a: object, b: object): boolean };
  const typed = screen();
  const props = () => ({ row: typed.cursor, rect: layout(typed.state).docs, theme });
  const before = props();
  typed.type('x');
  expect(props().row).not.toBe(before.row);
  expect(isSame(before, props())).toBe(true);
  typed.press('escape', '1', 'k');
  expect(isSame(before, props())).toBe(false);
});
