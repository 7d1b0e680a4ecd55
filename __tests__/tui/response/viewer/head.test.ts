/** Colours of the Headers tab. `viewer.test.ts` has its text. */
import { layout } from '../../../../source/tui/layout.js';
import { responsePaneLines } from '../../../../source/tui/response/view.js';
import { headPieces } from '../../../../source/tui/response/viewer/head-pieces.js';
import { theme } from '../../support.js';
import { answer, running } from '../pane.js';

const headers = (status = 200) => {
  const screen = answer(running(), '{"data":{}}', { status });
  return screen.do({ type: 'response/show-tab', tab: 'headers' });
};

test.each([
  [200, 'ok'],
  [301, 'warning'],
  [404, 'error'],
] as const)('the status %i has the colour %s; methods and names have theirs', (status, role) => {
  const { state } = headers(status);
  const rect = layout(state).panes.response ?? { x: 0, y: 0, width: 0, height: 0 };
  const drawn = responsePaneLines({ response: state.response, bindings: [], rect, focused: false, theme }).join('\n');
  const { styles } = theme;
  expect(drawn).toContain(`\u001b[${styles[role]}m${status} OK`);
  expect(drawn).toContain(`\u001b[${styles.property}mContent-Type\u001b[0m`);
  expect(drawn).toContain(`\u001b[${styles.methodCreate}mPOST\u001b[0m`);
  expect(drawn).toContain(`\u001b[${styles.strong}mRequest\u001b[0m`);
});

test.each([
  ['a note: with words', []],
  ['', []],
  [':', []],
  ['X-Odd!#:', ['property', 'punctuation']],
  ['GET', []],
])('the line %j has the roles %j', (line, roles) => {
  const pieces = headPieces(line);
  expect(pieces.map(({ role }) => role)).toEqual(roles);
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(line.length);
});
