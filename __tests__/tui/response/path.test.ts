/** `f` in a body: a JSONPath that applies while typing and stays for later runs. */
import { answer, failed, running, shown, status } from './pane.js';

const library = JSON.stringify({
  data: {
    login: { accessToken: 's3cret' },
    books: [
      { title: 'Emma', price: 9 },
      { title: 'Persuasion', price: 12 },
    ],
  },
});
const read = (raw = library) => answer(running('{ hello }', { rows: 60 }), raw);
/** The cursor on the first line with this text. */
const on = (text: string, screen = read()) => screen.press('/').type(text).press('enter', 'escape');
const filter = (path: string, screen = read()) => screen.press('f', 'alt+a').type(path);

test('the prompt starts with the path of the cursor, and the selection is shown while typing', () => {
  const screen = on('emma').press('f');
  expect(status(screen)).toBe('path $.data.books[0].title   1 value');
  expect(shown(screen)).toEqual(['"Emma"']);
  screen.press('alt+a').type('$.data.books[*].title');
  expect(shown(screen)).toEqual(['[', '  "Emma",', '  "Persuasion"', ']']);
  expect(status(screen)).toBe('path $.data.books[*].title   2 values');
  screen.press('alt+a').type('$..[?@.price > 10].title').press('enter');
  expect(shown(screen)).toEqual(['[', '  "Persuasion"', ']']);
  expect(status(screen)).toMatch(/^\$\.\.\[\?@\.price > 10\]\.title 1 value · 200/);
});

test('Esc while typing restores the previous filter, and in the pane the full body', () => {
  const screen = filter('$.data.books[0]');
  screen.press('escape');
  expect(shown(screen)[0]).toBe('{');
  expect(shown(screen).join(' ')).toContain('accessToken');
  filter('$.data.books[0].price', screen).press('enter');
  expect(shown(screen)).toEqual(['9']);
  screen.press('f');
  expect(status(screen)).toMatch(/^path \$\.data\.books\[0\]\.price /);
  screen.type('zzz').press('escape');
  expect(shown(screen)).toEqual(['9']);
  screen.press('escape');
  expect(shown(screen).join(' ')).toContain('accessToken');
  expect(screen.state.response.path).toBe('');
});

test('an error in the path shows its position, the previous selection stays, and Enter does not accept the path', () => {
  const screen = filter('$.data.books[*].title');
  screen.type('[?@.');
  expect(status(screen)).toMatch(/^path \$\.data\.books\[\*\]\.title\[\?@\. {3}column \d+: /);
  expect(shown(screen)).toContain('  "Emma",');
  screen.press('enter');
  expect(screen.notice).toMatch(/^Not a path: column \d+: .* Press Esc to leave the filter\.$/);
  expect(screen.state.response.find).toBeDefined();
});

test('a path without matches is reported', () => {
  const screen = filter('$.data.films');
  expect(shown(screen)).toEqual(['No value at this path.']);
  expect(status(screen)).toBe('path $.data.films   no value');
});

test('the filter stays for the next run, and a failure is shown anyway', () => {
  const screen = filter('$.data.books[*].title').press('enter', 'ctrl+r');
  answer(screen, library.replace('Emma', 'Ivanhoe'));
  expect(shown(screen)).toEqual(['[', '  "Ivanhoe",', '  "Persuasion"', ']']);
  failed(screen.press('ctrl+r'), 'Cannot connect.', 'Is it running?');
  expect(shown(screen).join(' ')).toContain('Cannot connect.');
  answer(screen.press('ctrl+r'), library);
  expect(shown(screen)).toContain('  "Emma",');
});

test('a selected value has its own path and name: c copies it, and a token stays a secret', () => {
  const screen = filter('$..title').press('enter', 'j', 'j', 'c');
  expect(screen.effects.at(-1)).toMatchObject({ text: '.data.books[1].title' });
  const token = filter('$.data.login.accessToken').press('enter', 'a').type('save').press('enter', 'enter');
  expect([...token.state.identity.values.keys()]).toEqual(['accessToken']);
  expect(JSON.stringify(token.state.identity)).not.toContain('s3cret');
});

test('a table of selected values can be sorted, and is closed before the filter', () => {
  const screen = filter('$.data.books').press('enter', 't', 'l', 'S', 'S');
  expect(shown(screen)).toEqual(['title       price', 'Persuasion     12', 'Emma            9']);
  answer(screen.press('ctrl+r'), library);
  expect(shown(screen)).toEqual(['title       price', 'Persuasion     12', 'Emma            9']);
  screen.press('escape');
  expect(shown(screen)[0]).toBe('[');
  screen.press('escape');
  expect(shown(screen)[0]).toBe('{');
});

test('without JSON, there is nothing to filter by a path', () => {
  expect(running().press('f').notice).toBe('Only a JSON body can be filtered.');
});

test('text from the server in a path cannot reach the terminal unsanitized', () => {
  const screen = answer(running(), '{"\\u009b2J": {"\\u202e": 1}}');
  screen.press('j', 'j', 'f');
  expect(status(screen)).not.toMatch(/[\u009b\u202e]/);
});
