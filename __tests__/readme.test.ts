import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flagOfLongName } from '../source/command/flags.js';
import { parse } from '../source/command/parse.js';
import { withBlock } from '../source/command/readme.js';
import { isFailure } from '../source/core/failure.js';
import { keyTable } from '../source/tui/app/key-table.js';
import { actionBlock, ruleFor, rules } from './support/action-flags.js';
import { keyBlock } from './support/readme-keys.js';
import { callsIn } from './support/shells/shell-words.js';

const file = path.resolve('README.md');
const readme = readFileSync(file, 'utf8');

test('README.md shows the keys the full screen has (UPDATE_README=1 rewrites it)', () => {
  const fresh = withBlock(readme, 'keys', keyBlock());
  if (process.env.UPDATE_README === '1' && fresh !== readme) writeFileSync(file, fresh);
  expect(readFileSync(file, 'utf8')).toBe(fresh);
});

const house = path.resolve('source/readme.md');

test('source/readme.md says of each action of the screen which flag does it (UPDATE_README=1 rewrites it)', () => {
  const before = readFileSync(house, 'utf8');
  const fresh = withBlock(before, 'actions', actionBlock());
  if (process.env.UPDATE_README === '1' && fresh !== before) writeFileSync(house, fresh);
  expect(readFileSync(house, 'utf8')).toBe(fresh);
  expect(keyTable.filter(({ id }) => ruleFor(id) === undefined).map(({ id }) => id)).toEqual([]);
  expect(rules.filter(([ids]) => !keyTable.some(({ id }) => ids.test(id))).map(([, flag]) => flag)).toEqual([]);
  const flags = actionBlock().match(/`--[a-z0-9-]+/g) ?? [];
  expect(flags.filter(flag => flagOfLongName(flag.slice(3)) === undefined)).toEqual([]);
});

test('the first two commands a newcomer sees install, start and test', () => {
  const commands = readme.split('\n').filter(line => /^\s*npm install/.test(line));
  expect(commands.map(line => line.trim())).toEqual(['npm install && npm start', 'npm install && npm test']);
});

const examples = readme
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line.startsWith('$ ') && line.includes('apiclient'))
  .map(line => line.slice(2));

test.each(examples)('the program understands the example: %s', example => {
  const calls = callsIn(example);
  expect(calls.length).toBeGreaterThan(0);
  for (const argv of calls) {
    const command = parse(argv);
    expect(isFailure(command) ? command.text : '').toBe('');
  }
});
