import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

test('the package contains only the program, its licences, the changelog, the README and the manual', () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
  );
  const names: string[] = files.map((file: { path: string }) => file.path);
  const expected = [
    '.github/CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
    ...readdirSync('source/manual', { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md'))
      .map(name => `source/manual/${name}`),
  ];
  expect(names.filter(name => !name.startsWith('dist/')).sort()).toEqual(expected.sort());
});
