/** Third-party backends, each with its schema, a query, a mutation, and a subscription over a supported transport. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import Fastify, { type FastifyInstance } from 'fastify';
import { type GraphQLSchema, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { main } from '../../../source/main.js';
import { withPrograms } from '../../support/programs.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

const apps: FastifyInstance[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  await closeServers();
});

async function run(...argv: string[]) {
  const environment = testEnvironment();
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out().trimEnd(), err: environment.err() };
}

/** Starts a Fastify server with one plugin. Returns its URL. */
async function listen(plugin: unknown, options: object): Promise<string> {
  const app = Fastify();
  apps.push(app);
  await app.register(plugin as never, options as never);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

const listenTo = async (schema: GraphQLSchema): Promise<string> =>
  `${await serve(createYoga({ schema, logging: false }))}/graphql`;

const counting = (field: string) =>
  async function* count() {
    for (let n = 1; n <= 3; n++) yield { [field]: n };
  };

const ticks = [1, 2, 3].map(tick => `{"data":{"ticks":${tick}}}`).join('\n');

describe('mercurius', () => {
  let url = '';
  beforeAll(async () => {
    const resolvers = {
      Query: { hello: async () => 'world' },
      Mutation: { set: async (_: unknown, { n }: { n: number }) => n },
      Subscription: { ticks: { subscribe: counting('ticks') } },
    };
    const schema = 'type Query { hello: String } type Mutation { set(n: Int!): Int } type Subscription { ticks: Int }';
    url = `${await listen(mercurius, { schema, resolvers, subscription: true })}/graphql`;
  });

  test('schema, query and mutation work', async () => {
    expect((await run(url, '--print-schema')).out).toContain('type Subscription {\n  ticks: Int\n}');
    expect(await run(url, '--query', '{ hello }')).toEqual({ code: 0, out: '{"data":{"hello":"world"}}', err: '' });
    const set = await run(url, '--query', 'mutation($n: Int!) { set(n: $n) }', 'n:=7');
    expect(set).toEqual({ code: 0, out: '{"data":{"set":7}}', err: '' });
  });

  test.each(['auto', 'graphql-transport-ws', 'graphql-ws'])('a subscription works, %s', async protocol => {
    const flags = ['--query', 'subscription { ticks }', '--subscription-protocol', protocol];
    expect(await run(url, ...flags)).toEqual({ code: 0, out: ticks, err: '' });
  });

  test('errors of the server are reported with their position', async () => {
    const { code, err } = await run(url, '--query', '{ helo }', '--no-validate');
    expect([code, err]).toEqual([9, expect.stringMatching(/Cannot query field "helo".*query line 1, column 3/)]);
  });
});

describe('a federation gateway with two subgraphs', () => {
  let gateway = '';
  let users = '';
  const federated = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])';
  const subgraph = (typeDefs: string, resolvers: object) =>
    listenTo(buildSubgraphSchema([{ typeDefs: parse(`${federated} ${typeDefs}`), resolvers: resolvers as never }]));

  beforeAll(async () => {
    users = await subgraph(
      `extend type Query { me: User } type User @key(fields: "id") { id: ID! name: String }
       type Mutation { rename(name: String!): User } type Subscription { ticks: Int }`,
      {
        Query: { me: () => ({ id: 'u1', name: 'Ada' }) },
        Mutation: { rename: (_: unknown, { name }: { name: string }) => ({ id: 'u1', name }) },
        Subscription: { ticks: { subscribe: counting('ticks') } },
        User: { __resolveReference: ({ id }: { id: string }) => ({ id, name: 'Ada' }) },
      },
    );
    const reviews = await subgraph(
      `type Query { reviews: [Review] } type Review @key(fields: "id") { id: ID! body: String author: User }
       type User @key(fields: "id") { id: ID! reviews: [Review] }`,
      {
        Review: { author: () => ({ id: 'u1' }) },
        User: { reviews: () => [{ id: 'r1', body: 'Good.' }] },
      },
    );
    gateway = await listenTo(
      getStitchedSchemaFromSupergraphSdl({ supergraphSdl: supergraphOf({ users, reviews }) }) as GraphQLSchema,
    );
  });

  test('schema, query over both, mutation and subscription work', async () => {
    const { out } = await run(gateway, '--print-schema');
    expect(out).toContain('type User {\n  id: ID!\n  name: String\n  reviews: [Review]\n}');
    expect(await run(gateway, '--query', '{ me { name reviews { body author { name } } } }')).toEqual({
      code: 0,
      out: '{"data":{"me":{"name":"Ada","reviews":[{"body":"Good.","author":{"name":"Ada"}}]}}}',
      err: '',
    });
    const renamed = await run(gateway, '--query', 'mutation { rename(name: "Grace") { name } }');
    expect(renamed).toEqual({ code: 0, out: '{"data":{"rename":{"name":"Grace"}}}', err: '' });
    expect(await run(gateway, '--query', 'subscription { ticks }')).toMatchObject({ code: 0, out: ticks });
  });

  test('the SDL of a subgraph can be used for validation', async () => {
    const { out } = await run(users, '--query', '{ _service { sdl } }');
    const environment = testEnvironment();
    const { sdl } = JSON.parse(out).data._service;
    expect(sdl).toContain('extend type Query');
    writeFileSync(path.join(environment.folder, 'users.graphql'), sdl);
    writeFileSync(
      path.join(environment.folder, 'good.graphql'),
      'query Q { me { name } } mutation M { rename(name: "x") { id } }',
    );
    writeFileSync(path.join(environment.folder, 'bad.graphql'), '{ me { reviews { body } } }');
    const argv = ['graphql', '--schema', 'users.graphql', '--validate', '*.graphql', '-s'];
    expect(await main(argv, environment)).toBe(2);
    expect(environment.out()).toMatch(/^bad\.graphql:1:8: Cannot query field "reviews" on type "User"\.[^\n]*\n$/);
  });
});

/** The schema that composing the two would give. */
const supergraphOf = ({ users, reviews }: { readonly users: string; readonly reviews: string }): string => `
  schema
    @link(url: "https://specs.apollo.dev/link/v1.0")
    @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) {
    query: Query mutation: Mutation subscription: Subscription
  }
  directive @join__field(graph: join__Graph, requires: join__FieldSet, provides: join__FieldSet, type: String,
    external: Boolean, override: String, usedOverridden: Boolean) repeatable on FIELD_DEFINITION | INPUT_FIELD_DEFINITION
  directive @join__graph(name: String!, url: String!) on ENUM_VALUE
  directive @join__type(graph: join__Graph!, key: join__FieldSet, extension: Boolean! = false, resolvable: Boolean! = true,
    isInterfaceObject: Boolean! = false) repeatable on OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | SCALAR
  directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
  scalar join__FieldSet
  scalar link__Import
  enum link__Purpose { SECURITY EXECUTION }
  enum join__Graph {
    USERS @join__graph(name: "users", url: "${users}") REVIEWS @join__graph(name: "reviews", url: "${reviews}")
  }
  type Query @join__type(graph: USERS) @join__type(graph: REVIEWS) {
    me: User @join__field(graph: USERS) reviews: [Review] @join__field(graph: REVIEWS)
  }
  type Mutation @join__type(graph: USERS) { rename(name: String!): User }
  type Subscription @join__type(graph: USERS) { ticks: Int }
  type User @join__type(graph: USERS, key: "id") @join__type(graph: REVIEWS, key: "id") {
    id: ID! name: String @join__field(graph: USERS) reviews: [Review] @join__field(graph: REVIEWS)
  }
  type Review @join__type(graph: REVIEWS, key: "id") { id: ID! body: String author: User }
`;

withPrograms(['ruby', 'ruby-graphql', 'ruby-webrick'], () => {
  describe('graphql-ruby', () => {
    let server: ChildProcess;
    let url = '';
    beforeAll(async () => {
      const script = path.resolve('__tests__/support/servers/graphql-ruby.rb');
      server = spawn('/usr/bin/ruby', [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      if (server.stdout === null) throw new Error('There is no pipe to the server.');
      for await (const line of createInterface(server.stdout)) {
        url = `http://127.0.0.1:${line}/graphql`;
        break;
      }
    });
    afterAll(() => server.kill());

    test('schema, query and mutation work', async () => {
      expect((await run(url, '--print-schema')).out).toContain('type BookConnection {');
      expect(await run(url, '--query', '{ hello }')).toEqual({
        code: 0,
        out: '{"data":{"hello":"Hello world"}}',
        err: '',
      });
      const renamed = await run(url, '--query', 'mutation { rename(name: "x") }');
      expect(renamed).toEqual({ code: 0, out: '{"data":{"rename":"x"}}', err: '' });
    });

    test('its schema is the same with `max_depth 8`', async () => {
      const limited = await run(url.replace('/graphql', '/limited'), '--print-schema');
      expect(limited.out).toContain('titles(ids: [ID!]!): [[String!]!]');
      expect(limited).toEqual(await run(url, '--print-schema'));
    });

    test('its connections can be paginated', async () => {
      const { code, out } = await run(url, '--pick', 'books(first: 2).nodes.title', '--paginate');
      const titles = out
        .split('\n')
        .map(line => JSON.parse(line).data.books.nodes.map((node: { title: string }) => node.title));
      expect([code, titles.flat()]).toEqual([0, [1, 2, 3, 4, 5].map(n => `Book ${n}`)]);
    });

    test('auto detects a subscription over event streams', async () => {
      const { code, out } = await run(url, '--query', 'subscription { tick(from: 4) { count } }');
      expect([code, out]).toEqual([0, [4, 5, 6].map(n => `{"data":{"tick":{"count":${n}}}}`).join('\n')]);
    });

    test('errors next to data are shown, including its wording for an unknown field', async () => {
      const beside = await run(url, '--query', '{ hello fails }');
      expect([beside.code, beside.err]).toEqual([
        9,
        expect.stringContaining('on purpose (at fails; query line 1, column 9)'),
      ]);
      const unknown = await run(url, '--query', '{ nope }', '--no-validate');
      expect([unknown.code, unknown.err]).toEqual([
        9,
        expect.stringContaining("Field 'nope' doesn't exist on type 'Query'"),
      ]);
    });
  });
});
