/** The completion list in a text of requests. */
import { forDescription } from '../../schema/api/support.js';
import { Screen } from '../../support.js';

const editing = (screen: Screen): Screen => screen.do({ type: 'app/focus', pane: 'query' }, { type: 'app/edit' });
const labels = ({ state }: Screen): string[] => state.completion.list?.shown.map(each => each.label) ?? [];

test('a full request is typed by completion alone', () => {
  const screen = editing(forDescription()).type('po').press('tab');
  expect(screen.query).toBe('POST ');
  expect(labels(screen)).toEqual(['/pets', 'http://api.test/v1']);
  screen.press('tab');
  expect(screen.query).toBe('POST http://api.test/v1/pets');
  screen.press('enter').type('con').press('tab');
  expect(labels(screen)).toEqual(['application/json']);
  screen.press('tab', 'enter', 'enter').type('{"');
  expect(labels(screen)).toEqual(['name', 'parent']);
  screen.press('tab').type('"Rex"}');
  expect(screen.query).toBe('POST http://api.test/v1/pets\nContent-Type: application/json\n\n{"name": "Rex"}');
});

test('completing a query parameter adds its question mark, continues after a name, and offers the values of an enum', () => {
  const screen = editing(forDescription()).type('GET http://api.test/v1/pets/1?');
  expect(labels(screen)).toEqual(['verbose', 'kind', 'born']);
  screen.type('k').press('tab');
  expect(labels(screen)).toEqual(['dog', 'cat']);
  screen.press('down', 'tab');
  expect(screen.query).toBe('GET http://api.test/v1/pets/1?kind=cat');
  screen.type('&');
  expect(labels(screen)).toEqual(['verbose', 'born']);
});

test('names from Variables, the file and captures are offered after two braces', () => {
  const screen = editing(forDescription({ variables: '{"petId": 3}' }));
  screen.type('@base = 1\n\n{{');
  expect(labels(screen)).toEqual(expect.arrayContaining(['petId', 'base', '$uuid']));
  screen.type('pe').press('tab');
  expect(screen.query).toBe('@base = 1\n\n{{petId}}');
});

test('without a description, methods, headers and media types are offered', () => {
  const screen = editing(new Screen({ kind: 'http', url: '', sdl: null }))
    .type('ge')
    .press('tab');
  expect([screen.query, labels(screen)]).toEqual(['GET ', []]);
  screen.type('http://a.test\nacc');
  expect(labels(screen)).toEqual(['Accept', 'Accept-Encoding', 'Accept-Language']);
});

test('Enter inserts a new line if the text is complete, and accepting is one undo step', () => {
  const screen = editing(forDescription()).type('GET http://api.test/v1/pets/1\nX-T').press('enter');
  expect(screen.query).toBe('GET http://api.test/v1/pets/1\nX-Trace: ');
  screen.press('ctrl+_');
  expect(screen.query).toBe('GET http://api.test/v1/pets/1\nX-T');
  screen.press('ctrl+space', 'escape', 'enter');
  expect(screen.query).toBe('GET http://api.test/v1/pets/1\nX-T\n');
});
