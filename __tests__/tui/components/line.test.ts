/** Truncation of lines. */
import { renderLine } from '../../../source/tui/components/line.js';
import { plain, theme } from '../support.js';

const prose = 'Wrap or truncate long lines.';
const shown = (text: string, width: number, role?: 'dim'): string =>
  plain([renderLine([{ text, ...(role && { role }) }], width, theme)])[0] ?? '';

test('truncated prose has a blank before its ellipsis at every width, and fills its cells', () => {
  for (let width = 6; width < prose.length; width++) {
    expect([width, shown(prose, width, 'dim')]).toEqual([width, expect.stringMatching(/ … *$/)]);
    expect(shown(prose, width, 'dim')).toHaveLength(width);
  }
  expect(shown(prose, prose.length, 'dim')).toBe(prose);
});

test('a name is cut anywhere, and so is an unusually long word', () => {
  expect(shown('two words', 6)).toBe('two w…');
  expect(shown(`see ${'x'.repeat(40)}`, 30, 'dim')).toBe(`see ${'x'.repeat(25)}…`);
});
