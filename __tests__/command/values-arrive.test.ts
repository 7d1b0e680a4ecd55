/** Every value of every flag reaches the command as typed. */

import { flagTable } from '../../source/command/flags.js';
import { flagTokens, readLine } from '../../source/command/read-line.js';
import * as fc from '../support/property.js';

const valued = flagTable.filter(flag => flag.value !== undefined && !flag.optional);
const switches = flagTable.filter(flag => flag.value === undefined && flag.short);

/** Texts that often break parsers: leading dashes, quotes, `=`, empty, numbers, non-ASCII, lone surrogates. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '-',
    '--',
    '-i',
    '--json',
    '--no-follow',
    '-weird:pass',
    '"abc"',
    "'abc'",
    '=',
    '=a=b',
    'a=b',
    '0x10',
  ),
  fc.constantFrom(
    '1e3',
    'true',
    'null',
    '007',
    ' ',
    '\n',
    'ü',
    '日本',
    '@-',
    '@',
    '[]',
    '__proto__',
    'constructor',
    '\ud800',
    '$(x)',
    '*',
  ),
);

function read(argv: readonly string[]) {
  const line = readLine(argv);
  return { given: flagTokens(line), problem: line.problem?.text };
}

describe.each(valued.map(flag => [flag.name, flag] as const))('--%s', (_, flag) => {
  test('gets any value byte for byte, in each notation', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...switches.map(other => other.short)), (value, letter) => {
        const forms = [[`--${flag.name}`, value], [`--${flag.name}=${value}`]];
        if (flag.short) {
          forms.push([`-${flag.short}`, value], [`-${letter}${flag.short}`, value]);
          if (value !== '') forms.push([`-${flag.short}${value}`], [`-${letter}${flag.short}${value}`]);
        }
        for (const form of forms) {
          const { given, problem } = read(['GET', ...form, 'https://a.example', '-i']);
          const received = [problem, given.all(flag.name), given.words, given.on('include')];
          expect(received).toEqual([undefined, [value], ['GET', 'https://a.example'], true]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('words after -- arrive byte for byte, whatever they begin with', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), words => {
      expect(read(['GET', '--', ...words]).given.words).toEqual(['GET', ...words]);
    }),
  );
});

test('the relative order of several flags is preserved', () => {
  const { given } = read(['-d', 'a', '--data-urlencode', 'b', '-dc', '--data=d']);
  expect(given.positioned('data').map(({ position }) => position)).toEqual([0, 2, 3]);
  expect(given.positioned('data-urlencode').map(({ position }) => position)).toEqual([1]);
});

test('the last form of a switch applies: --no-x undoes x', () => {
  expect(read(['-L', '--no-follow']).given.on('follow')).toBe(false);
  expect(read(['--no-follow', '--follow']).given.on('follow')).toBe(true);
  expect(read(['--no-mouse']).given.on('mouse', true)).toBe(false);
  expect(read([]).given.on('mouse', true)).toBe(true);
});

test.each([
  [['-ikLsv'], ['include', 'insecure', 'follow', 'silent', 'verbose']],
  [
    ['-si', '-46'],
    ['silent', 'include', 'ipv4', 'ipv6'],
  ],
] as const)('clustered letters %j are single switches', (argv, names) => {
  for (const name of names) expect(read(argv).given.on(name)).toBe(true);
});

test('an optional value is accepted only after =', () => {
  const { given } = read(['graphql', 'https://a.example', '--print-schema', 'json']);
  expect(given.words).toEqual(['graphql', 'https://a.example', 'json']);
  expect(given.last('print-schema')).toBeUndefined();
  expect(read(['--print-schema=json']).given.last('print-schema')).toBe('json');
});

test('names and letters in the table are unique, and letters are single characters', () => {
  const names = flagTable.map(flag => flag.name);
  const letters = flagTable.flatMap(flag => (flag.short ? [flag.short] : []));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.every(letter => /^[A-Za-z0-9]$/.test(letter))).toBe(true);
});
