/** Trailer fields (RFC 9110 6.5), over both versions of HTTP. */
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const trailing = () =>
  httpServer(response => {
    response.writeHead(200, { trailer: 'X-Sum, X-Odd', 'content-type': 'text/plain' });
    response.write('body');
    response.addTrailers({ 'X-Sum': 'abc', 'X-Odd': 'a\u00e9' });
    response.end();
  });

test('-i and -v print trailers after the body, --meta includes them, and otherwise they are not printed', async () => {
  const { url } = await trailing();
  const home = temporaryFolder();
  const run = async (...more: string[]) => (await runProgram(['GET', url, ...more], { home })).stdout;
  expect(await run()).toBe('body');
  expect(await run('-i')).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*\n\nbody\n\nX-Sum: abc\nX-Odd: .+\n$/);
  expect(await run('-v')).toMatch(/^GET \/ [\s\S]*\n\nbody\n\nX-Sum: abc\nX-Odd: .+\n$/);
  expect(await run('-i', '-o', 'file', '--meta', 'meta.json')).toMatch(/\n\nX-Sum: abc\nX-Odd: .+\n$/);
  expect(readFileSync(path.join(home, 'file'), 'utf8')).toBe('body');
  expect(JSON.parse(readFileSync(path.join(home, 'meta.json'), 'utf8')).trailers[0]).toEqual(['X-Sum', 'abc']);
});

test('a response without trailers has no empty line for them', async () => {
  const { url } = await httpServer(response => response.end('body'));
  expect((await runProgram(['GET', url, '-i'])).stdout).toMatch(/\n\nbody$/);
});

test('trailers over HTTP/2 are printed, and cannot control a terminal', async () => {
  const { key, cert } = certificates().server;
  const server = createSecureServer({ key, cert }).on('stream', stream => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': 'abc\u009b2J' }));
    stream.end('body');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const { stdout } = await runProgram(['GET', url, '-4', '-k', '--http2', '-i']);
  server.close();
  expect(stdout).toMatch(/\n\nbody\n\nx-sum: abc/);
  expect(stdout).not.toContain('\u009b');
});

test('trailers of a GraphQL response: -i, -v and --meta', async () => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { trailer: 'X-Sum', 'content-type': 'application/json' });
    response.write('{"data":{"a":1}}');
    response.addTrailers({ 'X-Sum': 'abc' });
    response.end();
  });
  const ask = async (...more: string[]) =>
    (await runProgram(['graphql', url, '--query', '{ a }', '--no-validate', ...more])).stdout;
  expect(await ask()).toBe('{"data":{"a":1}}');
  expect(await ask('-i')).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*\n\n\{"data":\{"a":1\}\}\n\nX-Sum: abc\n$/);
  expect(await ask('-v')).toMatch(/\}\n\nX-Sum: abc\n$/);
  expect(JSON.parse(await ask('-o', '/dev/null', '--meta', '-'))).toMatchObject({ trailers: [['X-Sum', 'abc']] });
});
