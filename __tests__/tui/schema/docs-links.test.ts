/** Links in the documentation below the schema tree. */
import { isLink } from '../../../source/core/text/hyperlinks.js';
import { DocsStrip } from '../../../source/tui/schema/docs-strip.js';
import { plain, Screen, theme } from '../support.js';

/** The lines of the pane for a description, with its height including the frame. */
function docsOf(description: string, height: number): readonly string[] {
  const row = new Screen({ query: '{ hello }' }).press('1').row('user').cursor;
  const { type } = DocsStrip as unknown as { type(props: object): { props: { lines: readonly string[] } } };
  const rect = { x: 0, y: 0, width: 40, height };
  return type({ row: { ...row, description }, rect, theme: { ...theme, links: true } }).props.lines;
}

const hasLink = (line: string): boolean =>
  [...line.matchAll(/\u001b\[([\d;]*)m/g)].some(([, codes = '']) =>
    codes.split(';').some(code => isLink(Number(code))),
  );

test('a URL is a link only if the pane has room for its host', () => {
  const description = `See\nhttps://bank.test.${'a'.repeat(30)}.test/`;
  const low = docsOf(description, 5);
  expect(plain(low).join('\n')).toContain('https://bank.test.');
  expect(plain(low).join('\n')).not.toContain('.test/');
  expect(low.filter(hasLink)).toEqual([]);
  const high = docsOf(description, 6);
  expect(plain(high).join('\n')).toContain('.test/');
  expect(high.filter(hasLink)).toHaveLength(2);
});
