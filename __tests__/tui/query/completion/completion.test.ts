/** The completion list while typing: opening, narrowing, accepting, closing. */

import { completeQuery } from '../../../../source/core/graphql/intelligence/complete-query.js';
import { completeVariables } from '../../../../source/core/graphql/intelligence/variables-at-cursor.js';
import { keyTable } from '../../../../source/tui/app/key-table.js';
import { keyEntries } from '../../../../source/tui/overlays/key-entries.js';
import { completionRect } from '../../../../source/tui/query/completion/layout.js';
import { completionLines } from '../../../../source/tui/query/completion/view.js';
import { plain, Screen, theme } from '../../support.js';

const engine = { query: completeQuery, variables: completeVariables };
const editing = (query = '', options = {}): Screen =>
  new Screen({ query, ...options })
    .do({ type: 'completion/ready', engine }, { type: 'app/focus', pane: 'query' }, { type: 'app/edit' })
    .press('ctrl+end');
const labels = ({ state }: Screen): string[] => state.completion.list?.shown.map(each => each.label) ?? [];

test('a list opens with the first letter of a name and narrows with the next', () => {
  const screen = editing().type('{ h');
  expect(labels(screen)).toEqual(['hello', 'search', '__schema']);
  screen.type('e');
  expect(labels(screen)).toEqual(['hello', '__schema']);
});

test('Tab accepts, and indents again once the list is closed', () => {
  const screen = editing().type('{ he').press('tab');
  expect(screen.query).toBe('{ hello}');
  expect(labels(screen)).toEqual([]);
  expect(screen.press('tab').query).toBe('{ hello }');
});

test('accepting is one undo step', () => {
  const screen = editing().type('{ he').press('tab', 'ctrl+_');
  expect(screen.query).toBe('{ he}');
});

test('the rest of the word is replaced as well', () => {
  const screen = editing('{ hxllo }').press('home', 'right', 'right', 'right', 'ctrl+n');
  screen.press('tab');
  expect(screen.query).toBe('{ hello }');
});

test('Enter accepts while the list is open, and inserts a new line if nothing would change, or after Esc', () => {
  expect(editing().type('{ he').press('enter').query).toBe('{ hello}');
  expect(editing().type('{ h').press('down', 'enter').query).toBe('{ search {  }}');
  expect(editing().type('{ user(id: 1) { name').press('enter').query).toBe('{ user(id: 1) { name\n}}');
  expect(editing().type('{ h').press('escape', 'enter').query).toBe('{ h\n}');
});

test('arrows, Ctrl-N and Ctrl-P wrap around in the list and do not move the text cursor', () => {
  const screen = editing().type('{ h').press('up');
  expect(screen.state.completion.list?.selected).toBe(2);
  screen.press('ctrl+n');
  expect(screen.state.completion.list?.selected).toBe(0);
  screen.press('ctrl+p');
  expect(screen.state.completion.list?.selected).toBe(2);
  expect(screen.state.overlays).toEqual([]);
  expect(screen.query).toBe('{ h}');
});

test('Esc closes only the list; the next Esc ends editing', () => {
  const screen = editing().type('{ h').press('escape');
  expect(labels(screen)).toEqual([]);
  expect(screen.state.editing).toBe(true);
  expect(screen.press('escape').state.editing).toBe(false);
});

test('a complete word needs no list, moving away closes it, and erasing widens it', () => {
  expect(labels(editing().type('{ hello'))).toEqual([]);
  expect(labels(editing().type('{ he').press('left'))).toEqual([]);
  const screen = editing().type('{ he').press('backspace');
  expect(labels(screen)).toEqual(['hello', 'search', '__schema']);
  expect(labels(screen.press('backspace'))).toEqual([]);
});

test('Ctrl-Space without a word lists everything', () => {
  const screen = editing('{ ').press('ctrl+space');
  expect(labels(screen)).toContain('hello');
  expect(labels(screen)).toContain('__typename');
});

test('after an argument, its values are offered immediately; a free value has no suggestions', () => {
  const screen = editing().type('{ search(ki').press('tab');
  expect(screen.query).toBe('{ search(kinds: )}');
  expect(labels(screen)).toEqual(['ADMIN', 'GUEST', 'null']);
  expect(labels(editing().type('{ search(te').press('tab'))).toEqual([]);
  expect(labels(editing().type('{ search(kinds: '))).toEqual(['ADMIN', 'GUEST', 'null']);
});

test('no list opens automatically if it would only contain fields', () => {
  expect(labels(editing().type('{ hello '))).toEqual([]);
  expect(labels(editing().type('{ hello { '))).toEqual([]);
});

test('without a schema, typing requests no list, and Ctrl-N gives the reason', () => {
  const screen = editing('', { sdl: null }).do({ type: 'connect/without' }, { type: 'app/edit' }).type('{ h');
  expect(labels(screen)).toEqual([]);
  expect(screen.press('ctrl+n').notice).toBe('No schema to complete from.');
});

test('if the engine loads after the first letters, the list opens then', () => {
  const screen = new Screen().do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' }).type('{ h');
  expect(labels(screen)).toEqual([]);
  expect(labels(screen.do({ type: 'completion/ready', engine }))).toContain('hello');
});

test('an engine that loads late leaves a list of paths open', () => {
  const screen = new Screen({
    sdl: 'scalar Upload type Query { a: Int } type Mutation { take(file: Upload!): Int }',
    query: 'mutation M($file: Upload!) { take(file: $file) }',
  });
  screen.do({ type: 'app/focus', pane: 'variables' }, { type: 'app/edit' }).type('{"file": "@');
  screen.do({ type: 'completion/paths', of: '', all: ['letters/', 'other'] }).type('le');
  expect(labels(screen)).toEqual(['letters/']);
  expect(labels(screen.do({ type: 'completion/ready', engine }))).toEqual(['letters/']);
});

test('K shows the documentation of the element under the cursor', () => {
  const screen = new Screen({ query: '{ hello }' }).do({ type: 'app/focus', pane: 'query' }).press('l', 'l', 'K');
  expect(screen.effects.at(-1)).toMatchObject({ kind: 'describe', text: '{ hello }', offset: 2 });
});

test("K works in the variables, for the operation at the query's cursor", () => {
  const query = 'query A($id: ID!) { user(id: $id) { id } }';
  const screen = new Screen({ query, variables: '{"id": 1}' }).press('3', 'l', 'l', 'K');
  expect(screen.effects.at(-1)).toMatchObject({
    kind: 'describe-variables',
    text: '{"id": 1}',
    offset: 2,
    operation: { name: { value: 'A' } },
  });
  expect(new Screen({ sdl: null }).do({ type: 'connect/without' }).press('3', 'K').notice).toContain('No schema');
});

test('the list is below its word, above it at the bottom, and never covers the right border of its pane', () => {
  const screen = editing('', { columns: 60, rows: 20 }).type(`${'\n'.repeat(3)}{ h`);
  const { list } = screen.state.completion;
  if (list === undefined) throw new Error('No list.');
  const rect = completionRect(screen.state, list);
  if (rect === undefined) throw new Error('The list has no place.');
  const lines = plain(completionLines(list, rect, theme));
  expect(lines).toHaveLength(rect.height);
  expect(lines[1]).toContain('hello');
  expect(lines[1]).toContain('String');
  for (const [columns, rows] of [
    [120, 40],
    [80, 24],
    [60, 20],
    [45, 12],
    [40, 10],
  ] as const) {
    const small = editing('', { columns, rows }).type(`${'\n'.repeat(rows)}${' '.repeat(columns)}{ h`);
    const place = small.state.completion.list && completionRect(small.state, small.state.completion.list);
    if (place === undefined) continue;
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(columns - 1);
    expect(place.y).toBeGreaterThanOrEqual(0);
    expect(place.y + place.height).toBeLessThanOrEqual(rows - 1);
  }
});

test('a deprecated item is marked, with the reason below', () => {
  const screen = editing().type('{ ol');
  const { list } = screen.state.completion;
  if (list === undefined) throw new Error('No list.');
  const lines = plain(completionLines(list, { x: 0, y: 0, width: 40, height: 3 }, theme));
  expect(lines[1]).toContain('deprecated');
  expect(lines[2]).toContain('Use hello.');
});

test('names and reasons from a hostile server cannot break the list', () => {
  const screen = editing().type('{ h');
  const { list } = screen.state.completion;
  if (list === undefined) throw new Error('No list.');
  const evil = {
    label: 'a\u001b[2J',
    insert: 'a',
    detail: 'x\u202ey\n',
    deprecated: 'b\u0007\u001b]0;t\u0007',
    description: '\r\n',
  };
  const lines = completionLines({ ...list, shown: [evil] }, { x: 0, y: 0, width: 40, height: 3 }, theme);
  expect(lines.join('')).not.toMatch(/[\u0007\r\n\u202e]|\u001b(?!\[[\d;]*m)/);
  for (const line of plain(lines)) expect(line).toHaveLength(40);
});

test('the help describes how to open the list and its keys', () => {
  const entries = keyEntries(keyTable, false);
  expect(entries).toContainEqual(expect.objectContaining({ heading: 'While editing', keys: 'Ctrl-N / Ctrl-Space' }));
  expect(entries).toContainEqual(
    expect.objectContaining({ heading: 'While the completion list is open', keys: 'Tab' }),
  );
});

test('the wheel moves the mark, and a click accepts an item and leaves the rest unchanged', () => {
  const screen = editing().type('{ h');
  const rect = screen.state.completion.list && completionRect(screen.state, screen.state.completion.list);
  if (rect === undefined) throw new Error('The list has no place.');
  const mouse = { kind: 'mouse', button: 'left', shift: false, ctrl: false, alt: false, column: rect.x + 3 } as const;
  screen.send({ ...mouse, button: 'none', action: 'wheel-down', row: rect.y + 1 });
  expect(screen.state.completion.list?.selected).toBe(1);
  screen.send({ ...mouse, action: 'press', row: rect.y });
  expect(labels(screen)).toHaveLength(3);
  screen.send({ ...mouse, action: 'press', row: rect.y + 1 });
  expect(screen.query).toBe('{ hello}');
  expect(labels(screen)).toEqual([]);
});

test('a field of an object inserts braces, the cursor is inside, and its fields are offered', () => {
  const screen = editing().type('{ sear').press('tab');
  expect(screen.query).toBe('{ search {  }}');
  expect(screen.state.completion.list?.shown.map(each => each.label)).toEqual(['__typename']);
  expect(screen.type('__t').press('tab').query).toBe('{ search { __typename }}');
});

test('a field with required arguments inserts parentheses as well, and the arguments are offered first', () => {
  const screen = editing().type('{ use').press('tab');
  expect(screen.query).toBe('{ user() {  }}');
  expect(screen.state.completion.list?.shown[0]?.label).toBe('id');
});

test('existing braces are not doubled', () => {
  const screen = editing('{ sear { __typename } }').press('ctrl+home');
  screen.press(...Array.from({ length: 6 }, () => 'right')).press('ctrl+n', 'tab');
  expect(screen.query).toBe('{ search { __typename } }');
});

test.each([
  ['the closing parenthesis', 'id: 1)', '{ user(id: 1) {  }}'],
  ['both parentheses', '(id: 1)', '{ user(id: 1) {  }}'],
  ['all brackets', '(id: 1) { name }', '{ user(id: 1) { name }}'],
])('brackets that came with a field can be typed again: %s', (_, typed, query) => {
  expect(editing().type('{ use').press('tab').type(typed).query).toBe(query);
});

test('the closing brace that came with a field can be typed again', () => {
  expect(editing().type('{ sear').press('tab').type('__typename }').query).toBe('{ search { __typename  }}');
  expect(editing().type('{ sear').press('tab').type('__typename} }').query).toBe('{ search { __typename } }');
});

test('empty braces that came with a field are no obstacle: an argument is inserted before them, and typed braces replace them', () => {
  const screen = editing().type('{ sear').press('tab').type('(te').press('tab').type('"a") { __typename } }');
  expect(screen.query).toBe('{ search(text: "a") { __typename } }');
  expect(editing().type('{ sear').press('tab').type('@').query).toBe('{ search@ {  }}');
  expect(editing().type('{ sear').press('tab').type('{ __typename }').query).toBe('{ search { __typename }}');
});
