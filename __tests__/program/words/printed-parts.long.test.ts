/** `-p`, `-w` and `--fail`, for scripts written for HTTPie and curl. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';

afterEach(closeServers);
afterEach(closeProxies);

const answering = (status = 200) =>
  httpServer((response, seen) => {
    if (seen.path === '/away') return response.writeHead(302, { location: '/b' }).end();
    if (seen.path === '/zipped') {
      const body = gzipSync('x'.repeat(10_000));
      return response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
    }
    return response.writeHead(status, { 'content-type': 'application/json', 'x-a': 'é' }).end('{"a":1}');
  });

test('-p prints the selected parts, in the order of an exchange', async () => {
  const { url } = await answering();
  const run = async (...argv: string[]) => (await runProgram(['POST', url, 'b=2', ...argv])).stdout;
  expect(await run('-p', 'b')).toBe('{"a":1}');
  expect(await run('-p', 'h')).toMatch(/^HTTP\/1\.1 200 OK\n(?:.+\n)+\n$/);
  expect(await run('-p', 'B')).toBe('{"b":"2"}\n\n');
  expect(await run('-p', 'bhBH')).toMatch(
    /^POST \/ HTTP\/1\.1\n(?:.+\n)+\n\{"b":"2"\}\n\nHTTP\/1\.1 200 OK\n(?:.+\n)+\n\{"a":1\}$/,
  );
  expect(await run('-p', 'bm')).toMatch(/^\{"a":1\}\nElapsed time: 0\.\d{6}s\n$/);
  expect(await run('--print=')).toBe('');
});

test('-p with a file: the body goes to the file, the parts to standard output', async () => {
  const { url } = await answering();
  const home = temporaryFolder();
  const { stdout } = await runProgram(['GET', url, '-p', 'h', '-o', 'x.json', '-w', '%{filename_effective}\\n'], {
    home,
  });
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*\n\nx\.json\n$/);
});

test('-p is rejected with conflicting flags, and with an unknown letter', async () => {
  expect((await runProgram(['GET', ':1', '-p', 'hx'])).stderr).toContain('-p takes the letters H and B');
  expect((await runProgram(['GET', ':1', '-p', 'h', '-v'])).stderr).toContain('-v and -p cannot be combined');
});

test('-w prints after the transfer', async () => {
  const { url } = await answering();
  const run = async (...argv: string[]) => (await runProgram(argv)).stdout;
  const format =
    '\\n%{http_code} %{content_type} %{size_download} %{size_upload} %{num_redirects} %{remote_ip} %{method}';
  expect(await run('POST', url, '-d', 'abc', '-w', format)).toBe('{"a":1}\n200 application/json 7 3 0 127.0.0.1 POST');
  expect(await run('GET', `${url}/away`, '-L', '-p', '', '-w', '%{num_redirects} %{url_effective}')).toBe(`1 ${url}/b`);
  expect(await run('GET', `${url}/away`, '-w', '%{http_code} %{redirect_url}')).toBe(`302 ${url}/b`);
  expect(await run('GET', url, '-p', '', '-w', '%header{X-A}')).toBe('é');
  const zipped = JSON.parse(await run('GET', `${url}/zipped`, '-o', 'f', '-s', '-w', '%{json}'));
  expect(zipped.size_download).toBe(gzipSync('x'.repeat(10_000)).length);
  expect(zipped).toMatchObject({ http_code: 200, exitcode: 0, filename_effective: 'f', http_version: '1.1' });
  expect(zipped.time_total).toBeGreaterThan(zipped.time_starttransfer);
  expect(zipped.time_starttransfer).toBeGreaterThan(zipped.time_connect);
});

test('-w counts the bytes sent, and has the time of the last one', async () => {
  const { url } = await httpServer(response => response.end(String(response.req.socket.bytesRead)));
  const format = '\\n%{size_request} %{proxy_used} %{conn_id} %{num_certs}[%{certs}]';
  const { stdout } = await runProgram(['GET', `${url}/é?a=b`, '-H', 'X-A: ü', '-w', format]);
  const [read, line] = stdout.split('\n');
  expect(line).toBe(`${read} 0 0 0[]`);
  const json = JSON.parse((await runProgram(['POST', url, 'a=b', '-p', '', '-w', '%{json}'])).stdout);
  expect(json.time_posttransfer).toBeGreaterThan(json.time_pretransfer);
  expect(json.time_starttransfer).toBeGreaterThan(json.time_posttransfer);
});

test('-w reports a proxy: over http, and over a tunnel', async () => {
  const { server: tls } = certificates();
  const plain = await answering();
  const secure = await httpServer(response => response.end('x'), { key: tls.key, cert: tls.cert });
  const [open, overTls] = [await httpProxy(), await httpProxy(undefined, tls)];
  const word =
    '%{proxy_used} %{http_connect} %{proxy_ssl_verify_result} %{ssl_verify_result} %{http_code} %{num_certs}';
  const through = async (proxy: string, port: number, url: string) =>
    (await runProgram(['GET', url, '-x', `${proxy}://localhost:${port}`, '-k', '-p', '', '-s', '-w', word])).stdout;
  expect(await through('http', open.port, plain.url)).toBe('1 000 0 0 200 0');
  expect(await through('http', open.port, secure.url)).toBe('1 200 0 20 200 1');
  expect(await through('https', overTls.port, plain.url)).toBe('1 000 20 0 200 0');
  expect(await through('https', overTls.port, secure.url)).toBe('1 200 20 20 200 1');
});

test('-w has the certificates, and writes to files', async () => {
  const { server } = certificates();
  const { url } = await httpServer(response => response.end('x'), { key: server.key, cert: server.cert });
  const home = temporaryFolder();
  const format = '%output{certs.pem}%{certs}%output{>>log}%{num_certs} %time{%Y}\\n%{stdout}done';
  const run = () => runProgram(['GET', url, '-k', '-s', '-p', '', '-w', format], { home });
  expect([(await run()).stdout, (await run()).stdout]).toEqual(['done', 'done']);
  const pem = readFileSync(path.join(home, 'certs.pem'), 'utf8');
  expect(pem).toMatch(
    /^Subject:.*\nIssuer:.*\nVersion:2\nSerial Number:[\da-f]+\nSignature Algorithm:ecdsa-with-SHA256\nPublic Key Algorithm:id-ecPublicKey\n(?:X509v3 .*\n)*X509v3 Subject Alternative Name:DNS:localhost, IP Address:127.0.0.1\n(?:X509v3 .*\n)*Start date:.* GMT\nExpire date:.* GMT\nSignature:(?:[\da-f]{2}:)+\n-----BEGIN/,
  );
  expect(pem.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/)?.[0]).toBe(server.cert.trim());
  expect(readFileSync(path.join(home, 'log'), 'utf8')).toMatch(/^(?:\d 20\d\d\n){2}$/);
  const refused = await runProgram(['GET', url, '-k', '-w', '%output{none/there}x'], { home });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
});

withPrograms(['curl', 'openssl'], () => {
  const same =
    'http_code response_code http_version http_connect content_type errormsg exitcode filename_effective method num_certs num_connects num_headers num_redirects redirect_url referer remote_ip remote_port scheme size_download size_header size_upload ssl_verify_result url url_effective urlnum'.split(
      ' ',
    );
  const tls = certificates().server;

  test.each(['rsa:2048', 'ec', 'ed25519'])(
    '-w %%{certs} equals curl’s output for a certificate of %s, except for the format of names',
    async kind => {
      const home = temporaryFolder();
      const [key, cert] = [path.join(home, 'key.pem'), path.join(home, 'cert.pem')];
      const curve = kind === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : [];
      const extensions = [
        'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1,URI:http://a.example/',
        'keyUsage=critical,digitalSignature,keyEncipherment,keyCertSign',
        'extendedKeyUsage=serverAuth,clientAuth,codeSigning',
        'authorityInfoAccess=OCSP;URI:http://ocsp.example/,caIssuers;URI:http://a.example/ca.crt',
        'crlDistributionPoints=URI:http://a.example/1.crl,URI:http://a.example/2.crl',
        'certificatePolicies=2.23.140.1.2.1,1.3.6.1.4.1.44947.1.1.1',
      ].flatMap(each => ['-addext', each]);
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-nodes',
          '-newkey',
          kind,
          ...curve,
          '-subj',
          '/C=DE/CN=localhost',
          '-days',
          '9',
          '-keyout',
          key,
          '-out',
          cert,
          ...extensions,
        ],
        { stdio: 'ignore' },
      );
      const { url } = await httpServer(response => response.end('x'), {
        key: readFileSync(key, 'utf8'),
        cert: readFileSync(cert, 'utf8'),
      });
      const ours = await runProgram(['GET', url, '-k', '-s', '-p', '', '-w', '%{certs}']);
      const theirs = await runProgram(['-sk', '-o', '/dev/null', '-w', '%{certs}', url], { command: ['curl'] });
      const withoutNames = (text: string): string => text.replace(/^(Subject|Issuer):.*$/gm, '$1');
      expect(withoutNames(ours.stdout)).toBe(withoutNames(theirs.stdout));
      expect(ours.stdout.match(/^X509v3/gm)).toHaveLength(8);
    },
  );

  test.each([
    ['-i', ['GET'], []],
    ['-I', ['HEAD'], ['-I']],
  ])('%s -L prints the head of every response, as curl does', async (_, method, ofCurl) => {
    const { url } = await httpServer((response, seen) => {
      response.sendDate = false;
      if (seen.path === '/b') return response.writeHead(200, { 'x-last': '1', 'content-length': 2 }).end('ok');
      return response.writeHead(302, { location: seen.path === '/a' ? '/away' : '/b', 'content-length': 0 }).end();
    });
    const ours = await runProgram([...method, `${url}/a`, '-i', '-L']);
    const theirs = await runProgram(['-s', '-i', '-L', ...ofCurl, `${url}/a`], { command: ['curl'] });
    expect(ours.stdout).toBe(theirs.stdout.replaceAll('\r\n', '\n'));
    expect(ours.stdout.match(/^HTTP/gm)).toHaveLength(3);
  });

  test.each([
    ['an answer', '/a?b=c', [], []],
    ['redirects that are followed', '/away', ['-L'], ['-L']],
    ['a redirect that is not', '/away', [], []],
    ['a body that was packed', '/zipped', [], ['--compressed']],
    [
      'a body that is sent',
      '/a',
      ['-d', 'abc', '-H', 'Referer: http://r.example/'],
      ['-d', 'abc', '-e', 'http://r.example/'],
    ],
    ['a file', '/a', ['-o', 'x.json'], ['-o', 'x.json']],
    ['an untrusted certificate', '/a', ['-k'], ['-k']],
  ])('-w reports %s as curl does', async (name, place, own, ofCurl) => {
    const server = name.includes('certificate')
      ? await httpServer(response => response.end('x'), { key: tls.key, cert: tls.cert })
      : await answering();
    const folder = temporaryFolder();
    const format = `${same.map(each => `${each}=%{${each}}`).join('\\n')}`;
    const method = own.includes('-d') ? 'POST' : 'GET';
    const ours = await runProgram([method, `${server.url}${place}`, ...own, '-w', `\\n${format}`], { folder });
    const theirs = await runProgram(['-s', `${server.url}${place}`, ...ofCurl, '-w', `\\n${format}`], {
      folder,
      command: ['curl'],
    });
    const lines = ({ stdout }: { readonly stdout: string }) => stdout.slice(stdout.indexOf('http_code=')).split('\n');
    expect(lines(theirs)).toHaveLength(same.length);
    expect(lines(ours)).toEqual(lines(theirs));
  });
});

test('-w has the file chosen by --download, the time of redirects, and the number of attempts', async () => {
  let broken = 1;
  const { url } = await httpServer((response, seen) => {
    if (seen.path === '/away') return response.writeHead(302, { location: '/b' }).end();
    if (broken-- > 0) return response.writeHead(503, { 'retry-after': '0' }).end();
    return response.writeHead(200, { 'content-disposition': 'attachment; filename="b.bin"' }).end('abc');
  });
  const argv = ['GET', `${url}/away`, '-L', '--retry', '2', '--download', '-s', '-w', '%{json}'];
  const told = JSON.parse((await runProgram(argv)).stdout);
  expect(told).toMatchObject({ filename_effective: 'b.bin', num_retries: 1, num_redirects: 1 });
  expect(told.time_redirect).toBeGreaterThan(0);
  expect(told.time_redirect).toBeLessThan(told.time_starttransfer);
});

test('-w also prints without a response, and reads its format from a file', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'format'), '%{http_code} %{exitcode}%{onerror} %{errormsg}');
  const ended = await runProgram(['GET', 'http://127.0.0.1:1/', '-w', '@format'], { home });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/^000 1 .*127\.0\.0\.1:1/);
  writeFileSync(path.join(home, 'format'), '%{nothing}');
  const unknown = await runProgram(['GET', 'http://127.0.0.1:1/', '-w', '@format'], { home });
  expect([unknown.code, unknown.stdout]).toEqual([2, '']);
  expect((await runProgram(['GET', ':1', '-w', '%{http_cod}'])).stderr).toContain('Did you mean %{http_code}?');
});

test('GraphQL has the same variables', async () => {
  const { url } = await httpServer(response => {
    response.setHeader('content-type', 'application/graphql-response+json');
    response.end('{"data":{"a":1}}');
  });
  const run = async (...argv: string[]) => (await runProgram(['graphql', url, '--query', '{ a }', ...argv])).stdout;
  expect(await run('-p', 'B')).toBe('{"query":"{ a }"}\n\n');
  expect(await run('-p', 'h')).toMatch(/^HTTP\/1\.1 200 OK\n(?:.+\n)+\n$/);
  expect(await run('-p', '', '-w', '%{http_code} %{size_download} %{size_upload} %{method}')).toBe('200 16 17 POST');
});

test('--fail shows and saves nothing of a response with 400 or more', async () => {
  const { url } = await answering(404);
  const home = temporaryFolder();
  const run = (...argv: string[]) => runProgram(['GET', url, ...argv], { home });
  const failed = await run('--fail', '-s', '-w', '%{http_code}');
  expect(failed).toMatchObject({ code: 4, stdout: '404' });
  expect(failed.stderr).toContain('The server answered 404 Not Found.');
  const saving = await run('--fail', '-o', 'page');
  expect(saving.code).toBe(4);
  expect(saving.stderr).not.toContain('saved');
  expect((await run('--fail', '-i')).stdout).toMatch(/^HTTP\/1\.1 404 Not Found\n(?:.+\n)+\n$/);
  const { url: good } = await answering();
  expect(await runProgram(['GET', good, '--fail'])).toMatchObject({ code: 0, stdout: '{"a":1}' });
});
