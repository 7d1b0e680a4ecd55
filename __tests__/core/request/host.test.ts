import { shownEndpoint, shownHost } from '../../../source/core/request/host.js';

test.each([
  ['books.example', 'books.example'],
  ['books.example:8443', 'books.example:8443'],
  ['[::1]:80', '[::1]:80'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example (bücher.example)'],
  ['shop.xn--bcher-kva.example:81', 'shop.xn--bcher-kva.example:81 (shop.bücher.example)'],
  // The first letter is Cyrillic, which the text on the left reveals.
  ['xn--pple-43d.com', 'xn--pple-43d.com (аpple.com)'],
  ['xn--a', 'xn--a'],
])('the host %s is shown as %s', (host, shown) => {
  expect(shownHost(host)).toBe(shown);
});

test.each([
  ['http://127.0.0.1:4000/graphql', 'http://127.0.0.1:4000/graphql'],
  ['http://books.example/ü', 'http://books.example/ü'],
  ['https://bücher.example:81/graphql?a=1', 'https://xn--bcher-kva.example:81/graphql?a=1 (bücher.example)'],
  ['http://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/ (bücher.example)'],
  ['no url ü', 'no url ü'],
])('the endpoint %s is shown as %s', (url, shown) => {
  expect(shownEndpoint(url)).toBe(shown);
});
