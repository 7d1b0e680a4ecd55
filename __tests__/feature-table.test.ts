/** The feature page names existing tests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = readFileSync('__tests__/bench/results/feature-table.md', 'utf8');
const rows = [...page.matchAll(/^\| (?!feature|---)(.+?) \| (.+?) \| `([^`]+)`: (.+) \|$/gm)];

test('each row has its test', () => {
  expect(rows).toHaveLength(63);
  const gone = rows.filter(([, , , file = '', title = '']) => {
    const text = readFileSync(path.join('__tests__', file), 'utf8');
    return !text.includes(title.replaceAll('\\|', '|'));
  });
  expect(gone.map(([row]) => row)).toEqual([]);
});
