/** The generated parts of the manual (UPDATE_README=1 rewrites them), and Markdown that is compiled back to the same page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageBlocks } from '../../source/build/manual.mjs';
import { flagTable } from '../../source/command/flags.js';
import { flagPage } from '../../source/command/help/flag-page.js';
import { keyPage } from '../../source/command/help/key-page.js';
import { manual } from '../../source/command/help/manual.js';
import { flagBlock, markdownOf, topicBlock, withBlock } from '../../source/command/readme.js';
import { keyHelp } from '../../source/tui/app/key-help.js';

const folder = path.resolve('source/manual');
const relativeFile = (name: string): string =>
  [`${name}.md`, `reference/${name}.md`].find(file => existsSync(path.join(folder, file))) ?? name;
const fileOf = (name: string): string => path.join(folder, relativeFile(name));

test.each([
  ['flags', flagBlock],
  ['readme', () => topicBlock(relativeFile)],
] as const)('the manual page %s is up to date (UPDATE_README=1 rewrites it)', (name, block) => {
  const page = readFileSync(fileOf(name), 'utf8');
  const fresh = withBlock(page, name, block());
  if (process.env.UPDATE_README === '1' && fresh !== page) writeFileSync(fileOf(name), fresh);
  expect(readFileSync(fileOf(name), 'utf8')).toBe(fresh);
});

test('the page of keys is the output of apiclient help keys (UPDATE_README=1 rewrites it)', () => {
  const fresh = `${markdownOf(keyPage(keyHelp()))}\n`;
  if (process.env.UPDATE_README === '1') writeFileSync(fileOf('keys'), fresh);
  expect(readFileSync(fileOf('keys'), 'utf8')).toBe(fresh);
});

test.each([
  ...Object.entries(manual),
  ['keys', keyPage(keyHelp())] as const,
  ...flagTable.map(flag => [`--${flag.name}`, flagPage(flag)] as const),
])('Markdown of %s compiles to the page from which it was generated', (_, page) => {
  expect(pageBlocks(markdownOf(page))).toEqual(page);
});

test('a page without the block is an error', () => {
  expect(() => withBlock('# apiclient', 'flags', 'x')).toThrow('flags:begin');
});

test.each(['> quoted', '![a picture](x.png)', '- a\n  - nested', '<b>bold</b>'])('a page may not have %j', text => {
  expect(() => pageBlocks(text)).toThrow('A page of the manual has a');
});
