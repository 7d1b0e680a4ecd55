import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeBlock, flagBlock, guideBlock, withBlock } from '../../source/command/readme.js';
import { keyBlock } from '../support/readme-keys.js';

test.each([
  ['flags', flagBlock],
  ['exit-codes', exitCodeBlock],
  ['keys', keyBlock],
  ['environment', () => guideBlock('environment')],
  ['files', () => guideBlock('files')],
  ['configuration', () => guideBlock('configuration')],
  ['requests', () => guideBlock('items', 'secrets', 'curl')],
  ['scripting', () => guideBlock('checks', 'http-files', 'write-out')],
] as const)('the manual page %s shows what the program has (UPDATE_README=1 rewrites it)', (name, block) => {
  const file = path.resolve('source/manual', `${name}.md`);
  const page = readFileSync(file, 'utf8');
  const fresh = withBlock(page, name, block());
  if (process.env.UPDATE_README === '1' && fresh !== page) writeFileSync(file, fresh);
  expect(readFileSync(file, 'utf8')).toBe(fresh);
});

test('a page without the block is an error, not a silent pass', () => {
  expect(() => withBlock('# apiclient', 'flags', 'x')).toThrow('flags:begin');
});
