/** Links in the bytes of the painter (OSC 8). */
import { linkParameter } from '../../../source/core/text/hyperlinks.js';
import { docsText, renderLine } from '../../../source/tui/components/line.js';
import { createPainter } from '../../../source/tui/terminal/painter.js';
import { plain, theme } from '../support.js';

const url = 'https://a.test/b';
const [docs = []] = docsText(`See ${url} there`, [`See ${url} there`]);

test('a link has no width, and ends with its last cell', () => {
  const line = renderLine(docs, 40, { ...theme, links: true });
  const bytes = createPainter().paint([line], 40, 1);
  expect(bytes).toContain(`\u001b]8;id=${linkParameter(url)};${url}\u001b\\${url}\u001b]8;;\u001b\\`);
  expect(bytes.replace(/\u001b\]8;[^\u001b]*\u001b\\/g, '')).toBe(createPainter().paint(plain([line]), 40, 1));
});

test('a frame that ends in a link closes it', () => {
  const line = renderLine([{ text: url, url }], url.length, { ...theme, links: true });
  expect(createPainter().paint([line], url.length, 1)).toContain(`${url}\u001b]8;;\u001b\\`);
});

test('other terminals get the text alone', () => {
  expect(renderLine(docs, 40, { ...theme, links: false })).toBe(` See ${url} there`.padEnd(40));
});
