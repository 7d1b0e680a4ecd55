/** Methods have a separate column in the tree and in the history, coloured by their effect. */
import { overlayKinds } from '../../../../source/tui/app/overlay-kinds.js';
import { topOverlay } from '../../../../source/tui/overlays/open.js';
import { plain, type Screen, theme } from '../../support.js';
import { forDescription, forFile, treeLines } from './support.js';

const screen = (): Screen => forFile('petstore.yaml').press('1');

const lines = (drawn: Screen, width: number): string[] => treeLines(drawn, width, 24);

const rows = (width: number): string[] => plain(lines(screen(), width)).filter(row => row.includes('[ ]'));

test.each([70, 40, 34])('in a tree of %i columns, all paths start in one column', width => {
  const columns = rows(width).map(row => row.search(/\/|…/));
  expect(columns.length).toBeGreaterThan(10);
  expect(new Set(columns).size).toBe(1);
});

test('in a tree of 28 columns, methods use only the width they need', () => {
  expect(rows(28).some(row => row.includes('[ ] PUT /pet'))).toBe(true);
});

test.each([70, 40, 34, 30, 28, 26])('in a tree of %i columns, an ellipsis never replaces a summary', width => {
  expect(rows(width).filter(row => /\/\S*\s+…/.test(row))).toEqual([]);
});

test('a method has its colour on a row with matches as well', () => {
  const searched = screen().press('/').type('order');
  const row = lines(searched, 70).find(each => each.includes('[ ]') && each.includes('DELETE'));
  expect(row).toContain(`\u001b[${theme.styles.methodDelete}mDELETE`);
});

test('the history has a column for methods, and names requests without a name by their URL', () => {
  const entry = (line: string, operationName: string) => ({
    ...{ at: 0, url: 'http://api.test', kind: 'request' as const, query: `${line}\n`, variables: '', took: 1 },
    ...{ line, operationName, outcome: '200' },
  });
  const entries = [entry('GET /books', 'GET /books'), entry('DELETE /books/1', 'removeBook')];
  const history = forDescription().do({ type: 'history/open' }, { type: 'history/read', entries });
  const top = topOverlay(history.state);
  if (top?.kind !== 'history') throw new Error('The history is not open.');
  const drawn = overlayKinds.history.draw(top, history.state, { width: 90, height: 18 }).lines.join('\n');
  expect(plain(drawn.split('\n')).join('\n')).toMatch(/ GET {5}\/books .*\n.* DELETE {2}removeBook {2}\/books\/1 /);
  expect(drawn).toContain(`\u001b[${theme.styles.methodDelete}mDELETE`);
});
