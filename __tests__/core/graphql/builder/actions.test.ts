/** The builder's other keys: values, aliases, directives, fragments, whole operations, bulk changes. */
import { parseValue } from 'graphql';
import {
  addDirective,
  addItem,
  addSpread,
  argument,
  clear,
  cycleValue,
  deleteDefinition,
  directive,
  extractFragment,
  field,
  fittingFragments,
  fittingVariables,
  inlineFragment,
  input,
  item,
  newOperation,
  on,
  path,
  possibleDirectives,
  removeDirective,
  removeItem,
  renameDefinition,
  setAlias,
  setValue,
  spread,
  tickAll,
  toggle,
  toLiteral,
  toVariable,
  viewOf,
} from '../../../../source/core/graphql/builder/index.js';
import { jsonOf, literalOf } from '../../../../source/core/graphql/builder/text/literal.js';
import { at, next, schema, textOf } from './support/small.js';

const q = (...steps: Parameters<typeof path>[1][]) => path('query', ...steps);
const filter = q(field('search'), argument('filter'));
const limit = q(field('search'), argument('limit'));
const search = '{ search(filter: { text: "a" }) { __typename } }';

describe('Enter writes a literal', () => {
  test.each([
    ['a new argument', search, limit, '5', '{ search(filter: { text: "a" }, limit: 5) { __typename } }'],
    ['over a value', search, filter, '{ text: "b" }', '{ search(filter: { text: "b" }) { __typename } }'],
    ['with the field', '{ me { id } }', q(field('user'), argument('id')), '"4"', '{ me { id } user(id: "4") { id } }'],
    ['an enum', '{ count }', q(field('count'), argument('of')), 'BIG', '{ count(of: BIG) }'],
    [
      'deep in a recursive input',
      search,
      q(field('search'), argument('filter'), input('not'), input('text')),
      '"x"',
      '{ search(filter: { text: "a", not: { text: "x" } }) { __typename } }',
    ],
    [
      'with what else the input needs, as variables',
      search,
      q(field('search'), argument('filter'), input('range'), input('to')),
      '2',
      'query ($from: Int!) { search(filter: { text: "a", range: { from: $from, to: 2 } }) { __typename } }',
    ],
    ['a list item', '{ numbers }', q(field('numbers'), argument('list'), item(0)), '7', '{ numbers(list: [7]) }'],
    [
      'after a value that is coerced to a list',
      '{ numbers(list: 7) }',
      q(field('numbers'), argument('list'), item(1)),
      '8',
      '{ numbers(list: [7, 8]) }',
    ],
    [
      'another choice of a @oneOf',
      '{ find(by: { id: 1 }) { id } }',
      q(field('find'), argument('by'), input('name')),
      '"n"',
      '{ find(by: { name: "n" }) { id } }',
    ],
    ['null', search, limit, 'null', '{ search(filter: { text: "a" }, limit: null) { __typename } }'],
    [
      'over a variable, which is removed',
      'query A($l: Int) { search(filter: { text: "a" }, limit: $l) { __typename } }',
      limit,
      '5',
      'query A { search(filter: { text: "a" }, limit: 5) { __typename } }',
    ],
  ])('%s', (_, before, row, literal, after) => expect(textOf(setValue(at(before), row, literal))).toBe(after));

  test.each([
    ['no literal', limit, '5 6', /Not a value/],
    ['of another type', limit, '"five"', /Int cannot represent/],
    ['not in an enum', q(field('count'), argument('of')), 'HUGE', /does not exist in "Kind" enum/],
    ['null for a required value', filter, 'null', /Expected value of type "Filter!"/],
    ['in a variable', q(field('user'), argument('id'), input('x')), '1', /no such argument/],
  ])('rejected: %s', (_, row, literal, reason) => expect(textOf(setValue(at(search), row, literal))).toMatch(reason));

  test('removing a value also removes parents that become empty', () =>
    expect(
      textOf(
        setValue(
          at('{ search(filter: { text: "a", not: { not: { text: "b" } } }) { __typename } }'),
          q(field('search'), argument('filter'), input('not')),
          null,
        ),
      ),
    ).toBe('{ search(filter: { text: "a" }) { __typename } }'));
});

test('0 cycles through absent, null and value, and restores the original value', () => {
  let context = at(search.replace(') {', ', limit: 9) {'));
  const seen: string[] = [];
  for (let count = 0; count < 4; count++) {
    context = next(context, cycleValue(context, limit));
    seen.push(/limit: \w+|$/.exec(context.document.text)?.[0] ?? '');
  }
  expect(seen).toEqual(['', 'limit: null', 'limit: 9', '']);
});

test('+ and - add and remove list items', () => {
  const kinds = q(field('search'), argument('kinds'));
  let context = at(search);
  for (let count = 0; count < 2; count++) context = next(context, addItem(context, kinds));
  expect(context.document.text).toBe('{ search(filter: { text: "a" }, kinds: [BIG, BIG]) { __typename } }');
  for (let count = 0; count < 2; count++) context = next(context, removeItem(context, kinds));
  expect(context.document.text).toBe('{ search(filter: { text: "a" }, kinds: []) { __typename } }');
  expect(textOf(removeItem(context, kinds))).toMatch(/list is empty/);
});

describe('v moves a value to the variables and back', () => {
  test.each([
    [
      '{ search(filter: { text: "a\\n", kind: BIG, tags: ["x"], range: { from: 1, to: 2 } }) { __typename } }',
      'Filter!',
      '{ "text": "a\\n", "kind": "BIG", "tags": ["x"], "range": { "from": 1, "to": 2 } }',
    ],
  ])('%s', (before, type, json) => {
    const context = at(before);
    const there = toVariable(context, filter);
    expect(textOf(there)).toBe('query ($filter: Filter!) { search(filter: $filter) { __typename } }');
    expect(there.ok && there.added).toEqual([{ name: 'filter', type, json }]);
    const back = toLiteral(next(context, there), filter, json);
    expect(textOf(back)).toBe(before.replace('{ search', 'query { search'));
    expect(back.ok && back.removed).toEqual(['filter']);
  });
  test('an existing variable of the operation is reused', () => {
    const context = at(
      'query A($n: Int, $m: Int!, $s: String) { search(filter: { text: $s }, limit: 3) { __typename } user(id: 1, first: $n) { posts(first: $m) { id } } }'
        .replace('text: $s', 'text: "a"')
        .replace(', $s: String', ''),
    );
    expect(fittingVariables(context, limit)).toEqual(['n', 'm']);
    expect(textOf(toVariable(context, limit, 'n'))).toContain('limit: $n)');
  });
  test('a value that contains variables is not moved', () =>
    expect(
      textOf(toVariable(at('query A($t: String!) { search(filter: { text: $t }) { __typename } }'), filter)),
    ).toMatch(/contains variables/));
});

describe('= sets an alias', () => {
  test.each([
    ['new', '{ me { id } }', 'a', '{ a: me { id } }'],
    ['another', '{ a: me { id } }', 'b', '{ b: me { id } }'],
    ['none', '{ a: me { id } }', null, '{ me { id } }'],
    ['no name', '{ me { id } }', '1x', 'refused: 1x is not a name.'],
    [
      'one that would not merge',
      '{ count me { id } }',
      'count',
      expect.stringMatching(/^refused: Fields "count" conflict/),
    ],
  ])('%s', (_, before, alias, after) => expect(textOf(setAlias(at(before), q(field('me')), alias))).toEqual(after));
});

test('= is rejected if the fields below would not merge', () => {
  const text = '{ a: me { x: id friend { x: id } } b: me { x: id friend { x: name } } c: count }';
  expect(textOf(setAlias(at(text), q(field('me', 1)), 'a'))).toMatch(/^refused: Fields "a" conflict/);
  expect(textOf(setAlias(at(text), q(field('me', 1)), 'd'))).toContain('d: me {');
});

test('@ adds and removes directives, with their variables', () => {
  const context = at('{ user(id: 1) { id } }');
  expect(possibleDirectives(context, q(field('user')))).toEqual(['cached', 'include', 'skip']);
  const edit = addDirective(context, q(field('user')), 'include');
  expect(textOf(edit)).toBe('query ($if: Boolean!) { user(id: 1) @include(if: $if) { id } }');
  expect(edit.ok && edit.path).toEqual(q(field('user'), directive('include')));
  const row = q(field('user'), directive('include'));
  expect(textOf(setValue(next(context, edit), { ...row, steps: [...row.steps, argument('if')] }, 'true'))).toBe(
    'query { user(id: 1) @include(if: true) { id } }',
  );
  expect(textOf(removeDirective(next(context, edit), row))).toBe('query { user(id: 1) { id } }');
  const fragment = addDirective(at('{ best { ... on User { id } } }'), q(field('best'), on('User')), 'cached');
  expect(textOf(fragment)).toBe('query ($seconds: Int!) { best { ... on User @cached(seconds: $seconds) { id } } }');
  expect(fragment.ok && fragment.path).toEqual(q(field('best'), on('User', 0, true), directive('cached')));
});

describe('f', () => {
  const text = '{\n  me {\n    # mine\n    id\n    name\n  }\n}\n';
  const extracted = '{\n  me {\n    ...UserParts\n  }\n}\n\nfragment UserParts on User {\n  # mine\n  id\n  name\n}\n';
  test('extracts a selection to a fragment', () =>
    expect(textOf(extractFragment(at(text), q(field('me'))))).toBe(extracted));
  test('and inlines it again', () =>
    expect(textOf(inlineFragment(at(extracted), q(field('me'), spread('UserParts'))))).toBe(text));
  test('spreads a matching fragment', () => {
    const context = at('{ me { id } node(id: 1) { id } } fragment N on Node { id } fragment P on Post { id }');
    expect(fittingFragments(context, q(field('me')))).toEqual(['N']);
    expect(textOf(addSpread(context, q(field('me')), 'N'))).toContain('{ me { id ...N }');
    expect(textOf(addSpread(context, q(field('me')), 'P'))).toMatch(/refused: Fragment "P" cannot be spread here/);
  });
});

describe('every action on an unknown schema element is rejected with a reason', () => {
  const unknown = [
    ['an argument', '{ me(x: 5) { id } }', q(field('me'), argument('x'))],
    ['an argument with a variable', 'query ($x: Int) { me(x: $x) { id } }', q(field('me'), argument('x'))],
    [
      'a field of an input',
      '{ search(filter: { nope: 1 }) { __typename } }',
      q(field('search'), argument('filter'), input('nope')),
    ],
    ['a value inside one', '{ me(x: { y: [1] }) { id } }', q(field('me'), argument('x'), input('y'), item(0))],
    ['an argument of a field it does not know', '{ nobody(x: 5) { id } }', q(field('nobody'), argument('x'))],
    [
      'an argument of a directive',
      '{ me @cached(seconds: 1, nope: 2) { id } }',
      q(field('me'), directive('cached'), argument('nope')),
    ],
    [
      'an argument of a directive it does not know',
      '{ me @nope(x: 2) { id } }',
      q(field('me'), directive('nope'), argument('x')),
    ],
  ] as const;
  test.each(unknown)('%s', (_, text, row) => {
    const context = at(text);
    const words = 'refused: The schema has no such argument.';
    expect(textOf(toVariable(context, row))).toMatch(
      /^refused: (?:The schema has no such argument|It is already a variable)/,
    );
    expect(textOf(toVariable(context, row, 'other'))).toBe(words);
    expect(textOf(toLiteral(context, row, '1'))).toMatch(
      /^refused: (?:The schema has no such argument|It is not a variable)/,
    );
    expect(textOf(cycleValue(context, row))).toBe(words);
    expect(textOf(addItem(context, row))).toMatch(/^refused: /);
    expect(textOf(removeItem(context, row))).toBeDefined();
    expect(fittingVariables(context, row)).toEqual([]);
    // Removing is allowed.
    expect(textOf(toggle(context, row))).not.toMatch(/nope: |x: 5|x: \$x/);
  });
});

describe('operations', () => {
  test('a new operation is valid immediately', () => {
    expect(textOf(newOperation(at('{ me { id } }'), 'subscription'))).toBe(
      'query Me { me { id } }\n\nsubscription A {\n  a\n}',
    );
    expect(textOf(newOperation(at(''), 'mutation', 'Like'))).toBe('mutation Like {\n  __typename\n}\n');
  });
  test('renaming a fragment renames its spreads', () => {
    expect(textOf(renameDefinition(at('{ count }'), 0, 'A'))).toBe('query A { count }');
    expect(textOf(renameDefinition(at('{ me { ...F } } fragment F on User { id }'), 1, 'G'))).toBe(
      '{ me { ...G } } fragment G on User { id }',
    );
    expect(textOf(renameDefinition(at('query A { count } query B { count }'), 0, 'B'))).toMatch(
      /An operation named B already exists/,
    );
  });
  test('deleting removes one of the surrounding blank lines', () => {
    expect(textOf(deleteDefinition(at('query A { count }\n\n# b\nquery B { count }\n\nquery C { count }\n'), 1))).toBe(
      'query A { count }\n\n# b\n\nquery C { count }\n',
    );
    expect(textOf(deleteDefinition(at('{ me { ...F } } fragment F on User { id }'), 1))).toMatch(/in use/);
  });
});

describe('bulk changes', () => {
  test('a ticks the leaves that need no argument and are not deprecated', () =>
    expect(textOf(tickAll(at('{ me { name } }'), q(field('me'))))).toBe('{ me { name id } }'));
  test('A ticks further levels, without types already on the path', () =>
    expect(textOf(tickAll(at(''), q(field('best'), on('Post')), 2))).toBe(
      'query {\n  best {\n    ... on Post {\n      id\n      title\n      author {\n        id\n        name\n      }\n      length\n    }\n  }\n}\n',
    ));
  test('x clears a row, or an operation on its root', () => {
    expect(textOf(clear(at('query A { me { id } count }'), q(field('me'))))).toBe('query A { count }');
    expect(textOf(clear(at('query A { me { id } count }\n'), q()))).toBe('');
  });
});

test('Space works in both directions', () => {
  const context = at('{ count }');
  const edit = toggle(context, q(field('me')));
  expect(textOf(toggle(next(context, edit), q(field('me'))))).toBe('{ count }');
});

test('digits of a number are preserved both ways', () => {
  const json = '{ "n": 20000000000000000000, "f": 1.0, "e": "BIG" }';
  const literal = literalOf(viewOf(schema), json, undefined);
  expect(literal).toBe('{ n: 20000000000000000000, f: 1.0, e: "BIG" }');
  expect(jsonOf(parseValue(literal ?? ''))).toBe(json);
});
