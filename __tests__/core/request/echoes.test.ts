/** Secrets repeated in a text are hidden, however long both are. */
import { echoMask, wordMask } from '../../../source/core/request/echo-mask.js';
import { bullets } from '../../../source/core/secret.js';
import * as fc from '../../support/property.js';

test.each([
  ['as it is', 'pass/word+1', 'seen pass/word+1.', `seen ${bullets}.`],
  ['in a URL', 'pass/word+1', '/a?k=pass%2Fword%2B1&b', `/a?k=${bullets}&b`],
  ['in a URL with small hexadecimal letters', 'pass/word+1', '/a?k=pass%2fword%2b1', `/a?k=${bullets}`],
  ['in a URL within a URL', 'pass/word+1', '/a?b=%2F%3Fk%3Dpass%252Fword%252B1', `/a?b=%2F%3Fk%3D${bullets}`],
  ['in a form', 'pass word', 'k=pass+word', `k=${bullets}`],
  ['with characters that patterns obey', 'a.*(b|c)[d]', 'x a.*(b|c)[d] y', `x ${bullets} y`],
  ['twice, without anything between', 'secret', 'secretsecret', bullets + bullets],
])('a secret %s', (_, secret, text, hidden) => {
  expect(echoMask([secret])(text)).toBe(hidden);
});

test('secrets that overlap are hidden whole', () => {
  expect(echoMask(['abcdef', 'defghi'])('<abcdefghi>')).toBe(`<${bullets}>`);
  expect(echoMask(['abcdef', 'abcdefghi'])('<abcdefghi>')).toBe(`<${bullets}>`);
});

test('a short secret is hidden in words only as a whole word', () => {
  expect(wordMask(['ada'])('ada, radar, Canada ada_b ada')).toBe(`${bullets}, radar, Canada ada_b ${bullets}`);
  expect(wordMask(['é'])('é né 𝐀é')).toBe(`${bullets} né 𝐀é`);
  expect(wordMask([''])('all of it')).toBe('all of it');
});

test('a mask hides every secret and never throws, whatever the length of the secret and of what the server says', () => {
  const lengths = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(1, 5, 6, 100, 1_000) },
    { weight: 1, arbitrary: fc.constantFrom(4_000, 36_000, 70_000) },
  );
  const letters = fc.constantFrom('a', 'ab', 'aab', '(', '%', '+ ', 'é', '𝐀');
  const long = fc.tuple(letters, lengths).map(([piece, length]) => piece.repeat(length).slice(0, length));
  fc.assert(
    fc.property(long, long, fc.boolean(), (server, secret, both) => {
      const password = `PASSWORD${secret}`;
      const secrets = both ? [password, `username="ada", realm="${server}"`, server] : [password];
      for (const mask of [echoMask(secrets), wordMask(secrets)]) {
        for (const said of [password, encodeURIComponent(Buffer.from(password).toString())]) {
          expect(mask(`${server} ${said} ${server}`)).not.toContain('PASSWORD');
        }
      }
    }),
    { numRuns: 100 },
  );
});
