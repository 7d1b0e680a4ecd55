/** Queries of several words: the path from a root that contains them all. */
import { parse } from 'graphql';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import {
  find,
  missingWords,
  resultPaths,
  searchIndexOf,
  textOfResult,
} from '../../../../source/core/graphql/search/index.js';

const museum = searchIndexOf(
  indexSchema(
    schemaFromSdl(
      parse(`
  type Query { museum: Museum  room(id: ID!): Room  rooms(first: Int): RoomConnection  stock: Stock  ticket: Ticket }
  type Museum { name: String  director: Boss  motto: String @deprecated  slogan: String }
  type Boss { salary: Int  name: String }
  type Room { name: String  guard: Guard  works(kind: Kind): [Work!]! }
  type RoomConnection { nodes: [Room]  totalCount: Int }
  type Guard { email: String  room: Room  boss: Boss  keys: Keys }
  type Keys { locks: Int!  doors: [Int]  rings: String }
  interface Work { title: String }
  type Painting implements Work { title: String  varnish: String }
  "图书馆的书 📚" type Stock { a: Int  b_count: Int }
  type Ticket { price: Money  "☕ with it" offer: String  old: Money @deprecated }
  type Money { amount: Int  currency: String }
  type Mutation { roomClose(id: ID!): Room  ticketRefund: Ticket  orderRefund: OrderRefund }
  type OrderRefund { ticket: Ticket }
  type Subscription { ticketSold: Ticket }
  enum Kind { OLD NEW }
`),
    ),
  ),
);

/** The first match, as the search line shows it. */
function first(typed: string): string {
  const { results, paths, index } = find(museum, typed);
  const [at = -1] = results;
  const entry = index.entries[at];
  return entry === undefined ? '' : textOfResult(resultPaths(index, entry, paths.get(at))).join(' › ');
}

test.each(['guard doors count', 'guard rings count', 'guard email count'])(
  'a list, a text and a single object are not numbers: %s',
  typed => {
    expect(missingWords(find(museum, typed), 0)).toEqual(['count']);
  },
);

test.each<[why: string, typed: string, first: string]>([
  ['each word a field', 'room guard email', 'Query › room › guard › email'],
  ['with points', 'room.guard.email', 'Query › room › guard › email'],
  ['a copied path', 'rooms.nodes.guard.email', 'Query › rooms › nodes › guard › email'],
  ['a field between them', 'museum salary', 'Query › museum › director › salary'],
  ['without the root’s field', 'guard email', 'Query › room › guard › email'],
  ['in another order', 'email guard', 'Query › room › guard › email'],
  ['the name of a type on the way', 'boss salary', 'Query › museum › director › salary'],
  ['through a connection, which costs little', 'rooms name', 'Query › rooms › nodes › name'],
  ['one for many and many for one', 'tickets prices amount', 'Query › ticket › price › amount'],
  ['a beginning of the last word', 'room guard em', 'Query › room › guard › email'],
  ['a type condition', 'works varnish', 'Query › room › works › … on Painting › varnish'],
  ['not through deprecated fields', 'ticket amount', 'Query › ticket › price › amount'],
  ['a mutation that is named', 'ticket refund', 'Mutation › ticketRefund'],
  ['no mutation that is not', 'ticket price', 'Query › ticket › price'],
  ['a subscription that is named', 'ticket sold', 'Subscription › ticketSold'],
  ['a root’s field before a type of its name', 'orderRefund', 'Mutation › orderRefund'],
  ['a type and its field', 'Boss.salary', 'Query › museum › director › salary'],
  ['an underscore parts words, too', 'stock count', 'Query › stock › b_count'],
  ['a plural that is an integer is a count', 'guard locks count', 'Query › room › guard › keys › locks'],
  ['so it is asked for by other words, too', 'number locks', 'Query › room › guard › keys › locks'],
  ['an argument without its root', 'roomClose(id:)', 'Mutation › roomClose › (id:)'],
  ['a slip of typing', 'room guard emial', 'Query › room › guard › email'],
  ['camel case as one word', 'orderRefund ticket', 'Mutation › orderRefund › ticket'],
])('%s: %s', (_, typed, wanted) => {
  expect(first(typed)).toBe(wanted);
});

test('a word without matches excludes nothing, and is reported as missing', () => {
  const missing = (typed: string): readonly string[] => missingWords(find(museum, typed), 0);
  expect(missing('room guard email')).toEqual([]);
  expect(missing('room guard zzqq email')).toEqual(['zzqq']);
  expect(first('room guard zzqq email')).toBe('Query › room › guard › email');
  expect(missing('zzqq email')).toEqual(['zzqq']);
  expect(find(museum, 'email zzqq').results[0]).toBe(find(museum, 'zzqq email').results[0]);
  expect(museum.entries[find(museum, 'zzqq email').results[0] ?? -1]?.name).toBe('email');
  expect(missing('varnish guard amount').length).toBeGreaterThan(0);
  expect(missing('zzqq yyxx email')).toEqual(['zzqq', 'yyxx']);
  expect(find(museum, 'zzqq yyxx')).toMatchObject({ total: 0 });
});

test('a search limited to other kinds than fields uses no paths', () => {
  for (const typed of ['type:room guard', 'arg:rooms first', 'rooms(first', 'enum:kind new']) {
    expect(find(museum, typed).paths.size).toBe(0);
  }
});

test.each([
  ['📚', 'Types › Stock'],
  ['书', 'Types › Stock'],
  ['图书馆', 'Types › Stock'],
  ['☕', 'Query › ticket › offer'],
])('an emoji or a word without spaces in a description is found: %s', (typed, wanted) => {
  expect(first(typed)).toBe(wanted);
});

test('letters in another order still match names that contain them', () => {
  expect(first('馆图')).toBe('Types › Stock');
});

test('each field is found once, however many paths lead to it', () => {
  for (const typed of ['room name', 'ticket amount', 'boss name']) {
    const { results } = find(museum, typed);
    expect(new Set(results).size).toBe(results.length);
  }
});

test('queries with more words than a path has still find their earlier matches', () => {
  expect(find(museum, 'a b c d e f g h i j k').paths.size).toBe(0);
});
