import { requestTarget, urlRewrites, urlWithTarget } from '../../../../source/core/request/url/target.js';

test.each([
  ['http://a.example', '/', '/'],
  ['http://a.example#f', '/', '/'],
  ['http://a.example?', '/?', '/?'],
  ['http://a.example/a?#f', '/a?', '/a?'],
  ['http://a.example/a/../b/./%2e/c?x=/../y', '/b/c?x=/../y', '/a/../b/./%2e/c?x=/../y'],
  ['http://a.example/a\\b?c\\d', '/a/b?c\\d', '/a\\b?c\\d'],
  ['HTTP://A.example:80/%zz', '/%zz', '/%zz'],
  ['http://a.example/\u00fc?q=\u20ac', '/%C3%BC?q=%E2%82%AC', '/\u00c3\u00bc?q=\u00e2\u0082\u00ac'],
])('the target of %j is %s, and with --path-as-is %j', (url, usual, asIs) => {
  expect(requestTarget(url, false)).toBe(usual);
  expect(requestTarget(url, true)).toBe(asIs);
});

test('with --path-as-is a URL is shown as sent', () => {
  expect(urlWithTarget('HTTP://A.example:80/a/../\u00fc#f', true)).toBe('http://a.example/a/../\u00fc');
  expect(urlWithTarget('HTTP://A.example:80/a/../\u00fc#f', false)).toBe('http://a.example/%C3%BC#f');
});

test.each([
  ['https://a.example/a?b=c&d#e', []],
  ['HTTPS://A.Example:443', []],
  ['http://[2001:DB8::1]/?', []],
  ['http://a.example/a/./b', ['The path /a/./b is sent as /a/b. Pass --path-as-is to send it unchanged.']],
  ['http://a.example/a\\b', ['The path /a\\b is sent as /a/b. Pass --path-as-is to send it unchanged.']],
  ["http://a.example/?q=a'", ["The query ?q=a' is sent as ?q=a%27. Pass --path-as-is to send it unchanged."]],
  ["http://a.example/?q=a b'", ["The query ?q=a b' is sent as ?q=a%20b%27."]],
  ['http://a.example/a b?c', ['The path /a b is sent as /a%20b.']],
  ['http://0x7f.1/', ['The host 0x7f.1 is sent as 127.0.0.1.']],
  ['http://b\u00fccher.example/', ['The host b\u00fccher.example is sent as xn--bcher-kva.example.']],
  ['http://[::ffff:1.2.3.4]/', ['The host [::ffff:1.2.3.4] is sent as [::ffff:102:304].']],
])('the change to %s before sending: %j', (url, notes) => {
  expect(urlRewrites(url, false)).toEqual(notes);
  expect(urlRewrites(url, true)).toEqual(notes.filter(note => note.startsWith('The host')));
});

test.each([
  ['http://a.example/b?c=d', []],
  [
    'http://a.example/b/./c?d',
    ['The path or query is not sent exactly as typed. Pass --path-as-is to send it unchanged.'],
  ],
])('with a secret that begins before the path, the change to %s is noted without the URL', (url, notes) => {
  for (const secret of ['http://a.example/b', 'example/b'])
    expect(urlRewrites(url, false, text => text.replaceAll(secret, '\u2022\u2022\u2022\u2022'))).toEqual(notes);
});
