/** `--digest` and `--aws-sigv4` in the built program, for requests and operations; hints after a 401. */
import { createHash } from 'node:crypto';
import { parse } from '../../../source/command/parse.js';
import { runProgram } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const fieldOf = (line: string, name: string): string => new RegExp(`[ ,]${name}="?([^",]*)`).exec(line)?.[1] ?? '';

test('--digest for a request and an operation; the password is never sent, and --curl prints the same', async () => {
  const server = await httpServer((response, { headers, method, path }) => {
    const line = headers.authorization ?? '';
    const a1 = md5('ada:books:s3cret:x');
    const right = md5(`${a1}:n:${fieldOf(line, 'nc')}:${fieldOf(line, 'cnonce')}:auth:${md5(`${method}:${path}`)}`);
    if (fieldOf(line, 'response') !== right)
      return response.writeHead(401, { 'www-authenticate': 'Digest realm="books", nonce="n", qop="auth"' }).end();
    response.setHeader('content-type', 'application/json');
    return response.end('{"data":{"a":1}}');
  });
  const login = ['--digest', '-u', 'ada:env:P'];
  const run = (...argv: string[]) => runProgram([...argv, ...login], { variables: { P: 's3cret:x' } });
  expect(await run('GET', `${server.url}/a?b`)).toMatchObject({ code: 0, stdout: '{"data":{"a":1}}' });
  expect(await run('graphql', server.url, '--query', '{ a }')).toMatchObject({ code: 0, stdout: '{"data":{"a":1}}' });
  expect(JSON.stringify(server.seen)).not.toMatch(/s3cret|Basic/);
  const verbose = await run('GET', server.url, '-v');
  expect(verbose.stdout).toContain('Authorization: Digest ••••');
  expect((await run('GET', server.url, '--curl')).stdout).toMatch(/--digest -u 'ada:••••'/);
  const asked = await runProgram(['GET', server.url]);
  expect(asked.stderr).toContain('The server requires Digest. Pass --digest with -u USER:PASS.');
});

test.each([
  ['Digest realm="a", nonce="n", algorithm=SHA3-256', 'an unsupported Digest: SHA3-256.'],
  ['Digest realm="a", nonce="n", qop="auth-conf"', 'an unsupported Digest: MD5, qop auth-conf.'],
  ['Digest realm="a", qop="auth"', 'an unsupported Digest: without a nonce.'],
  ['Basic realm="a"', 'requires Basic instead of Digest. Without --digest, -u sends the password with Basic.'],
  ['Bearer', 'The server does not use Digest.'],
])('--digest if the server asks for %s', async (challenge, words) => {
  const server = await httpServer(response => response.writeHead(401, { 'www-authenticate': challenge }).end());
  const ended = await runProgram(['GET', server.url, '--digest', '-u', 'ada:pw']);
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toContain('answers it');
  expect(server.seen).toHaveLength(1);
});

test('a Digest challenge that standard input cannot answer is not called unsupported', async () => {
  const server = await httpServer(response =>
    response.writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="n", qop="auth"' }).end(),
  );
  const argv = ['POST', server.url, '--digest', '-u', 'ada:pw', '-d', '@-', '--chunked', '-H', 'Expect:'];
  const { stderr } = await runProgram(argv, { input: 'piped' });
  expect(stderr).toContain('standard input can be read only once');
  expect(stderr).not.toContain('unsupported');
});

test('--aws-sigv4 signs requests and operations, but not a redirect to another origin', async () => {
  const other = await httpServer(response => response.end('other'));
  const server = await httpServer((response, { path }) => {
    if (path === '/away') return response.writeHead(302, { location: other.url }).end();
    response.setHeader('content-type', 'application/json');
    return response.end('{"data":{"a":1}}');
  });
  const login = ['--aws-sigv4', 'aws:amz:eu-west-1:appsync', '-u', 'AKID:env:K'];
  const run = (...argv: string[]) => runProgram([...argv, ...login], { variables: { K: 's3cret' } });
  expect(await run('graphql', server.url, '--query', '{ a }')).toMatchObject({ code: 0 });
  expect((await run('GET', `${server.url}/away`, '-L')).stdout).toBe('other');
  const [first] = server.seen;
  expect(first?.headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
  expect(first?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/appsync\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
  );
  expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
  expect((await run('GET', server.url, '--curl')).stdout).toContain(
    "--aws-sigv4 aws:amz:eu-west-1:appsync -u 'AKID:••••'",
  );
});

test.each([
  [['--digest'], /--digest has no effect without -u/],
  [['--aws-sigv4', 'aws:amz:a:b'], /--aws-sigv4 has no effect without -u/],
  [['--aws-sigv4', 'osc:a:b:c', '-u', 'a:b'], /aws:amz/],
  [['--aws-sigv4', 'aws:amz:a b', '-u', 'a:b'], /region or service/],
  [['--digest', '--aws-sigv4', 'aws:amz', '-u', 'a:b'], /--digest and --aws-sigv4 cannot be combined/],
  [['--digest', '-u', 'a:b', '-B', 't'], /Two credentials/],
])('%j is rejected', (argv, text) => {
  expect(parse(['GET', 'https://a.example', ...argv])).toMatchObject({
    kind: 'usage',
    text: expect.stringMatching(text),
    hint: expect.any(String),
  });
});
