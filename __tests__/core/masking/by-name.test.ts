/** Documents in the history: the values of secret names are bullets, and everything else is unchanged. */

import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { maskHttpText, maskSecrets } from '../../../source/core/masking/by-name.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

test.each([
  ['GET https://a.example/x?token=s3cret&n=1', 'GET https://a.example/x?token=••••&n=1'],
  ['GET https://a.example/x\n  ?n=1\n  &api_key=s3cret', 'GET https://a.example/x\n  ?n=1\n  &api_key=••••'],
  ['GET https://ada:s3cret@a.example/x', 'GET https://ada:••••@a.example/x'],
  ['GET auth.example:80/x', 'GET auth.example:80/x'],
  ['auth.example:80/x', 'auth.example:80/x'],
  ['GET {{base}}/x?token={{token}}', 'GET {{base}}/x?token={{token}}'],
  ['@token = s3cret\n@base = https://a.example/?key=s3cret', '@token = ••••\n@base = https://a.example/?key=••••'],
  ['# @token = s3cret', '# @token = ••••'],
  ['GET a\nAuthorization: Bearer s3cret\nX-N: 1', 'GET a\nAuthorization: Bearer ••••\nX-N: 1'],
  ['GET a\nAuthorization: Basic ada s3cret', 'GET a\nAuthorization: Basic ••••'],
  ['GET a\nAuthorization: Bearer {{token}}', 'GET a\nAuthorization: Bearer {{token}}'],
  ['GET a\n# Authorization: Bearer s3cret', 'GET a\n# Authorization: Bearer ••••'],
  ['GET a\nCookie: sid=s3cret; b=c', 'GET a\nCookie: ••••'],
  ['GET a\nReferer: https://a.example/?token=s3cret', 'GET a\nReferer: https://a.example/?token=••••'],
  ['# @flags -u ada:s3cret -L\nGET a', '# @flags -u •••• -L\nGET a'],
  ['# @flags -us3cret --bearer="s3 cret"', '# @flags -u•••• --bearer=••••'],
  ['# @flags -u env:LOGIN -H "X-Key: s3cret" -H \'X-N: 1\'', '# @flags -u env:LOGIN -H "X-Key: ••••" -H \'X-N: 1\''],
  ['POST a\n\n{"password": "s3cret", "n": 1}', 'POST a\n\n{"password": "••••", "n": 1}'],
  ['POST a\n\n{"password": "{{word}}"}', 'POST a\n\n{"password": "{{word}}"}'],
  ['POST a\n\nuser=ada&password=s3cret', 'POST a\n\nuser=ada&password=••••'],
  ['POST a\n\n<a><password>s3cret</password><n>1</n></a>', 'POST a\n\n<a><password>••••</password><n>1</n></a>'],
  [
    'POST a\n\n--x\nContent-Disposition: form-data; name="password"\n\ns3cret\n--x--',
    'POST a\n\n--x\nContent-Disposition: form-data; name="password"\n\n••••\n--x--',
  ],
  [
    'POST a\r\nX-Key: s3cret\r\n\r\n{"token": "s3cret"}\r\n### b\r\nGET b?key=s3cret\r\n',
    'POST a\r\nX-Key: ••••\r\n\r\n{"token": "••••"}\r\n### b\r\nGET b?key=••••\r\n',
  ],
  [
    'POST a\n\n--x\nContent-Disposition: form-data; name=token\nContent-Type: text/plain\n\ns3\n\ncret\n--x\nname="n"\n\n1\n--x--\n',
    'POST a\n\n--x\nContent-Disposition: form-data; name=token\nContent-Type: text/plain\n\n••••\n--x\nname="n"\n\n1\n--x--\n',
  ],
])('%j becomes %j', (text, kept) => {
  expect(maskHttpText(text)).toBe(kept);
});

test('a string of ten million characters is masked if its name is secret', () => {
  const long = 'x'.repeat(10_000_000);
  expect(maskSecrets(`{"file": "${long}", "token": "${long}"}`)).toBe(`{"file": "${long}", "token": "••••"}`);
});

test('everything inside a secret object is masked, except names and placeholders', () => {
  expect(maskSecrets('{"credentials": {"a": ["s3cret", -1.5], "b": "{{b}}"}, "n": 1}')).toBe(
    '{"credentials": {"a": ["••••", ••••], "b": "{{b}}"}, "n": 1}',
  );
  expect(maskSecrets('{ login(password: """s3\ncret""", name: "ada") { token } }')).toBe(
    '{ login(password: "••••", name: "ada") { token } }',
  );
});

test('comments of a query are masked, and other text of them is unchanged', () => {
  expect(maskSecrets('{ a } # b(token: "s3#cret", n: "#") {\n# it\'s # "c": 1\n{ c(n: "d") }')).toBe(
    '{ a } # b(token: "••••", n: "#") {\n# it\'s # "c": 1\n{ c(n: "d") }',
  );
});

test.each(['\n', '\r', '\r\n'])('a string that is not closed ends with the line %j', end => {
  const masked = maskSecrets(`note: "a${end}password: "s3cret${end}n: "b"`);
  expect(masked).toBe(`note: "a${end}password: "••••"${end}n: "b"`);
});

test.each(['name=x\n', '<a>', '&a={{', '"""', '-u"', '://a:'])(
  'the time for many %j is proportional to their number',
  piece => {
    const masked = (times: number) => () => maskHttpText(`POST a\n\n${piece.repeat(times)}`);
    expectTimeRatioBelow(50, masked(30_000), masked(3000));
  },
);

const part = fc.constantFrom(
  '### a',
  '@n = 1',
  '# @name a',
  '# @assert status == 200',
  'GET https://a.example/x?n=1',
  '  &m=2',
  'X-N: 1',
  '',
  '{"n": "a", "m": [1, {"o": null}]}',
  'a=1&b=2',
  '< ./file',
  '> {% x %}',
);

test('a text without secrets is unchanged, and the requests of one with secrets remain', () => {
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      expect(maskHttpText(text)).toBe(text);
      const secret = `${text}${end}### s${end}POST https://a.example/?token=s3cret${end}X-Key: s3cret${end}`;
      const kept = maskHttpText(secret);
      expect(kept).not.toContain('s3cret');
      const places = (each: string) => parseHttpFile(each).entries.map(({ line, method }) => [line, method]);
      expect(places(kept)).toEqual(places(secret));
    }),
  );
});
