/** Descriptions in Markdown, as the docs strip and `K` show them. */

import { layout } from '../../../source/tui/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { DocsStrip } from '../../../source/tui/schema/docs-strip.js';
import { treeSource } from '../../../source/tui/schema/sources.js';
import { plain, Screen, theme } from '../support.js';

const sdl = `type Query {
  """
  Returns **one** user,
  by its *ID*. See [the guide](https://guide.example/users).<br>

  - fast
  - \`cached\`

  <b>Hostile</b> \u001b]52;c;eA==\u0007 [x](javascript:alert)
  """
  user(id: ID!): String
}`;

test('the full documentation has no marks of Markdown, and is safe', () => {
  const screen = new Screen({ sdl }).row('user');
  const row = screen.cursor;
  expect(row && treeSource(screen.state).docs(screen.state, row)).toMatch(
    /^Returns one user, by its ID\. See the guide \(https:\/\/guide\.example\/users\)\.\n+- fast\n- `cached`\n\nHostile .* x\n/,
  );
  screen.press('K');
  expect(topOverlay(screen.state)).toMatchObject({ kind: 'text' });
});

test('the strip reflows paragraphs', () => {
  const screen = new Screen({ sdl, columns: 120, rows: 40 }).row('user');
  const rect = layout(screen.state).docs;
  if (rect === undefined) throw new Error('No strip.');
  const { props } = DocsStrip.type({ row: screen.cursor, rect, theme }) as { props: { lines: readonly string[] } };
  const text = plain(props.lines).join('\n');
  expect(text).toContain('Returns one user, by its');
  expect(text).not.toMatch(/\*\*|\u0007|\u001b/);
});

describe('a long heading', () => {
  const strip = (name: string, description = '', height = 5): string[] => {
    const row = { key: 'x', kind: 'field', depth: 1, name, mark: 'absent', description } as const;
    const rect = { x: 0, y: 0, width: 24, height };
    const { props } = DocsStrip.type({ row, rect, theme }) as { props: { lines: readonly string[] } };
    return plain(props.lines)
      .slice(1, -1)
      .map(line => line.slice(2, -1).trimEnd());
  };

  test('uses the rows that the description leaves blank', () => {
    expect(strip('one two three four five six')).toEqual(['one two three four', 'five six', '']);
    expect(strip('one two three four five six', 'A. '.repeat(20))[0]).toMatch(/^one two .*…$/);
  });

  test('breaks a path anywhere, and is truncated if there is no room', () => {
    const path = 'GET /projects/{projectId}/members';
    expect(strip(path)).toEqual(['GET /projects/{proje', 'ctId}/members', '']);
    expect(strip(path, 'One line.')).toEqual(['GET /projects/{proje', 'ctId}/members', 'One line.']);
    expect(strip(path, 'One line. And another one.')[0]).toMatch(/^GET \/projects\/.*…$/);
  });
});
