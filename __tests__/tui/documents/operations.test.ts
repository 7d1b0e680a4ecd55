/** The list of operations. */
import { Screen } from '../support.js';

test('down at the end of a list does nothing, so up moves immediately', () => {
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

const overlay = (screen: Screen) => screen.state.overlays.at(-1);

test('an existing name is rejected in the prompt, and can be corrected', () => {
  const query = 'query A { hello } query B { hello }';
  const screen = new Screen({ query }).press('o', 'f2');
  expect(overlay(screen)).toMatchObject({ kind: 'prompt', hint: 'letters, digits and _' });
  screen.press('alt+a').type('B').press('enter');
  expect(overlay(screen)).toMatchObject({ kind: 'prompt', problem: 'An operation named B already exists.' });
  expect(screen.query).toBe(query);
  screen.type('2').press('enter');
  expect(screen.query).toBe('query B2 { hello } query B { hello }');
  const fresh = new Screen({ query }).press('o', 'ctrl+t', 'enter').type('A').press('enter');
  expect(overlay(fresh)).toMatchObject({ kind: 'prompt', problem: 'There can be only one operation named "A".' });
});

test('a text that does not parse is left unchanged', () => {
  const broken = new Screen({ query: 'query A { hello } query B {' }).press('o', 'delete');
  expect(broken.notice).toContain('syntax error');
});
