import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeBlock, flagBlock, withBlock } from '../../source/command/readme.js';

const file = path.resolve('README.md');

test.each([
  ['flags', flagBlock],
  ['exit-codes', exitCodeBlock],
] as const)('README.md shows the %s the program has (UPDATE_README=1 rewrites it)', (name, block) => {
  const readme = readFileSync(file, 'utf8');
  const fresh = withBlock(readme, name, block());
  if (process.env.UPDATE_README === '1' && fresh !== readme) writeFileSync(file, fresh);
  expect(readFileSync(file, 'utf8')).toBe(fresh);
});

test('a README without the block is an error, not a silent pass', () => {
  expect(() => withBlock('# apiclient', 'flags', 'x')).toThrow('flags:begin');
});
