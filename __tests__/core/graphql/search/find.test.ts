import { parse } from 'graphql';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import {
  type Entry,
  find,
  maxResults,
  type SearchIndex,
  type SearchResults,
  searchIndexOf,
  searchSlices,
} from '../../../../source/core/graphql/search/index.js';
import { maskOf, nameOf } from '../../../../source/core/search/name.js';
import { nearRange, type Tier, tierOf, tiers } from '../../../../source/core/search/name-match.js';
import * as fc from '../../../support/property.js';
import { schemaText, triedSchemas } from '../../../support/schemas.js';

const indexOf = (sdl: string): SearchIndex => searchIndexOf(indexSchema(schemaFromSdl(parse(sdl))));

const label = ({ kind, owner, field, name }: Entry): string => {
  if (kind === 'directive') return `@${name}`;
  if (kind === 'argument') return field === '' ? `${owner}(${name}:)` : `${owner}.${field}(${name}:)`;
  return owner === '' ? name : `${owner}.${name}`;
};
const entriesOf = ({ index, results }: SearchResults): Entry[] =>
  results.flatMap(at => {
    const entry = index.entries[at];
    return entry === undefined ? [] : [entry];
  });
const labels = (found: SearchResults): string[] => entriesOf(found).map(label);

const small = indexOf(`
  type Query { user(id: ID!): User  users: [User!]!  oldUser: User @deprecated  hello: String  lastUser: User }
  "Somebody who writes."
  type User { id: ID!  userName: String  superuser: Boolean  posts(newest: Boolean, userOrder: Sort): [Post!]! }
  type Post { title: String  "Who wrote the post, the newest user first." author: User  usersRead: Int  u_s_e_r: Int }
  input Filter { user: ID  kind: Sort }
  enum Sort { BY_USER  BY_TIME }
  directive @userOnly(role: String) on FIELD
`);

test('the best match is first: exact, prefix, word prefixes, inside, letters in order, then descriptions', () => {
  expect(labels(find(small, 'user'))).toEqual([
    // Exact: a root field and the type; then names that no root reaches.
    'Query.user',
    'User',
    'Filter.user',
    // Prefixes: near before far.
    'Query.users',
    '@userOnly',
    'User.userName',
    'Post.usersRead',
    'User.posts(userOrder:)',
    // Word prefixes: shorter names first, deprecated ones last.
    'Post.u_s_e_r',
    'Sort.BY_USER',
    'Query.lastUser',
    'Query.oldUser',
    'User.superuser',
    'Post.author',
  ]);
});

test.each<[typed: string, first: string]>([
  ['User', 'User'],
  ['us', 'Query.user'],
  ['user.na', 'User.userName'],
  ['posts new', 'User.posts(newest:)'],
  ['posts(new', 'User.posts(newest:)'],
  ['user posts order', 'User.posts(userOrder:)'],
  ['Query.user(id:)', 'Query.user(id:)'],
  ['user name', 'User.userName'],
  ['post.', 'Post.title'],
  ['@user', '@userOnly'],
  ['by t', 'Sort.BY_TIME'],
  ['somebody', 'User'],
  ['wrote newest', 'Post.author'],
  ['  hello  ', 'Query.hello'],
  ['author', 'Post.author'],
])('%j finds %s first', (typed, first) => {
  expect(labels(find(small, typed))[0]).toBe(first);
});

test.each(['', ' ', '.', 'zzz', '\u0000', '…', 'user.zzz'])('%j finds nothing', typed => {
  expect(find(small, typed)).toMatchObject({ total: 0, results: [] });
});

test.each([
  ['user:', []],
  ['field:user', ['Query.user', 'Query.users', 'User.userName', 'Post.usersRead']],
  ['type:user', ['User']],
  ['arg:user', ['User.posts(userOrder:)']],
  ['enum:', ['Sort.BY_USER', 'Sort.BY_TIME']],
  ['input:user', ['Filter.user']],
  ['directive:user', ['@userOnly']],
  ['enum:sort.user', ['Sort.BY_USER']],
  ['sort enum:user', ['Sort.BY_USER']],
  ['@', ['@skip', '@oneOf', '@include']],
])('%j finds only that kind', (typed, first) => {
  const all = labels(find(small, typed));
  if (first.length > 0) expect(all.slice(0, first.length)).toEqual(first);
  else expect(all).toEqual(labels(find(small, 'user')));
});

test.each([
  ['a wrong letter', 'supeRuser', 'superiser', 'User.superuser'],
  ['swapped', 'superuser', 'suepruser', 'User.superuser'],
  ['missing', 'superuser', 'superusr', 'User.superuser'],
  ['two in a word of eight letters', 'superuser', 'superrusser', 'User.superuser'],
  ['two in a shorter word', 'userName', 'usrNmae', ''],
  ['one doubled', 'superuser', 'superruser', 'User.superuser'],
  ['at the very end', 'superuser', 'superusee', 'User.superuser'],
  ['in the word before', 'posts new', 'postss new', 'User.posts(newest:)'],
  ['too short a word', 'hello', 'helo', 'Query.hello'],
  ['a short word that nothing begins with', 'hello', 'hllx', ''],
])('one typing error is tolerated in a word of five letters: %s (%s typed %s)', (_what, _meant, typed, first) => {
  expect(labels(find(small, typed))[0] ?? '').toBe(first);
});

test('the words of a name match in any order, before names that merely surround one of them', () => {
  const sdl = 'type Query { issue: Issue } type Issue { createdAt: Int } type Mutation { issueCreate: Int }';
  for (const typed of ['issu create', 'create issu', 'issucreate', 'issue craete']) {
    expect([typed, labels(find(indexOf(sdl), typed))[0]]).toEqual([typed, 'Mutation.issueCreate']);
  }
});

test('scattered letters match from three on: two would match nearly everything', () => {
  expect(labels(find(small, 'hl'))).toEqual([]);
  expect(labels(find(small, 'hlo'))).toEqual(['Query.hello']);
});

test('an abbreviation finds the name it covers best, even if others are closer to a root', () => {
  const sdl = 'type Query { createAttribution: Int  t: T } type T { createdAt: Int  createAtLast: Int }';
  expect(labels(find(indexOf(sdl), 'crat'))).toEqual(['T.createdAt', 'T.createAtLast', 'Query.createAttribution']);
});

describe.each(triedSchemas)('%s', name => {
  const index = indexOf(schemaText(name));
  const sample = fc
    .nat(index.entries.length - 1)
    .map(at => index.entries[at] as Entry)
    .filter(entry => entry.name !== '');

  test('everything is found by its complete name, before less close matches', () => {
    fc.assert(
      fc.property(sample, entry => {
        const found = find(index, entry.name);
        const at = entriesOf(found).indexOf(entry);
        expect([label(entry), found.fits[at]]).toEqual([label(entry), tiers.exact]);
        const byName = found.fits.filter(fit => fit !== tiers.none);
        expect(byName).toEqual([...byName].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  test('everything but a directive is found by its owner, a dot and its name, before other owners', () => {
    fc.assert(
      fc.property(
        sample.filter(({ kind }) => kind === 'field' || kind === 'input' || kind === 'enumValue'),
        entry => {
          expect(labels(find(index, `${entry.owner}.${entry.name}`))[0]?.toLowerCase()).toBe(
            label(entry).toLowerCase(),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the count is correct and the order is: closeness, then deprecated last, then distance from a root', () => {
    fc.assert(
      fc.property(sample, fc.nat(12), (entry, cut) => {
        const typed = entry.name.slice(0, cut + 1);
        const found = find(index, typed);
        const query = typed.toLowerCase();
        const tierAt = (at: number): Tier =>
          tierOf(index.corpus.names[index.corpus.nameAt[at] ?? 0] ?? nameOf(''), query);
        const all = index.entries.map((_, at) => tierAt(at));
        const forgives = all.filter(tier => tier <= tiers.prefix).length < 5;
        const meant = (at: number): boolean =>
          forgives &&
          nearRange(index.corpus.names[index.corpus.nameAt[at] ?? 0] ?? nameOf(''), query, maskOf(query)) !== undefined;
        const byName = all.filter((tier, at) => tier !== tiers.none || meant(at)).length;
        expect(found.total).toBeGreaterThanOrEqual(byName);
        if (found.total <= maxResults) expect(found.fits.filter(fit => fit !== tiers.none)).toHaveLength(byName);
        expect(found.results).toHaveLength(Math.min(found.total, maxResults));
        expect(new Set(found.results).size).toBe(found.results.length);
        const listed = entriesOf(found);
        for (let at = 1; at < listed.length; at++) {
          if (found.fits[at] !== found.fits[at - 1] || found.fits[at] === tiers.none) continue;
          const [a, b] = [listed[at - 1] as Entry, listed[at] as Entry];
          expect(Number(a.deprecated)).toBeLessThanOrEqual(Number(b.deprecated));
        }
      }),
      { numRuns: 15 },
    );
  });

  test('the result does not depend on the letters typed before', () => {
    const typed = fc.oneof(
      sample.map(entry => entry.name),
      sample.map(entry => `${entry.owner}.${entry.name}`),
      fc.tuple(sample, sample).map(([a, b]) => `${a.name.slice(0, 4)} ${b.name}`),
      fc.array(fc.constantFrom(...'abester_. @'), { maxLength: 8 }).map(each => each.join('')),
    );
    fc.assert(
      fc.property(typed, text => {
        const first = find(index, text.slice(0, 12));
        for (let end = 1; end <= Math.min(text.length, 12); end++) find(index, text.slice(0, end));
        const again = find(index, text.slice(0, 12));
        expect(again.results).toEqual(first.results);
        expect(again.total).toBe(first.total);
      }),
      { numRuns: 15 },
    );
  });
});

test('matches that cannot be visited are still counted', () => {
  const fields = Array.from({ length: maxResults + 500 }, (_, at) => `name${at}: Int`);
  const found = find(indexOf(`type Query { ${fields.join(' ')} }`), 'name');
  expect(found.total).toBe(maxResults + 500);
  expect(found.results).toHaveLength(maxResults);
});

test('the index is the same whether built in slices or at once', () => {
  const view = indexSchema(schemaFromSdl(parse('type Query { a: Int b: Int }')));
  const slices = searchSlices(view);
  slices.next();
  const index = searchIndexOf(view);
  expect([...slices]).toBeDefined();
  expect(searchIndexOf(view)).toBe(index);
  expect(labels(find(index, 'b'))).toEqual(['Query.b', 'Boolean', '@specifiedBy']);
});
