import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '../../../source/command/parse.js';
import { isFailure } from '../../../source/core/failure.js';
import { apiclientCommand, curlCommand } from '../../../source/core/request/code/curl.js';
import { boundaryIn } from '../../../source/core/request/multipart.js';
import type { RequestSpec } from '../../../source/core/request/spec.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { prepareRequest } from '../../../source/plain/prepare.js';
import { testEnvironment } from '../../support/environment.js';
import { withPrograms } from '../../support/programs.js';
import { answered, type RequestParts, requestFor } from '../../support/requests.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const shown = { showSecrets: true };

/** Runs a command line in sh and returns what the server received. */
async function seenOf(make: (url: string) => string) {
  const server = await httpServer(response => response.end('ok'));
  await new Promise<void>((resolve, reject) => {
    const child = execFile('/bin/sh', ['-c', make(server.url)], error => (error ? reject(error) : resolve()));
    child.stdin?.end('from standard input');
  });
  const [seen] = server.seen;
  if (!seen) throw new Error('Nothing arrived.');
  return seen;
}

const run = (parts: RequestParts, path = '/') =>
  seenOf(url => `${curlCommand(requestFor(url + path, parts), shown)} -s`);

withPrograms(['curl'], () => {
  describe('--curl: the printed command, run by sh, sends the same request', () => {
    test.each<[string, RequestParts, string]>([
      ['a plain GET', {}, 'GET'],
      ['an unusual method', { method: 'PURGE' }, 'PURGE'],
      ['HEAD', { method: 'HEAD' }, 'HEAD'],
      ['a body with GET', { method: 'GET', body: 'x' }, 'GET'],
      ['PUT with a body', { method: 'PUT', body: 'x' }, 'PUT'],
    ])('%s', async (_, parts, method) => {
      expect((await run(parts)).method).toBe(method);
    });

    test.each([
      `{"it's": "\\"quoted\\" $HOME \`id\` \\\\ 100%"}`,
      'line\nline\r\n\ttab',
      '@not-a-file',
      '<not-a-file',
      'ü €\u001b[2J\u009b',
      '-d',
      '',
    ])('the body %j', async body => {
      const seen = await run({ method: 'POST', body, headers: ['Content-Type: application/json'] });
      expect(seen.body.toString('utf8')).toBe(body);
      expect(seen.headers['content-type']).toBe('application/json');
    });

    test.each(['/\u00e9?\u00fc=\u00df', `/'"?'"`, '/a/../b/%2e%2e/c', '/a b', '/?a|b^`'])('the URL %s', async path => {
      const own = await httpServer(response => response.end());
      answered(await send(requestFor(own.url + path), testEnvironment()));
      expect((await run({}, path)).path).toBe(own.seen[0]?.path);
    });

    test('a POST without a body sends Content-Length: 0', async () => {
      expect((await run({ method: 'POST' })).headers['content-length']).toBe('0');
    });

    test('a body of any bytes', async () => {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      const seen = await run({ method: 'POST', body: { kind: 'bytes', bytes } });
      expect(seen.body.equals(bytes)).toBe(true);
      expect(seen.headers['content-type']).toBeUndefined();
    });

    test('a body from standard input, and one of several pieces', async () => {
      expect((await run({ method: 'POST', body: { kind: 'stdin' } })).body.toString()).toBe('from standard input');
      const pieces = [
        { kind: 'bytes', bytes: Buffer.from('a\n') },
        { kind: 'stdin' },
        { kind: 'bytes', bytes: Buffer.from("'%s'") },
      ] as const;
      const seen = await run({ method: 'POST', body: { kind: 'sequence', pieces } });
      expect(seen.body.toString()).toBe("a\nfrom standard input'%s'");
    });

    test('headers, also empty and removed ones', async () => {
      const seen = await seenOf(url => {
        const spec = requestFor(url, { headers: ['X-Odd: it\'s "$HOME"', 'X-Empty:'] });
        return `${curlCommand({ ...spec, removed: ['accept'] }, shown)} -s`;
      });
      expect(seen.headers['x-odd']).toBe('it\'s "$HOME"');
      expect(seen.headers['x-empty']).toBe('');
      expect(seen.headers.accept).toBeUndefined();
    });

    test('credentials and API keys, with globs in the URL', async () => {
      const credentials = {
        basic: { user: 'me', password: secret('p:w \'"$x') },
        apiKeys: [{ name: 'key', value: secret('v w&x') }],
      };
      const seen = await run({ credentials }, '/a[1-3]{b,c}?q=1#frag');
      // Braces in the form in which this program sends them, too.
      expect(seen.path).toBe('/a[1-3]%7Bb,c%7D?q=1&key=v%20w%26x');
      expect(seen.headers.authorization).toBe(`Basic ${Buffer.from('me:p:w \'"$x').toString('base64')}`);
      const bearer = await run({ credentials: { bearer: secret('abc') } });
      expect(bearer.headers.authorization).toBe('Bearer abc');
    });

    test.each([
      [['--form-string', 'plain=@x;type=y "q"', '-F', 'typed="a;b,\\"c\\"\\\\";type=text/csv']],
      [['-F', 'a=@f.txt', '-F', 'b=@f.txt,"g;h, i.png";type=a/b;filename="j;\\"k"']],
      [['-F', 'text=<f.txt', '-F', 'more=<f.txt;type=text/csv', '-F', 'n=v;filename=w']],
      [['-F', 'input=@-', '-F', 'q="quoted"', '-F', 'r=red, green; blue']],
      [['-F', 'a=@f.txt', '-H', 'Content-Type: multipart/mixed']],
      [['-F', 'a=@f.txt', '-F', 'b=\u00fc', '-H', 'Content-Type: multipart/form-data; boundary=mine']],
      [['-F', 'a=b', '-H', 'Content-Type: application/json']],
      [['--data-raw', '@f.txt']],
      [['a[b][]=@f.txt', 'c:=@g.json', 'd=\\@e']],
    ])('the body of %j', async argv => {
      const environment = testEnvironment({}, 'from standard input');
      writeFileSync(path.join(environment.folder, 'f.txt'), 'a "text"\n');
      writeFileSync(path.join(environment.folder, 'g;h, i.png'), 'a picture');
      writeFileSync(path.join(environment.folder, 'g.json'), '{"x": 1.0}');
      const own = await httpServer(response => response.end());
      const command = parse(['POST', own.url, ...argv]);
      if (isFailure(command) || command.kind !== 'request') throw new Error('no request');
      const spec = await prepareRequest(command, environment);
      if (isFailure(spec)) throw new Error(spec.text);
      answered(await send(spec, environment));
      const form = command.body?.kind === 'form' ? { form: command.body.parts } : {};
      const theirs = await seenOf(
        url => `cd '${environment.folder}' && ${curlCommand({ ...spec, url }, { ...shown, ...form })} -s`,
      );
      const normal = ({ body, headers }: (typeof own.seen)[number]): readonly unknown[] => {
        const type = headers['content-type'] ?? '';
        const boundary = boundaryIn(type) ?? '\0';
        return [type.replace(boundary, 'B'), body.toString().replaceAll(boundary, 'B')];
      };
      expect(own.seen.map(normal)).toEqual([normal(theirs)]);
    });
  });
});

test('secrets are masked unless requested', () => {
  const spec: RequestSpec = {
    ...requestFor('https://a.example/?a=1#f', { headers: ['X-Api-Key: hush', 'Cookie: hush=hush'] }),
    credentials: {
      basic: { user: 'me', password: secret('hush') },
      apiKeys: [
        { name: 'k', value: secret('hush') },
        { name: 'l', value: secret('hush') },
      ],
    },
  };
  const withNetwork = { ...spec, network: { ...spec.network, proxy: 'http://u:hush@p:1', cookies: ['c=hush'] } };
  const twoSigns = { ...spec, network: { ...spec.network, proxy: 'http://u:hu@hush@p:1' } };
  for (const command of [
    curlCommand(twoSigns, { showSecrets: false }),
    curlCommand(withNetwork, { showSecrets: false }),
    apiclientCommand(withNetwork, { showSecrets: false }),
  ]) {
    expect(command).not.toContain('hush');
    expect(command).toContain('••••');
  }
  expect(curlCommand(withNetwork, { showSecrets: false })).toContain('https://a.example/?a=1&k=••••&l=••••#f');
  expect(curlCommand(withNetwork, shown)).toContain('k=hush');
});

test("network flags are printed as curl's flags", () => {
  const spec = requestFor('https://a.example/', {
    network: {
      follow: true,
      maxRedirects: 5,
      timeoutMs: 1500,
      connectTimeoutMs: 2000,
      retries: 2,
      insecure: true,
      caFile: 'my ca.pem',
      unixSocket: '/run/x.sock',
      resolve: [{ host: 'a.example', port: 443, address: '::1' }],
      family: 6,
      httpVersion: '2',
      netrc: true,
      cookieJar: 'jar',
    },
  });
  const words = curlCommand(spec, shown).replaceAll(' \\\n ', '');
  for (const flag of [
    '-L',
    '--max-redirs 5',
    '--max-time 1.5',
    '--connect-timeout 2',
    '--retry 2',
    '-k',
    "--cacert 'my ca.pem'",
    '--unix-socket /run/x.sock',
    "--resolve 'a.example:443:[::1]'",
    '-6',
    '--http2',
    '--netrc',
    '-b jar',
    '-c jar',
  ]) {
    expect(words).toContain(` ${flag}`);
  }
});

test('URL signatures are masked, unless secrets are shown', () => {
  const spec = requestFor('http://h.example/f?v=2&X-Amz-Signature=hush&token=hush2');
  expect(curlCommand(spec, { showSecrets: false })).not.toContain('hush');
  expect(curlCommand(spec, { showSecrets: true })).toContain('X-Amz-Signature=hush&token=hush2');
});
