/** The rules of a tick, one by one. */
import {
  argument,
  field,
  input,
  on,
  path,
  spread,
  tick,
  untick,
} from '../../../../source/core/graphql/builder/index.js';
import { at, next, textOf, typed } from './support/small.js';

const q = (...steps: Parameters<typeof path>[1][]) => path('query', ...steps);
const ticked = (text: string, row: ReturnType<typeof path>, active?: number) => textOf(tick(at(text, active), row));
const unticked = (text: string, row: ReturnType<typeof path>, active?: number) => textOf(untick(at(text, active), row));

describe('1: the position of a new field', () => {
  test.each([
    ['on a separate line', '{\n  me {\n    id\n  }\n}\n', '{\n  me {\n    id\n    name\n  }\n}\n'],
    ['after commas and the comment of that line', '{ me {\n\tid,, # c\n} }', '{ me {\n\tid,, # c\n\tname\n} }'],
    ['on the same line after one space', '{ me { id } }', '{ me { id name } }'],
    ['after a comma on the same line', '{me{id,}}', '{me{id, name}}'],
    ['on a new line where a comment ends the line', '{\n  me { id # c\n  }\n}', '{\n  me { id # c\n    name\n  }\n}'],
    [
      'with the line ends of the text (CRLF)',
      '{\r\n  me {\r\n    id\r\n  }\r\n}',
      '{\r\n  me {\r\n    id\r\n    name\r\n  }\r\n}',
    ],
    ['with the line ends of the text (CR)', '{\r  me {\r    id\r  }\r}', '{\r  me {\r    id\r    name\r  }\r}'],
    [
      'in new braces after the last token of a field without any',
      '{\n  me @skip(if: true) # c\n}',
      '{\n  me @skip(if: true) {\n    name\n  } # c\n}',
    ],
    ['with its missing parents', '{\n  count\n}', '{\n  count\n  me {\n    name\n  }\n}'],
  ])('%s', (_, before, after) => expect(ticked(before, q(field('me'), field('name')))).toBe(after));
});

describe('2: ticking an object adds fields', () => {
  test.each([
    ['id', field('me'), '{ count me { id } }'],
    ['__typename on a union', field('best'), '{ count best { __typename } }'],
  ])('%s', (_, step, after) => expect(ticked('{ count }', q(step))).toBe(after));
  test('__typename if there is no leaf', () =>
    expect(ticked('{ best { __typename } }', q(field('best'), on('Empty')))).toBe(
      '{ best { __typename ... on Empty { __typename } } }',
    ));
});

describe('3: the extent of an untick', () => {
  test.each([
    ['the entire line', '{\n  me {\n    id\n    name\n  }\n}', '{\n  me {\n    id\n  }\n}'],
    ['one separator', '{ me { id, name, old } }', '{ me { id, old } }'],
    ['the separator before the last', '{ me { id name } }', '{ me { id } }'],
    ['not the comment next to it', '{\n  me {\n    id\n    name # why\n  }\n}', '{\n  me {\n    id\n    # why\n  }\n}'],
    ['the holders left empty, and the bare operation', '# top\n{ me { name } }\n', '# top\n'],
    ['but not the name of an operation', 'query A { me { name } }', 'query A { __typename }'],
    ['but not a comment of the operation', '{ # c\n  me { name } }', '{ # c\n  __typename }'],
    [
      'without joining tokens',
      '{ me { ...F name...G } } fragment F on User { id } fragment G on User { id }',
      '{ me { ...F ...G } } fragment F on User { id } fragment G on User { id }',
    ],
  ])('%s', (_, before, after) => expect(unticked(before, q(field('me'), field('name')))).toBe(after));

  test('a subscription is removed entirely', () =>
    expect(unticked('subscription S($x: Int) {\n  a # c\n}\n', path('subscription', field('a')))).toBe(''));
  test('__typename in a fragment is preserved', () =>
    expect(unticked('{ me { ...F } } fragment F on User { name }', q(field('me'), spread('F'), field('name')))).toBe(
      '{ me { ...F } } fragment F on User { __typename }',
    ));
});

describe('4: required arguments', () => {
  test.each([
    ['a shorthand gains the keyword', '{ count }', 'query ($id: ID!) { count user(id: $id) { id } }'],
    ['new parentheses after the name', 'query A { count }', 'query A($id: ID!) { count user(id: $id) { id } }'],
    ['new parentheses after the keyword', 'query { count }', 'query ($id: ID!) { count user(id: $id) { id } }'],
    [
      'last in the parentheses',
      'query A($k: Kind) { count(of: $k) }',
      'query A($k: Kind, $id: ID!) { count(of: $k) user(id: $id) { id } }',
    ],
    [
      'a name in use is not used again',
      'query A($id: ID!) { node(id: $id) { id } }',
      'query A($id: ID!, $user_id: ID!) { node(id: $id) { id } user(id: $user_id) { id } }',
    ],
    [
      'a description comes before the keyword',
      '"d" query { count }',
      '"d" query ($id: ID!) { count user(id: $id) { id } }',
    ],
  ])('%s', (_, before, after) => expect(ticked(before, q(field('user')))).toBe(after));

  test('input objects too, outermost first', () =>
    expect(ticked('', q(field('search'), on('User'), field('posts')))).toBe(
      'query ($filter: Filter!, $first: Int!) {\n  search(filter: $filter) {\n    ... on User {\n      posts(first: $first) {\n        id\n      }\n    }\n  }\n}\n',
    ));
  test('in every operation that reaches the edit through fragments', () =>
    expect(
      ticked(
        'query A { me { ...F } } query B { me { ...F } } fragment F on User { id }',
        q(field('me'), spread('F'), field('posts')),
        0,
      ),
    ).toBe(
      'query A($first: Int!) { me { ...F } } query B($first: Int!) { me { ...F } } fragment F on User { id posts(first: $first) { id } }',
    ));
  test('variables that are no longer used are removed, the last with its parentheses', () => {
    expect(unticked('query A($id: ID!, $k: Kind) { user(id: $id) { id } count(of: $k) }', q(field('user')))).toBe(
      'query A($k: Kind) { count(of: $k) }',
    );
    expect(unticked('query A($id: ID! # c\n) { user(id: $id) { id } count }', q(field('user')))).toBe(
      'query A { count }',
    );
  });
  test('a spread declares the variables of its fragment', () =>
    expect(
      ticked('query A { me { id } } fragment F on User { posts(first: $n) { id } }', q(field('me'), spread('F'))),
    ).toBe('query A($n: Int!) { me { id ...F } } fragment F on User { posts(first: $n) { id } }'));
});

describe('5: unions and interfaces', () => {
  test('a field of the interface is a plain field', () =>
    expect(ticked('{ node(id: 1) { __typename } }', q(field('node'), field('id')))).toBe(
      '{ node(id: 1) { __typename id } }',
    ));
  test('a field of another type is added to the first fragment on it without directives', () =>
    expect(
      ticked(
        '{ best { ... on User @skip(if: true) { id } ... on User { id } } }',
        q(field('best'), on('User'), field('name')),
      ),
    ).toBe('{ best { ... on User @skip(if: true) { id } ... on User { id name } } }'));
  test('a fragment with directives is a separate row', () =>
    expect(
      ticked('{ best { ... on User @skip(if: true) { id } } }', q(field('best'), on('User', 0, true), field('name'))),
    ).toBe('{ best { ... on User @skip(if: true) { id name } } }'));
  test('or to a new fragment', () =>
    expect(ticked('{ best { __typename } }', q(field('best'), on('Post'), field('title')))).toBe(
      '{ best { __typename ... on Post { title } } }',
    ));
});

test('6: a field that is only selected through a spread is not shown as ticked outside it', () =>
  expect(ticked('{ me { ...F } } fragment F on User { name }', q(field('me'), field('name')))).toBe(
    '{ me { ...F name } } fragment F on User { name }',
  ));

describe('7: fields that would not merge', () => {
  test.each([
    [
      'the new field gets an alias',
      '{ user(id: 1) { id } }',
      q(field('user', 1)),
      'query ($id: ID!) { user(id: 1) { id } user_2: user(id: $id) { id } }',
    ],
    [
      'one that is used nowhere',
      '{ a: count user_2: me { id } user(id: 1) { id } }',
      q(field('user', 2)),
      'query ($id: ID!) { a: count user_2: me { id } user(id: 1) { id } user_3: user(id: $id) { id } }',
    ],
    [
      'inside a new fragment too',
      '{ best { ... on User { length: name } } }',
      q(field('best'), on('Post'), field('length')),
      '{ best { ... on User { length: name } ... on Post { length_2: length } } }',
    ],
  ])('%s', (_, before, row, after) => expect(ticked(before, row)).toBe(after));
});

describe('8: unticking remembers', () => {
  const text =
    'query A($id: ID = 4, $k: Kind) {\n  u: user(id: 3) @skip(if: false) {\n    friend { n: node } # c\n  }\n  count(of: $k)\n}\n';
  const valid = text.replace('n: node', 'n: name').replace('$id: ID = 4, ', '');
  const row = q(field('user'));
  test('immediately: byte for byte', () => {
    const gone = next(at(valid), untick(at(valid), row));
    expect(textOf(tick(gone, row))).toBe(valid);
  });
  test('undone in reverse order: byte for byte, even if a text was reached in two ways', () => {
    const before = 'query A { me { id } count }';
    const me = q(field('me'));
    const name = q(field('me'), field('name'));
    const first = next(at(before), untick(at(before), me));
    const whole = next(first, tick(first, me));
    const more = next(whole, tick(whole, name));
    const gone = next(more, untick(more, me));
    expect(gone.document.text).toBe(first.document.text);
    const again = next(gone, tick(gone, me));
    expect(again.document.text).toBe(more.document.text);
    const less = next(again, untick(again, name));
    const none = next(less, untick(less, me));
    expect(textOf(tick(none, me))).toBe(before);
  });
  test('after other edits: the same selection, at the end', () => {
    const gone = next(at(valid), untick(at(valid), row));
    const other = typed(gone, 'query A($k: Kind) {\n  count(of: $k)\n  me { id }\n}\n');
    expect(textOf(tick(other, row))).toBe(
      'query A($k: Kind) {\n  count(of: $k)\n  me { id }\n  u: user(id: 3) @skip(if: false) {\n    friend { n: name } # c\n  }\n}\n',
    );
  });
  const withVariable = 'query A($id: ID! = 5) { user(id: $id) { name } count }';
  test.each([
    [
      'shared if the type agrees',
      'query A($id: ID!) { node(id: $id) { id } count }',
      'query A($id: ID!) { node(id: $id) { id } count user(id: $id) { name } }',
    ],
    [
      'defined if missing',
      'query A { me { id } count }',
      'query A($id: ID! = 5) { me { id } count user(id: $id) { name } }',
    ],
    [
      'renamed if the type differs',
      'query A($id: Kind) { count(of: $id) }',
      'query A($id: Kind, $user_id: ID! = 5) { count(of: $id) user(id: $user_id) { name } }',
    ],
  ])('its variables are %s', (_, later, after) => {
    const gone = next(at(withVariable), untick(at(withVariable), row));
    expect(textOf(tick(typed(gone, later), row))).toBe(after);
  });
  test('rejected if a fragment it needs is gone', () => {
    const before = 'query A { me { ...F } count } fragment F on User { id }';
    const gone = next(at(before), untick(at(before), q(field('me'))));
    expect(textOf(tick(typed(gone, 'query A { numbers }'), q(field('me'))))).toBe(
      'refused: This selection needs the fragment F, which no longer exists.',
    );
  });
});

describe('9: texts that are not valid documents', () => {
  test('after a syntax error, ticks are rejected with its position', () =>
    expect(textOf(tick(typed(at('{ me { id } }'), '{ me { id }\n'), q(field('count'))))).toMatch(
      /^refused: Line 2 of the text has a syntax error: Expected Name, found the end of the text/,
    ));
  test.each(['', '  \n', '\ufeff', '# hi\n', ',,'])('%j is an empty document', text => {
    expect(ticked(text, q(field('count')))).toBe(
      `${text}${text === '# hi\n' ? '\n' : text === ',,' ? '\n\n' : ''}query {\n  count\n}${text === ',,' ? '' : '\n'}`,
    );
  });
});

describe('10: another operation', () => {
  test('another root type starts a new operation at the end, and an anonymous one gets a name', () => {
    const before = at('{ me { id } }\n');
    const edit = tick(before, path('mutation', field('like')));
    expect(textOf(edit)).toBe(
      'query Me { me { id } }\n\nmutation Like($id: ID!) {\n  like(id: $id) {\n    id\n  }\n}\n',
    );
    expect(edit.ok && edit.active).toBe(1);
    expect(textOf(untick(next(before, edit), path('mutation', field('like'))))).toBe('{ me { id } }\n');
  });
  test('so does a second field of a subscription', () =>
    expect(ticked('subscription Subscription { a }', path('subscription', field('b')))).toBe(
      'subscription Subscription { a }\n\nsubscription B {\n  b\n}',
    ));
});

describe('12: rejected with the reason', () => {
  test.each([
    [
      'a second subscription field through a fragment',
      tick(
        at('subscription S { ...F } fragment F on Subscription { a }'),
        path('subscription', spread('F'), field('b')),
      ),
      /must select only one top level field/,
    ],
    ['a required argument', untick(at('{ user(id: 1) { id } }'), q(field('user'), argument('id'))), /id is required/],
    ['the last field', untick(at('query A { __typename }'), q(field('__typename'))), /last field/],
    ['a field the schema does not know', tick(at('{ me { id } }'), q(field('nothing'))), /no field nothing on Query/],
  ])('%s', (_, outcome, reason) => expect(textOf(outcome)).toMatch(reason));
});

describe('13: optional arguments', () => {
  test.each([
    [
      'a new variable',
      '{ user(id: 1) { id } }',
      q(field('user'), argument('first')),
      'query ($first: Int) { user(id: 1, first: $first) { id } }',
    ],
    [
      'with the field if that is missing',
      '{ me { id } }',
      q(field('count'), argument('of')),
      'query ($of: Kind) { me { id } count(of: $of) }',
    ],
    [
      'an input field in the object, with its required neighbours',
      '{ me { id } }',
      q(field('search'), argument('filter'), input('kind')),
      'query ($kind: Kind, $text: String!) { me { id } search(filter: { text: $text, kind: $kind }) { __typename } }',
    ],
    [
      'a choice is non-null',
      '{ me { id } }',
      q(field('find'), argument('by'), input('name')),
      'query ($name: String!) { me { id } find(by: { name: $name }) { id } }',
    ],
  ])('Space adds %s', (_, before, row, after) => {
    const context = at(before);
    const edit = tick(context, row);
    expect(textOf(edit)).toBe(after);
    expect(textOf(untick(next(context, edit), edit.ok ? edit.path : row))).toBe(before);
  });
});

test('more than 100 errors do not hide that a text is invalid', () => {
  const bad = Array.from({ length: 120 }, (_, index) => `x${index}: nothing`).join(' ');
  expect(ticked(`{ ${bad} }`, q(field('count')))).toBe(`{ ${bad} count }`);
});
