/**
 * graphql-http's audits of a server, inverted: its own handler is served, and each request of an audit is a run of the
 * program. An audit's verdict on the response then shows whether the program sent and printed it unchanged.
 */
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { type AuditResult, serverAudits } from 'graphql-http';
import { createHandler } from 'graphql-http/lib/use/http';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, serve } from '../support/servers/graphql.js';

afterAll(closeServers);

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { hello: { type: GraphQLString, resolve: () => 'world' } } }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: { hello: { type: GraphQLString, resolve: () => 'world' } },
  }),
});

let url = '';
const home = temporaryFolder();

/** `fetch` implemented by the program: headers and body are passed as flags, head and body are read from the `-i` output. */
async function fetchByProgram(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = Object.entries((init.headers ?? {}) as Record<string, string>);
  const body = init.body as string | undefined;
  // As fetch does for a string without a type.
  if (body !== undefined && !headers.some(([name]) => name === 'content-type')) {
    headers.push(['content-type', 'text/plain;charset=UTF-8']);
  }
  const argv = [
    init.method ?? 'GET',
    address,
    '-i',
    ...headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === undefined ? [] : ['-d', body]),
  ];
  const { code, stdout, stderr } = await runProgram(argv, { home });
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  const [, head = '', text = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(stdout) ?? [];
  const [status = '', ...lines] = head.split(/\r?\n/);
  const [, number = '0', reason = ''] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(status) ?? [];
  return new Response(text, {
    status: Number(number),
    statusText: reason,
    headers: lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  });
}

const audits = serverAudits({ url: () => url, fetchFn: fetchByProgram });
const results = new Map<string, Promise<AuditResult>>();

beforeAll(async () => {
  url = await serve(createHandler({ schema }));
  // Four at a time; each test below waits for its own.
  const lanes: Promise<unknown>[] = Array.from({ length: 4 }, () => Promise.resolve());
  for (const [index, audit] of audits.entries()) {
    const lane = index % lanes.length;
    const result = (lanes[lane] as Promise<unknown>).then(() => audit.fn());
    lanes[lane] = result.catch(() => undefined);
    results.set(audit.id, result);
  }
});

test('there are 61 audits', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map(audit => [audit.id, audit.name]))('%s %s', async id => {
  const result = await results.get(id);
  expect(result).toMatchObject({ status: 'ok' });
});
