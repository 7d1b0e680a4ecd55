/** Any input gives a command or one clear failure: never an exception, and no secrets in messages. */

import { flagTable } from '../../source/command/flags.js';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import * as fc from '../support/property.js';

const names = flagTable.flatMap(flag => [
  `--${flag.name}`,
  `--no-${flag.name}`,
  ...(flag.short ? [`-${flag.short}`] : []),
]);
const word = fc.oneof(
  fc.constantFrom(
    'GET',
    'POST',
    'graphql',
    'auth',
    'demo',
    'completion',
    'https://a.example',
    ':8080/x',
    'localhost',
    '--',
    '-',
    '',
  ),
  fc.constantFrom(...names),
  fc.constantFrom(
    'a=b',
    'c:=1',
    'd==e',
    'f:g',
    '@-',
    'file:-',
    'env:X',
    'text:',
    '5',
    'client_credentials:https://a.example:id:s',
  ),
  fc.tuple(fc.constantFrom(...names), fc.string()).map(([name, value]) => `${name}=${value}`),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

test('any line is a command or a usage error of one line with one hint', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), argv => {
      const parsed = parse(argv);
      if (!isFailure(parsed)) return expect(typeof parsed.kind).toBe('string');
      expect(parsed.kind).toBe('usage');
      expect(parsed.text).not.toBe('');
      expect(parsed.hint).toBeTruthy();
      expect(parsed.text).not.toContain('undefined');
    }),
    { numRuns: 3000 },
  );
});

const junk = fc.constantFrom(
  '',
  ' ',
  ':',
  '=',
  '\n',
  '\u0007',
  'ü',
  'https://',
  '@',
  ';',
  'a b',
  'Bearer ',
  'x:',
  'text:',
  '//',
  '%',
  '[',
);
const secret = fc.tuple(junk, junk, junk).map(([a, b, c]) => `${a}${b}hunter2${c}`);
const holders = [
  '-u',
  '-B',
  '-K',
  '-H',
  '-d',
  '--oauth2',
  '--oauth2-password',
  '--json',
  '--data-urlencode',
  '-F',
  '-b',
  '--connection-params',
];

test('no message about a wrong value contains its secret', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'graphql', 'HEAD'),
      fc.array(fc.tuple(fc.constantFrom(...holders, '-K', '--oauth2'), secret), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', 'k=', 'user:', 'client_credentials:', 'client_credentials:https://a.example:id:', 'X-Key: '),
      (first, given, before) => {
        const parsed = parse([
          first,
          'https://me:hunter2@a.example/?k=hunter2',
          ...given.flatMap(([flag, value]) => [flag, before + value]),
        ]);
        expect(JSON.stringify(parsed.kind === 'usage' ? parsed : 'sent')).not.toContain('hunter2');
      },
    ),
    { numRuns: 2000 },
  );
});
