/** Secrets repeated in a text are masked, however long both are. */
import { longSecret, maskOf } from '../../../source/core/masking/mask.js';
import { shellWord } from '../../../source/core/request/shell.js';
import { encodeQuery } from '../../../source/core/request/url.js';
import { bullets } from '../../../source/core/secret.js';
import * as fc from '../../support/property.js';

test.each([
  ['verbatim', 'pass/word+1', 'seen pass/word+1.', `seen ${bullets}.`],
  ['in a URL', 'pass/word+1', '/a?k=pass%2Fword%2B1&b', `/a?k=${bullets}&b`],
  ['in a URL with small hexadecimal letters', 'pass/word+1', '/a?k=pass%2fword%2b1', `/a?k=${bullets}`],
  ['in a URL within a URL', 'pass/word+1', '/a?b=%2F%3Fk%3Dpass%252Fword%252B1', `/a?b=%2F%3Fk%3D${bullets}`],
  ['in a form', 'pass word', 'k=pass+word', `k=${bullets}`],
  ['with characters that patterns obey', 'a.*(b|c)[d]', 'x a.*(b|c)[d] y', `x ${bullets} y`],
  ['twice, without anything between', 'secret', 'secretsecret', bullets + bullets],
])('a secret %s', (_, secret, text, hidden) => {
  expect(maskOf([secret])(text)).toBe(hidden);
});

test('overlapping secrets are masked completely', () => {
  expect(maskOf(['abcdef', 'defghi'])('<abcdefghi>')).toBe(`<${bullets}>`);
  expect(maskOf(['abcdef', 'abcdefghi'])('<abcdefghi>')).toBe(`<${bullets}>`);
});

test('a short secret is masked in messages only as a whole word', () => {
  expect(maskOf(['ada'])('ada, radar, Canada ada_b ada')).toBe(`${bullets}, radar, Canada ada_b ${bullets}`);
  expect(maskOf(['é'])('é né 𝐀é')).toBe(`${bullets} né 𝐀é`);
  expect(maskOf([''])('all of it')).toBe('all of it');
});

test('a mask covers every secret and never throws, whatever the length of the secret and of the text', () => {
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
      for (const mask of [maskOf(secrets, longSecret), maskOf(secrets)]) {
        for (const echo of [password, encodeURIComponent(Buffer.from(password).toString())]) {
          expect(mask(`${server} ${echo} ${server}`)).not.toContain('PASSWORD');
        }
      }
    }),
    { numRuns: 100 },
  );
});

describe('a secret is masked in every encoding', () => {
  const escapeXml = (text: string): string =>
    text.replace(/[<>&"']/g, found => `&#${found === '<' ? 'x3C' : found.charCodeAt(0)};`);
  const encoders: Readonly<Record<string, (text: string) => string>> = {
    none: text => text,
    encodeURIComponent: encodeURIComponent,
    'our own encoder of queries': encodeQuery,
    'small hexadecimal letters': text => encodeQuery(text).replace(/%../g, found => found.toLowerCase()),
    'the URL class': text => new URL(`http://h/?q=${text}`).search.slice(3),
    'the path of the URL class': text => new URL(`http://h/x${text}`).pathname.slice(2),
    'a form': text => new URLSearchParams([['', text]]).toString().slice(1),
    'every byte': text =>
      [...Buffer.from(text)]
        .map(byte =>
          byte > 0x30 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
        )
        .join(''),
    JSON: text => JSON.stringify(text),
    'JSON in ASCII': text =>
      JSON.stringify(text).replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    XML: escapeXml,
    'XML with names': text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    'a word of a shell': shellWord,
    'a folded header line': text => text.replaceAll(' ', '\r\n\t'),
    colours: text => text.replace(/[=:?"]/g, found => `\x1b[36m${found}\x1b[0m`),
    Base64: text => Buffer.from(`ada:${text}`).toString('base64'),
    'Base64 in a URL': text => Buffer.from(`a:${text}`).toString('base64url'),
  };
  const odd = fc.constantFrom(
    ...' %+&=<>"\'\\/:;@,|^`~!$()[]{}*-_.é漢😀',
    'a',
    'Z',
    '4',
    '%41',
    '&lt;',
    '\\n',
    '\\u0041',
  );
  const affix = fc.array(odd, { maxLength: 7 }).map(pieces => pieces.join(''));
  const secretText = fc.tuple(affix, affix).map(([before, after]) => `x${before}hUnT3r${after}y`);
  const base64Texts = (text: string): string =>
    (text.match(/[\w+/-]{8,}={0,2}/g) ?? []).map(word => Buffer.from(word, 'base64').toString('latin1')).join(' ');
  /** Lossless encoders, which can be nested. Shell quoting is always the outermost. */
  const outer = fc
    .tuple(
      fc.subarray(['encodeURIComponent', 'a form', 'JSON', 'XML', 'colours', 'small hexadecimal letters'], {
        maxLength: 2,
      }),
      fc.constantFrom('none', 'a word of a shell'),
    )
    .map(([inner, last]) => [...inner, last]);

  test.each(Object.keys(encoders))('%s, also inside others', name => {
    fc.assert(
      fc.property(secretText, outer, affix, affix, (secret, around, before, after) => {
        // A segment of dots removes the preceding one from a path.
        fc.pre(!/(?:^|[/\\])\.{1,2}(?:$|[/\\])/.test(secret));
        const text = [name, ...(name === 'a word of a shell' ? [] : around)].reduce(
          (inner, each) => encoders[each]?.(inner) ?? '',
          secret,
        );
        const shown = maskOf([secret])(`${before} ${text} ${after}`);
        // `expect` would take longer than the mask.
        return !shown.includes('hUnT3r') && !base64Texts(shown).includes('hUnT3r');
      }),
      { numRuns: 3000 },
    );
  });
});
