/** Objects of earlier responses: how they are recognized, and where their identifiers are offered. */
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { indexSchema } from '../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../source/core/graphql/sdl.js';
import { graphqlTarget, seenInGraphql } from '../../../source/core/seen/graphql.js';
import { type SeenObjects, withSeen } from '../../../source/core/seen/objects.js';
import { seenInHttp } from '../../../source/core/seen/openapi.js';
import { referenceOf, singularKey } from '../../../source/core/seen/reference.js';
import { type SeenTarget, seenValues } from '../../../source/core/seen/values.js';

const index = indexSchema(
  schemaFromSdl(
    parse(`
      type Query { book(id: ID!): Book  books: [Book!]!  search: [Found!]!  user(login: String!): User  node(id: ID!): Node }
      interface Node { id: ID! }
      union Found = Book | User
      type Book implements Node { id: ID!  title: String!  author: User! }
      type User implements Node { id: ID!  login: String!  name: String  apiToken: String }
    `),
  ),
);

/** The objects in a response to a query. */
function seen(query: string, data: unknown): SeenObjects {
  const { definitions } = parse(query);
  const operation = definitions.find(each => each.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
  const fragments = definitions.filter(each => each.kind === Kind.FRAGMENT_DEFINITION) as FragmentDefinitionNode[];
  return seenInGraphql(JSON.stringify({ data }), index, operation, fragments);
}

const shown = (of: SeenObjects, target: Partial<SeenTarget> & { readonly name: string }): readonly string[] =>
  seenValues(of, { within: [], isIdentifier: true, ...target }).map(({ json, about }) => `${json} ${about}`);

const library = seen('{ books { id title author { ...U } } } fragment U on User { id login name apiToken }', {
  books: [
    { id: '7', title: 'Emma', author: { id: 'u1', login: 'jane', name: 'Jane Austen', apiToken: 'hunter2-abc' } },
    { id: '8', title: 'Ulysses', author: { id: 'u2', login: 'james', name: null } },
  ],
});

test('completion offers an argument the objects of the type that its field returns, with their labels', () => {
  const target = graphqlTarget({ name: 'id', type: 'ID', field: { name: 'book', type: 'Book' }, isQuery: true });
  expect(shown(library, target as SeenTarget)).toEqual(['"7" Book "Emma"', '"8" Book "Ulysses"']);
});

test('completion offers bookId, authorID or user_ids the objects of the type in the name', () => {
  expect(shown(library, { name: 'bookId' })).toEqual(['"7" Book "Emma"', '"8" Book "Ulysses"']);
  expect(shown(library, { name: 'user_ids' })).toEqual(['"u1" User "Jane Austen"', '"u2" User "james"']);
  expect(shown(library, { name: 'newOwnerUserID' })).toEqual(['"u1" User "Jane Austen"', '"u2" User "james"']);
  expect(shown(library, { name: 'orderId' })).toEqual([]);
});

test('an interface matches all objects that implement it, and an input object matches the type in its name', () => {
  const node = graphqlTarget({ name: 'id', type: 'ID', field: { name: 'node', type: 'Node' }, isQuery: true });
  expect(shown(library, node as SeenTarget)).toHaveLength(4);
  const input = graphqlTarget({
    name: 'id',
    type: 'ID',
    field: { name: 'update', type: 'Payload' },
    inputType: 'UpdateBookInput',
    isQuery: false,
  });
  expect(shown(library, input as SeenTarget)).toEqual(['"7" Book "Emma"', '"8" Book "Ulysses"']);
});

test('a query argument accepts a handle, but a mutation argument does not, because it sets one', () => {
  const place = { name: 'login', type: 'String', field: { name: 'user', type: 'User' } };
  expect(shown(library, graphqlTarget({ ...place, isQuery: true }) as SeenTarget)).toEqual([
    '"jane" User "Jane Austen"',
    '"james" User',
  ]);
  expect(graphqlTarget({ ...place, isQuery: false })).toBeUndefined();
});

test('the type of a union member is its __typename', () => {
  const found = seen('{ search { __typename ... on Book { id title } ... on User { id login } } }', {
    search: [
      { __typename: 'Book', id: '1', title: 'Emma' },
      { __typename: 'User', id: '2', login: 'x' },
    ],
  });
  expect(shown(found, { name: 'bookId' })).toEqual(['"1" Book "Emma"']);
  expect(shown(found, { name: 'userId' })).toEqual(['"2" User "x"']);
});

test('the type of an object in an HTTP response comes from its path, its members or its own type member', () => {
  const asana = seenInHttp(
    '{"data":[{"gid":"12","resource_type":"project","name":"Website","owner":{"gid":"3","resource_type":"user","name":"Ann"}}]}',
    '/projects',
  );
  expect(shown(asana, { name: 'project_gid' })).toEqual(['"12" project "Website"']);
  expect(shown(asana, { name: 'owner', isIdentifier: false })).toEqual(['"3" user "Ann"']);
  expect(shown(asana, { name: 'user_gid' })).toEqual(['"3" user "Ann"']);
  const api = seenInHttp('{"data":[{"type":"articles","id":"5","attributes":{"title":"JSON:API"}}]}', '/v1/posts');
  expect(shown(api, { name: 'articleId' })).toEqual(['"5" article "JSON:API"']);
});

test('all digits of a long number are preserved, and only numbers are offered where a number is required', () => {
  const pets = seenInHttp('[{"id":12345678901234567890,"name":"Rex"}]', '/pet/12/findByStatus/');
  expect(pets[0]?.members.get('id')).toBe('"12345678901234567890"');
  const books = seenInHttp('[{"id":"a1"},{"id":4}]', '/books');
  expect(shown(books, { name: 'bookId', isInteger: true })).toEqual(['4 book']);
});

test('a path parameter such as {user} in /users/{user} accepts the handle of an object with a numeric ID', () => {
  const users = seenInHttp('[{"id":1,"login":"ann"}]', '/users');
  expect(shown(users, { name: 'user', takesHandle: true })).toEqual(['"ann" user']);
  expect(shown(users, { name: 'username', within: ['users'], takesHandle: true })).toEqual(['"ann" user']);
  expect(shown(users, { name: 'login', within: ['users'], takesHandle: true })).toEqual(['"ann" user']);
  expect(shown(users, { name: 'user_id', takesHandle: true })).toEqual(['1 user "ann"']);
});

test('a body property is not offered names, titles or dates of objects', () => {
  const books = seenInHttp('[{"id":1,"name":"Emma","date":"2026-01-01"}]', '/books');
  for (const name of ['name', 'title', 'startDate', 'code'])
    expect(shown(books, { name, within: ['books'], isIdentifier: false })).toEqual([]);
  expect(shown(books, { name: 'id', within: ['books'], isIdentifier: false })).toEqual(['1 book "Emma"']);
});

test('secrets, tokens, placeholders and control characters of a response are never offered', () => {
  expect(JSON.stringify(library.map(({ members }) => [...members]))).not.toContain('hunter2');
  const [thing] = seenInHttp(
    JSON.stringify([
      {
        ref: '{{token}}',
        color: '\u001b[31m',
        slug: 'ok',
        key: 'sk_live_1',
        jwt: 'eyJhbGciOi.J9.x',
        name: '\u202eab\ncd',
      },
    ]),
    '/things',
  );
  expect([...(thing?.members ?? [])]).toEqual([['slug', '"ok"']]);
  expect(thing?.label).toBe('ab cd');
  // Another member does not replace an identifier that cannot be offered.
  for (const id of ['{{token}}', '\u001b[31m', 'two words', 'x'.repeat(101)])
    expect(seenInHttp(JSON.stringify([{ id, slug: 'ok' }]), '/things')).toEqual([]);
});

test('later responses come first, an object appears once, and the memory is bounded', () => {
  const first = seenInHttp('[{"id":1,"name":"old"},{"id":2,"name":"two"}]', '/books');
  const both = withSeen(first, seenInHttp('{"id":1,"name":"new"}', '/books/1'));
  expect(shown(both, { name: 'bookId' })).toEqual(['1 book "new"', '2 book "two"']);
  let many: SeenObjects = [];
  for (let page = 0; page < 20; page++) {
    const books = Array.from({ length: 900 }, (_, at) => ({ id: page * 900 + at, name: 'x'.repeat(60) }));
    many = withSeen(many, seenInHttp(JSON.stringify(books), '/books'));
  }
  expect(many.length).toBeLessThanOrEqual(1000);
  expect(JSON.stringify(many.map(({ members, ...rest }) => [rest, ...members])).length).toBeLessThan(500_000);
  expect(seenInHttp(JSON.stringify([{ id: 1, text: 'x'.repeat(1_000_000) }]), '/books')).toEqual([]);
});

test('a response that is not JSON, is deep, or names everything like an object is harmless', () => {
  expect(seenInHttp('<html>', '/books')).toEqual([]);
  expect(seenInHttp(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, '/books')).toEqual([]);
  expect(seenInHttp('{"__proto__":{"id":1},"constructor":{"id":2}}', '/')).toHaveLength(2);
  const nameAt = (at: number) => String.fromCharCode(0x3000 + (at % 40_000), 65 + Math.floor(at / 40_000)).trim();
  const members = Array.from({ length: 124_000 }, (_, at) => `"${nameAt(at)}":{}`);
  expect(seenInHttp(`{${members}}`, '/books')).toEqual([]);
  expect(seenInHttp('[{"id":1}]', '/')).toEqual([]);
});

test('names are split into a type and a member, however they are spelled', () => {
  const table = {
    bookId: ['book', 'id'],
    book_ids: ['book', 'id'],
    BookID: ['book', 'id'],
    'project-gid': ['project', 'gid'],
    issueKeyOrId: ['issu', 'key'],
    id: ['', 'id'],
    assignee: [singularKey('assignee'), undefined],
  };
  for (const [name, [type, member]] of Object.entries(table)) {
    const reference = referenceOf(name);
    expect([name, reference.types[0] ?? '', reference.member]).toEqual([name, type, member]);
  }
});
