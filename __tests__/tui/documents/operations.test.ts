/** The list of operations. */
import { Screen } from '../support.js';

test('down at the end of a list stays there, so that up moves at once', () => {
  const screen = new Screen({ query: 'query A { hello } query B { hello }' }).press(
    'o',
    'down',
    'down',
    'down',
    'down',
  );
  screen.press('up', 'enter');
  expect(screen.state.query.active).toBe(0);
});

test('an operation is not renamed to a name that is taken, and a text that does not parse is left alone', () => {
  const screen = new Screen({ query: 'query A { hello } query B { hello }' }).press('o', 'r', 'alt+a');
  screen.type('B').press('enter');
  expect(screen.notice).toBe('There is a B already.');
  expect(screen.query).toBe('query A { hello } query B { hello }');
  const broken = new Screen({ query: 'query A { hello } query B {' }).press('o', 'd');
  expect(broken.notice).toContain('syntax error');
});
