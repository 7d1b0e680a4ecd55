/** Dragging in the response selects text, which is copied when the button is released. */
import { airIn, layout } from '../../../../source/tui/layout.js';
import { responsePaneLines } from '../../../../source/tui/response/view.js';
import { type Screen, theme } from '../../support.js';
import { answer, inside, running } from '../pane.js';

const body = '{"data":{"user":{"name":"Ada Lovelace","id":"1"},"日本":"東京"}}';
const mouse = { kind: 'mouse', button: 'left', shift: false, alt: false, ctrl: false } as const;

/** Sends the mouse to a cell of the pane's text. */
function at(screen: Screen, action: 'press' | 'drag' | 'release', column: number, row: number): Screen {
  const rect = layout(screen.state).panes.response ?? { x: 0, y: 0, width: 0 };
  return screen.send({ ...mouse, action, column: rect.x + 1 + airIn(rect) + column, row: rect.y + 1 + row });
}

const copied = (screen: Screen): readonly unknown[] =>
  screen.effects.flatMap(each => (each.kind === 'copy' ? [each.text] : []));

const row = (screen: Screen, text: string): number => inside(screen).findIndex(line => line.includes(text));

const drawn = ({ state }: Screen): string => {
  const rect = layout(state).panes.response ?? { x: 0, y: 0, width: 0, height: 0 };
  return responsePaneLines({ response: state.response, bindings: [], rect, focused: true, theme }).join('\n');
};

test('part of a line is selected, drawn and copied', () => {
  const screen = answer(running(), body);
  const name = row(screen, 'Ada');
  const column = inside(screen)[name]?.indexOf('Ada') ?? 0;
  at(screen, 'press', column, name);
  at(screen, 'drag', column + 2, name);
  expect(drawn(screen)).toContain(`\u001b[${theme.styles.selection}mAda\u001b[0m`);
  expect(copied(screen)).toEqual([]);
  at(screen, 'release', column + 2, name);
  expect(copied(screen)).toEqual(['Ada']);
  expect(drawn(screen)).toContain(`\u001b[${theme.styles.selection}mAda`);
  expect(drawn(screen.press('j'))).not.toContain(`\u001b[${theme.styles.selection}mAda`);
});

test('lines are selected in both directions, with wide characters, and nothing is folded', () => {
  const screen = answer(running(), body);
  const before = inside(screen);
  const [from, to] = [row(screen, '"id"'), row(screen, '東京')];
  for (const [first, second] of [
    [from, to],
    [to, from],
  ] as const) {
    const column = { [from]: 6, [to]: 9 };
    at(screen, 'press', column[first] ?? 0, first);
    at(screen, 'drag', column[second] ?? 0, second);
    at(screen, 'release', column[second] ?? 0, second);
  }
  const text = [before[from]?.slice(6), ...before.slice(from + 1, to), '    "日本"'].join('\n');
  expect(copied(screen).map(each => String(each).trimEnd())).toEqual([text.trimEnd(), text.trimEnd()]);
  expect(inside(screen)).toEqual(before);
});

test('a release where the button was pressed on the cursor’s line folds it; after dragging it does not', () => {
  const screen = answer(running(), body);
  const user = row(screen, '"user"');
  const before = inside(screen);
  const click = (): Screen => at(at(screen, 'press', 5, user), 'release', 5, user);
  click();
  expect(inside(screen)).toEqual(before);
  at(at(at(screen, 'press', 5, user), 'drag', 8, user), 'release', 8, user);
  expect(inside(screen)).toEqual(before);
  expect(copied(screen)).toEqual(['user']);
  // This click removes the selection.
  click();
  click();
  expect(inside(screen)[user]).toContain('… 2');
});

test('the selection stays in the pane while the mouse leaves it', () => {
  const screen = answer(running(), body);
  at(screen, 'press', 0, 0);
  screen.send({ ...mouse, action: 'drag', column: 0, row: 0 }).send({ ...mouse, action: 'drag', column: 119, row: 39 });
  screen.send({ ...mouse, action: 'release', column: 3, row: 3 });
  expect(screen.state.focus).toBe('response');
  expect(copied(screen)).toEqual([inside(screen).join('\n').trimEnd()]);
});

test('a selected line that is scrolled sideways is copied from the cells under the mouse', () => {
  const screen = answer(running(), JSON.stringify({ data: `${'x'.repeat(200)}END` })).press('j', '$');
  const line = row(screen, 'END');
  const column = inside(screen)[line]?.indexOf('END') ?? 0;
  at(at(at(screen, 'press', column, line), 'drag', column + 2, line), 'release', column + 2, line);
  expect(copied(screen)).toEqual(['END']);
});
