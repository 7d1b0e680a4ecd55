import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buildSchema, graphql, Kind, parse, printSchema, type SelectionSetNode } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { defaultNetwork } from '../../../source/command/parse.js';
import { failure, isFailure } from '../../../source/core/failure.js';
import { buildGraphqlSchema } from '../../../source/core/graphql/build-schema.js';
import { introspectionQuery } from '../../../source/core/graphql/introspection/query.js';
import { indexSchema } from '../../../source/core/graphql/schema-index.js';
import { hintText } from '../../../source/core/hint.js';
import { secret } from '../../../source/core/secret.js';
import { introspect, loadSchema } from '../../../source/io/graphql/introspect.js';
import type { Endpoint } from '../../../source/io/graphql/transport.js';
import { schemaText, triedSchemas } from '../../support/schemas.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

const endpointAt = (url: string, more: Partial<Endpoint> = {}): Endpoint => ({
  url,
  headers: [],
  removed: [],
  credentials: { apiKeys: [] },
  network: defaultNetwork,
  ...more,
});
const contextOf = (environment = testEnvironment()) => ({ environment, signal: environment.signal });

const sdl = 'type Query { user(id: ID = "1" @deprecated): String! }\n\ninput By @oneOf { id: ID }';
const schema = buildSchema(sdl);

async function bodyOf(request: IncomingMessage): Promise<{ query: string; operationName?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** A server that responds to introspection unless the query contains something it refuses. Each query is recorded. */
async function refusing(
  refuse: (query: string) => string | undefined,
  served = schema,
  answer: (response: ServerResponse, message: string) => void = (response, message) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [{ message }] })),
) {
  const queries: string[] = [];
  const url = await serve(async (request, response) => {
    const { query, operationName } = await bodyOf(request);
    queries.push(query);
    expect(operationName).toBe('IntrospectionQuery');
    const message = refuse(query);
    if (message !== undefined) return answer(response, message);
    const result = await graphql({ schema: served, source: query });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  return { url, queries };
}

test.each(triedSchemas)('%s survives real introspection and prints like the file printed by graphql-js', async name => {
  const served = buildSchema(schemaText(name), { assumeValidSDL: true });
  const url = await serve(createHandler({ schema: served }));
  const loaded = await introspect(endpointAt(url), contextOf());
  if (isFailure(loaded)) throw new Error(loaded.text);
  expect(loaded.notes).toEqual([]);
  const built = buildGraphqlSchema(loaded.index);
  expect('schema' in built && printSchema(built.schema) === printSchema(served)).toBe(true);
  expect('schema' in built && built.warnings).toEqual([]);
});

describe('fallback queries', () => {
  test.each<[string, RegExp, string, number]>([
    ['isOneOf', /isOneOf/, 'Cannot query field "isOneOf" on type "__Type".', 2],
    [
      'deprecated inputs',
      /args\(includeDeprecated/,
      'Unknown argument "includeDeprecated" on field "__Field.args".',
      2,
    ],
    ['specifiedByURL', /specifiedByURL/, 'Field specifiedByURL is unknown', 2],
    ['isRepeatable', /isRepeatable/, 'Cannot query field "isRepeatable" on type "__Directive".', 2],
    ['the subscription root', /subscriptionType/, 'no field subscriptionType', 2],
    ['fragments', /fragment/, 'Fragments are not welcome', 2],
    ['something it does not name', /isRepeatable/, 'Internal server error', 5],
  ])('requests less if the server refuses %s', async (_, pattern, message, asked) => {
    const { url, queries } = await refusing(query => (pattern.test(query) ? message : undefined));
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(isFailure(loaded) ? loaded.text : loaded.index.type('Query')?.fields[0]?.type.text).toBe('String!');
    expect(queries).toHaveLength(asked);
  });

  test('a server that refuses all new features needs two requests', async () => {
    const { url, queries } = await refusing(query => {
      const names = query.match(/isOneOf|isRepeatable|specifiedByURL|includeDeprecated: true\) \{ \.\.\.InputValue/g);
      return names ? names.map(name => `Cannot query field "${name}" on type "__InputValue".`).join('\n') : undefined;
    });
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(isFailure(loaded)).toBe(false);
    expect(queries).toHaveLength(2);
  });

  test.each([400, 422, 500])('status %d counts as a refusal', async status => {
    const { url, queries } = await refusing(
      query => (/isOneOf/.test(query) ? 'Cannot query field "isOneOf"' : undefined),
      schema,
      (response, message) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ errors: [{ message }] })),
    );
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(isFailure(loaded)).toBe(false);
    expect(queries).toHaveLength(2);
  });

  test('the fallback is remembered, so the next start sends one request', async () => {
    const { url, queries } = await refusing(query => (/isRepeatable/.test(query) ? 'Oops' : undefined));
    const context = contextOf();
    await introspect(endpointAt(url), context);
    const before = queries.length;
    const again = await introspect(endpointAt(url), context);
    expect(isFailure(again)).toBe(false);
    expect([before, queries.length - before]).toEqual([5, 1]);
  });

  test('if no fallback works, the failure has a clear message', async () => {
    const { url, queries } = await refusing(() => 'No\u001b[2J');
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(loaded).toMatchObject({ kind: 'graphql', text: 'The server rejected introspection: No\u001b[2J' });
    expect(isFailure(loaded) && hintText(loaded.hint ?? '')).toMatch('--schema FILE');
    expect(queries).toHaveLength(8);
  });
});

test.each([
  [403, 'application/json', '{"message":"Forbidden"}', 'The credentials are missing or insufficient'],
  [429, 'application/json', '{"message":"Slow down"}', 'Too many requests'],
  [200, 'text/html', '<title>Sign in</title>', 'Check that the URL is the GraphQL endpoint'],
])('a response %d that is not GraphQL has the hint of any other request', async (status, type, body, words) => {
  const url = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
  const loaded = await introspect(endpointAt(url), contextOf());
  expect(isFailure(loaded) && hintText(loaded.hint ?? '')).toMatch(words);
});

test('a refused connection has the hint of any other request', async () => {
  const loaded = await introspect(endpointAt('http://127.0.0.1:1/'), contextOf());
  expect(isFailure(loaded) && hintText(loaded.hint ?? '')).toMatch('Is the server running');
});

test('all attempts together are limited to 60 seconds', async () => {
  const { url, queries } = await refusing(() => 'Try again');
  let asked = 0;
  const environment = testEnvironment({ monotonic: () => queries.length * 25_000 + asked++ / 1000 });
  const loaded = await introspect(endpointAt(url), contextOf(environment));
  expect(loaded).toMatchObject({ kind: 'timeout', text: 'Introspection took longer than 60 seconds.' });
  expect(queries).toHaveLength(3);
});

test('an interruption does not count as a refusal', async () => {
  const stop = new AbortController();
  const interrupted = failure('interrupted', 'Interrupted.');
  const url = await serve(() => stop.abort(interrupted));
  const environment = testEnvironment({ signal: stop.signal });
  const found = await introspect(endpointAt(url), contextOf(environment));
  expect(found).toMatchObject({ kind: 'interrupted', text: 'Interrupted.' });
  expect(found).not.toHaveProperty('hint');
});

describe('a server with introspection disabled is queried once, and the message reports it', () => {
  test.each([
    ['Apollo', 'GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type.'],
    ['Yoga', 'GraphQL introspection has been disabled, but the requested query contained the field "__schema".'],
    ['Hasura', 'field "__schema" not found in type: \'query_root\''],
    ['graphql-js rules', 'Cannot query field "__schema" on type "Query".'],
  ])('%s', async (_, message) => {
    const { url, queries } = await refusing(() => message);
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(isFailure(loaded) && [loaded.code, loaded.text]).toEqual([
      'INTROSPECTION_DISABLED',
      `Introspection is disabled on this server or requires a login: ${message}`,
    ]);
    expect(isFailure(loaded) && hintText(loaded.hint ?? '')).toMatch('--schema FILE');
    expect(queries).toHaveLength(1);
  });
});

test('a login is suggested only if no credentials were sent', async () => {
  const { url } = await refusing(() => 'Introspection is disabled');
  const headers = [{ name: 'X-Api-Key', value: 'k' }];
  const logins = [{ credentials: { apiKeys: [], bearer: secret('t') } }, { headers }];
  for (const login of logins) {
    const loaded = await introspect(endpointAt(url, login), contextOf());
    expect(loaded).toMatchObject({ text: 'Introspection is disabled on this server: Introspection is disabled' });
  }
  const loaded = await introspect(endpointAt(url), contextOf());
  expect(isFailure(loaded) && hintText(loaded.hint ?? '')).toMatch(/^Pass credentials \(-B, -u, --oauth2, -H\)\. /);
});

/** Nesting depth of a query, as graphql-ruby counts it: including introspection, leaves and fragments. */
function depthOf(query: string): number {
  const document = parse(query);
  const fragments = new Map(
    document.definitions.flatMap(each =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const within = (set: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(set?.selections ?? []).map(each => {
        if (each.kind === Kind.FRAGMENT_SPREAD) return within(fragments.get(each.name.value)?.selectionSet);
        return within(each.selectionSet) + (each.kind === Kind.FIELD ? 1 : 0);
      }),
    );
  return Math.max(
    ...document.definitions.map(each => (each.kind === Kind.OPERATION_DEFINITION ? within(each.selectionSet) : 0)),
  );
}

/** A graphql-js server that limits the depth of queries. */
const limited = (limit: number, words: (depth: number) => string, served = schema) =>
  refusing(query => {
    const depth = depthOf(query);
    return depth > limit ? words(depth) : undefined;
  }, served);

describe('servers that limit the depth of queries', () => {
  const deep = buildSchema('type Query { nodes(ids: [ID!]!, by: [[Int]]): [String!]! }');
  test.each([
    ['graphql-ruby', 13, 2, (depth: number) => `Query has depth of ${depth}, which exceeds max depth of 13`],
    ['graphql-ruby', 9, 2, (depth: number) => `Query has depth of ${depth}, which exceeds max depth of 9`],
    ['graphql-ruby', 8, 2, (depth: number) => `Query has depth of ${depth}, which exceeds max depth of 8`],
    ['graphql-java', 10, 2, (depth: number) => `maximum query depth exceeded ${depth} > 10`],
    ['graphql-armor', 8, 2, (depth: number) => `Syntax Error: Query depth limit of 8 exceeded, found ${depth}.`],
    ['one that names no limit', 8, 3, () => 'The query is nested too deeply.'],
  ] as const)('%s with %i levels returns its schema for query %i', async (_, limit, count, words) => {
    const { url, queries } = await limited(limit, words);
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(isFailure(loaded) ? loaded.text : loaded.index.roots.query).toBe('Query');
    expect(queries).toHaveLength(count);
    expect(depthOf(queries.at(-1) ?? '')).toBeLessThanOrEqual(limit);
  });

  test('the fallback is remembered, so the next time one query is enough', async () => {
    const { url, queries } = await limited(8, depth => `Query has depth of ${depth}, which exceeds max depth of 8`);
    const context = contextOf();
    await introspect(endpointAt(url), context);
    await introspect(endpointAt(url), context);
    expect(queries).toHaveLength(3);
  });

  test('fails after one retry if 8 levels are too deep', async () => {
    const { url, queries } = await limited(5, depth => `Query has depth of ${depth}, which exceeds max depth of 5`);
    const loaded = await introspect(endpointAt(url), contextOf());
    expect(loaded).toMatchObject({
      text: 'The server rejected introspection: Query has depth of 8, which exceeds max depth of 5',
    });
    expect(queries).toHaveLength(2);
  });

  describe('types that the limit cuts off are completed', () => {
    const wide = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `
          "Described." type T${at} { "Described." a("Described." ids: [ID!]! = ["x"], old: [Int!] = [1] @deprecated): [[T${at}!]!] @deprecated }
          input I${at} { ids: [[ID!]!] by: [String!]! }`,
      ).join('');
    const large = (count: number) =>
      buildSchema(
        `type Query { node(ids: [ID!]!): ID ${names(count)} } ${wide(count)} directive @d(ids: [ID!]!) on FIELD`,
      );
    const names = (count: number): string =>
      Array.from({ length: count }, (_, at) => `t${at}(i: I${at}): T${at}`).join(' ');
    const words = (depth: number, limit = 8): string =>
      `Query has depth of ${depth}, which exceeds max depth of ${limit}`;
    const printed = async (url: string): Promise<string> => {
      const loaded = await introspect(endpointAt(url), contextOf());
      if (isFailure(loaded)) throw new Error(loaded.text);
      const built = buildGraphqlSchema(loaded.index);
      return 'schema' in built ? printSchema(built.schema) : '';
    };

    test.each([
      [8, 1, 3],
      [9, 1, 2],
      [8, 120, 5],
    ])('with %i levels and %i types, by query %i', async (limit, count, queries) => {
      const served = large(count);
      const server = await limited(limit, depth => words(depth, limit), served);
      expect(await printed(server.url)).toBe(printSchema(served));
      expect(server.queries).toHaveLength(queries);
      for (const query of server.queries.slice(1)) expect(depthOf(query)).toBeLessThanOrEqual(limit);
    });

    test('in smaller queries if the server limits aliases, too', async () => {
      const served = large(20);
      const { url, queries } = await refusing(query => {
        const aliases = query.match(/\w+: __type/g)?.length ?? 0;
        if (aliases > 15) return `Syntax Error: Aliases limit of 15 exceeded, found ${aliases}.`;
        return depthOf(query) > 8 ? words(depthOf(query)) : undefined;
      }, served);
      expect(await printed(url)).toBe(printSchema(served));
      expect(queries).toHaveLength(6);
    });

    test('and the schema is used without them if the server refuses __type', async () => {
      const { url } = await refusing(query => {
        if (query.includes('__type(')) return '__type is not allowed';
        return depthOf(query) > 8 ? words(depthOf(query)) : undefined;
      }, large(1));
      const loaded = await introspect(endpointAt(url), contextOf());
      expect(isFailure(loaded) || loaded.index.type('Query')?.fields[0]?.args[0]?.type.text).toBe('[?!]!');
    });
  });

  test.each([
    [9, 'nodes(ids: [ID!]!, by: [[Int]]): [String!]!'],
    [8, 'nodes(ids: [?!]!, by: [[Int]]): [String!]!'],
  ])('with %i levels types are as complete as the limit allows', async (depth, text) => {
    const query = introspectionQuery(new Set(depth === 9 ? ['depth9'] : []));
    expect(depthOf(query)).toBe(depth);
    const result = await graphql({ schema: deep, source: query });
    const index = indexSchema((result.data as { __schema: never }).__schema);
    const field = index.type('Query')?.fields[0];
    expect(
      `${field?.name}(${field?.args.map(arg => `${arg.name}: ${arg.type.text}`).join(', ')}): ${field?.type.text}`,
    ).toBe(text);
  });
});

test.each<[string, (response: ServerResponse) => unknown, RegExp]>([
  [
    '403 HTML',
    response => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
    /403 Forbidden/,
  ],
  ['404', response => response.writeHead(404).end(), /404 Not Found/],
  ['an empty body', response => response.writeHead(200).end(), /200 OK with an empty body/],
  ['SDL instead of JSON', response => response.writeHead(200).end('type Query { a: Int }'), /not a GraphQL response/],
  ['data: null', response => response.writeHead(200).end('{"data":null}'), /the response contains no schema/],
])('%s instead of a schema is a failure with a clear message', async (_, answer, words) => {
  const url = await serve((_request, response) => void answer(response));
  const loaded = await introspect(endpointAt(url), contextOf());
  expect(isFailure(loaded) && loaded.text).toMatch(words);
});

test.each<[string, (result: unknown) => unknown]>([
  ['in data', result => result],
  ['bare', result => (result as { data: unknown }).data],
  ['in a list of one', result => [result]],
])('an introspection result %s is accepted', async (_, wrap) => {
  const environment = testEnvironment();
  const result = await graphql({ schema, source: '{ __schema { queryType { name } types { name kind } } }' });
  writeFileSync(path.join(environment.home, 'schema.json'), JSON.stringify(wrap(result)));
  const { schemaFromFile } = await import('../../../source/io/graphql/schema-file.js');
  expect(await schemaFromFile('schema.json', environment)).toMatchObject({
    kind: 'schema',
    loaded: { from: 'file', index: { roots: { query: 'Query' } } },
  });
});

describe('schema cache', () => {
  const serving = async () => {
    let asked = 0;
    const handler = createHandler({ schema });
    const url = await serve((request, response) => {
      asked++;
      return handler(request, response);
    });
    return { url, asked: () => asked };
  };

  test('is used the second time, with its age', async () => {
    const { url, asked } = await serving();
    const environment = testEnvironment({ now: () => 1000 });
    await loadSchema(endpointAt(url), contextOf(environment));
    const again = await loadSchema(endpointAt(url), contextOf(environment));
    expect(asked()).toBe(1);
    expect(again).toMatchObject({ from: 'cache', fetchedAt: 1000 });
    const fresh = await loadSchema(endpointAt(url), contextOf(environment), { refresh: true });
    expect(asked()).toBe(2);
    expect(fresh).toMatchObject({ from: 'server' });
  });

  test('is separate for other credentials, and its file names reveal nothing', async () => {
    const { url, asked } = await serving();
    const context = contextOf();
    const who = (token: string) => endpointAt(url, { credentials: { apiKeys: [], bearer: secret(token) } });
    await loadSchema(who('one'), context);
    await loadSchema(who('two'), context);
    await loadSchema(endpointAt(url, { headers: [{ name: 'X-Tenant', value: '7' }] }), context);
    await loadSchema(who('one'), context);
    expect(asked()).toBe(3);
    const folder = path.join(context.environment.home, '.cache/apiclient/schemas');
    expect(readdirSync(folder).map(name => name.replace(/^[0-9a-f]{40}/, '#'))).toEqual(Array(3).fill('#.json.gz'));
    expect(statSync(path.join(folder, readdirSync(folder)[0] as string)).mode & 0o777).toBe(0o600);
    // Another installation uses another name for the same schema.
    const other = contextOf(testEnvironment({ random: length => new Uint8Array(length).fill(200) }));
    await loadSchema(who('one'), other);
    const otherFolder = path.join(other.environment.home, '.cache/apiclient/schemas');
    expect(readdirSync(folder)).not.toContain(readdirSync(otherFolder)[0]);
  });

  test('never stores a failure, and ignores a broken file', async () => {
    let broken = true;
    const handler = createHandler({ schema });
    const url = await serve((request, response) => {
      if (broken) response.writeHead(503).end();
      else handler(request, response);
    });
    const context = contextOf();
    expect(isFailure(await loadSchema(endpointAt(url), context))).toBe(true);
    broken = false;
    expect(isFailure(await loadSchema(endpointAt(url), context))).toBe(false);
    const folder = path.join(context.environment.home, '.cache/apiclient/schemas');
    const file = path.join(folder, readdirSync(folder)[0] as string);
    writeFileSync(file, readFileSync(file).subarray(0, 20));
    expect(await loadSchema(endpointAt(url), context)).toMatchObject({ from: 'server' });
  });
});
