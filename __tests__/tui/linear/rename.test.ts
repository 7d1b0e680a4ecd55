/** `rename NAME NEW` in line mode, which has no cursor in the text. */
import { carryOut } from '../../../source/tui/linear/commands.js';
import { Screen } from '../support.js';

const query = 'query A($id: ID!) { user(id: $id) { ...Parts } id: hello } fragment Parts on User { name }';
const typed = (screen: Screen, line: string) =>
  carryOut(line, screen.state, (...actions) => screen.do(...actions).state);

test.each([
  ['$id', '$key', query.replaceAll('$id', '$key'), '{"key": 1}'],
  ['$id', 'key', query.replaceAll('$id', '$key'), '{"key": 1}'],
  ['Parts', 'Names', query.replaceAll('Parts', 'Names'), '{"id": 1}'],
  ['...Parts', 'Names', query.replaceAll('Parts', 'Names'), '{"id": 1}'],
  ['A', 'B', query.replace('query A', 'query B'), '{"id": 1}'],
  ['id', 'hi', query.replace('id: hello', 'hi: hello'), '{"id": 1}'],
])('rename %s %s', (name, next, text, variables) => {
  const screen = new Screen({ query, variables: '{"id": 1}' });
  expect(typed(screen, `rename ${name} ${next}`).refused).toBeUndefined();
  expect([screen.query, screen.variables]).toEqual([text, variables]);
});

test.each(['{{ host }}', '{{host}}', 'host'])('rename %s base, in requests', name => {
  const text = '@host = http://a.example\nGET {{host}}/\n';
  const screen = new Screen({ kind: 'http', query: text, sdl: null });
  typed(screen, `rename ${name} base`);
  expect(screen.query).toBe(text.replaceAll('host', 'base'));
});

test.each([
  ['rename $missing x', 'The text contains no $missing that can be renamed.'],
  ['rename User x', 'The text contains no User that can be renamed.'],
  ['rename $id', 'Usage: rename NAME NEW.'],
])('%s is refused', (line, reason) => {
  const screen = new Screen({ query });
  const reply = typed(screen, line);
  expect([reply.refused, JSON.stringify(reply).includes(reason), screen.query]).toEqual([true, true, query]);
});

test('a name that is taken is refused with the reason', () => {
  const screen = new Screen({ query: 'query A($id: ID!, $n: Int) { user(id: $id) { friends(first: $n) { id } } }' });
  expect([typed(screen, 'rename $id n').refused, screen.notice]).toEqual([true, '$n already exists.']);
});
