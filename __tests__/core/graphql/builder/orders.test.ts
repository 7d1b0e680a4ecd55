/** Ticks and unticks in every order: everything created only by ticks is removed with the last tick that needs it. */
import { buildSchema, type GraphQLSchema, Kind, parse, print } from 'graphql';
import {
  argument,
  type Context,
  emptyMemory,
  field,
  isTicked,
  on,
  type Path,
  parseQuery,
  path,
  pathKey,
  setValue,
  tick,
  untick,
} from '../../../../source/core/graphql/builder/index.js';
import * as fc from '../../../support/property.js';

const small = buildSchema(`
  type Query { me: User pick(by: By!): Thing find(by: By!, deep: Boolean): [Result!] hello: String }
  type Mutation { sell(id: ID!): Thing purge(older: Int): Int ship(to: By!): Box rename(id: ID!, name: String): User }
  type Subscription { ticks(every: Int!): Tick }
  type User { id: ID! name: String friend(first: Int!): User }
  type Thing { name: String box: Box part(nr: Int!): Thing }
  type Box { id: ID! thing: Thing }
  type Tick { number: Int }
  union Result = User | Thing
  input By { id: ID }
`);
/** Every shape of a mutation type: other names, deeply nested required arguments, no useful query. */
const writing = buildSchema(`
  schema { query: Q mutation: Writes }
  type Q { a: Int }
  type Writes { open(id: ID!): Door close: Door lock(id: ID, force: Boolean!): Boolean }
  type Door { state: String side(nr: Int!): Side! sides: [Side!]! }
  type Side { color: String door: Door }
`);

const q = (...steps: Parameters<typeof path>[1][]): Path => path('query', ...steps);
const m = (...steps: Parameters<typeof path>[1][]): Path => path('mutation', ...steps);

const rowsOf = new Map<GraphQLSchema, readonly Path[]>([
  [
    small,
    [
      q(field('me')),
      q(field('me'), field('name')),
      q(field('me'), field('friend')),
      q(field('me'), field('friend'), field('name')),
      q(field('pick')),
      q(field('pick'), field('name')),
      q(field('pick'), field('part'), field('name')),
      q(field('find'), argument('deep')),
      q(field('find'), on('Thing'), field('name')),
      q(field('find'), on('User'), field('friend')),
      q(field('hello')),
      m(field('sell'), field('name')),
      m(field('sell'), field('box'), field('id')),
      m(field('sell'), field('part'), field('name')),
      m(field('purge'), argument('older')),
      m(field('ship'), field('thing'), field('name')),
      m(field('rename'), argument('name')),
      m(field('rename'), field('friend'), field('id')),
    ],
  ],
  [
    writing,
    [
      q(field('a')),
      m(field('open'), field('state')),
      m(field('open'), field('side'), field('color')),
      m(field('open'), field('side'), field('door'), field('state')),
      m(field('close')),
      m(field('close'), field('sides'), field('color')),
      m(field('lock')),
      m(field('lock'), argument('id')),
    ],
  ],
]);

const startOf = (schema: GraphQLSchema, text = ''): Context => {
  const document = parseQuery(text);
  return { document, schema, active: text === '' ? undefined : 0, memory: emptyMemory };
};

/** The context after a tick or untick, with the operation of that root active as in the tree; unchanged if rejected. */
function pressed(context: Context, row: Path, make: typeof tick): Context {
  const { definitions } = context.document.lastValid;
  const active = definitions.findIndex(node => node.kind === Kind.OPERATION_DEFINITION && node.operation === row.root);
  const here = { ...context, active: active < 0 ? undefined : active };
  const made = make(here, row);
  return made.ok ? { ...here, document: made.document, active: made.active, memory: made.memory } : here;
}

const isIn = (context: Context, row: Path): boolean => {
  const { definitions } = context.document.lastValid;
  return definitions.some(
    (node, active) =>
      node.kind === Kind.OPERATION_DEFINITION && node.operation === row.root && isTicked({ ...context, active }, row),
  );
};

/** Fields of Mutation that the text would execute. */
const running = ({ document }: Context): readonly string[] =>
  document.lastValid.definitions.flatMap(node =>
    node.kind === Kind.OPERATION_DEFINITION && node.operation === 'mutation'
      ? node.selectionSet.selections.flatMap(each =>
          each.kind === Kind.FIELD && each.name.value !== '__typename' ? [each.name.value] : [],
        )
      : [],
  );

const firstField = ({ steps: [first] }: Path): string => (first && 'name' in first ? first.name : '');

/**
 * Toggles rows one by one, checking after each that nothing is executed that no ticked row needs; then unticks the rest in an
 * order.
 */
function play(
  schema: GraphQLSchema,
  presses: readonly Path[],
  last: (rows: readonly Path[]) => readonly Path[],
): string {
  let context = startOf(schema);
  let wanted: readonly Path[] = [];
  const press = (row: Path): void => {
    const was = wanted.some(each => pathKey(each) === pathKey(row));
    if (!was && isIn(context, row)) return;
    context = pressed(context, row, was ? untick : tick);
    wanted = [...wanted, ...(was ? [] : [row])].filter(each => isIn(context, each));
    const needed = new Set(wanted.filter(each => each.root === 'mutation').map(firstField));
    expect(running(context).filter(name => !needed.has(name))).toEqual([]);
  };
  for (const row of presses) press(row);
  for (const row of last(wanted)) if (wanted.includes(row)) press(row);
  expect(wanted.map(pathKey)).toEqual([]);
  return context.document.text;
}

test('unticked in the order of ticking', () => {
  let context = startOf(small);
  for (const row of [q(field('pick'), field('name')), q(field('me'), field('name'))])
    context = pressed(context, row, tick);
  expect(pressed(context, q(field('pick'), field('name')), untick).document.text).toBe(
    'query {\n  me {\n    name\n  }\n}\n',
  );
});

test.each([
  ['a field with required arguments', [m(field('sell'), field('name')), m(field('purge'))]],
  ['one that came for an argument', [m(field('purge'), argument('older')), q(field('hello'))]],
  [
    'one in an operation that ticks named',
    [m(field('sell'), field('name')), q(field('hello')), q(field('me'), field('name'))],
  ],
])('no mutation remains: %s', (_, rows) => {
  let context = startOf(small);
  for (const row of rows) context = pressed(context, row, tick);
  const [first] = rows;
  context = pressed(context, first as Path, untick);
  expect(running(context)).not.toContain(firstField(first as Path));
  expect(context.document.text).not.toContain('__typename');
});

test('an argument value is removed with its mutation, and restored with it', () => {
  let context = pressed(startOf(small), m(field('sell'), field('name')), tick);
  const written = setValue(context, m(field('sell'), argument('id')), '5');
  if (!written.ok) throw new Error(written.reason);
  context = { ...context, document: written.document, memory: written.memory };
  expect(context.document.text).toContain('sell(id: 5)');
  const gone = pressed(context, m(field('sell'), field('name')), untick);
  expect(running(gone)).toEqual([]);
  expect(pressed(gone, m(field('sell'), field('box'), field('id')), tick).document.text).toContain('sell(id: 5)');
});

describe.each([
  ['reads and writes', small],
  ['other names of the roots', writing],
])('%s', (_, schema) => {
  const rows = rowsOf.get(schema) ?? [];

  test('every pair, unticked in both orders', () => {
    for (const a of fc.tenthOf(rows)) {
      for (const b of rows) {
        for (const order of [
          [0, 1],
          [1, 0],
        ]) {
          const left = play(schema, [a, b], wanted => order.flatMap(nth => wanted[nth] ?? []));
          expect([pathKey(a), pathKey(b), order, left]).toEqual([pathKey(a), pathKey(b), order, '']);
        }
      }
    }
  });

  test('any key presses, and then unticking the rest in any order, leave an empty text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...rows), { minLength: 1, maxLength: 10 }),
        fc.infiniteStream(fc.nat({ max: 99 })),
        (presses, dice) => {
          const text = play(schema, presses, left => [...left].sort(() => ((dice.next().value ?? 0) % 3) - 1));
          expect(text).toBe('');
        },
      ),
    );
  });
});

describe('a text that the user typed', () => {
  const texts = [
    'query Mine { me { id } }',
    'query ($id: ID = 4) { mine: pick(by: { id: $id }) { name } } # why',
    'mutation M { sell(id: 5) { name } }',
    '{ find(by: { id: 1 }) { ... on Thing { name } } }',
  ];
  test.each(texts)('%s is unchanged after all ticks are undone', text => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...(rowsOf.get(small) ?? [])], { minLength: 1, maxLength: 6 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        (chosen, order) => {
          const begun = startOf(small, text);
          let context = begun;
          let wanted: readonly Path[] = [];
          for (const row of chosen) {
            if (isIn(context, row)) continue;
            context = pressed(context, row, tick);
            wanted = [...wanted, row];
          }
          for (const nth of order) {
            const row = wanted[nth];
            if (row !== undefined && isIn(context, row)) context = pressed(context, row, untick);
          }
          expect(print(parse(context.document.text))).toBe(print(parse(text)));
        },
      ),
    );
  });
});

describe('a selection that does not match the schema', () => {
  const text = '{ human { pets } }';
  const zoo = buildSchema(`
    type Query { human: Human } type Human { id: ID pets: [Pet] boss: Human }
    type Pet { name: String age: Int owner: Human }
  `);
  const rows = [
    q(field('human')),
    q(field('human'), field('id')),
    q(field('human'), field('pets')),
    q(field('human'), field('pets'), field('name')),
    q(field('human'), field('pets'), field('age')),
    q(field('human'), field('boss'), field('id')),
  ];
  test('key presses below a typed field never remove the entire text', () => {
    const below = rows.slice(1);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...below), { maxLength: 8 }), presses => {
        let context = startOf(zoo, text);
        for (const row of presses) context = pressed(context, row, isIn(context, row) ? untick : tick);
        expect(context.document.text).toContain('human');
      }),
    );
  });
  test('Space on the field without braces removes only that field', () => {
    expect(pressed(startOf(zoo, text), q(field('human'), field('pets')), untick).document.text).toBe(
      '{ human { __typename } }',
    );
  });
});
