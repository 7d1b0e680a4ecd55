import { isFailure } from '../../../source/core/failure.js';
import { splitOAuth2, typedClientId } from '../../../source/core/oauth/spec.js';
import * as fc from '../../support/property.js';

const flow = 'client_credentials';
const split = (rest: string) => splitOAuth2(`${flow}:${rest}`);

test.each([
  // URL, ID and secret, with ambiguous colons.
  ['https://a.example:8443/oauth/token:id:s:e:c', 'https://a.example:8443/oauth/token', 'id', 's:e:c'],
  ['http://[::1]:9000/token:id', 'http://[::1]:9000/token', 'id', undefined],
  ['https://a.example:8443:id:sec', 'https://a.example:8443', 'id', 'sec'],
  ['https://a.example:id:se/cret', 'https://a.example', 'id', 'se/cret'],
  // Missing parts, and texts that resemble a port.
  ['https://a.example/token:id:sec', 'https://a.example/token', 'id', 'sec'],
  ['https://a.example/token:id:', 'https://a.example/token', 'id', ''],
  ['https://a.example:8443', 'https://a.example', '8443', undefined],
  ['https://a.example:8443:id', 'https://a.example:8443', 'id', undefined],
  ['https://a.example:70000', 'https://a.example', '70000', undefined],
  ['https://a.example/:70000:sec', 'https://a.example/', '70000', 'sec'],
  ['https://a.example/:my/id:sec', 'https://a.example/', 'my/id', 'sec'],
  ['https://a.example:12ab:sec', 'https://a.example', '12ab', 'sec'],
  ['https://a.example?x=1&y=/:id:sec', 'https://a.example?x=1&y=/', 'id', 'sec'],
  ['https://a.example/t%3Ax:i%3ad:sec%3A', 'https://a.example/t%3Ax', 'i:d', 'sec%3A'],
  ['http://[::1]:id:sec', 'http://[::1]', 'id', 'sec'],
  ['http://[fe80::1]/t:id', 'http://[fe80::1]/t', 'id', undefined],
  ['HTTPS://a.example/t:me@corp.example:https://x:1/y', 'HTTPS://a.example/t', 'me@corp.example', 'https://x:1/y'],
  ['https://a.example/t:id:env:SECRET', 'https://a.example/t', 'id', 'env:SECRET'],
  ['https://a.example/:me@corp.example:p@ss', 'https://a.example/', 'me@corp.example', 'p@ss'],
  ['https://a.example?x=@b.example:id', 'https://a.example?x=@b.example', 'id', undefined],
  ['https://a.example/t:a%253Ab:sec', 'https://a.example/t', 'a%3Ab', 'sec'],
  ['https://a.example/t:a%25253ab%20%25', 'https://a.example/t', 'a%253ab%20%25', undefined],
  [':https%3A//client.example/app.json', undefined, 'https://client.example/app.json', undefined],
  [':id:sec', undefined, 'id', 'sec'],
  [':me@corp.example:p@ss', undefined, 'me@corp.example', 'p@ss'],
])('client_credentials:%s', (typed, tokenUrl, clientId, secret) => {
  const parts = split(typed);
  expect(parts).toEqual({
    flow,
    clientId,
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    ...(secret === undefined ? {} : { secret }),
  });
});

test.each([
  ['client_credentials:https://a.example/token', 'no client ID'],
  ['client_credentials:https://a.example/token:', 'no client ID'],
  ['client_credentials:https://a.example:8443/token', 'no client ID'],
  ['client_credentials:https://a.example::sec', 'no client ID'],
  ['client_credentials::', 'no client ID'],
  ['client_credentials:a.example/token:id', 'token URL with http'],
  ['client_credentials:ftp://a.example/token:id', 'token URL with http'],
  ['client_credentials', 'token URL with http'],
  ['client_credentials:https:///token:id', 'not a URL'],
  ['client_credentials:https://:id:sec', 'not a URL'],
  ['client_credentials:https://a b/token:id', 'not a URL'],
  ['client_credentials:https://[::g]/token:id', 'not a URL'],
  // The URL standard finds another host or port than the text up to the first colon.
  ['client_credentials:http://u:p@127.0.0.1:8443/token:id:sec', 'an ambiguous host'],
  ['client_credentials:http://u@127.0.0.1/token:id:sec', 'an ambiguous host'],
  ['client_credentials:https://a.example:me@corp.example:sec', 'an ambiguous host'],
  ['client_credentials:https://a.example:id:p@ss', 'an ambiguous host'],
  ['client_credentials:https://a.example:80\\@b.example:id', 'an ambiguous host'],
  ['client_credentials:https://a.example:8443\\token:id', 'an ambiguous host'],
  ['client_credentials:https://a.example:80\t80:id:sec', 'an ambiguous host'],
  ['client_credentials:https://a.ex\nample/token:id:sec', 'an ambiguous host'],
  // A mistyped port would send ID and secret to another server.
  ['client_credentials:http://127.0.0.1:99999/token:id:sec', 'port'],
  ['client_credentials:https://a.example:84431/oauth/token:id:s', 'port'],
  ['client_credentials:https://a.example:70000:id:sec', 'port'],
  ['client_credentials:https://a.example:065536?x:id', 'port'],
  ['client_credentials:https://[::1]:99999/token:id', 'port'],
  ['client_credentials:https://a.example:/token:id:s', 'port'],
  ['client_credentials:https://a.example:?x=1:id:s', 'port'],
  ['client_credentials:https://a.example:80a/token:id:s', 'a slash'],
  ['client_credentials:https://a.example:my/id:s', 'a slash'],
  // A client ID that is a URL (Client ID Metadata Documents).
  ['authorization_code::https://client.example/app.json', '%3A'],
  ['authorization_code:https://a.example/t:https://client.example/app.json', '%3A'],
  ['authorization_code:https://a.example/t:HTTP://client.example/app.json:secret', '%3A'],
  ['implicit:https://a.example/token:id', 'flow'],
  ['Client_Credentials:https://a.example/token:id', 'flow'],
  ['', 'flow'],
])('%j is rejected with the form to type, and its secret is not repeated', (typed, said) => {
  const parts = splitOAuth2(`${typed}`);
  expect(isFailure(parts) && parts.text).toContain(said);
  expect(isFailure(parts) && parts.hint).toBeTruthy();
});

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map(address => `[${address}]`),
);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const path = fc.stringMatching(/^\/[a-z0-9./_~%-]*$/).map(text => text.replace(/%/g, '%3A'));
const clientId = fc.stringMatching(/^[A-Za-z][A-Za-z0-9._@-]{0,20}$/);

test('any URL, ID and secret, joined, are split into the same three', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('authorization_code', 'client_credentials', 'password', 'device_code'),
      fc.constantFrom('http', 'https'),
      host,
      port,
      fc.option(path, { nil: '' }),
      clientId,
      fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      (name, scheme, at, number, rest, id, secret) => {
        const tokenUrl = `${scheme}://${at}${number === undefined ? '' : `:${number}`}${rest}`;
        const typed = [name, tokenUrl, id, ...(secret === undefined ? [] : [secret])].join(':');
        const found = splitOAuth2(typed);
        // Without a path the standard treats the text before an @ as a user, and ignores some characters.
        if (rest === '' && /^[^/?#]*[@\\\t\r\n]/.test(`${id}:${secret ?? ''}`)) {
          expect(isFailure(found) && found.text).toContain('an ambiguous host');
          return;
        }
        expect(found).toEqual({
          flow: name,
          tokenUrl,
          clientId: id,
          ...(secret === undefined ? {} : { secret }),
        });
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['id', 'a:b', 'a%3Ab', 'a%253a%3A:', 'https://client.example/app.json', '%25', '100%'])(
  'the ID %s is restored from its flag',
  id => {
    expect(splitOAuth2(`client_credentials:https://a.example/t:${typedClientId(id)}:sec`)).toMatchObject({
      clientId: id,
      secret: 'sec',
    });
  },
);

test('any text gives parts or a failure, never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const parts = split(text);
      expect(isFailure(parts) || parts.clientId !== '').toBe(true);
    }),
  );
});
