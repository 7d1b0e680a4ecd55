import { chooseProxy, proxyProblem, shownProxy } from '../../../source/core/request/proxy.js';

const variables = { http_proxy: 'http://p:1', HTTPS_PROXY: 'http://s:2' };

test.each([
  ['http', 'http://a.example/', undefined, variables, 'http://p:1'],
  ['https', 'https://a.example/', undefined, variables, 'http://s:2'],
  ['wss is https', 'wss://a.example/', undefined, variables, 'http://s:2'],
  ['ws is http', 'ws://a.example/', undefined, variables, 'http://p:1'],
  ['ALL_PROXY for the rest', 'https://a.example/', undefined, { ALL_PROXY: 'socks5://x:9' }, 'socks5://x:9'],
  ['without a scheme', 'http://a.example/', undefined, { http_proxy: 'p:1' }, 'http://p:1'],
  ['-x is stronger', 'http://a.example/', 'http://own:3', variables, 'http://own:3'],
  ['NO_PROXY bypasses -x, as in curl', 'http://a.example/', 'http://own:3', { NO_PROXY: 'a.example' }, undefined],
  ["-x '' means none", 'http://a.example/', '', variables, undefined],
  ['an empty variable means none', 'http://a.example/', undefined, { http_proxy: '' }, undefined],
  ['in upper case, too', 'http://a.example/', undefined, { HTTP_PROXY: '' }, undefined],
  ['both of them', 'http://a.example/', undefined, { http_proxy: '', HTTP_PROXY: '', ALL_PROXY: '' }, undefined],
  [
    'an empty one leaves ALL_PROXY in effect',
    'https://a.example/',
    undefined,
    { HTTPS_PROXY: '', all_proxy: 'b:1' },
    'http://b:1',
  ],
  [
    'HTTP_PROXY is a header in CGI',
    'http://a.example/',
    undefined,
    { HTTP_PROXY: 'http://evil', REQUEST_METHOD: 'GET' },
    undefined,
  ],
] as const)('%s', (_title, url, flag, environment, expected) => {
  expect(chooseProxy(new URL(url), flag === undefined ? {} : { proxy: flag }, environment)?.url).toBe(expected);
});

test.each([
  ['*', 'a.example', true],
  ['a.example', 'a.example', true],
  ['a.example', 'x.a.example', true],
  ['.a.example', 'x.a.example', true],
  ['*.a.example', 'x.a.example', true],
  ['a.example', 'ba.example', false],
  ['A.EXAMPLE', 'a.example', true],
  ['b.example, a.example', 'a.example', true],
  ['a.example:80', 'a.example', true],
  ['a.example:81', 'a.example', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['10.0.0.0/8', '10.20.30.40', true],
  ['10.0.0.0/8', '11.20.30.40', false],
  ['::1', '[::1]', true],
  ['[::1]:80', '[::1]', true],
  ['[::1]:81', '[::1]', false],
  ['fd00::/8', '[fd12:3456::1]', true],
  ['fd00::/8', '[fe80::1]', false],
  ['[2001:db8::/32]', '[2001:db8:1::5]', true],
  ['2001:DB8::/127', '[2001:db8::1]', true],
  ['2001:db8::/127', '[2001:db8::2]', false],
  ['::/0', '[2001:db8::2]', true],
  ['::/0', '10.0.0.1', false],
  ['0:0:0:0:0:0:0:1', '[::1]', true],
  ['10.0.0.0/33', '10.0.0.1', false],
  ['fd00::/129', '[fd00::1]', false],
  ['10.0.0.0/8/8', '10.0.0.1', false],
])('NO_PROXY=%s and %s: bypasses the proxy %s', (list, host, around) => {
  const proxy = chooseProxy(new URL(`http://${host}/`), {}, { ...variables, no_proxy: list });
  expect(proxy === undefined).toBe(around);
});

test('a proxy is shown without its user and password', () => {
  expect(shownProxy('http://user:secret@p.example:8080')).toBe('http://p.example:8080');
  expect(shownProxy('http://[')).toBe('the proxy');
});

test.each([
  ['http_proxy', ':8080', /^http_proxy is not the URL of a proxy: it contains no host\.$/, /^Usage: http_proxy=http:/],
  ['ALL_PROXY', 'a.example:99999', /^ALL_PROXY .*: its port is larger than 65535\.$/, /ALL_PROXY= means none/],
  ['http_proxy', 'http://u:hush@a:b', /its port is not a number/, /http_proxy=/],
  ['http_proxy', 'ftp://a.example', /^http_proxy: there is no proxy of the kind ftp:\/\/\.$/, /socks5h/],
])('%s=%s: the variable is named, its value is not shown', (name, value, text, hint) => {
  const named = chooseProxy(new URL('http://a.example/'), {}, { [name]: value });
  const failure = named && proxyProblem(named);
  expect(failure).toMatchObject({ text: expect.stringMatching(text), hint: expect.stringMatching(hint) });
  expect(JSON.stringify(failure)).not.toContain('hush');
});
