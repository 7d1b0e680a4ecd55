/** HTTP methods are coloured by what they do, only in front of a path or URL. */
import { withMethods } from '../../../source/tui/components/method.js';
import { chooseTheme } from '../../../source/tui/theme.js';

test.each([
  ['GET /books', 'methodRead'],
  ['POST https://shop.example/books', 'methodCreate'],
  ['PATCH {{base}}/books', 'methodChange'],
  ['DELETE /books/{id}', 'methodDelete'],
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
