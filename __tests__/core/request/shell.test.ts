import { execFileSync } from 'node:child_process';
import { printfBytes, shellWord } from '../../../source/core/request/shell.js';
import * as fc from '../../support/property.js';

const sh = (script: string): Buffer => execFileSync('/bin/sh', ['-c', script]);

test('sh reads every word back, byte for byte, and nothing in it is obeyed by a terminal', () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    '$',
    '`',
    '\\',
    '!',
    '\n',
    '\t',
    '\r',
    '\u001b',
    '\u009b',
    '\u202e',
    'ü',
    '€',
    ' ',
    '-',
    '%',
    '*',
    '&',
    '#',
    '~',
    'a',
  );
  const texts = fc.array(
    fc.array(piece, { maxLength: 12 }).map(each => each.join('')),
    { minLength: 30, maxLength: 30 },
  );
  fc.assert(
    fc.property(texts, words => {
      // One shell for all words: each is followed by a NUL.
      const script = words.map(word => `printf '%s\\000' ${shellWord(word)}`).join('\n');
      expect(script).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(sh(script).toString('utf8')).toBe(words.map(word => `${word}\0`).join(''));
    }),
    { numRuns: 20 },
  );
});

test('an empty word is still a word', () => {
  expect(shellWord('')).toBe("''");
});

test('printf writes every byte', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(sh(printfBytes(all)).equals(all)).toBe(true);
  expect(sh(printfBytes(Buffer.from('--a'))).toString()).toBe('--a');
});
