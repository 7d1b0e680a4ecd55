/** Servers that repeat the query in Location, as most do when they add a slash. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';

afterEach(closeServers);

test('an API key echoed in a redirect is in no log, no summary and not in the output of -v', async () => {
  const { url, seen } = await httpServer((response, { path: asked }) => {
    if (asked.startsWith('/a/')) response.end('done');
    else response.writeHead(301, { location: asked.replace('/a', '/a/') }).end();
  });
  const folder = temporaryFolder();
  const argv = ['GET', `${url}/a?q=1`, '-L', '-v', '-K', 'key=s3 cret', '--debug-log', 'log', '--meta', 'meta'];
  const { code, stdout, stderr } = await runProgram(argv, { folder });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/s3.{0,3}cret/);
  expect(stdout).toContain('location: /a/?q=1&key=••••\n');
  expect(stdout).not.toMatch(/s3.{0,3}cret/);
  expect(seen[1]?.path).toBe('/a/?q=1&key=s3%20cret');
  for (const file of ['log', 'meta']) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain('/a/?q=1');
    expect(text).not.toMatch(/s3.{0,3}cret/);
  }
});

describe('any secret that a server echoes in a header', () => {
  const key = 'k3y/with+odd &signs';
  const echoes = {
    'X-Auth-Seen': 'Bearer t0ken-of-mine',
    'X-Next': `/login?back=${encodeURIComponent(`/a?key=${encodeURIComponent(key)}`)}`,
    Link: `</a?page=2&key=${new URLSearchParams([['k', key]]).toString().slice(2)}>; rel="next"`,
    'Set-Cookie': ['sid=c00kie-value; Path=/', 'other=new-value'],
    'X-City': Buffer.from('M\u00fcnchen').toString('latin1'),
  };
  const secrets = /t0ken-of-mine|k3y.*signs|c00kie-value/;
  const run = async (...flags: string[]) => {
    const { url } = await httpServer(response => response.writeHead(200, echoes).end());
    const argv = ['GET', `${url}/a`, '-K', `key=${key}`, '-B', 't0ken-of-mine', '-b', 'sid=c00kie-value', ...flags];
    return (await runProgram(argv)).stdout;
  };

  test('-v masks it, as in the request, and leaves other values unchanged', async () => {
    const shown = await run('-v');
    expect(shown).not.toMatch(secrets);
    for (const line of [
      'X-Auth-Seen: Bearer ••••',
      'X-Next: /login?back=%2Fa%3Fkey%3D••••',
      'Link: </a?page=2&key=••••>; rel="next"',
      'Set-Cookie: sid=••••; Path=/',
      'Set-Cookie: other=new-value',
      'X-City: M\u00fcnchen',
    ]) {
      expect(shown).toContain(`\n${line}\n`);
    }
  });

  test('-i prints the head as received', async () => {
    const shown = await run('-i');
    expect(shown).toContain('X-Auth-Seen: Bearer t0ken-of-mine\n');
    expect(shown).toContain(`Link: ${echoes.Link}\n`);
    expect(shown).toContain('X-City: M\u00fcnchen\n');
  });
});

test.each([6, 4_000, 36_000])('with a realm of %d characters the password is still masked', async length => {
  const realm = 'r'.repeat(length);
  const { url } = await httpServer((response, { headers }) => {
    if (headers.authorization) response.writeHead(302, { location: '/elsewhere' }).end('in');
    else response.writeHead(401, { 'www-authenticate': `Digest realm="${realm}", nonce="n", qop="auth"` }).end();
  });
  const folder = temporaryFolder();
  const argv = ['GET', url, '--digest', '-u', 'ada:c0rrect-h0rse', '-v', '--debug-log', 'log', '--meta', 'meta'];
  const { code, stdout, stderr } = await runProgram(argv, { folder });
  expect([code, stderr.slice(0, 500)]).toEqual([0, expect.not.stringMatching(/bug|h0rse/)]);
  // The server may reject such a long head; its description is masked anyway.
  expect(stdout).toContain('Authorization: ');
  for (const text of [stdout, ...['log', 'meta'].map(file => readFileSync(path.join(folder, file), 'utf8'))]) {
    expect(text).not.toContain('h0rse');
  }
});

test('a rejected subject token of 36 kB is not in any message', async () => {
  const token = `${'t'.repeat(36_000)}-hush`;
  const { url } = await httpServer((response, { body }) => {
    const said = new URLSearchParams(body.toString()).get('subject_token') ?? '';
    response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description: `not ${said}` }));
  });
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'token'), token);
  const flags = ['--oauth2', `token_exchange:${url}/token:me:s`, '--oauth2-subject-token', 'file:token', '-v'];
  const { code, stderr } = await runProgram(['GET', url, ...flags, '--debug-log', 'log'], { folder });
  expect([code, stderr.slice(0, 500)]).toEqual([7, expect.stringContaining('not ••••')]);
  expect(stderr).not.toMatch(/hush|bug/);
  expect(readFileSync(path.join(folder, 'log'), 'utf8')).not.toContain('hush');
});
