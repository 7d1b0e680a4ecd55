import { aboutTopic, keyText } from '../../source/command/about.js';
import { exitCodeTable } from '../../source/command/exit-codes.js';
import { flagTable, groups, shownName } from '../../source/command/flags.js';
import { guides, otherTopics } from '../../source/command/help/guides.js';
import { flagForms, groupTopic } from '../../source/command/help/help.js';
import { helpTopics } from '../../source/command/help/topics.js';
import { parse } from '../../source/command/parse.js';
import { exitCodes, isFailure } from '../../source/core/failure.js';
import { keyHelp } from '../../source/tui/app/key-help.js';
import { callsIn } from '../support/shells/shell-words.js';

const topics = Object.keys(helpTopics) as (keyof typeof helpTopics)[];

/** The help of a topic that there is. */
function helpOn(topic: string | undefined): string {
  const text = aboutTopic(topic);
  if (isFailure(text)) throw new Error(text.text);
  return text;
}

const tooLong = (text: string): readonly string[] => text.split('\n').filter(line => line.length > 80);

test.each(topics)('--help of %s fits 80 columns', topic => {
  expect(tooLong(helpOn(topic))).toEqual([]);
});

test.each(topics)('--help of %s lists every flag that goes there, and no other', topic => {
  const lines = helpOn(topic)
    .split('\n')
    .map(line => line.trim());
  const { command } = helpTopics[topic];
  for (const flag of flagTable) {
    const listed = lines.some(line => line === flagForms(flag).trim() || line.startsWith(`${flagForms(flag).trim()} `));
    expect([flag.name, listed]).toEqual([flag.name, (flag.commands as readonly string[]).includes(command)]);
  }
});

test.each(topics)('-h of %s is short: twenty flags at most, and where the others are', topic => {
  const text = aboutTopic(topic === 'request' ? undefined : topic, true);
  if (isFailure(text)) throw new Error(text.text);
  expect(tooLong(text)).toEqual([]);
  expect(text.split('\n').length).toBeLessThan(60);
  const { command } = helpTopics[topic];
  const all = flagTable.filter(flag => (flag.commands as readonly string[]).includes(command));
  const shown = all.filter(flag => text.includes(`\n  ${flagForms(flag)}`));
  expect(shown.length).toBeLessThanOrEqual(20);
  if (topic === 'request' || topic === 'graphql') expect(shown).toHaveLength(20);
  const others = all.length - shown.length;
  if (others > 0) expect(text.replace(/\s+/g, ' ')).toContain(`${others} more: apiclient`);
});

test('-h, and help alone, are brief; --help is whole', () => {
  for (const argv of [['-h'], ['help'], ['GET', 'a.example', '-sh']])
    expect(parse(argv)).toMatchObject({ kind: 'help', brief: true });
  expect(parse(['graphql', '-h'])).toEqual({ kind: 'help', topic: 'graphql', brief: true });
  expect(parse(['--help'])).toEqual({ kind: 'help' });
  expect(parse(['graphql', '--help'])).toEqual({ kind: 'help', topic: 'graphql' });
});

test.each(groups.map(groupTopic))('apiclient help %s is the group of flags, or the command of that name', topic => {
  const text = helpOn(topic);
  const flags = flagTable.filter(flag => groupTopic(flag.group) === topic);
  if (!topics.includes(topic as (typeof topics)[number]))
    for (const flag of flags) expect(text).toContain(`\n  ${flagForms(flag)}`);
});

test('examples stand before the flags', () => {
  const help = helpOn(undefined);
  expect(help.indexOf('Examples')).toBeGreaterThan(0);
  expect(help.indexOf('Examples')).toBeLessThan(help.indexOf('Authentication'));
});

test.each(topics.flatMap(topic => helpTopics[topic].examples))('the example can be typed: %s', example => {
  const calls = callsIn(example);
  expect(calls.length).toBeGreaterThan(0);
  for (const argv of calls) {
    const parsed = parse(argv, [], () => 'https://profile.example');
    expect(isFailure(parsed) ? parsed.text : 'a command').toBe('a command');
  }
});

test('every exit code of the program is explained', () => {
  const explained = exitCodeTable.flatMap(([codes]) => codes.split(', '));
  for (const code of Object.values(exitCodes)) expect(explained).toContain(String(code));
});

describe('apiclient help', () => {
  test.each(Object.keys(guides))('%s has a text of its own that fits 80 columns', topic => {
    const text = helpOn(topic);
    expect(text).not.toBe(helpOn(undefined));
    expect(tooLong(text)).toEqual([]);
  });

  test('help names every topic there is', () => {
    const text = helpOn('help');
    for (const topic of [...Object.keys(guides), ...Object.keys(otherTopics)]) expect(text).toContain(`\n  ${topic} `);
  });

  test.each([
    ['--timeout', '--timeout SECONDS'],
    ['timeout', '--timeout SECONDS'],
    ['-L', '-L, --follow'],
    ['-4', '-4, --ipv4'],
    ['--no-mouse', '--no-mouse'],
    ['--no-follow', '-L, --follow'],
  ])('%s shows the flag and the commands it goes with', (topic, shown) => {
    const text = helpOn(topic);
    expect(text).toContain(shown);
    expect(text.match(/^ {2,6}-/gm)).toHaveLength(1);
    expect(text).toMatch(/\nGoes with: .*\n$/);
  });

  test('a flag brings those with it whose names begin with its name', () => {
    const listed = [...helpOn('oauth2').matchAll(/^ {6}--([\w-]+)/gm)].map(([, name]) => name);
    expect(listed).toEqual(flagTable.map(({ name }) => name).filter(name => name.startsWith('oauth2')));
  });

  test('every flag has help', () => {
    for (const flag of flagTable) expect(helpOn(shownName(flag))).toContain(flagForms(flag).trim());
  });

  test('a method is a request', () => {
    expect(helpOn('GET')).toBe(helpOn(undefined));
  });

  test.each([
    ['kyes', /apiclient help keys\?/],
    ['grapqhl', /apiclient help graphql\?/],
    ['--retrry', /apiclient help retry\?/],
    ['__proto__', /apiclient help help/],
    ['', /apiclient help help/],
    ['-', /apiclient help help/],
    ['--', /apiclient help help/],
  ])('%j is refused with what may be meant', (topic, hint) => {
    const text = aboutTopic(topic);
    expect(isFailure(text) ? text : text.slice(0, 80)).toMatchObject({
      kind: 'usage',
      hint: expect.stringMatching(hint),
    });
  });

  test('the keys are those of the table, under their headings', () => {
    const text = keyText(keyHelp());
    expect(tooLong(text)).toEqual([]);
    for (const { heading } of keyHelp()) expect(`\n${text}`).toContain(`\n${heading}\n`);
    expect(text).toContain('  Ctrl-R / Alt-Enter / F5     Run');
  });
});
