/** HTTP methods are coloured by what they do, only in front of a path or URL. */
import {
  methodCells,
  methodColumn,
  methodPadding,
  padMethod,
  withMethods,
} from '../../../source/tui/components/method.js';
import { chooseTheme } from '../../../source/tui/theme.js';

test.each([
  ['GET /books', 'methodRead'],
  ['POST https://shop.example/books', 'methodCreate'],
  ['PATCH {{base}}/books', 'methodChange'],
  ['DELETE /books/{id}', 'methodDelete'],
  ['DELETE …oks/{id}', 'methodDelete'],
  ['GET ~ate/basic', 'methodRead'],
])('%s starts with the colour %s', (text, role) => {
  const [method, rest] = withMethods([{ text }]);
  expect([method?.text, method?.role, `${method?.text}${rest?.text}`]).toEqual([text.split(' ')[0], role, text]);
});

test.each(['GET', 'DELETE all', 'FOO /x', 'POSTS'])('%s is unchanged', text => {
  expect(withMethods([{ text }])).toEqual([{ text }]);
});

test('a span with another colour, such as a deprecated operation, is unchanged', () => {
  const span = { text: 'GET /old', role: 'deprecated' } as const;
  expect(withMethods([span])).toEqual([span]);
});

test.each(['dark', 'light'] as const)('in the %s theme nothing but errors has the colour of errors', name => {
  const { styles } = chooseTheme({ ascii: false, variables: {}, theme: name });
  const red = Object.entries(styles).filter(([, style]) => /(?:^|;)(?:31|91)$/.test(style));
  expect(red.map(([role]) => role).sort()).toEqual(['error', 'problem']);
  expect(styles.ok).toBe('32');
  expect(new Set([styles.methodRead, styles.methodCreate, styles.methodChange, styles.methodDelete]).size).toBe(4);
});

test.each([
  [
    ['GET /books', 'DELETE /books/{id}', 'books'],
    ['GET    /books', 'DELETE /books/{id}', 'books'],
  ],
  [
    ['GET /a', 'POST /a'],
    ['GET  /a', 'POST /a'],
  ],
  [
    ['GET /a', 'PROPPATCH /a'],
    ['GET     /a', 'PROPPATCH /a'],
  ],
  [
    ['books', 'authors'],
    ['books', 'authors'],
  ],
])('the paths of %j start in one column', (names, padded) => {
  const cells = methodCells(names.map(name => ({ name })));
  expect(names.map(name => padMethod(name, methodPadding(name, cells)))).toEqual(padded);
});

test('the method of a request line is in a column of eight cells', () => {
  expect(methodColumn('GET /books')).toEqual({ column: [{ text: 'GET     ', role: 'methodRead' }], rest: '/books' });
  expect(methodColumn('all requests').column).toEqual([{ text: '        ', role: undefined }]);
  expect(methodColumn('all requests').rest).toBe('all requests');
});

test.each([
  ['  POST https://shop.example/books', 'methodCreate'],
  ['GET    /books', 'methodRead'],
])('blanks around the method of "%s" have no colour', (text, role) => {
  const spans = withMethods([{ text, role: 'dim' }]);
  expect(spans.map(span => span.text).join('')).toBe(text);
  expect(spans.find(span => span.role === role)?.text).toBe(text.trim().split(' ')[0]);
});
