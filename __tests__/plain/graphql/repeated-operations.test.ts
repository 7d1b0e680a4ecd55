/** One operation sent many times, and its parts: one line each. */

import { failure } from '../../../source/core/failure.js';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

/** Responses that depend on the request. */
const answering = (
  answer: (variables: Record<string, unknown>, count: number) => object | string,
  type = 'application/json',
) => {
  let count = 0;
  return serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { variables = {} } = JSON.parse(Buffer.concat(chunks).toString());
    count++;
    const answered = answer(variables, count);
    response.writeHead(200, { 'content-type': type });
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered, undefined, 1));
  });
};
const page = (n: number, more: boolean, cursor = `c${n}`) => ({
  data: { books: { nodes: [n], pageInfo: { hasNextPage: more, endCursor: cursor } } },
});
const query =
  'query($endCursor: String, $big: Int) { books(after: $endCursor) { nodes pageInfo { hasNextPage endCursor } } }';

async function run(argv: readonly string[], signal?: AbortSignal) {
  const environment = testEnvironment(signal ? { signal } : {});
  const code = await main(['graphql', ...argv], environment);
  return { code, lines: environment.out().split('\n').slice(0, -1), err: environment.err() };
}

describe('--paginate', () => {
  const three = () =>
    answering(({ endCursor }) =>
      endCursor === undefined ? page(1, true) : endCursor === 'c1' ? page(2, true) : page(3, false),
    );

  test('prints one line per page, to the last; other variables are unchanged', async () => {
    const seen: unknown[] = [];
    const url = await answering((variables, count) => {
      seen.push(variables);
      return page(count, count < 3);
    });
    const { code, lines, err } = await run([url, '--query', query, '--paginate', 'big:=1']);
    expect([code, err]).toEqual([0, '']);
    expect(lines.map(line => JSON.parse(line).data.books.nodes)).toEqual([[1], [2], [3]]);
    expect(seen).toEqual([{ big: 1 }, { big: 1, endCursor: 'c1' }, { big: 1, endCursor: 'c2' }]);
  });

  test('--max-pages stops earlier, and a start cursor can be given', async () => {
    const url = await three();
    expect((await run([url, '--query', query, '--paginate', '--max-pages', '2'])).lines).toHaveLength(2);
    expect((await run([url, '--query', query, '--paginate', 'endCursor=c1'])).lines).toHaveLength(2);
  });

  test('a repeated cursor, and a response without pageInfo, end with one clear line', async () => {
    const same = await run([await answering(() => page(1, true)), '--query', query, '--paginate']);
    expect([same.code, same.lines.length, same.err]).toEqual([1, 2, expect.stringContaining('same cursor')]);
    const none = await run([await answering(() => ({ data: {} })), '--query', query, '--paginate']);
    expect([none.code, none.lines, none.err]).toEqual([1, ['{ "data": {} }'], expect.stringContaining('pageInfo')]);
  });

  test('errors of one page are reported, the rest is fetched, exit code 9', async () => {
    const url = await answering((_, count) => ({
      ...page(count, count < 3),
      ...(count === 2 ? { errors: [{ message: 'half' }] } : {}),
    }));
    const { code, lines, err } = await run([url, '--query', query, '--paginate']);
    expect([code, lines.length, err]).toEqual([9, 3, 'apiclient: GraphQL error: half\n']);
  });

  test.each([
    [['--query', '{ a }', '--paginate'], /declares \$endCursor/],
    [['--query', 'query($endCursor: String) { a }', '--paginate'], /No field uses \$endCursor/],
    [['--query', 'mutation { a }', '--paginate'], /cannot be used with a mutation/],
    [['--query', '{ a }', '--max-pages', '2'], /--max-pages has no effect without --paginate/],
    [['--paginate'], /needs an operation/],
    [['--query', 'subscription { a }', '--every', '1'], /cannot be used with a subscription/],
    [['--query', '{ a }', '--every', '1', '--incremental'], /cannot be combined/],
  ])('%j is rejected', async (flags, words) => {
    const { code, err } = await run(['http://127.0.0.1:9/', ...flags]);
    expect([code, err]).toEqual([2, expect.stringMatching(words)]);
  });
});

test('--every continues after a failure, and Ctrl-C ends it after complete results', async () => {
  const stop = new AbortController();
  const url = await answering((_, count) => {
    if (count === 3) setTimeout(() => stop.abort(failure('interrupted', 'Interrupted.')));
    return count === 2 ? 'no JSON' : { data: { count } };
  });
  const { code, lines, err } = await run([url, '--query', '{ count }', '--every', '0.01'], stop.signal);
  expect([code, lines[0]]).toEqual([130, '{ "data": { "count": 1 } }']);
  expect(err).toContain('not a GraphQL response');
  expect(lines.every(line => JSON.parse(line).data.count > 0)).toBe(true);
});

test('--incremental prints no part twice, and unmergeable ones unchanged; parts that are not JSON are reported', async () => {
  const parts = [
    '{"data":{"a":1},"hasNext":true}',
    '{"incremental":[{"path":["no","list",0],"items":[1]}],"hasNext":true}',
    '{"incremental":[}',
  ];
  const body = `${parts.map(part => `\r\n---\r\nContent-Type: application/json\r\n\r\n${part}`).join('')}\r\n-----\r\n`;
  const url = await answering(() => body, 'multipart/mixed; boundary="-"');
  const { lines, err } = await run([url, '--query', '{ a }', '--incremental']);
  expect(lines).toEqual(parts.slice(0, 2));
  expect(err).toContain('Part of the response was ignored: ');
  expect((await run([url, '--query', '{ a }'])).lines).toEqual(['{"data":{"a":1}}']);
});

test('--incremental prints the parts as received, one line each', async () => {
  const parts = ['{"data":{"a":1},"hasNext":true}', '{"incremental":[{"path":[],\n"data":{"b":1.0}}],"hasNext":false}'];
  const body = `${parts.map(part => `\r\n---\r\nContent-Type: application/json\r\n\r\n${part}`).join('')}\r\n-----\r\n`;
  const url = await answering(() => body, 'multipart/mixed; boundary="-"');
  const { code, lines } = await run([url, '--query', '{ a ... @defer { b } }', '--pretty', 'none', '--incremental']);
  expect([code, lines]).toEqual([0, [parts[0], parts[1]?.replace('\n', ' ')]]);
});
