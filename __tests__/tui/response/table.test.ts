/** A list of objects in the response as a table: columns, rows, sorting, filtering, copying. */

import { Screen } from '../support.js';
import { answer, running, settle, shown, status } from './pane.js';

const people = JSON.stringify({
  data: {
    people: [
      { id: 1, name: 'Ada Lovelace', address: { city: 'London' }, tags: ['a', 'b'] },
      { id: 20, name: 'Zoë "Z" O’Neill', address: { city: 'Paris' }, tags: [] },
      { id: 3, name: null, extra: true },
    ],
  },
});
const read = () => answer(running('{ hello }', { rows: 70 }), people);

/** A table of these rows. */
const tableOf = (rows: readonly unknown[], size = {}) =>
  answer(running('{ hello }', { rows: 20, ...size }), JSON.stringify({ data: { rows } })).press('t');

test('t shows a list of objects as a table; nested objects are columns, and missing values are blank', () => {
  const screen = read().press('t');
  expect(shown(screen)).toEqual([
    'id  name             address.city  tags  extra',
    ' 1  Ada Lovelace     London        [2]',
    '20  Zoë "Z" O’Neill  Paris         []',
    ' 3  null                                 true',
  ]);
  expect(status(screen)).toMatch(/^row 1 of 3 · t: back/);
});

test('a table that is too wide never truncates numbers, marks that there are more columns, and follows the cursor', () => {
  const rows = [
    { id: 'book:4', title: 'On the Origin of Species', price: 12.5, rating: 4.75, author: 'Charles Darwin' },
  ];
  const screen = answer(running('{ hello }', { columns: 60, rows: 20 }), JSON.stringify({ data: { rows } })).press('t');
  expect(shown(screen)).toEqual(['id      title         price     …', 'book:4  On the Orig…   12.5']);
  expect(shown(screen.press('l', 'l', 'l', 'l'))).toEqual(['id      rating  author', 'book:4    4.75  Charles Dar…']);
});

test('in a table, the cursor is a cell: it can be copied, and so can its path, and t or Enter shows it in the text', () => {
  const screen = read().press('t', 'j', 'l', 'l', 'y');
  expect(screen.effects.at(-1)).toMatchObject({ text: 'Paris' });
  screen.press('c');
  expect(screen.effects.at(-1)).toMatchObject({ text: '.data.people[1].address.city' });
  screen.press('enter');
  expect(screen.state.response.shown?.table).toBeUndefined();
  screen.press('y');
  expect(screen.effects.at(-1)).toMatchObject({ text: 'Paris' });
});

test('a search steps through the rows of a table', () => {
  const screen = read().press('t', '/').type('paris').press('enter');
  expect(status(screen)).toMatch(/^\/paris 1 of 1 · row 2 of 3/);
});

test('if there is no list of objects, t reports that', () => {
  const screen = answer(running(), '{"data":{"a":[1,2]}}').press('t');
  expect(screen.notice).toBe('No list of objects at the cursor');
});

test('numbers are never truncated, whatever the width; strings are, and the heading of a number may be', () => {
  const rows = [
    { name: 'n'.repeat(60), total: '12345678901234567890', aLongHeadingForASmallNumber: 1, price: 0.125 },
    { name: 'short', total: '1', aLongHeadingForASmallNumber: 2, price: 98765432109876.25 },
  ];
  const raw = JSON.stringify({ rows }).replace('"12345678901234567890"', '12345678901234567890');
  for (const columns of [40, 60, 80, 100, 140]) {
    const screen = answer(running('{ hello }', { columns, rows: 20 }), raw).press('t');
    const seen = new Set<string>();
    for (let step = 0; step < 5; step++) {
      for (const [number] of shown(screen)
        .join('\n')
        .matchAll(/(?<![n…\w.])\d[\d.]*…?/g))
        seen.add(number);
      screen.press('right');
    }
    expect([columns, [...seen].sort()]).toEqual([
      columns,
      ['0.125', '1', '12345678901234567890', '2', '98765432109876.25'],
    ]);
  }
});

test('the arrows move by column, and the first column stays while the others scroll', () => {
  const row = (at: number) =>
    Object.fromEntries(['key', 'second', 'third', 'fourth', 'fifth'].map(name => [name, `${name} value of row ${at}`]));
  const screen = tableOf([row(1), row(2)], { columns: 60 });
  expect(shown(screen)[0]).toMatch(/^key +second/);
  screen.press('right', 'right', 'right', 'right');
  expect(shown(screen)[0]).toMatch(/^key +fifth$/);
  expect(shown(screen)[1]).toMatch(/^key val.*… +fifth value/);
  screen.press('0');
  expect(shown(screen)[0]).toMatch(/^key +second/);
});

test('W makes a column as wide as its content, and restores its width', () => {
  const screen = tableOf([{ id: 1, text: 'x'.repeat(70), more: 'y'.repeat(50) }], { columns: 130 }).press('l');
  const before = shown(screen);
  expect(before[1]).toMatch(/x…/);
  screen.press('W');
  expect(shown(screen).join('\n')).toContain('x'.repeat(70));
  screen.press('W');
  expect(shown(screen)).toEqual(before);
});

test('wide characters take two cells, so that such a text is not truncated if there is room', () => {
  expect(shown(tableOf([{ id: 1, name: '日本語の名前' }]))).toEqual(['id  name', ' 1  日本語の名前']);
});

const cities = [
  { city: 'Paris', name: 'Zoë', age: 30 },
  { city: 'London', name: 'Ada', age: 36 },
  { city: 'Paris', name: 'Blaise', age: 39 },
  { city: 'London', name: 'Charles', age: 30 },
];
const names = (screen: ReturnType<typeof read>): (string | undefined)[] =>
  shown(screen)
    .slice(1)
    .map(line => line.split(/ +/)[1]);

test('f filters the rows while typing; Enter applies the filter, Esc reverts it', () => {
  const screen = tableOf(cities).press('f').type('par');
  expect(names(screen)).toEqual(['Zoë', 'Blaise']);
  expect(status(screen)).toBe('rows with par   2 of 4');
  screen.type(' 39');
  expect(names(screen)).toEqual(['Blaise']);
  screen.press('escape');
  expect(names(screen)).toHaveLength(4);
  screen.press('f').type('london').press('enter');
  expect(status(screen)).toMatch(/^row 1 of 2 · with london · t: back/);
  // Names of members are not content.
  screen.press('f', 'alt+a').type('city').press('enter');
  expect(status(screen)).toMatch(/^no row · with city/);
  screen.press('escape');
  expect(names(screen)).toHaveLength(4);
  expect(screen.state.response.shown?.table).toBeDefined();
  screen.press('escape');
  expect(screen.state.response.shown?.table).toBeUndefined();
});

test('a filter with capitals is case-sensitive; lower case matches any case', () => {
  expect(names(tableOf(cities).press('f').type('ada'))).toEqual(['Ada']);
  expect(names(tableOf(cities).press('f').type('Ada'))).toEqual(['Ada']);
  expect(names(tableOf(cities).press('f').type('ADA'))).toEqual([]);
});

test('the cursor only visits visible rows, and sorting preserves the filter', () => {
  const screen = tableOf(cities).press('f').type('paris').press('enter', 'G', 'l', 'y');
  expect(screen.effects.at(-1)).toMatchObject({ text: 'Blaise' });
  screen.press('S');
  expect(names(screen)).toEqual(['Blaise', 'Zoë']);
});

test('T sorts by a further column where the previous ones are equal', () => {
  const screen = tableOf(cities).press('S', 'l', 'l', 'T');
  expect(names(screen)).toEqual(['Charles', 'Ada', 'Zoë', 'Blaise']);
  expect(status(screen)).toMatch(/ · by city, age · /);
  screen.press('T');
  expect(names(screen)).toEqual(['Ada', 'Charles', 'Blaise', 'Zoë']);
  expect(status(screen)).toMatch(/ · by city, age down · /);
  screen.press('T');
  expect(status(screen)).toMatch(/ · by city · /);
});

test('order, filter and widths are preserved in the next run', () => {
  const screen = tableOf(cities).press('S', 'f').type('3').press('enter');
  answer(screen.press('ctrl+r'), JSON.stringify({ data: { rows: cities.toReversed() } }));
  expect(status(screen)).toMatch(/^row \d of 4 · with 3 · by city/);
});

test('Y copies the visible rows in their order, as TSV, CSV or Markdown', () => {
  const screen = tableOf(cities).press('f').type('paris').press('enter', 'l', 'S', 'Y');
  expect(screen.state.overlays.at(-1)).toMatchObject({ title: 'Copy 2 rows as' });
  screen.type('csv').press('enter');
  expect(screen.effects.at(-1)).toMatchObject({
    kind: 'copy',
    text: 'city,name,age\r\nParis,Blaise,39\r\nParis,Zoë,30\r\n',
    what: 'the table (2 rows)',
  });
});

test('s saves the table if the file extension asks for one, otherwise the text', () => {
  const save = (name: string) => tableOf(cities).press('s', 'alt+a').type(name).press('enter').effects.at(-1);
  expect(save('out.csv')).toMatchObject({ kind: 'save-text', text: expect.stringMatching(/^city,name,age\r\n/) });
  expect(save('out.md')).toMatchObject({ text: expect.stringMatching(/^\| city/) });
  expect(save('out.json')).toMatchObject({ text: expect.stringMatching(/^\{/) });
});

test('the first rows of a long list are visible immediately; the others are read between frames and widen the columns', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: id === 4000 ? 'x'.repeat(40) : 'short' }));
  const screen = tableOf(rows);
  const width = (): number | undefined => screen.state.response.shown?.table?.columns[1]?.width;
  expect(width()).toBe(5);
  settle(screen);
  expect(width()).toBe(40);
  expect(screen.effects.filter(({ kind }) => kind === 'later')).toEqual([]);
  // Before that, the visible rows are measured.
  const early = tableOf(rows.map(({ id }) => ({ id: id * 1_000_000_000 }))).press('G');
  expect(shown(early).at(-1)).toBe('4999000000000');
});

/** Rows of which one in 1,000 contains a letter that the others lack. */
const manyRows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: id % 1000 === 999 ? 'needle' : 'straw' }));
const { state: tableOfMany } = tableOf(manyRows);
/** A table of these rows, which are read once. */
const manyInTable = (): Screen => Object.assign(new Screen({ sdl: null }), { state: tableOfMany });

const rowsIn = (screen: Screen) => screen.state.response.shown?.table?.shown?.rows;

test('a letter in the filter of 60,000 rows tests some of them; the others are tested between frames', () => {
  const screen = manyInTable().press('f').type('n');
  expect(status(screen)).toMatch(/^rows with n\s+\d of 60,000…/);
  expect(names(screen)[0]).toBe('needle');
  screen.type('e');
  expect(rowsIn(screen)?.complete).toBe(false);
  settle(screen);
  expect(status(screen)).toMatch(/^rows with ne\s+60 of 60,000$/);
  expect(screen.effects.filter(({ kind }) => kind === 'later')).toEqual([]);
});

test('a longer filter tests only the rows of the shorter one', () => {
  const screen = settle(manyInTable().press('f').type('ne'));
  screen.type('e');
  expect([rowsIn(screen)?.complete, rowsIn(screen)?.order.length]).toEqual([true, 60]);
  screen.press('backspace');
  expect(rowsIn(screen)?.complete).toBe(false);
});

test('while a filter is applied, the cursor stays on its row, which is scrolled into view once it is found', () => {
  const screen = settle(manyInTable()).press('G', 'f').type('needle');
  expect(rowsIn(screen)?.order.length).toBeLessThan(60);
  settle(screen.press('enter'));
  expect(status(screen)).toMatch(/^row 60 of 60 · with needle/);
});

test('the rows of an incomplete filter are copied in full, and Escape shows all rows again', () => {
  const screen = manyInTable().press('f').type('needle').press('enter', 'Y').type('csv').press('enter');
  expect(screen.effects.at(-1)).toMatchObject({ what: 'the table (60 rows)' });
  expect(settle(screen.press('escape')).state.response.shown?.table?.shown).toBeUndefined();
});

test('a filter continues while another tab is active', () => {
  const screen = manyInTable().press('f').type('needle').press('enter');
  const rows = rowsIn(screen);
  settle(screen.press('ctrl+t'));
  expect(rows?.complete).toBe(true);
});

test('a table uses all columns of the pane before it truncates cells', () => {
  const rows = [{ a: 'x'.repeat(40), b: 'y'.repeat(41), c: 'z'.repeat(42) }];
  const screen = tableOf(rows, { columns: 120 });
  const [, row = ''] = shown(screen);
  expect(row.length).toBe(72);
  expect(row).toMatch(/^x{23}… {2}y{21}… {2}z{21}…$/);
});

test('in a table that scrolls sideways, cells use up to a quarter of the pane', () => {
  const rows = [Object.fromEntries('abcdefgh'.split('').map(name => [name, name.repeat(30)]))];
  expect(shown(tableOf(rows, { columns: 120 }))[1]).toMatch(/^a{17}… {2}b{17}… {2}c{17}…/);
});
