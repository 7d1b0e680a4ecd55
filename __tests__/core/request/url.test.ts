import { maskCookies, maskQuery, maskUser } from '../../../source/core/masking/pairs.js';
import { appendQuery, filterQuery, queryPairs } from '../../../source/core/request/url.js';
import * as fc from '../../support/property.js';

test.each([
  ['http://h/', [['k', 'v']], 'http://h/?k=v'],
  ['http://h', [['k', 'v']], 'http://h?k=v'],
  ['http://h/?a=1', [['k', 'v']], 'http://h/?a=1&k=v'],
  ['http://h/?', [['k', 'v']], 'http://h/?k=v'],
  ['http://h/?a=1&', [['k', 'v']], 'http://h/?a=1&k=v'],
  ['http://h/p#part', [['k', 'v']], 'http://h/p?k=v#part'],
  ['http://h/p?a=%20b+c#x?y', [['k', 'v']], 'http://h/p?a=%20b+c&k=v#x?y'],
  ['http://h/', [['a b', "é&=#+%'()*!"]], 'http://h/?a%20b=%C3%A9%26%3D%23%2B%25%27%28%29%2A%21'],
  ['http://h/', [['k', '']], 'http://h/?k='],
  [
    'http://h/',
    [
      ['k', '1'],
      ['k', '2'],
    ],
    'http://h/?k=1&k=2',
  ],
  ['http://h/?a', [], 'http://h/?a'],
] as const)('%s with %j', (url, pairs, expected) => {
  expect(appendQuery(url, pairs)).toBe(expected);
});

test('a server reads the appended pairs, and nothing before them changes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, value) => {
      const url = appendQuery('http://h/p?old=%7e#part', [[name, value]]);
      expect(url.startsWith('http://h/p?old=%7e&')).toBe(true);
      expect([...new URL(url).searchParams].at(-1)).toEqual([name, value]);
    }),
  );
});

test('pairs are parsed as a server parses them', () => {
  expect(queryPairs('http://h/?a=1&b=x+y%20z&c&=d&%zz=%#e=f')).toEqual([
    { raw: 'a=1', name: 'a', value: '1' },
    { raw: 'b=x+y%20z', name: 'b', value: 'x y z' },
    { raw: 'c', name: 'c', value: '' },
    { raw: '=d', name: '', value: 'd' },
    { raw: '%zz=%', name: '%zz', value: '%' },
  ]);
});

test('filtering preserves the rest byte for byte', () => {
  const url = 'http://h/p?a=%7e&k=1&b=+#x';
  expect(filterQuery(url, () => true)).toBe(url);
  expect(filterQuery(url, name => name !== 'k')).toBe('http://h/p?a=%7e&b=+#x');
  expect(filterQuery('http://h/p?k=1#x', () => false)).toBe('http://h/p#x');
});

test('a masked URL shows bullets for the value, however the name is written', () => {
  expect(maskQuery('http://h/?a=1&the%20key=s3&the+key=s4#f', name => name === 'the key')).toBe(
    'http://h/?a=1&the%20key=••••&the+key=••••#f',
  );
  expect(maskQuery('http://h/', () => true)).toBe('http://h/');
});

test.each([
  ['a=1', 'a=••••'],
  ['a=1; b=2=3;c=', 'a=••••; b=••••; c=••••'],
  ['a=1; secret', 'a=••••; ••••'],
])('cookies %j are shown as %j', (text, shown) => {
  expect(maskCookies(text)).toBe(shown);
});

test('userinfo is masked entirely', () => {
  expect(maskUser('http://ada:pw@h:1/x')).toBe('http://••••@h:1/x');
  expect(maskUser('http://h:1/@x')).toBe('http://h:1/@x');
});
