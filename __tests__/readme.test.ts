import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { translateCurl } from '../source/command/curl/translate.js';
import { curlPlace } from '../source/command/curl-word.js';
import { flagOfLongName } from '../source/command/flags.js';
import { parse } from '../source/command/parse.js';
import { withBlock } from '../source/command/readme.js';
import { isFailure } from '../source/core/failure.js';
import { keyTable } from '../source/tui/app/key-table.js';
import { actionBlock, ruleFor, rules } from './support/action-flags.js';
import { manualCommands, manualPages, readmeCommands } from './support/pages/readme-commands.js';
import { callsInEach } from './support/shells/shell-words.js';

const file = path.resolve('README.md');
const readme = readFileSync(file, 'utf8');

const house = path.resolve('source/tui/readme.md');

test('source/tui/readme.md gives the flag for each action of the screen (UPDATE_README=1 rewrites it)', () => {
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

test('it is read in a few minutes: at most 250 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
});

test.each([file, ...manualPages].map(page => [path.relative('.', page), page]))(
  'the links of %s lead to existing pages and headings',
  (_, page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#([\w-]+))?\)/g)];
    for (const [link, target = '', heading] of links) {
      const there = path.resolve(path.dirname(page), target);
      expect([link, existsSync(there)]).toEqual([link, true]);
      if (heading === undefined) continue;
      const headings = readFileSync(there, 'utf8').match(/^#+ .*$/gm) ?? [];
      expect(headings.map(each => each.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))).toContain(heading);
    }
  },
);

test('each page of the manual is in its list, and the README links to it', () => {
  const list = readFileSync(path.resolve('source/manual/readme.md'), 'utf8');
  const names = manualPages.map(page => path.relative('source/manual', page)).filter(name => name !== 'readme.md');
  expect(names.filter(name => !list.includes(`](${name})`))).toEqual([]);
  expect(readme).toContain('(source/manual/readme.md)');
});

// A profile is meaningless without its configuration, which readme-examples.long.test.ts saves first.
const examples = [...readmeCommands, ...manualCommands].filter(line => !/ @(?:shop|live)\//.test(line));

const calls = callsInEach(examples);

test.each(examples.map((example, at) => [example, calls[at] ?? []] as const))(
  'the program understands the example: %s',
  (_, calls) => {
    expect(calls.length).toBeGreaterThan(0);
    for (const argv of calls) {
      const at = curlPlace(argv);
      const ours = at === undefined ? { argv } : translateCurl(argv.slice(at + 1));
      const command = isFailure(ours) ? ours : parse([...argv.slice(0, at ?? 0), ...ours.argv]);
      expect(isFailure(command) ? command.text : '').toBe('');
    }
  },
);

test('the speeds of other programs are those measured last', () => {
  const measured = (name: string): string => readFileSync(path.resolve('__tests__/bench/results', name), 'utf8');
  const ms = (text: string, row: string): number => Number(text.split(`| ${row} | `)[1]?.split(' ')[0]);
  const startup = measured('startup.md');
  const ours = ms(startup, 'apiclient GET, http');
  const words = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  for (const name of ['curl', 'xh']) {
    const theirs = ms(startup, `${name}, http`);
    const times = words[Math.round(ours / theirs)];
    const said = `starts ${times} times faster (${Math.round(theirs)} ms against ${Math.round(ours)} ms here)`;
    expect(readme.split(`- **${name}**`)[1]?.split('- **')[0]).toContain(said);
  }
  expect(readme).toMatch(/less\s+than a third of its time per request over http, less than half over https/);
  expect(ours / ms(startup, 'HTTPie, http')).toBeLessThan(1 / 3);
  expect(ms(startup, 'apiclient GET, https') / ms(startup, 'HTTPie, https')).toBeLessThan(1 / 2);
  const file = measured('transfer.md').split('### 1 GiB into a pipe')[0] ?? '';
  expect(readme.match(/writes a\s+gigabyte to a file in half the time/g)).toHaveLength(2);
  for (const name of ['curl', 'xh']) expect(ms(file, name) / ms(file, 'apiclient')).toBeCloseTo(0.5, 1);
  expect(readme).toContain('is faster at writing a large download to a file');
  expect(ms(file, 'HTTPie')).toBeLessThan(ms(file, 'apiclient'));
});
