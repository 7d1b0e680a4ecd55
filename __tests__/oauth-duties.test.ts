/** `oauth-duties.md`: every named test exists, and every duty has a test or a reason. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Number, duty, source, test. */
const rows = readFileSync(path.resolve('__tests__/oauth-duties.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line =>
    line
      .split('|')
      .map(cell => cell.trim())
      .slice(1, -1),
  );

const named = (held: string) => [...held.matchAll(/`([\w./-]+\.test\.tsx?)`((?: “[^”]+”)+)/g)];

test('eighty duties, numbered', () => {
  expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: rows.length }, (_, at) => at + 1));
  expect(rows.length).toBeGreaterThanOrEqual(80);
});

test('every duty has a test, or a reason why it has none', () => {
  const silent = rows.filter(([, , , held = '']) => named(held).length === 0 && !/^None: .{10,}/.test(held));
  expect(silent).toEqual([]);
});

test('every named test exists', () => {
  const wrong = rows.flatMap(([number, , , held = '']) =>
    named(held).flatMap(([, file = '', titles = '']) => {
      const at = path.resolve('__tests__', file);
      if (!existsSync(at)) return [`${number}: ${file}`];
      const text = readFileSync(at, 'utf8').replace(/\\(['"`])/g, '$1');
      return [...titles.matchAll(/“([^”]+)”/g)]
        .filter(([, title = '']) => !text.includes(title))
        .map(([, title]) => `${number}: ${file}: ${title}`);
    }),
  );
  expect(wrong).toEqual([]);
});
