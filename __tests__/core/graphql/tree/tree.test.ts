/** The rows of the schema tree: which there are, how they open, and that many are as cheap to find as few. */
import fc from 'fast-check';
import { introspectionFromSchema } from 'graphql';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { field, on, path, pathKey, tick, viewOf } from '../../../../source/core/graphql/selection/index.js';
import {
  closeRow,
  createTree,
  indexOfRow,
  markOf,
  openRow,
  parentIndex,
  revealRow,
  rowAt,
  rowCount,
  rowsBetween,
  type Tree,
  withOptions,
  withText,
} from '../../../../source/core/graphql/tree/index.js';
import { at, next, schema } from '../selection/support/small.js';

const treeFor = (text: string): Tree => {
  const context = at(text);
  return createTree(viewOf(schema), context.document.good, context.active);
};

const all = (tree: Tree) => rowsBetween(tree, 0, rowCount(tree));

/** The tree as lines: indentation, mark, name, value. */
const drawn = (tree: Tree): string[] =>
  all(tree).map(({ row }) => {
    const mark = markOf(tree.source, row);
    const box = { on: '[x] ', off: '[ ] ', needs: '[~] ', none: '' }[mark.tick];
    const alias = mark.alias === undefined ? '' : `${mark.alias}: `;
    const before =
      row.kind === 'condition' ? '… on ' : row.kind === 'spread' ? '...' : row.kind === 'directiveUse' ? '@' : '';
    const more = [row.typeText, mark.value && `= ${mark.value}`, row.cycle && '↻', mark.uses && `used ${mark.uses}`];
    return `${'  '.repeat(row.depth)}${box}${alias}${before}${row.name} ${more.filter(Boolean).join(' ')}`.trimEnd();
  });

function openAll(tree: Tree, depth: number): Tree {
  let open = tree;
  for (let index = 0; index < rowCount(open); index++) {
    if ((rowAt(open, index)?.row.depth ?? 0) < depth) open = openRow(open, index);
  }
  return open;
}

const open = (tree: Tree, ...ids: string[]): Tree =>
  ids.reduce((made, id) => openRow(made, indexOfRow(made, id) ?? -1), tree);

test('roots, then Types and Directives', () => {
  expect(drawn(treeFor('{ me { id } }'))).toEqual([
    '[x] Query',
    '[ ] Mutation',
    '[ ] Subscription',
    'Types',
    'Directives',
  ]);
});

test('a row per occurrence, shown by its response key, with values, spreads, conditions and cycles', () => {
  const tree = treeFor(
    '{ me { n: name ...F friend } b: user(id: 1) @skip(if: true) { id } user(id: 2) { id } } fragment F on User { id }',
  );
  const shown = drawn(open(tree, 'query', 'query/me#0', 'query/user#0'));
  expect(shown.slice(0, 24)).toEqual([
    '[x] Query',
    '  [x] me User',
    '    [ ] id ID!',
    '    [x] n: name String',
    '    [ ] old String',
    '    [ ] posts [Post!]!',
    '    [~] friend User ↻',
    '    [ ] __typename String!',
    '    [x] ...F  used 1'.replace('  used', ' used'),
    '  [x] b: user User',
    '    [x] @skip',
    '    [x] id ID! = 1',
    '    [ ] first Int',
    '    [x] id ID!',
    '    [ ] name String',
    '    [ ] old String',
    '    [ ] posts [Post!]!',
    '    [ ] friend User ↻',
    '    [ ] __typename String!',
    '  [x] user User',
    '  [ ] best Result',
    '  [ ] node Node',
    '  [ ] search [Result!]!',
    '  [ ] find User',
  ]);
});

test('arguments open into input fields, list items and enum values', () => {
  const tree = treeFor('{ search(filter: { text: "a", kind: BIG }, kinds: [BIG, SMALL]) { ... on Post { title } } }');
  const shown = drawn(
    open(
      tree,
      'query',
      'query/search#0',
      'query/search#0/(filter',
      'query/search#0/(filter/{kind',
      'query/search#0/(kinds',
    ),
  );
  expect(shown.slice(5, 22)).toEqual([
    '  [x] search [Result!]!',
    '    [x] filter Filter! = { text: "a", kind: BIG }',
    '      [x] text String! = "a"',
    '      [x] kind Kind = BIG',
    '        [x] BIG',
    '        [ ] SMALL',
    '      [ ] not Filter ↻',
    '      [ ] tags [String!]',
    '      [ ] range Range',
    '    [x] kinds [Kind!] = [BIG, SMALL]',
    '      [x] 0 Kind! = BIG',
    '      [x] 1 Kind! = SMALL',
    '    [ ] limit Int',
    '    [ ] __typename String!',
    '    [ ] … on User',
    '    [x] … on Post',
    '    [ ] … on Empty',
  ]);
});

test('what the schema does not know is shown and marked', () => {
  const tree = open(treeFor('{ gone { x } ... on Nothing { y } }'), 'query');
  const unknown = all(tree).filter(({ row }) => row.unknown);
  expect(unknown.map(({ row }) => [row.kind, row.name])).toEqual([
    ['field', 'gone'],
    ['condition', 'Nothing'],
  ]);
});

test('only what is ticked, and without what is deprecated', () => {
  const tree = open(treeFor('{ me { name } }'), 'query', 'query/me#0');
  expect(drawn(withOptions(tree, { onlyTicked: true }))).toEqual(['[x] Query', '  [x] me User', '    [x] name String']);
  expect(drawn(withOptions(tree, { deprecated: false })).join('\n')).not.toContain('old');
});

test('a tick shows in the rows at once, and other open rows are not made again', () => {
  const context = at('{ count }');
  const before = openAll(createTree(viewOf(schema), context.document.good, context.active), 3);
  const edit = tick(context, path('query', field('me'), field('name')));
  const made = next(context, edit);
  const after = withText(before, made.document.good, made.active);
  expect(rowCount(after)).toBe(rowCount(before));
  const index = indexOfRow(after, pathKey(path('query', field('me'), field('name')))) ?? -1;
  expect(markOf(after.source, rowAt(after, index)?.row as never).tick).toBe('on');
  const untouched = indexOfRow(before, 'mutation/like#0/id#0') ?? -1;
  expect(rowAt(after, untouched)?.row).toBe(rowAt(before, untouched)?.row);
});

test('the rows are the same from raw introspection as from the built schema', () => {
  const index = indexSchema(introspectionFromSchema(schema).__schema as never);
  const raw = openAll(createTree(index), 3);
  const built = openAll(createTree(viewOf(schema)), 3);
  const plain = (tree: Tree) =>
    all(tree)
      .filter(({ row }) => row.kind === 'field' || row.kind === 'argument')
      .map(({ row }) => `${row.id} ${row.typeText}`);
  expect(new Set(plain(raw))).toEqual(new Set(plain(built)));
});

test('revealing a row opens its ancestors', () => {
  const id = pathKey(path('query', field('best'), on('User'), field('friend')));
  const { tree, index } = revealRow(treeFor(''), id);
  expect(rowAt(tree, index ?? -1)?.row.id).toBe(id);
  expect(parentIndex(tree, index ?? -1)).toBe(indexOfRow(tree, pathKey(path('query', field('best'), on('User')))));
});

test('whatever is opened and closed, index, row and parent agree, and every window is a piece of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.boolean()), { maxLength: 40 }), moves => {
      let tree = treeFor('{ me { n: name ...F } } fragment F on User { id }');
      for (const [number, opens] of moves) {
        const index = number % rowCount(tree);
        tree = opens ? openRow(tree, index) : closeRow(tree, index);
      }
      const rows = all(tree);
      expect(rows).toHaveLength(rowCount(tree));
      for (const [index, visible] of rows.entries()) {
        expect(visible.index).toBe(index);
        expect(indexOfRow(tree, visible.row.id)).toBe(index);
        const parent = parentIndex(tree, index);
        expect(parent === undefined ? 0 : (rows[parent]?.row.depth ?? -9) + 1).toBe(visible.row.depth);
      }
      expect(rowsBetween(tree, 3, 7)).toEqual(rows.slice(3, 10));
      expect(new Set(rows.map(({ row }) => row.id)).size).toBe(rows.length);
    }),
    { numRuns: 60 },
  );
});
