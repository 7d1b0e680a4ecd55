/** `promises.md`: every test it names is there, under that name. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const rows = readFileSync(path.resolve('__tests__/promises.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| (?!---|promise )/.test(line))
  .map(line => line.split(' | ').at(-1) ?? '');

/** The files of a row, each with what it quotes of its tests' names. */
const named = (held: string): readonly (readonly [file: string, titles: readonly string[]])[] =>
  [...held.matchAll(/`([\w./-]+\.(?:test\.tsx?|md))`((?: “[^”]+”)*)/g)].map(([, file = '', titles = '']) => [
    file,
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  ]);

/** A source as its strings read. */
const read = (file: string): string =>
  readFileSync(path.resolve('__tests__', file), 'utf8').replace(/\\(['"`])/g, '$1');

test('every row names a test or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(held => named(held).length === 0)).toEqual([]);
});

test('every test that is named is there', () => {
  const wrong = rows.flatMap(held =>
    named(held).flatMap(([file, titles]) => {
      if (!existsSync(path.resolve('__tests__', file))) return [file];
      const text = read(file);
      return titles.filter(title => !text.includes(title)).map(title => `${file}: ${title}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('what is written is read: no quote and no file is passed over', () => {
  const [files, titles] = [rows.join('\n').match(/`[\w./-]+\.(?:ts|tsx|md)`/g), rows.join('\n').match(/“/g)];
  const all = rows.flatMap(named);
  expect(all).toHaveLength(files?.length ?? 0);
  expect(all.flatMap(([, each]) => each)).toHaveLength(titles?.length ?? 0);
});
