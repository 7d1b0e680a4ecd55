/** `--print-code http`: the output is an `.http` entry, and `apiclient run` sends the same request. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterAll(closeServers);

async function entryFor(argv: readonly string[], folder: string): Promise<string> {
  const environment = testEnvironment({ folder });
  expect(await main([...argv, '--print-code', 'http'], environment)).toBe(0);
  return environment.out();
}

test.each<[string, string, readonly string[], (readonly string[])?]>([
  ['GET', '/p?a=1', ['-H', 'X-One: 1', '-H', 'X-Empty;', 'b==c d']],
  ['POST', '/p', ['--json', '{"a": 1.0,\n\n "b": 12345678901234567890}']],
  ['POST', '/p', ['a=1', 'b:=[1, 2]']],
  ['POST', '/p', ['-d', 'a=1&b=2']],
  ['PUT', '/p', ['-d', '@bytes.bin']],
  ['POST', '/p', ['-F', 'a=b', '-F', 'f=@text.txt']],
  ['DELETE', '/p', ['-u', 'me:pa ss', '-H', 'Accept:'], ['password=pa ss']],
  ['GET', '/p', ['-B', 'hunter2', '-K', 'key=s3cret&'], ['token=hunter2', 'key=s3cret%26']],
  ['GET', '/p', ['-b', 'sid=s3cret', '-H', 'X-Api-Key: s3cret'], ['sid=s3cret', 'x_api_key=s3cret']],
  ['GET', '/redirect', ['-L', '--max-redirects', '3', '--timeout', '5']],
])('%s %s %j', async (method, at, flags, values = []) => {
  const { url, seen } = await httpServer((response, { path: where }) => {
    if (where === '/redirect') response.writeHead(302, { Location: '/there' });
    response.end('ok');
  });
  const { folder } = testEnvironment();
  writeFileSync(path.join(folder, 'bytes.bin'), Buffer.from([0, 255, 10, 13]));
  writeFileSync(path.join(folder, 'text.txt'), 'text\n');
  const entry = await entryFor([method, url + at, ...flags], folder);
  expect(entry).not.toMatch(/hunter2|s3cret|pa ss|•/);
  writeFileSync(path.join(folder, 'api.http'), entry);
  const ran = testEnvironment({ folder });
  expect([await main(['run', 'api.http', ...values], ran), ran.err()]).toEqual([0, '']);
  const half = seen.splice(0);
  expect(await main([method, url + at, ...flags], testEnvironment({ folder }))).toBe(0);
  const told = (each: (typeof seen)[number]) => ({
    line: `${each.method} ${each.path}`,
    body: each.body
      .toString('latin1')
      .replace(/-{2,}[\w-]{8,}/g, 'BOUNDARY')
      .trimEnd(),
    headers: Object.fromEntries(
      ['content-type', 'accept', 'authorization', 'cookie', 'x-one', 'x-empty', 'x-api-key'].map(name => [
        name,
        each.headers[name]?.replace(/boundary=.*/, 'boundary'),
      ]),
    ),
  });
  expect(half.map(told)).toEqual(seen.map(told));
});

test('parts that an .http file cannot contain are noted in it', async () => {
  const { folder } = testEnvironment();
  for (const [body, words] of [
    ['### x', /a line that means something else/],
    ['{{x}}', /a line that means something else/],
    ['a=1\n\nGET https://b.example', /a line that means something else/],
    ['{\n# x\n}', /a line that means something else/],
    ['@-', /read from standard input/],
  ] as const)
    expect(await entryFor(['POST', 'https://a.example', '-d', body], folder)).toMatch(words);
});

test('an operation of GraphQL, with its variables', async () => {
  const { folder } = testEnvironment();
  const argv = [
    'graphql',
    'https://a.example/g',
    '--query',
    'query A($n: Int) { a(n: $n) }',
    'n:=1.0',
    '-B',
    'hunter2',
  ];
  const entry = await entryFor(argv, folder);
  expect(entry).toMatch(
    /^###\nPOST https:\/\/a\.example\/g\n[\s\S]*\nAuthorization: Bearer \{\{token\}\}\n\n\{"query":.*"n":1\.0/,
  );
});
