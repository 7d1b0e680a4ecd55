import { isFailure } from '../../../source/core/failure.js';
import { readTypedUrl } from '../../../source/core/request/typed-url.js';

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['HTTP://A.example', 'HTTP://A.example'],
  ['a.example/x?y=z#w', 'https://a.example/x?y=z#w'],
  ['a.example:8443/x', 'https://a.example:8443/x'],
  ['//a.example/x', 'https://a.example/x'],
  ['localhost', 'http://localhost'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['LOCALHOST:3000', 'http://LOCALHOST:3000'],
  ['api.localhost/x', 'http://api.localhost/x'],
  ['localhost.example/x', 'https://localhost.example/x'],
  ['127.0.0.1:80', 'http://127.0.0.1:80'],
  ['127.9.8.7/x', 'http://127.9.8.7/x'],
  ['127.0.0.1.example', 'https://127.0.0.1.example'],
  ['128.0.0.1', 'https://128.0.0.1'],
  ['[::1]:8080/x', 'http://[::1]:8080/x'],
  ['[::2]/x', 'https://[::2]/x'],
  [':8080/x', 'http://localhost:8080/x'],
  [':8080', 'http://localhost:8080'],
  [':/x', 'http://localhost/x'],
  [':', 'http://localhost'],
  ['://a.example/me', 'https://a.example/me'],
  ['://a.example:8443', 'https://a.example:8443'],
  ['://localhost:3000/x', 'http://localhost:3000/x'],
  [' https://a.example\n', 'https://a.example'],
  ['https://a.example/a/../b?q=a b&%zz', 'https://a.example/a/../b?q=a b&%zz'],
  ['https://a.example/x@y:z', 'https://a.example/x@y:z'],
])('%j is %s', (typed, url) => {
  expect(readTypedUrl(typed)).toEqual({ url });
});

test.each([
  ['http://[fe80::1%25eth0]:8080/x', 'http://[fe80::1]:8080/x', 'fe80::1', 'eth0'],
  ['http://[fe80::1%eth0]/', 'http://[fe80::1]/', 'fe80::1', 'eth0'],
  ['[fe80::ab%25en%2D1]/x?y', 'https://[fe80::ab]/x?y', 'fe80::ab', 'en-1'],
])('%j is %s in a zone (RFC 6874)', (typed, url, address, id) => {
  expect(readTypedUrl(typed)).toEqual({ url, zone: { address, id } });
});

test.each([
  ['https://me:pw@a.example/x', 'https://a.example/x', 'me', 'pw'],
  ['https://me:p%40:w@a.example', 'https://a.example', 'me', 'p@:w'],
  ['me:pw@localhost:80/x', 'http://localhost:80/x', 'me', 'pw'],
  ['https://u%C3%BC:%E2%82%AC@a.example/', 'https://a.example/', 'uü', '€'],
  ['https://me:@a.example', 'https://a.example', 'me', ''],
  ['https://:pw@a.example', 'https://a.example', '', 'pw'],
  ['https://me@b@a.example', 'https://a.example', 'me@b', undefined],
  ['https://100%:pw@a.example', 'https://a.example', '100%', 'pw'],
])('the credentials in %s are removed from the URL', (typed, url, user, password) => {
  expect(readTypedUrl(typed)).toEqual({ url, credentials: { user, ...(password === undefined ? {} : { password }) } });
});

test.each([
  '',
  ' ',
  'https://',
  'https:///x',
  '://',
  ':///x',
  '://:80/x',
  'http://:80/x',
  'ftp://a.example',
  'ws://a.example/graphql',
  'https://a.example:99999/',
  'https://a b.example',
  'https://good.example\\@evil.example/',
  'https://a.example/\u0000',
  'https://a.ex\nample/',
  'https://[::1/x',
])('%j is rejected with the form to type', typed => {
  const read = readTypedUrl(typed);
  expect(isFailure(read) && read.kind).toBe('usage');
  expect(isFailure(read) && read.hint).toBeTruthy();
});

test.each(['http+unix://%2Frun%2Fdocker.sock/info', 'unix:///run/docker.sock'])(
  '%s has a hint about --unix-socket',
  url => {
    expect(readTypedUrl(url)).toMatchObject({
      text: 'Only http:// and https:// URLs can be requested.',
      hint: 'For a Unix socket: --unix-socket PATH, and http://localhost/path as the URL',
    });
  },
);
