/** One syntax for names: every flag understands the names that another prints. */
import { buildSchema, parse } from 'graphql';
import { applyPicks } from '../../../../source/core/graphql/builder/pick/apply.js';
import { pickOf } from '../../../../source/core/graphql/builder/pick/write.js';
import { argument, field, input, path } from '../../../../source/core/graphql/builder/schema/path.js';
import { viewOf } from '../../../../source/core/graphql/builder/schema/schema-view.js';
import { emptyDocument, parseQuery } from '../../../../source/core/graphql/builder/text/query-document.js';
import { describe as describeThing } from '../../../../source/core/graphql/look-up/facts.js';
import { nearestPick, withNearestWay } from '../../../../source/core/graphql/look-up/nearest-way.js';
import { coordinateOf, printedCoordinate, readName } from '../../../../source/core/graphql/look-up/read-name.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { find, resultPaths, searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { shellWord } from '../../../../source/core/request/shell.js';
import * as fc from '../../../support/property.js';
import { schemaText, triedSchemas } from '../../../support/schemas.js';

const sdl = `
  type Query { me: User  books(filter: Filter, first: Int = 3, sort: [Sort!]): [Book!]!  search: [Result]  atoms: [atoms]  text(in: Deep): Int }
  type User { name: String! }
  type Book { title: String  shelf(at: Int!): Shelf }
  type Shelf { weight(unit: Unit): Int }
  type atoms { label: String }
  union Result = Book | User
  type Mutation { rename(id: ID!, name: String!): Book  deleteThing: Int }
  type Subscription { ticks(every: Int): Int }
  input Filter { author: String  not: Filter  any: [Filter] }
  input Deep { a: Deeper! }
  input Deeper { b: Int }
  enum Unit { GRAM POUND }
  enum Sort { UP DOWN }
  directive @cached(seconds: Int) on FIELD
`;
const view = indexSchema(schemaFromSdl(parse(sdl)));
const schema = buildSchema(sdl);
const index = searchIndexOf(view);

test.each([
  ['books.title', 'Book.title'],
  ['query.books.title', 'Book.title'],
  ['Query.books.title', 'Book.title'],
  ['Query.me.name', 'User.name'],
  ['Mutation.rename', 'Mutation.rename'],
  ['mutation.rename(name:)', 'Mutation.rename(name:)'],
  ['Mutation.rename(name:)', 'Mutation.rename(name:)'],
  ['books(filter: {author:})', 'Filter.author'],
  ['books(filter: {not: {author:}})', 'Filter.author'],
  ['books(first: $first)', 'Query.books(first:)'],
  ['books(first: 3).shelf(at:)', 'Book.shelf(at:)'],
  ['best: books(first: 3).title', 'Book.title'],
  ['search.Book.title', 'Book.title'],
  ['books(filter: {author: "A. B."}, first: 3).shelf(at: 1).weight(unit:)', 'Shelf.weight(unit:)'],
  ['search.on Book.title', 'Book.title'],
  ['subscription.ticks', 'Subscription.ticks'],
  ['query', 'Query'],
  ['mutation', 'Mutation'],
  ['type:subscription', 'Subscription'],
  ['Book', 'Book'],
  ['Book.title', 'Book.title'],
  ['Book.shelf(at:)', 'Book.shelf(at:)'],
  ['Book.shelf.at', 'Book.shelf(at:)'],
  ['Unit.GRAM', 'Unit.GRAM'],
  ['Filter.author', 'Filter.author'],
  ['@cached', '@cached'],
  ['@cached(seconds:)', '@cached(seconds:)'],
  // Both a path and a type: the path takes precedence, and `type:` selects the other.
  ['atoms', 'Query.atoms'],
  ['type:atoms', 'atoms'],
])('%s is %s, for --describe and for the search', (typed, coordinate) => {
  const named = readName(view, typed);
  expect(named && coordinateOf(named)).toBe(coordinate);
  expect(describeThing(view, typed)?.facts.name).toBe(coordinate);
  const { results } = find(index, typed);
  const entry = index.entries[results[0] ?? -1];
  expect(entry && coordinateOf(entry)).toBe(coordinate);
});

test.each([
  '',
  '.',
  'nothing',
  'books.nothing',
  'Book.nothing',
  'books(nothing:)',
  '@nothing',
  'Unit.NONE',
  'books(',
  'Book.title.x',
])('%j names nothing', typed => expect(readName(view, typed)).toBeUndefined());

test.each([
  ['books(first:).title', 'query ($first: Int = 3) { books(first: $first) { title } }'],
  ['books(filter: {author:}).title', 'query ($author: String) { books(filter: {author: $author}) { title } }'],
  ['Mutation.rename(id: 1, name:).title', 'mutation ($name: String!) { rename(id: 1, name: $name) { title } }'],
  ['Query.me.name', '{ me { name } }'],
  ['books(filter: {author: "a: )"}).title', '{ books(filter: {author: "a: )"}) { title } }'],
])('--pick %s creates variables for required arguments', (pick, text) => {
  const made = applyPicks(schema, '', [pick]);
  if ('problem' in made) throw new Error(made.problem);
  const flat = (of: string): string =>
    of
      .replace(/\s+|(?<=\{) | (?=\})/g, '')
      .replace(/^query(?=\{)/, '')
      .replace('=3', '');
  expect(flat(made.document.text)).toBe(flat(text));
});

test.each([
  ['{ books { title } }', ['author'], 'books(filter: {author:})'],
  ['{ books(first: 2) { title } }', ['not', 'author'], 'books(first: 2, filter: {not: {author:}})'],
  ['{ books(filter: {author: "A"}) { title } }', ['not', 'author'], 'books(filter: {author: "A", not: {author:}})'],
  [
    '{ books(filter: {not: {not: {author: "A"}}}) { title } }',
    ['not', 'author'],
    'books(filter: {not: {not: {author: "A"}, author:}})',
  ],
  ['{ books(filter: {author: "A"}) { title } }', ['author'], 'books(filter: {author: "A"})'],
])('y in %s on %j copies %s, which names that row', (text, inputs, pick) => {
  const row = path('query', field('books'), argument('filter'), ...inputs.map(input));
  expect(pickOf(view, parseQuery(text).lastValid, 0, row)).toBe(pick);
  const named = readName(view, pick);
  if (pick.includes(':}')) expect(named && coordinateOf(named)).toBe('Filter.author');
});

test.each([
  ['deleteThing', 'Query has no field deleteThing.', 'Mutation has it: --pick mutation.deleteThing'],
  ['mutation.me', 'Mutation has no field me.', 'Query has it: --pick me'],
  ['books(filter: {autor: "a"}).title', 'Filter has no field autor.', 'Did you mean author?'],
  ['books(filter: {not: {nme: 1}}).title', 'Filter has no field nme.', 'Filter has author, not, any.'],
  ['books.titel', 'Book has no field titel.', 'Did you mean title?'],
  ['boks.title', 'Query has no field boks.', 'Did you mean books?'],
  ['books(frist: 1).title', 'Query.books has no argument frist.', 'Did you mean first?'],
  [
    'Unit',
    'Query has no field Unit.',
    'Unit is a type. Use --describe Unit to read its docs, or --find Unit to find its fields.',
  ],
  [
    'Book.title',
    'Query has no field Book.',
    'Book is a type. Use --describe Book to read its docs, or --find Book to find its fields.',
  ],
])('--pick %s reports the wrong step, and suggests a close name', (pick, problem, hint) => {
  expect(applyPicks(schema, '', [pick])).toEqual({ problem, hint });
});

test.each([
  ['Book.title', 'books.title'],
  ['type:Book.title', 'books.title'],
  ['Book.shelf(at: 1).weight', 'books.shelf(at: 1).weight'],
  ['Shelf.weight(unit:)', 'books.shelf.weight(unit:)'],
  ['Filter.author', 'books(filter: {author:})'],
  ['User.name', 'me.name'],
  ['Book.nothing', undefined],
  ['Unit.GRAM', undefined],
  ['nothing.title', undefined],
  ['books.title', undefined],
])('--pick %s begins with a type: the shortest path to it is %s', (typed, way) => {
  expect(nearestPick(view, typed)).toBe(way);
  if (way !== undefined) expect(applyPicks(schema, '', [way])).not.toHaveProperty('problem');
  const told = applyPicks(schema, '', [typed]);
  if (way === undefined || !('problem' in told)) return;
  expect(withNearestWay(view, told, [typed]).hint).toBe(`The shortest way there: --pick ${shellWord(way)}`);
});

describe.each(triedSchemas)('%s', name => {
  const text = schemaText(name);
  const real = indexSchema(schemaFromSdl(parse(text)));
  const built = buildSchema(text, { assumeValidSDL: true });
  const all = searchIndexOf(real);

  test('every printed name means the same to --describe, --find and --pick', () => {
    fc.assert(
      fc.property(fc.nat(all.entries.length - 1), at => {
        const entry = all.entries[at];
        if (entry === undefined) return;
        const coordinate = coordinateOf(entry);
        const { path } = resultPaths(all, entry);
        const printed = printedCoordinate(real, entry);
        const pick = path && pickOf(real, emptyDocument.lastValid, undefined, path);
        for (const typed of pick === undefined ? [printed] : [printed, pick]) {
          const named = readName(real, typed);
          expect([typed, named && coordinateOf(named)]).toEqual([typed, coordinate]);
          expect([typed, describeThing(real, typed)?.facts.name]).toEqual([typed, coordinate]);
          const first = all.entries[find(all, typed).results[0] ?? -1];
          expect([typed, first && coordinateOf(first)]).toEqual([typed, coordinate]);
        }
        if (pick === undefined) return;
        const made = applyPicks(built, '', [pick]);
        expect([pick, 'problem' in made ? made.problem : 'picked']).toEqual([pick, 'picked']);
        // The screen copies it in the same form.
        const again = readName(viewOf(built), pick);
        expect(again?.path && pickOf(real, emptyDocument.lastValid, undefined, again.path)).toBe(pick);
      }),
      { numRuns: 150 },
    );
  });
});
