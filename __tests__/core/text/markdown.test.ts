/** Markdown of descriptions as plain text. */
import { plainMarkdown } from '../../../source/core/text/markdown.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

test.each([
  ['a paragraph is one line', 'One\ntwo\n\nthree', 'One two\n\nthree'],
  ['emphasis', '**Strong**, *soft*, __both__ and _this_', 'Strong, soft, both and this'],
  ['nested emphasis', '**very *soft* text**', 'very soft text'],
  ['names and products are no emphasis', 'snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['marks of code are preserved', 'Use `a_b_c` or `**`.', 'Use `a_b_c` or `**`.'],
  ['a code block is unchanged', 'See:\n```json\n{\n  "a": *1*\n}\n```\nEnd', 'See:\n{\n  "a": *1*\n}\nEnd'],
  ['headings', '# Title #\nText\n\nOther\n=====\nMore', 'Title\nText\n\nOther\nMore'],
  ['lists', 'Either:\n- one\n  more\n- two\n1. three', 'Either:\n- one more\n- two\n1. three'],
  ['links', '[docs](https://a.example "t") and [here](#top)', 'docs (https://a.example) and here'],
  ['images and addresses', '![logo](https://a.example/x.png) <https://b.example>', 'logo https://b.example'],
  ['HTML tags', '<p>One<br/>two</p> <b>three</b><!-- no -->', 'One\ntwo three'],
  ['types in angle brackets are text', 'A List<String> and a <name>', 'A List<String> and a <name>'],
  ['entities', 'a &lt; b &amp;&amp; c &#39;d&#39; &unknown;', "a < b && c 'd' &unknown;"],
  ['escaped marks', '\\*not soft\\* and \\_this\\_', '*not soft* and _this_'],
  ['quotes', '> quoted\n> text', 'quoted text'],
  ['hard breaks', 'one  \ntwo\\\nthree', 'one\ntwo\nthree'],
  ['tables', '| a | b |\n| - | - |', '| a | b |\n| - | - |'],
  ['lists of GraphQL types', '[Post!]! or [ID]', '[Post!]! or [ID]'],
])('%s', (_name, markdown, text) => {
  expect(plainMarkdown(markdown)).toBe(text);
});

test.each(['[', '*', '_', '`', '<', '&', '**a', '[a](', '![', '*a_', '<a', '> ', '- ', '#', '\\'])(
  'the time for many %j is proportional to their number',
  piece => {
    const converted = (count: number) => () => plainMarkdown(piece.repeat(count));
    expectTimeRatioBelow(40, converted(30_000), converted(3_000));
  },
);

test('no text within deep emphasis is lost', () => {
  const nested = `${'*'.repeat(300)}deep${'*'.repeat(300)}`;
  expect(plainMarkdown(nested)).toContain('deep');
});
