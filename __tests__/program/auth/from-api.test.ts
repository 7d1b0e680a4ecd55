/** Login after a 401: the API's metadata, client registration, and `auth login`. */
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

/** An API that links its metadata in its 401. */
async function api() {
  const server = await httpServer((response, { path }) => {
    const { url } = server;
    if (path !== '/metadata') {
      const challenge = `Bearer resource_metadata="${url}/metadata", scope="read write"`;
      return response.writeHead(401, { 'www-authenticate': challenge }).end('no');
    }
    return response.end(
      JSON.stringify({
        resource: `${url}/v1`,
        authorization_servers: ['https://login.example/a b'],
        scopes_supported: ['x'],
      }),
    );
  });
  return server;
}

test('without a terminal a 401 with resource_metadata prints a line, and nothing is fetched', async () => {
  const { seen, url } = await api();
  const ended = await runProgram(['GET', `${url}/v1/me`]);
  expect(ended.stderr).toContain(`The API names its authorization server at ${url}/metadata`);
  expect(seen).toHaveLength(1);
});

test('on a terminal the metadata is fetched after a prompt, and the command is printed', async () => {
  const { seen, url } = await api();
  const no = startInTerminal(['GET', `${url}/v1/me`], { columns: 200 });
  await no.untilShown('Look it up? [y/N]');
  no.write('n\r');
  await no.ended;
  expect(seen).toHaveLength(1);
  const yes = startInTerminal(['GET', `${url}/v1/me`], { columns: 200 });
  await yes.untilShown('Look it up? [y/N]');
  yes.write('y\r');
  await yes.untilShown('resource=');
  await yes.ended;
  expect(yes.bytes.replaceAll(/\s+/g, ' ')).toContain(
    `apiclient GET ${url}/v1/me --oauth2 authorization_code::CLIENT_ID --oauth2-issuer 'https://login.example/a b' --oauth2-scope 'read write' --oauth2-param resource=${url}/v1`,
  );
});

test('auth register creates a public client (RFC 7591) and prints the login command', async () => {
  const server = await httpServer((response, { body, path }) => {
    const { url } = server;
    if (path.startsWith('/.well-known')) {
      const metadata = { issuer: url, token_endpoint: `${url}/token`, registration_endpoint: `${url}/register` };
      return response.end(JSON.stringify(metadata));
    }
    return response.writeHead(201).end(JSON.stringify({ ...JSON.parse(body.toString()), client_id: 'new:one' }));
  });
  const ended = await runProgram(['auth', 'register', '--oauth2-issuer', server.url, '--oauth2-scope', 'openid']);
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    client_id: 'new:one',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1:8484/callback'],
    scope: 'openid',
  });
  expect(ended.stderr).toContain(`public client new:one`);
  expect(ended.stderr).toContain(
    `apiclient auth login --oauth2 authorization_code::new%3Aone --oauth2-issuer ${server.url} --oauth2-scope openid`,
  );
});

test('auth register if the server rejects registrations, or no server is named', async () => {
  const server = await httpServer(response => {
    const { url } = server;
    response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token` }));
  });
  const none = await runProgram(['auth', 'register', '--oauth2-issuer', server.url]);
  expect([none.code, none.stderr]).toEqual([
    7,
    expect.stringContaining('does not advertise a client registration endpoint'),
  ]);
  const unnamed = await runProgram(['auth', 'register']);
  expect([unnamed.code, unnamed.stderr]).toEqual([
    2,
    expect.stringContaining('auth register needs an authorization server'),
  ]);
});

test('auth login only logs in: no token is printed, and the next request has it', async () => {
  const server = await httpServer(response => response.end('{"access_token":"hidden","expires_in":600}'));
  const home = temporaryFolder();
  const flags = ['--oauth2', `client_credentials:${server.url}:m:s`];
  const first = await runProgram(['auth', 'login', ...flags], { home });
  expect([first.code, first.stdout]).toEqual([0, '']);
  expect(first.stderr).toMatch(/Logged in and stored the token\. The token expires at .* UTC\.\n$/);
  expect((await runProgram(['auth', 'login', ...flags], { home })).stderr).toContain('Logged in already');
  expect((await runProgram(['auth', 'token', ...flags], { home })).stdout).toBe('hidden\n');
  expect(server.seen).toHaveLength(1);
  const bare = await runProgram(['auth', 'login'], { home });
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('apiclient auth login --oauth2')]);
});

test('a rejected GraphQL operation also offers the login, after the error, and the exit code is unchanged', async () => {
  const { seen, url } = await api();
  const ended = await runProgram(['graphql', `${url}/v1/graphql`, '--query', '{ me }']);
  expect(ended.code).not.toBe(0);
  const [wrong, where] = ['401', `The API names its authorization server at ${url}/metadata`].map(words =>
    ended.stderr.indexOf(words),
  );
  expect(wrong).toBeGreaterThan(-1);
  expect(where).toBeGreaterThan(wrong ?? 0);
  expect(seen).toHaveLength(1);
  const yes = startInTerminal(['graphql', `${url}/v1/graphql`, '--query', '{ me }'], { columns: 200 });
  await yes.untilShown('Look it up? [y/N]');
  yes.write('y\r');
  await yes.untilShown('resource=');
  expect((await yes.ended).code).toBe(ended.code);
  expect(yes.bytes.replaceAll(/\s+/g, ' ')).toContain(
    `apiclient graphql ${url}/v1/graphql --oauth2 authorization_code::CLIENT_ID --oauth2-issuer 'https://login.example/a b'`,
  );
});
