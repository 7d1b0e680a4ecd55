import { aboutTopic } from '../../source/command/about.js';
import { exitCodeTable } from '../../source/command/exit-codes.js';
import { flagTable } from '../../source/command/flags.js';
import { flagForms } from '../../source/command/help/help.js';
import { helpTopics } from '../../source/command/help/topics.js';
import { parse } from '../../source/command/parse.js';
import { exitCodes, isFailure } from '../../source/core/failure.js';
import { callsIn } from '../support/shells/shell-words.js';

const topics = Object.keys(helpTopics) as (keyof typeof helpTopics)[];

test.each(topics)('--help of %s fits 80 columns', topic => {
  const long = aboutTopic(topic)
    .split('\n')
    .filter(line => line.length > 80);
  expect(long).toEqual([]);
});

test.each(topics)('--help of %s lists every flag that goes there, and no other', topic => {
  const lines = aboutTopic(topic)
    .split('\n')
    .map(line => line.trim());
  const { command } = helpTopics[topic];
  for (const flag of flagTable) {
    const listed = lines.some(line => line === flagForms(flag).trim() || line.startsWith(`${flagForms(flag).trim()} `));
    expect([flag.name, listed]).toEqual([flag.name, (flag.commands as readonly string[]).includes(command)]);
  }
});

test('examples stand before the flags', () => {
  const help = aboutTopic(undefined);
  expect(help.indexOf('Examples')).toBeGreaterThan(0);
  expect(help.indexOf('Examples')).toBeLessThan(help.indexOf('Authentication'));
});

test.each(topics.flatMap(topic => helpTopics[topic].examples))('the example can be typed: %s', example => {
  const calls = callsIn(example);
  expect(calls.length).toBeGreaterThan(0);
  for (const argv of calls) {
    const parsed = parse(argv);
    expect(isFailure(parsed) ? parsed.text : 'a command').toBe('a command');
  }
});

test('every exit code of the program is explained', () => {
  const explained = exitCodeTable.flatMap(([codes]) => codes.split(', '));
  for (const code of Object.values(exitCodes)) expect(explained).toContain(String(code));
});

test('an unknown topic gets the general help', () => {
  expect(aboutTopic('__proto__')).toBe(aboutTopic(undefined));
});
