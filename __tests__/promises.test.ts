/** `promises.md`: each promise has an id, which the tests that hold it carry in their titles, and the table says where they are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve('__tests__');

/** Id, promise, and where it is held. */
const rows = readFileSync(path.join(folder, 'promises.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| P'))
  .map(line => line.replace(/^\| | \|$/g, '').split(' | '))
  .map(cells => ({ id: cells[0] ?? '', held: cells.at(-1) ?? '' }));

/** `P1 in saving.test.ts ×2`: what the table claims. A file of tables is named without a count of its own. */
const claimed = rows.flatMap(({ id, held }) =>
  [...held.matchAll(/`([\w./-]+\.test\.tsx?)`(?: ×(\d+))?/g)].map(
    ([, file, count = '1']) => `${id} in ${file} ×${count}`,
  ),
);

/** The same, counted in the tests: `[P1]` or `[P1, P2]`. */
const carried = (readdirSync(folder, { recursive: true }) as string[])
  .filter(file => /\.test\.tsx?$/.test(file) && file !== 'promises.test.ts')
  .flatMap(file => {
    const counts = new Map<string, number>();
    for (const [, ids = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(/\[(P\d+(?:, P\d+)*)\]/g))
      for (const id of ids.split(', ')) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].map(([id, count]) => `${id} in ${file.split(path.sep).join('/')} ×${count}`);
  });

test('every promise has an id of its own, and names a test or a table', () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ id, held }) => !/^P\d+$/.test(id) || !/`[\w./-]+\.(?:test\.tsx?|md)`/.test(held))).toEqual([]);
});

test('the table names the tests that carry an id, and no others', () => {
  expect(claimed.filter(each => !carried.includes(each))).toEqual([]);
  expect(carried.filter(each => !claimed.includes(each))).toEqual([]);
});

test('every table that is named is there', () => {
  const tables = rows.flatMap(({ held }) => [...held.matchAll(/`([\w-]+\.md)`/g)].map(([, file = '']) => file));
  expect(tables.filter(file => !existsSync(path.join(folder, file)))).toEqual([]);
});
