/** URLs in descriptions, and the terminals that make them links. */

import { hasLinks } from '../../../source/core/text/hyperlinks.js';
import { linkedLines, linkOf } from '../../../source/core/text/links.js';
import { wrapText } from '../../../source/core/text/wrap.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

const pieces = (text: string, width: number) => linkedLines(text, wrapText(text, width)).flat();

test.each([
  ['See https://a.test/b.', 'https://a.test/b'],
  ['The docs (https://a.test/b_(c)), and more', 'https://a.test/b_(c)'],
  ['HTTPS only: https://a.test', 'https://a.test/'],
  ['https://a.test/é?q="x"', 'https://a.test/%C3%A9?q='],
])('%s: the URL without the punctuation of the sentence, percent-encoded', (text, url) => {
  expect(pieces(text, 200).flatMap(piece => piece.url ?? [])).toEqual([url]);
});

test('a URL on several lines is one link, and the text is unchanged', () => {
  const text = 'A long one:\nhttps://a.test/one/two/three/four?five=6 and https://b.test/c, which is short';
  for (let width = 8; width < 80; width++) {
    const lines = wrapText(text, width);
    const linked = linkedLines(text, lines);
    expect(linked.map(line => line.map(piece => piece.text).join(''))).toEqual(lines);
    const textOf = (url: string) =>
      linked
        .flat()
        .filter(piece => piece.url === url)
        .map(piece => piece.text)
        .join('');
    expect(textOf('https://a.test/one/two/three/four?five=6')).toBe('https://a.test/one/two/three/four?five=6');
    expect(textOf('https://b.test/c')).toBe('https://b.test/c');
  }
});

test('a text that is cut off in the middle of a URL still links the part that is shown', () => {
  const text = 'https://a.test/one/two/three/four/five';
  const [line] = wrapText(text, 16, 1);
  expect(linkedLines(text, [line ?? ''])).toEqual([[{ text: line, url: text }]]);
});

test('a URL whose host is cut off is no link, because the host that is shown is a different one', () => {
  const text = 'See https://bank.test.evil.test/a';
  expect(linkedLines(text, ['See https://bank.test'])).toEqual([[{ text: 'See https://bank.test' }]]);
  const lines = ['See', 'https://bank.test', '.evil.test'];
  expect(linkedLines(text, lines).flatMap(line => line.map(piece => piece.url))).toEqual([
    undefined,
    'https://bank.test.evil.test/a',
    'https://bank.test.evil.test/a',
  ]);
  expect(
    linkedLines(text, lines.slice(0, 2))
      .flat()
      .map(piece => piece.url),
  ).toEqual([undefined, undefined]);
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://bank.test@evil.test/',
  'https://user:password@evil.test/',
  'https://b\u0430nk.test/',
  `https://a.test/${'x'.repeat(2001)}`,
  'https://',
])('%s is no link', text => {
  expect(linkOf(text)).toBeUndefined();
});

test('control characters neither end a link nor reach its URL', () => {
  for (const piece of pieces('https://a.test/\u001b]8;;https://evil.test\u0007x\u009c', 200)) {
    expect(piece.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(piece.url ?? '').not.toMatch(/[^\u0021-\u007e]/);
  }
});

test('a hostile text takes time in proportion to its length', () => {
  const linked = (count: number) => () => {
    const text = `https://a.test/${')'.repeat(count)}`;
    return linkedLines(text, [text]);
  };
  expectTimeRatioBelow(40, linked(60_000), linked(6_000));
});

test.each([
  [{ VTE_VERSION: '7600', TERM: 'xterm-256color' }, true],
  [{ VTE_VERSION: '4905', TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'linux' }, false],
  [{ KONSOLE_VERSION: '201200' }, true],
  [{ KONSOLE_VERSION: '191200' }, false],
  [{ WT_SESSION: 'x' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.15' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.0' }, true],
  [
    { TMUX: '/tmp/x', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4', VTE_VERSION: '7600' },
    true,
  ],
  [
    { TMUX: '/tmp/x', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', VTE_VERSION: '7600' },
    false,
  ],
  [{ STY: '1.pts', TERM: 'screen', VTE_VERSION: '7600' }, false],
  [{ TERM: 'xterm-256color', FORCE_HYPERLINK: '1' }, true],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false],
])('%j: links %s', (variables, isSupported) => {
  expect(hasLinks(variables)).toBe(isSupported);
});
