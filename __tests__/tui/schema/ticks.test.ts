import { parse, validate } from 'graphql';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { loaded, Screen, sdl } from '../support.js';

/** The query on one line. */
const flat = (screen: Screen): string => screen.query.replace(/\s+/g, ' ').trim();

/** Whatever was pressed, the query is valid. */
function expectValid(screen: Screen): void {
  const errors = validate(loaded(sdl).schema, parse(screen.query));
  expect(errors.map(error => error.message)).toEqual([]);
}

const search = (query = '{ search { __typename } }'): Screen => new Screen({ query }).row('search').press('l');

test('a ticks every leaf of the row, A down to a depth', () => {
  const screen = new Screen().row('user').press('a');
  expect(flat(screen)).toBe('query ($id: ID!) { user(id: $id) { id name kind } }');
  const deep = new Screen().row('search').press('l').row('Post').press('A', 'enter');
  expect(flat(deep)).toMatch(/\.\.\. on Post \{.* author \{ id name kind \} \}/);
  expectValid(deep);
});

test('x removes everything below a row, and on the root the entire operation', () => {
  const screen = new Screen({ query: '{ hello user(id: 1) { id name } }' }).row('user').press('x');
  expect(flat(screen)).toBe('{ hello }');
  expect(screen.row('Query').press('x').query.trim()).toBe('');
});

test('Enter on a string argument accepts the typed text and quotes it', () => {
  const screen = search().row('text').press('enter').type('say "hi"').press('enter');
  expect(flat(screen)).toBe('{ search(text: "say \\"hi\\"") { __typename } }');
  screen.row('text').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt' });
  screen.press('ctrl+u', 'enter');
  expect(flat(screen)).toBe('{ search { __typename } }');
});

test.each([
  ['a string', '"a  b"'],
  ['escapes', String.raw`"tab\t line\n \u{1F600} \/"`],
  ['a raw tab', '"a\tb"'],
  ['a block string', '"""\n  first\n    second\n"""'],
  ['lines and a comment', '{\n  text: "a  b" # "mine\n  ids: [1,\n 2]\n}'],
])('a value that was only viewed is unchanged: %s', (_, literal) => {
  const name = literal.startsWith('{') ? 'json' : 'text';
  const query = `{ put(${name}: ${literal}) }`;
  const screen = new Screen({ sdl: 'scalar J type Query { put(text: String, json: J): Int }', query });
  screen.row('put').press('l').row(name).press('enter');
  expect(screen.state.overlays).toMatchObject([{ kind: 'prompt' }]);
  screen.press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(screen.query).toBe(query);
});

test('Enter on a wrong literal shows the reason and leaves the prompt open', () => {
  const screen = search().row('filter').press('l').row('ids').press('enter').type('[1').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.stringMatching(/expected/i) });
  expect(flat(screen)).toBe('{ search { __typename } }');
  screen.type(', 2]').press('enter');
  expect(screen.state.overlays).toEqual([]);
  expect(flat(screen)).toContain('ids: [1, 2]');
});

test('the prompt of a value describes valid input', () => {
  const hint = (screen: Screen): string => {
    const top = screen.press('enter').state.overlays.at(-1);
    return top?.kind === 'prompt' ? top.hint : '';
  };
  const friends = () =>
    new Screen({ query: 'query ($id: ID!, $n: Int) { user(id: $id) { friends(first: $n) { id } } }' });
  expect(hint(friends().row('user').press('l').row('friends').press('l').row('first'))).toBe(
    '$n in Variables: a whole number; leave empty to omit it',
  );
  expect(hint(friends().row('user').press('l').row('id'))).toBe('$id in Variables: text, without quotes');
  expect(hint(search().row('kinds'))).toBe('like [ADMIN], of ADMIN, GUEST; leave empty to omit it');
});

test('Enter on an argument with a variable edits the value of the variable', () => {
  const screen = new Screen({ query: '{ user(id: "1") { friends(first: 3) { id } } }' });
  screen.row('user').press('l').row('friends').press('l').row('first').press('v');
  expect(JSON.parse(screen.variables)).toEqual({ first: 3 });
  screen.press('enter').type('2').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ first: 2 });
  expect(flat(screen)).toContain('friends(first: $first)');
  screen.press('enter').type('two').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.stringContaining('Int') });
  screen.press('escape', 'u');
  expect(JSON.parse(screen.variables)).toEqual({ first: 3 });
});

test('m goes to the required value of the field above if the field itself needs none', () => {
  const screen = new Screen({ query: 'query ($id: ID!) { user(id: $id) { friends { id } } }' })
    .row('user')
    .press('l')
    .row('friends');
  expect(screen.press('m').cursor?.name).toBe('id');
  expect(topOverlay(screen.state)).toMatchObject({ kind: 'prompt' });
});

test('m edits the next required value of the field, and of the field only', () => {
  const screen = search('{ __typename }').row('user').press('m');
  expect(screen.cursor?.name).toBe('id');
  screen.type('7').press('enter');
  expect(flat(screen)).toContain('user(id: "7")');
  expect(screen.row('search').press('m').state.notice?.text).toBe('No required values here.');
});

test('a mutation that a search led to is still confirmed after m has filled in its required values', () => {
  const screen = new Screen({ query: '' }).press('/').type('rename').press('enter', 'escape');
  expect(screen.cursor?.name).toBe('rename');
  screen.press('m').type('7').press('enter').press('m').type('Ada').press('enter');
  expect(flat(screen)).toContain('rename(name: $name, id: "7")');
  expect(JSON.parse(screen.variables)).toEqual({ name: 'Ada' });
  expect([...screen.state.query.unnamed]).toEqual(['rename']);
});

test('} and { go to the next and the previous field of the root', () => {
  const screen = search().row('filter').press('l', '}');
  const fields = screen.state.schema.rows.filter(({ depth }) => depth <= 1).map(({ name }) => name);
  expect(screen.cursor?.name).toBe(fields[fields.indexOf('search') + 1]);
  expect(screen.press('{').cursor?.name).toBe('search');
});

test('an invalid enum value and a conflicting alias are reported in the prompt', () => {
  const screen = search().row('kinds').press('enter').type('[ADMIN, NOBODY]').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    hint: expect.stringContaining('ADMIN, GUEST'),
    problem: expect.stringContaining('NOBODY'),
  });
  expect(flat(screen)).toBe('{ search { __typename } }');
});

test('Enter on an enum opens a picker with its values, null and unset', () => {
  const screen = search('{ search(filter: {kind: ADMIN}) { __typename } }')
    .row('filter')
    .press('l')
    .row('kind')
    .press('enter');
  const overlay = screen.state.overlays.at(-1);
  expect(overlay?.kind === 'choice' && overlay.options.map(option => option.label)).toEqual([
    'ADMIN',
    'GUEST',
    'null',
    '(absent)',
  ]);
  screen.press('down', 'enter');
  expect(flat(screen)).toBe('{ search(filter: {kind: GUEST}) { __typename } }');
});

test('a nested input field adds its ancestors', () => {
  const screen = search().row('filter').press('l').row('not').press('l');
  const inner = screen.state.schema.rows.filter(row => row.name === 'text' && row.kind === 'input');
  expect(inner).toHaveLength(2);
  screen.do({
    type: 'schema/move',
    by: screen.state.schema.rows.indexOf(inner[1] as never) - screen.state.schema.cursor,
  });
  screen.press('enter').type('x').press('enter');
  expect(flat(screen).replace(/\s/g, '')).toContain('filter:{not:{text:"x"}}');
  expectValid(screen);
});

test('0 cycles an argument through unset, null and a value', () => {
  const screen = search().row('text');
  const seen = [0, 1, 2].map(() => flat(screen.press('0')));
  expect(seen).toEqual([
    '{ search(text: null) { __typename } }',
    expect.stringMatching(/search\(text: "/),
    '{ search { __typename } }',
  ]);
});

test('+ and - add and remove list items', () => {
  const screen = search().row('kinds').press('+', 'escape');
  expect(flat(screen)).toBe('{ search(kinds: [ADMIN]) { __typename } }');
  screen.row('kinds').press('+', 'escape');
  expect(flat(screen)).toMatch(/kinds: \[ADMIN, \w+\]/);
  screen.row('kinds').press('-');
  expect(flat(screen)).toBe('{ search(kinds: [ADMIN]) { __typename } }');
});

test('+ opens the editor at the new item, and each Enter is one item', () => {
  const screen = search().row('kinds').press('+').type('gues').press('enter');
  expect(flat(screen)).toBe('{ search(kinds: [GUEST]) { __typename } }');
  const ids = search('{ search(filter: {}) { __typename } }');
  ids.row('filter').press('l').row('ids').press('+').type('7').press('enter');
  expect(flat(ids)).toContain('ids: ["7"]');
  ids.row('ids').press('+').type('b c').press('enter');
  expect(flat(ids)).toContain('ids: ["7", "b c"]');
});

test.each([
  ['7, b c', '["7", "b c"]'],
  ['"a, b", c', '["a, b", "c"]'],
  ['["x"]', '["x"]'],
])('a list is typed in one line: %s', (typed, list) => {
  const screen = search('{ search(filter: {ids: []}) { __typename } }')
    .row('filter')
    .press('l')
    .row('ids')
    .press('enter');
  expect(flat(screen.press('alt+a').type(typed).press('enter'))).toContain(`ids: ${list}`);
});

test('= on a value edits all of it, even a list or an object that is not empty', () => {
  const screen = search('{ search(filter: {ids: ["1", "2"]}) { __typename } }').row('filter').press('l').row('ids');
  screen.press('=', 'end', 'left').type(', 3').press('enter');
  expect(flat(screen)).toContain('ids: ["1", "2", 3]');
  screen.row('ids').press('=', 'alt+a').type('7, b c').press('enter');
  expect(flat(screen)).toContain('ids: ["7", "b c"]');
  screen.row('filter').press('=', 'alt+a').type('{ids: "9"}').press('enter');
  expect(flat(screen)).toBe('{ search(filter: {ids: "9"}) { __typename } }');
  const variable = new Screen({
    query: 'query ($f: Filter) { search(filter: $f) { __typename } }',
    variables: '{"f": {"ids": ["1"]}}',
  });
  variable.row('search').press('l').row('filter').press('l').row('ids').press('=', 'alt+a').type('4, 5').press('enter');
  expect(JSON.parse(variable.variables)).toEqual({ f: { ids: ['4', '5'] } });
});

test('v moves a literal into a variable with its value in the variables, and back', () => {
  const screen = search('{ search(text: "abc") { __typename } }').row('text').press('v');
  expect(flat(screen)).toBe('query ($text: String) { search(text: $text) { __typename } }');
  expect(JSON.parse(screen.variables)).toEqual({ text: 'abc' });
  screen.row('text').press('v');
  expect(flat(screen)).toContain('text: "abc"');
  expect(screen.variables.trim()).toBe('');
});

test('v offers the matching variables', () => {
  const screen = search('query ($t: String) { search(text: "abc") { __typename } }').row('text').press('v');
  const overlay = screen.state.overlays.at(-1);
  expect(overlay?.kind === 'choice' && overlay.options.map(option => option.label)).toEqual(['$t', 'a new variable']);
  screen.press('enter');
  expect(flat(screen)).toContain('text: $t');
});

test('a 20-digit number retains its digits when moved to a variable', () => {
  const screen = new Screen({ query: '{ user(id: 12345678901234567890) { id } }' })
    .row('user')
    .press('l')
    .row('id')
    .press('v');
  expect(screen.variables).toContain('12345678901234567890');
});

test('= sets and removes an alias', () => {
  const screen = new Screen({ query: '{ hello }' }).row('hello').press('=').type('hi').press('enter');
  expect(flat(screen)).toBe('{ hi: hello }');
  screen.press('=', 'ctrl+u', 'enter');
  expect(flat(screen)).toBe('{ hello }');
  screen.press('=').type('1x').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.any(String) });
});

test('@ offers the directives allowed on the field and removes the one at the cursor', () => {
  const screen = new Screen({ query: '{ hello }' }).row('hello').press('@');
  const overlay = screen.state.overlays.at(-1);
  expect(overlay?.kind === 'choice' && overlay.options.map(option => option.label)).toEqual(
    expect.arrayContaining(['@include', '@skip', '@stream']),
  );
  screen.press('enter');
  expect(flat(screen)).toMatch(/hello @\w+/);
  screen.row('hello').press('l', 'j').press('@');
  expect(flat(screen)).not.toMatch(/hello @/);
});

test('f creates a fragment from the ticked fields, uses it elsewhere, and inlines it again', () => {
  const screen = new Screen({ query: '{ user(id: 1) { id name } }' }).row('user').press('f');
  expect(flat(screen)).toMatch(/\{ user\(id: 1\) \{ \.\.\.(\w+) \} \} fragment \1 on User \{ id name \}/);
  expectValid(screen);
  screen.press('2', 'g', 'g', '1').row('user').press('l');
  const spread = screen.names.find(name => name.startsWith('...')) ?? '';
  screen.row(spread).press('f');
  expect(flat(screen)).toBe('{ user(id: 1) { id name } }');
});

test('ticking below a spread changes the fragment, everywhere it is used', () => {
  const screen = new Screen({ query: 'query { user(id: 1) { ...U } }\nfragment U on User { id }\n' })
    .row('user')
    .press('l')
    .row('...U')
    .press('l');
  const kind = screen.state.schema.rows.findIndex(
    row => row.path?.steps.some(each => each.kind === 'spread') && row.name === 'kind',
  );
  screen.do({ type: 'schema/move', by: kind - screen.state.schema.cursor }).press('space');
  expect(screen.query).toMatch(/fragment U on User \{ id kind \}/);
});

test('a union is ticked type by type, at any depth', () => {
  const screen = search('').row('search').press('l').row('Post').press('l').row('author').press('space');
  expect(flat(screen)).toMatch(/search \{ \.\.\. on Post \{ author \{ id \} \} \}/);
  expectValid(screen);
});

test('a @oneOf input is a choice: setting one field removes the other', () => {
  const screen = new Screen({ query: '{ pick(choice: {a: 1}) }' }).row('pick').press('l').row('choice').press('l');
  expect(screen.state.schema.rows.filter(row => row.kind === 'choice').map(row => [row.name, row.mark])).toEqual([
    ['a', 'ticked'],
    ['b', 'absent'],
  ]);
  screen.row('b').press('enter').type('x').press('enter');
  expect(flat(screen)).toBe('{ pick(choice: {b: "x"}) }');
});

test('two fields that would conflict get an alias', () => {
  const screen = new Screen({ query: '{ search { ... on User { kind } } }' })
    .row('search')
    .press('l')
    .row('Post')
    .press('l')
    .row('title')
    .press('space');
  expectValid(screen);
});

test('there is one undo history: typing, a tick and more typing are undone in reverse order', () => {
  const screen = new Screen({ query: '{ hello }' })
    .press('2', 'i', 'ctrl+end')
    .type('\n# a')
    .press('escape', '1')
    .row('old')
    .press('space');
  const ticked = screen.query;
  screen.press('2', 'i', 'ctrl+end').type('b').press('escape');
  screen.press('u');
  expect(screen.query).toBe(ticked);
  screen.press('u');
  expect(screen.query).toBe('{ hello }\n# a');
  screen.press('u');
  expect(screen.query).toBe('{ hello }');
});

test('unticking remembers the fields below', () => {
  const screen = new Screen({ query: '{ hello user(id: 1) { name friends { id } } }' }).row('user').press('space');
  expect(flat(screen)).toBe('{ hello }');
  screen.do({ type: 'query/command', command: { do: 'insert', text: '# moved on\n' } });
  screen.row('user').press('space');
  expect(flat(screen)).toContain('user(id: 1) { name friends { id } }');
});

test('after a tick the text is scrolled to the field, not to the variable it needs', () => {
  const text = `query Q {\n${'  hello\n'.repeat(60)}}\n`;
  const screen = new Screen({ query: text }).row('user').press('space');
  const { editor, top } = screen.state.query;
  expect(screen.query).toMatch(/^query Q\(\$id: ID!\)/);
  expect(editor.doc.lineAt(editor.selection.main.head).number).toBeGreaterThan(60);
  expect(top).toBeGreaterThan(30);
});

test('after an operation is deleted, the tree shows the one at the cursor', () => {
  const screen = new Screen({ query: 'query A { hello }\n# between\n\nquery B { old }\n' }).press(
    'o',
    'delete',
    'escape',
  );
  expect(screen.row('old').cursor?.mark).toBe('ticked');
  expect(screen.row('hello').press('space').query).toBe('# between\n\nquery B { old hello }\n');
});

test('Space on a directive, whose box is ticked, removes it with the variable only it used', () => {
  const screen = new Screen({ query: 'query ($v: Boolean!) { hello @skip(if: $v) }' }).row('hello').press('l');
  screen.row('@skip');
  expect(screen.cursor).toMatchObject({ kind: 'directive', mark: 'ticked' });
  expect(screen.press('space').query).toBe('query { hello }');
});

test('y copies the path of a row in --pick syntax, and the name of a type', () => {
  const screen = new Screen({ query: '{ u: user(id: "5") { name } }' }).row('user').press('l');
  const copied = (row: string) => {
    screen.effects.length = 0;
    screen.row(row).press('y');
    return screen.asked.flatMap(effect => (effect.kind === 'copy' ? [effect.text] : []));
  };
  expect(copied('kind')).toEqual(['u: user(id: "5").kind']);
  expect(copied('hello')).toEqual(['hello']);
  expect(copied('Mutation')).toEqual(['Mutation']);
});

test('the palette copies the operation as picks, and reports what they omit', () => {
  const query = 'query A($n: Int = 3) { user(id: 5) { id friends(first: $n) { name @skip(if: true) } } }';
  const screen = new Screen({ query }).do({ type: 'response/copy-picks' });
  expect(screen.asked).toMatchObject([
    {
      kind: 'copy-command',
      program: 'apiclient',
      picked: {
        name: 'A',
        picks: ['user(id: 5).id', 'user.friends(first: $n).name'],
        left: ['its directives', 'the defaults of its variables'],
      },
    },
  ]);
});

test.each(['v', '0', '+', '-', 'enter', 'space', 'x', 'a', '=', '@', 'f'])(
  '%s on an argument that the schema lacks',
  chord => {
    const screen = new Screen({ query: '{ user(id: 1, nope: 2) { id } }' }).row('user').press('l').row('nope');
    expect(() => screen.press(chord)).not.toThrow();
    if (chord === 'v') expect(screen.notice).toBe('The schema has no such argument.');
  },
);

describe('no mutation is added to others', () => {
  const writing = `type Query { n: Int writer: Mutation }
    type Mutation { id: ID purge: Int sell: Sold } type Sold { id: ID price: Int }
    type Subscription { a: Int b: Int }`;

  test.each([
    ['a on Mutation', 'Mutation', ['a'], /^Each field of Mutation changes something\. Tick a single field\.$/],
    ['A on Mutation', 'Mutation', ['A', 'enter'], /^Each field of Mutation changes something/],
    ['Space on Mutation', 'Mutation', ['space'], /^Tick a field below it\.$/],
    ['a on a field of that type', 'writer', ['a'], /^Each field of Mutation changes something/],
    ['a on Subscription', 'Subscription', ['a'], /^A subscription has only one field\. Tick a single field\.$/],
  ])('%s', (_, row, keys, said) => {
    const screen = new Screen({ sdl: writing }).row(row).press(...keys);
    expect(screen.query).toBe('');
    expect(screen.notice).toMatch(said);
  });

  test('all leaves may be added below a chosen field', () => {
    const screen = new Screen({ sdl: writing }).row('Mutation').press('l').row('sell').press('a');
    expect(screen.query).toBe('mutation {\n  sell {\n    id\n    price\n  }\n}\n');
  });

  test('a new mutation is empty, whatever its fields are called', () => {
    const screen = new Screen({ sdl: writing }).do({ type: 'operations/new', root: 'mutation', name: 'M' });
    expect(screen.query).toBe('mutation M {\n  __typename\n}\n');
  });
});

test('a value is removed with the field that only ticks created, and restored with another row below it', () => {
  const screen = new Screen().row('user').press('l').row('name').press('space').row('hello').press('space');
  screen.do({ type: 'variables/edited', text: '{ "id": "42" }' });
  screen.row('name').press('space');
  expect(screen.query).toBe('query {\n  hello\n}\n');
  expect(screen.variables).not.toContain('42');
  screen.row('kind').press('space');
  expect(screen.query).toContain('user(id: $id)');
  expect(JSON.parse(screen.variables)).toEqual({ id: '42' });
});

test('the run key applies a value being typed first, and nothing runs if it is rejected', () => {
  const screen = search().row('text').press('enter').type('say').press('ctrl+r');
  expect(flat(screen)).toBe('{ search(text: "say") { __typename } }');
  expect(screen.state.response.running).toBe(true);
  const listed = search('{ search(filter: {kind: ADMIN}) { __typename } }').row('filter').press('l').row('kind');
  expect(flat(listed.press('enter', 'down', 'ctrl+r'))).toContain('kind: GUEST');
  expect(listed.state.response.running).toBe(true);
  const wrong = new Screen({ query: '{ search { __typename } }' }).row('search').press('=').type('1 a').press('ctrl+r');
  expect(wrong.state.overlays.at(-1)).toMatchObject({ kind: 'prompt', problem: expect.any(String) });
  expect(wrong.state.response.running).toBe(false);
});
