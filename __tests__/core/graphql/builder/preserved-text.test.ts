/** The user's text is preserved: ticks and unticks change nothing else, and restore what they removed. */
import {
  argument,
  clear,
  field,
  input,
  newOperation,
  on,
  type Path,
  path,
  renameDefinition,
  spread,
  tick,
  tickAll,
  toggle,
} from '../../../../source/core/graphql/builder/index.js';
import { at, next, textOf, typed } from './support/small.js';

const q = (...steps: Parameters<typeof path>[1][]) => path('query', ...steps);
const me = q(field('me'));
const user = q(field('user'));
const name = q(field('user'), field('name'));
const old = q(field('user'), field('old'));

/** The text after pressing Space on one row after another. */
const pressed = (text: string, ...rows: readonly Path[]): string => {
  let context = at(text);
  for (const row of rows) context = next(context, toggle(context, row));
  return context.document.text;
};

describe('the only leaf of a field is replaced by another', () => {
  test.each([
    ['an argument', '{ user(id: 5) { name } count }'],
    ['an alias', '{ u: user(id: 5) { name } count }'],
    ['a directive', '{ user(id: 5) @skip(if: false) { name } count }'],
    ['a variable and its type', 'query A($key: ID! = 4) { user(id: $key) { name } count }'],
    ['a comment in the braces', '{\n  user(id: 5) {\n    # mine\n    name # why\n    # more\n  }\n  count\n}\n'],
    ['the braces of the operation', '{ user(id: 5) { name } }'],
  ])('%s is preserved', (_, before) => expect(pressed(before, name, old)).toBe(before.replace('name', 'old')));

  test.each([
    ['through a field of ours', '{ user(id: 5) { friend { name } } count }'],
    ['through a fragment of ours', '{ user(id: 5) { ... on User { friend { name } } } count }'],
  ])('%s', (_, before) => {
    const above = before.includes('on User') ? [field('user'), on('User')] : [field('user')];
    const leaf = (of: string): Path => q(...above, field('friend'), field(of));
    expect(pressed(before, leaf('name'), leaf('id'))).toBe(before.replace('name', 'id'));
  });
  test('in a type condition with a directive', () => {
    const before = '{ best { ... on User @skip(if: false) { name } } count }';
    const leaf = (of: string): Path => q(field('best'), on('User', 0, true), field(of));
    expect(pressed(before, leaf('name'), leaf('id'))).toBe(before.replace('name', 'id'));
  });
  test('a parent that becomes empty is removed', () =>
    expect(pressed('{ me { friend { name } } count }', q(field('me'), field('friend'), field('name')))).toBe(
      '{ count }',
    ));
});

describe('remembered selections survive other edits', () => {
  const leaf = q(field('user'), field('posts'));
  const before = 'query A { user(id: 5) { p: posts(first: 3, after: "x") @skip(if: false) { id } } count }';
  test.each([
    ['other ticks', (text: string) => text, [q(field('numbers'))]],
    ['typing', (text: string) => text.replace(' count', ' # c\n count'), []],
    ['another name of the operation', (text: string) => text.replace('query A', 'query B'), []],
    ['no name of the operation', (text: string) => text.replace('query A', 'query'), []],
  ])('%s', (_, change, others) => {
    let context = next(at(before), toggle(at(before), leaf));
    context = typed(context, change(context.document.text));
    for (const row of others) context = next(context, toggle(context, row));
    expect(textOf(tick(context, leaf))).toContain('p: posts(first: 3, after: "x") @skip(if: false) { id }');
  });
  test('a second operation that gives the first a name', () => {
    let context = at(before.replace('query A', 'query'));
    context = next(context, toggle(context, leaf));
    context = next(context, tick(context, path('mutation', field('like'))));
    context = { ...context, active: 0 };
    expect(textOf(tick(context, leaf))).toContain('p: posts(first: 3, after: "x")');
  });
  test('the name that the builder chooses', () => {
    const context = next(at(before), toggle(at(before), leaf));
    const renamed = next(context, renameDefinition(context, 0, 'Other'));
    expect(textOf(tick(renamed, leaf))).toContain('p: posts(first: 3, after: "x")');
  });
  test('a fragment, edited as the active definition', () => {
    const text = '{ me { ...F } } fragment F on User { id p: posts(first: 3) { id } }';
    const context = next(at(text), toggle(at(text), q(field('me'), spread('F'), field('posts'))));
    const other = typed({ ...context, active: 1 }, context.document.text.replace('{ me', '{ count me'));
    expect(textOf(tick(other, path('fragment', field('posts'))))).toContain('p: posts(first: 3) { id }');
  });
  test('a parent is restored for another leaf with its alias, arguments and directives', () => {
    const text = 'query A($key: ID! = 4) { u: user(id: $key) @skip(if: false) { name # c\n } count }';
    const context = next(at(text), toggle(at(text), user));
    const other = next(context, tick(context, me));
    expect(textOf(tick(other, old))).toBe(
      'query A($key: ID! = 4) { count me { id } u: user(id: $key) @skip(if: false) { old } }',
    );
  });
  test('an unticked subscription: its name, variables, directives and comments', () => {
    const text = '# s\nsubscription S($x: Int) @live(x: $x) {\n  # mine\n  a # why\n}\n';
    const context = next(at(text), toggle(at(text), path('subscription', field('a'))));
    expect(context.document.text).toBe('# s\n');
    const other = next(context, tick(context, q(field('count'))));
    expect(textOf(tick(other, path('subscription', field('b'))))).toContain(
      'subscription S($x: Int) @live(x: $x) {\n  # mine\n  b # why\n}\n',
    );
  });
});

test('an invalid subscription does not prevent another', () => {
  const text = 'subscription S($x: Int) { a }';
  const context = next(at(text), toggle(at(text), path('subscription', field('a'))));
  const other = next(context, tick(context, q(field('count'))));
  expect(textOf(tick(other, path('subscription', field('b'))))).toContain('subscription B {');
});

describe('a placeholder is removed when a field is added', () => {
  test.each([
    [
      'of a union',
      q(field('best')),
      q(field('best'), on('Post'), field('title')),
      'best {\n    ... on Post {\n      title\n    }\n  }',
    ],
    [
      'of an object without id',
      q(field('best'), on('Empty')),
      q(field('best'), on('Empty'), field('owner')),
      '... on Empty {\n      owner {\n        id\n      }\n    }',
    ],
  ])('%s', (_, holder, leaf, after) => {
    const text = pressed('', holder, leaf);
    expect(text).toContain(after);
    expect(text).not.toContain('__typename');
  });
  test('also after other edits, and with many fields at once', () => {
    let context = at('{ user(id: 5) { name } }');
    context = next(context, toggle(context, name));
    context = next(context, tick(context, q(field('count'))));
    expect(context.document.text).toBe('{ user(id: 5) { __typename } count }');
    expect(textOf(tickAll(context, user))).toBe('{ user(id: 5) { id name } count }');
  });
  test('on separate lines', () => {
    const text = '{\n  user(id: 5) {\n    name\n  }\n  count\n}\n';
    let context = next(at(text), toggle(at(text), name));
    context = next(context, tickAll(context, user));
    expect(context.document.text).toBe('{\n  user(id: 5) {\n    id\n    name\n  }\n  count\n}\n');
  });
  test('but a typed __typename is preserved', () =>
    expect(pressed('{ me { __typename } }', q(field('me'), field('name')))).toBe('{ me { __typename name } }'));
  test('without an id field, __typename is added rather than a field that may need rights', () =>
    expect(pressed('{ count }', q(field('me'), field('posts')), q(field('plain')))).toContain('plain { __typename }'));
});

describe('a, then Space, unticks the rows that a ticked', () => {
  test.each([
    ['a row that did not exist', '{ count }', me],
    ['a row that was', '{ count me { name } }', me],
    ['the root', '{ count }', q()],
    ['a root without an operation', '', q()],
    ['a field of another root', '{ count }', path('mutation', field('like'))],
  ])('%s', (_, before, row) => {
    const context = at(before);
    const all = next(context, tickAll(context, row));
    expect(all.document.text).not.toBe(before);
    expect(textOf(toggle(all, row))).toBe(before);
  });
});

describe('names of operations', () => {
  const like = path('mutation', field('like'));
  test('a second operation gives both a descriptive name, with a message', () => {
    const edit = tick(at('{ me { id } }\n'), like);
    expect(textOf(edit)).toMatch(/^query Me \{ me \{ id \} \}\n\nmutation Like\(\$id: ID!\) \{\n/);
    expect(edit.ok && edit.note).toBe('Two operations need different names: Me and Like.');
  });
  test('the first loses its name again when the second is removed', () => {
    let context = at('{ me { id } }\n');
    context = next(context, tick(context, like));
    context = next({ ...context, active: 0 }, tick({ ...context, active: 0 }, q(field('me'), field('name'))));
    expect(textOf(clear({ ...context, active: 1 }, path('mutation')))).toBe('{ me { id name } }\n');
  });
  test('unless the user chose the name', () => {
    let context = at('query Me { me { id } }\n');
    context = next(context, tick(context, like));
    expect(textOf(clear({ ...context, active: 1 }, path('mutation')))).toBe('query Me { me { id } }\n');
  });
  test('and preserves variables added meanwhile', () => {
    let context = at('{ me { id } }\n');
    context = next(context, tick(context, like));
    context = next({ ...context, active: 0 }, tick({ ...context, active: 0 }, user));
    expect(textOf(clear({ ...context, active: 1 }, path('mutation')))).toBe(
      'query ($user_id: ID!) { me { id } user(id: $user_id) { id } }\n',
    );
  });
  test.each([
    ['subscription', 'subscription A { a }', path('subscription', field('b')), 'subscription B {'],
    ['taken', 'query Like { me { id } }', like, 'mutation Like2('],
    ['of several words', '{ issue_create_2 }', like, 'query IssueCreate2 {'],
    ['of none', '{ __typename }', like, 'query Query {'],
  ])('%s', (_, before, row, after) => expect(pressed(before, row)).toContain(after));
  test('a new operation reports its name', () => {
    const edit = newOperation(at('{ me { id } }'), 'subscription');
    expect(edit.ok && edit.note).toBe('Two operations need different names: Me and A.');
  });
});

describe('@oneOf', () => {
  const by = (member: string): Path => q(field('find'), argument('by'), input(member));
  test.each([
    ['a literal', '{ find(by: { id: 1 }) { id } }', 'query ($name: String!) { find(by: { name: $name }) { id } }'],
    [
      'a variable',
      'query ($id: ID!) { find(by: { id: $id }) { id } }',
      'query ($name: String!) { find(by: { name: $name }) { id } }',
    ],
    [
      'a variable that something else uses',
      'query A($id: ID!) { find(by: { id: $id }) { id } node(id: $id) { id } }',
      'query A($id: ID!, $name: String!) { find(by: { name: $name }) { id } node(id: $id) { id } }',
    ],
  ])('another member replaces the choice %s', (_, before, after) => {
    expect(pressed(before, by('name'))).toBe(after);
    expect(pressed(before, by('name'), by('name'))).toBe(before);
  });
});
