/** Rename, go to definition, toggle comment, and arguments to variables. */
import { keyTable } from '../../../source/tui/app/key-table.js';
import { Screen } from '../support.js';

/** A screen with the cursor of the query at a text. @param at the text, with `|` for the cursor if it is not at the start */
function at(query: string, place: string, variables = ''): Screen {
  const [before = '', after] = place.split('|');
  const start = query.indexOf(place.replace('|', ''));
  if (start < 0) throw new Error(`No ${place} in ${query}`);
  const offset = after === undefined ? start : start + before.length;
  return new Screen({ query, variables }).do({ type: 'query/go', offset }).press('2');
}

const clear = (screen: Screen): Screen => screen.press('alt+a', 'backspace');
const rename = (screen: Screen, name: string): Screen => clear(screen.press('r')).type(name).press('enter');

const shared = `query A($id: ID!) { user(id: $id) { ...Parts } }

query B($id: ID!) { node(id: $id) { id } }

fragment Parts on User { friends(first: $first) { id } name }
`;

test('a variable is renamed in its operation and in Variables, and one undo reverts both', () => {
  const query = 'query A($id: ID!, $n: Int) { user(id: $id) { friends(first: $n) { id } } }';
  const variables = '{\n  // the user\n  "id": "42",\n  "n": 3\n}';
  const screen = rename(at(query, '$id)', variables), 'userId');
  expect([screen.query, screen.variables]).toEqual([
    'query A($userId: ID!, $n: Int) { user(id: $userId) { friends(first: $n) { id } } }',
    '{\n  // the user\n  "userId": "42",\n  "n": 3\n}',
  ]);
  screen.press('u');
  expect([screen.query, screen.variables]).toEqual([query, variables]);
  screen.press('U');
  expect(screen.variables).toContain('"userId": "42"');
});

test('a value that another operation uses stays in Variables next to its copy', () => {
  const screen = rename(at(shared, 'id: ID!) { user', '{ "id": 1 }'), 'user');
  expect(screen.query).toBe(shared.replace('A($id: ID!) { user(id: $id)', 'A($user: ID!) { user(id: $user)'));
  expect(JSON.parse(screen.variables)).toEqual({ id: 1, user: 1 });
});

test('a variable of a fragment is renamed in every operation that reaches the fragment', () => {
  const query = `query A($n: Int) { user(id: 1) { ...Parts } }
query B($n: Int) { user(id: 2) { ...Parts friends(first: $n) { id } } }
query C($n: Int) { user(id: 2) { friends(first: $n) { id } } }
fragment Parts on User { friends(first: $n) { id } }
`;
  const screen = rename(at(query, '$n: Int) { user(id: 1)', '{ "n": 1 }'), 'most');
  const [first = '', second = '', ...rest] = query.split('\n');
  const last = rest[1] ?? '';
  expect(screen.query.split('\n')).toEqual([
    first.replaceAll('$n', '$most'),
    second.replaceAll('$n', '$most'),
    rest[0],
    last.replaceAll('$n', '$most'),
    '',
  ]);
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, most: 1 });
});

test('a fragment is renamed with its spreads, also from a spread', () => {
  const screen = rename(at(shared, '...Parts'), 'Names');
  expect(screen.query).toBe(shared.replaceAll('Parts', 'Names'));
});

test('an operation is renamed', () => {
  expect(rename(at(shared, 'B('), 'Other').query).toBe(shared.replace('query B', 'query Other'));
});

test('an alias is renamed, or added to a field without one', () => {
  expect(rename(at('{ me: hello old }', 'me'), 'you').query).toBe('{ you: hello old }');
  expect(rename(at('{ hello old }', 'hel|lo'), 'hi').query).toBe('{ hi: hello old }');
});

test.each([
  ['$n already exists.', 'query A($id: ID!, $n: Int) { user(id: $id) { friends(first: $n) { id } } }', '$id', 'n'],
  ['An operation named B already exists.', shared, 'A(', 'B'],
  ['A fragment named More already exists.', `${shared}fragment More on User { id }`, '...Parts', 'More'],
  ['old is already selected here.', '{ hello old }', 'hello', 'old'],
  ['Use only letters, digits and _, and begin with a letter or _.', '{ hello old }', 'hello', 'a-b'],
  ['Use only letters, digits and _, and begin with a letter or _.', '{ hello old }', 'hello', '9a'],
])('a name that is taken or invalid stays in the prompt: %s', (problem, query, place, name) => {
  const screen = rename(at(query, place), name);
  expect(screen.query).toBe(query);
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem });
});

test('a value in Variables is not overwritten', () => {
  const screen = rename(at('query A($id: ID!) { user(id: $id) { id } }', '$id', '{ "id": 1, "x": 2 }'), 'x');
  expect([screen.query.includes('$x'), screen.variables]).toEqual([false, '{ "id": 1, "x": 2 }']);
  expect(screen.state.overlays.at(-1)).toMatchObject({ problem: 'Variables already contain x.' });
});

test('nothing is renamed while the variables are not a JSON object, because their value would be lost', () => {
  const query = 'query A($id: ID!) { user(id: $id) { id } }';
  const screen = rename(at(query, '$id', '{ "id": 1 }}'), 'x');
  expect(screen.query).toBe(query);
  expect(screen.state.overlays.at(-1)).toMatchObject({
    problem: 'The variables are not a JSON object. Correct them first.',
  });
});

test('a member of Variables is renamed with its uses', () => {
  const screen = at('query A($id: ID!) { user(id: $id) { id } }', '{', '{ "id": 1 }').press('3');
  screen.do({ type: 'variables/go', offset: 3 });
  rename(screen, 'key');
  expect([screen.query, screen.variables]).toEqual(['query A($key: ID!) { user(id: $key) { id } }', '{ "key": 1 }']);
});

test.each([
  ['No variable, fragment, operation or field at the cursor.', '{ hello } ', ' '],
  ['Line 1 of the text has a syntax error', '{ hello', 'hello'],
  ['User is a schema type and cannot be renamed.', 'fragment F on User { id }', 'User'],
])('without a symbol at the cursor, a notice explains why: %s', (notice, query, place) => {
  const screen = at(query, place).press('r');
  expect([screen.state.overlays, screen.notice]).toEqual([[], expect.stringContaining(notice)]);
});

describe('in requests', () => {
  const text = `@host = http://a.example

# @name login
# @capture token = $.token
POST {{host}}/login

###
# @ref login
GET {{host}}/me?x={{ id }}
Authorization: Bearer {{token}}
X: {{login.response.body.$.id}}
`;
  const open = (place: string, variables = ''): Screen => {
    const screen = new Screen({ kind: 'http', query: text, variables, sdl: null });
    return screen.do({ type: 'query/go', offset: text.indexOf(place) }).press('2');
  };

  test.each([
    ['{{host}}/me', 'base', /\bhost\b/g],
    ['token}}', 'key', /\btoken\b(?= =|}})/g],
    ['login\n# @capture', 'sign-in', /(?<=@name |@ref |\{\{)login/g],
    ['login.response', 'signIn', /(?<=@name |@ref |\{\{)login/g],
  ])('%j is renamed in placeholders, variables and directives', (place, name, pattern) => {
    const screen = rename(open(place), name);
    expect(screen.query).toBe(text.replace(pattern, name));
    expect(screen.press('u').query).toBe(text);
  });

  test('lines of a body that look like a variable or a directive are not renamed', () => {
    const sent = '@host = b\n# @name host\n{{host}}\n';
    const query = `@host = a\nPOST http://a.example\nContent-Type: text/plain\n\n${sent}`;
    const screen = new Screen({ kind: 'http', query, variables: '', sdl: null });
    const renamed = rename(screen.do({ type: 'query/go', offset: 1 }).press('2'), 'base');
    expect(renamed.query).toBe(query.replace('@host = a', '@base = a').replace('{{host}}', '{{base}}'));
  });

  test('a placeholder is renamed in Variables as well', () => {
    const screen = rename(open('{{ id }}', '{ "id": 1 }'), 'user');
    expect([screen.query, screen.variables]).toEqual([text.replace('{{ id }}', '{{ user }}'), '{ "user": 1 }']);
    screen.press('u');
    expect([screen.query, screen.variables]).toEqual([text, '{ "id": 1 }']);
  });

  test('the definition of a placeholder is the line of the variable, or the value in Variables', () => {
    expect(open('{{host}}/me').press('f12').state.query.editor.selection.main.head).toBe(1);
    const screen = open('{{ id }}', '{ "id": 1 }').press('f12');
    expect([screen.state.focus, screen.state.variables.editor.selection.main.head]).toEqual(['variables', 2]);
    expect(open('{{ id }}').press('f12').notice).toBe('{{id}} is not defined in this text.');
  });
});

describe('go to definition', () => {
  const cursor = (screen: Screen) => [screen.state.focus, screen.state.query.editor.selection.main.head];

  test('goes to a fragment or a variable, and then to its value', () => {
    expect(cursor(at(shared, '...Parts').press('g', 'd'))).toEqual(['query', shared.indexOf('Parts on')]);
    const screen = at(shared, '$id) { ...', '{ "id": 1 }').press('g', 'd');
    expect(cursor(screen)).toEqual(['query', shared.indexOf('$id')]);
    screen.press('g', 'd');
    expect([screen.state.focus, screen.state.variables.editor.selection.main.head]).toEqual(['variables', 2]);
    expect(cursor(screen.press('g', 'd'))).toEqual(['query', shared.indexOf('$id')]);
  });

  test('shows a type or a field in the tree', () => {
    const screen = at(shared, 'User {').press('g', 'd');
    expect([screen.state.focus, screen.cursor?.name]).toEqual(['schema', 'User']);
    expect(at('{ me: user(id: 1) { x: name } }', 'x: ').press('g', 'd').cursor?.name).toBe('name');
  });
});

describe('arguments to variables', () => {
  test('all literals move to Variables, and one undo reverts it', () => {
    const query =
      '{ user(id: 5) { friends(first: 3) { friends(first: 4) { id } } } search(filter: {text: "a"}) { __typename } }';
    const screen = at(query, 'user', '{ "z": 1 }').press('V');
    expect(screen.query).toBe(
      'query ($id: ID!, $first: Int, $friends_first: Int, $filter: Filter) { user(id: $id) { friends(first: $first) { friends(first: $friends_first) { id } } } search(filter: $filter) { __typename } }',
    );
    expect(JSON.parse(screen.variables)).toEqual({ z: 1, id: 5, first: 3, friends_first: 4, filter: { text: 'a' } });
    expect(screen.notice).toBe('Moved 4 arguments to the variables.');
    screen.press('u');
    expect([screen.query, screen.variables]).toEqual([query, '{ "z": 1 }']);
  });

  test('an argument that contains a variable is left unchanged', () => {
    const query = 'query A($t: String) { search(text: "b", filter: {text: $t}) { __typename } }';
    const screen = at(query, 'search').press('V');
    expect(screen.query).toBe(
      'query A($t: String, $text: String) { search(text: $text, filter: {text: $t}) { __typename } }',
    );
    expect(screen.notice).toBe(
      'Moved 1 argument to the variables. Not changed, because they contain variables: filter.',
    );
    expect(screen.press('V').notice).toContain('No argument of this operation is a literal.');
  });
});

test('# comments and uncomments the line, with one undo', () => {
  const query = '{\n  hello\n  old\n}';
  const screen = at(query, 'old').press('#');
  expect(screen.query).toBe('{\n  hello\n  # old\n}');
  expect(screen.press('#').query).toBe(query);
});

test('with vim keys, Space leads to these commands, and the function keys work directly', () => {
  const query = 'query A($id: ID!) { user(id: $id) { id } }';
  const open = (): Screen => {
    const screen = new Screen({ query, editor: 'vim' });
    return screen.do({ type: 'query/go', offset: query.indexOf('$id)') }).press('2');
  };
  for (const keys of [['space', 'r'], ['f2']])
    expect(
      open()
        .press(...keys)
        .state.overlays.at(-1),
    ).toMatchObject({ title: 'Rename $id' });
  for (const keys of [['space', 'g', 'd'], ['f12']])
    expect(open().press(...keys).state.query.editor.selection.main.head).toBe(query.indexOf('$id'));
  expect(open().press('space', '#').query).toBe(`# ${query}`);
  expect(new Screen({ query: '{ user(id: 1) { id } }', editor: 'vim' }).press('2', 'space', 'V').query).toContain(
    '$id: ID!',
  );
});

test('each of these commands is in the help and the palette', () => {
  const ids = ['rename', 'definition', 'comment', 'arguments'].map(name => `query.${name}`);
  expect(
    keyTable
      .filter(({ id, quiet }) => ids.includes(id) && quiet !== true)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
});
