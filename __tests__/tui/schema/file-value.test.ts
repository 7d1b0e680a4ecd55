/**
 * Files in the tree: `"@path"` is stored in a variable, whose file is sent. Tab completes the path in the prompt of its row.
 */

import { topOverlay } from '../../../source/tui/overlays/open.js';
import { Screen } from '../support.js';

const sdl = `
  scalar Upload
  input Cover { file: Upload, files: [Upload!] }
  type Query { books: Int }
  type Mutation { put(file: Upload!, other: Upload, many: [Upload!], cover: Cover): Int }`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A tree with the arguments of `put` expanded. */
const tree = (query: string, variables = ''): Screen =>
  new Screen({ sdl, query, variables }).row('Mutation').press('l').row('put').press('l');

const field = (screen: Screen): string => {
  const top = topOverlay(screen.state);
  return top !== undefined && 'field' in top ? top.field.doc.toString() : '';
};

/** Types a path that Tab completes. */
function complete(screen: Screen, typed: string, whole: string): Screen {
  screen.type(typed).press('tab');
  expect(screen.effects.at(-1)).toEqual({ kind: 'complete-path', text: typed });
  screen.do({ type: 'overlay/completed', of: typed, to: whole, all: [whole] });
  expect(field(screen)).toBe(`@${whole}`);
  return screen;
}

test.each([
  ['a tab', '"@a\tb.png"', '@a\tb.png'],
  ['an escape that JSON does not know', String.raw`"@\u{61}.png"`, '@a.png'],
  ['escapes', String.raw`"@a\"b\u0063.png"`, '@a"bc.png'],
])('a literal with %s is offered for correction', (_, literal, shown) => {
  const screen = tree(`mutation { put(file: ${literal}) }`).row('file').press('enter');
  expect(field(screen)).toBe(shown);
});

test('the variable of an argument accepts a file; it is shown with its @, and the next path replaces it', () => {
  const screen = tree('mutation M($file: Upload!) { put(file: $file) }').row('file').press('enter');
  expect(field(screen)).toBe('@');
  complete(screen, 'pic', 'picture.png').press('enter');
  expect(oneLine(screen.query)).toBe('mutation M($file: Upload!) { put(file: $file) }');
  expect(JSON.parse(screen.variables)).toEqual({ file: '@picture.png' });
  screen.press('enter');
  expect(field(screen)).toBe('@picture.png');
  screen.type('other "one".png').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ file: '@other "one".png' });
  screen.press('enter');
  expect(field(screen)).toBe('@other "one".png');
  screen.press('escape', 'u');
  expect(JSON.parse(screen.variables)).toEqual({ file: '@picture.png' });
});

test.each([
  ['other', '', 'mutation M($other: Upload) { put(other: $other) }', { other: '@a/b.txt' }],
  ['other', '(other: null)', 'mutation M($other: Upload) { put(other: $other) }', { other: '@a/b.txt' }],
  ['file', '(file: "x")', 'mutation M($file: Upload!) { put(file: $file) }', { file: '@a/b.txt' }],
  ['many', '', 'mutation M($many: [Upload!]) { put(many: $many) }', { many: ['@a/b.txt'] }],
])(
  'if there is no variable (%s in put%s), a file adds one, and one undo removes both',
  (name, args, query, variables) => {
    const before = `mutation M { put${args} }`;
    const screen = tree(before).row(name).press('enter');
    expect(field(screen)).toBe('@');
    complete(screen, 'a/', 'a/b.txt').press('enter');
    expect(oneLine(screen.query)).toBe(query);
    expect(JSON.parse(screen.variables)).toEqual(variables);
    screen.press('u');
    expect(oneLine(screen.query)).toBe(before);
    expect(screen.variables.trim()).toMatch(/^(\{\s*\})?$/);
  },
);

test('a file is also accepted inside the value of a variable, in fields, lists and items', () => {
  const screen = tree('mutation M($cover: Cover) { put(cover: $cover) }', '{"cover": {}}').row('cover').press('l');
  const at = screen.state.schema.rows.findIndex(row => row.name === 'cover');
  const below = (name: string): Screen => {
    const row = screen.state.schema.rows.findIndex((each, index) => index > at && each.name === name);
    return screen.do({ type: 'schema/move', by: row - screen.state.schema.cursor });
  };
  complete(below('file').press('enter'), 'pic', 'picture.png').press('enter');
  complete(below('files').press('enter'), 'a', 'a.txt').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ cover: { file: '@picture.png', files: ['@a.txt'] } });
  below('files').press('l');
  complete(below('0').press('enter'), 'b', 'b.txt').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ cover: { file: '@picture.png', files: ['@b.txt'] } });
});

test('a field of an input object in the query adds a variable as well', () => {
  const screen = tree('mutation M { put(cover: {}) }').row('cover').press('l', 'j').press('enter');
  complete(screen, 'a', 'a.txt').press('enter');
  expect(oneLine(screen.query)).toMatch(/^mutation M\(\$file: Upload\) \{ put\(cover: \{ ?file: \$file ?\}\) \}$/);
  expect(JSON.parse(screen.variables)).toEqual({ file: '@a.txt' });
});

test('@ alone is not a path; an empty line unsets an optional value, and other text is a literal as usual', () => {
  const screen = tree('mutation M { put(other: $x) }').row('other').press('enter', 'enter');
  expect(topOverlay(screen.state)).toMatchObject({ problem: 'A path is required after @.' });
  screen.press('ctrl+u').type('null').press('enter');
  expect(oneLine(screen.query)).toBe('mutation M { put(other: null) }');
  screen.press('enter', 'ctrl+u', 'ctrl+u', 'enter');
  expect(oneLine(screen.query)).not.toContain('other');
  // Nothing is completed if no path is being typed.
  screen.press('enter', 'ctrl+u').type('pic').press('tab');
  expect(screen.effects.filter(each => each.kind === 'complete-path')).toEqual([]);
});

test('variables that are not a JSON object are left unchanged', () => {
  const screen = tree('mutation M($file: Upload!) { put(file: $file) }', '[1]').row('file').press('enter');
  screen.type('x').press('enter');
  expect(screen.variables).toBe('[1]');
  expect(topOverlay(screen.state)).toMatchObject({ problem: expect.stringContaining('not a JSON object') });
});

test('a header may be lines of a file, whose path is completed after @', () => {
  const screen = new Screen().press('H', 'a').type('@hea').press('tab');
  expect(screen.effects.at(-1)).toEqual({ kind: 'complete-path', text: 'hea' });
  screen.do({ type: 'overlay/completed', of: 'hea', to: 'headers.txt', all: ['headers.txt'] }).press('enter');
  expect(screen.state.identity.headers).toEqual([
    { option: { kind: 'file', path: 'headers.txt' }, on: true, typed: true },
  ]);
  screen.press('down', 'enter');
  expect(field(screen)).toBe('@headers.txt');
  screen.press('ctrl+u', 'ctrl+u').type('@-').press('enter');
  expect(topOverlay(screen.state)).toMatchObject({ problem: expect.stringContaining('A file name is required') });
});
