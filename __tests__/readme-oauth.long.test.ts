/**
 * The logins of the README and of the manual, each run to its end as it stands there: on the demo API, or, where it names `login.example.com`, on an
 * authorization server at which `my-id` is the client that the line needs. Only ports and hosts are others.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importJWK, jwtVerify } from 'jose';
import { isFailure } from '../source/core/failure.js';
import { type Demo, startDemo } from '../source/demo/start.js';
import { browserScript } from './support/browser-script.js';
import { chromiumScript } from './support/chromium.js';
import { runProgram, temporaryFolder } from './support/program.js';
import { withPrograms } from './support/programs.js';
import { isLogin, manualCommands, readmeCommands } from './support/readme-commands.js';
import { type AuthorizationServer, Person, startAuthorizationServer } from './support/servers/authorization-server.js';
import { closeServers, httpServer } from './support/servers/http-server.js';
import { callsIn } from './support/shells/shell-words.js';
import { closeTerminals, startInTerminal } from './support/terminal.js';

const examples = [...readmeCommands, ...manualCommands].filter(isLogin);
const atDemo = examples.filter(line => !line.includes('login.example.com'));
const atProvider = examples.filter(line => line.includes('login.example.com'));
afterEach(closeServers);
afterEach(closeTerminals);

test('there are some of each', () => {
  expect(atDemo.length + atProvider.length).toBeGreaterThan(13);
  expect(Math.min(atDemo.length, atProvider.length)).toBeGreaterThan(3);
});

/** The answer of the login page comes to a port that is free, where a person takes part. */
const freePort = (argv: readonly string[]): readonly string[] =>
  argv.some(word => word.startsWith('authorization_code:')) ? ['--oauth2-port', '0'] : [];

/** Runs a line, with a person at its browser or at another device. */
async function run(argv: readonly string[], home: string, variables: Readonly<Record<string, string>>) {
  const words = [...argv, ...freePort(argv)];
  if (!argv.some(word => word.startsWith('device_code:'))) {
    const browser = { ...variables, ...browserScript().variables };
    return runProgram(words, { home, folder: home, variables: browser });
  }
  const terminal = startInTerminal(words, { home, variables, columns: 200 });
  await terminal.untilShown('user_code=');
  await new Person().open(/http\S+user_code=\S+/.exec(terminal.history())?.[0] ?? '');
  const { code } = await terminal.ended;
  return { code, stdout: terminal.history(), stderr: '' };
}

describe('on the demo API', () => {
  let demo: Demo;
  beforeAll(async () => {
    const started = await startDemo({ port: 0 });
    if (isFailure(started)) throw new Error(started.text);
    demo = started;
  });
  afterAll(() => demo.close());

  test.each(atDemo)('%s', async line => {
    const variables = { SECRET: 'demo-secret', PASSWORD: 'secret123', TOKEN: 'demo-token' };
    const calls = callsIn(line);
    expect(calls).not.toEqual([]);
    for (const argv of calls) {
      const here = argv.map(word => word.replaceAll(':4000', `:${new URL(demo.url).port}`));
      const { code, stdout, stderr } = await run(here, temporaryFolder(), variables);
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      if (argv[0] === 'GET') expect(stdout).toContain('holder of a token');
    }
  });

  withPrograms(['chromium'], () => {
    test.each(atDemo.filter(line => line.includes('authorization_code:')))('in Chromium: %s', async line => {
      const [argv = []] = callsIn(line);
      const here = [...argv, ...freePort(argv)].map(word => word.replaceAll(':4000', `:${new URL(demo.url).port}`));
      const { script, page } = chromiumScript();
      const running = runProgram(here, { variables: { BROWSER: script } });
      const tab = await page;
      try {
        expect(await tab.run('document.body.innerText')).toContain('wants to use the demo API');
        const loaded = tab.loaded();
        await tab.run('document.querySelector("button[value=allow]").click()');
        await loaded;
        expect(await tab.run('document.body.innerText')).toContain('return to the terminal');
      } finally {
        await tab.close();
      }
      const { code, stdout } = await running;
      expect([code, stdout]).toEqual([0, expect.stringContaining('holder of a token')]);
    });
  });
});

describe('at a provider', () => {
  const secret = 'a secret that is long enough for HS256';
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = key.publicKey.export({ format: 'jwk' });
  const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const bearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const person = {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['http://127.0.0.1/callback'],
  };
  const machine = { client_secret: secret, redirect_uris: [], response_types: [] };
  const signs = {
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [jwk] },
  };

  /** The value of `my-id` for a line. */
  function clientFor(line: string): object {
    if (line.includes('token_exchange')) return { ...machine, grant_types: [exchange] };
    if (line.includes('jwt_bearer')) return { ...machine, ...signs, grant_types: [bearer] };
    if (line.includes('client_credentials')) return { ...machine, grant_types: ['client_credentials'] };
    return { ...person, ...(line.includes('client-key') ? signs : { token_endpoint_auth_method: 'none' }) };
  }

  const provider = (line: string): Promise<AuthorizationServer> =>
    startAuthorizationServer({
      clients: [{ client_id: 'my-id', ...clientFor(line) }],
      configuration: {
        clientAuthMethods: ['client_secret_basic', 'private_key_jwt', 'none'],
        acrValues: ['urn:mfa'],
        features: {
          dPoP: { enabled: true },
          pushedAuthorizationRequests: { enabled: true },
          claimsParameter: { enabled: true },
        },
      },
      prepare(server, url) {
        const token = { token_type: 'Bearer', expires_in: 60 };
        server.registerGrantType(
          exchange,
          async context => {
            const { subject_token: subject, audience } = context.oidc.params;
            context.body = { ...token, access_token: `${subject}-for-${audience}` };
          },
          ['subject_token', 'subject_token_type', 'audience'],
        );
        server.registerGrantType(
          bearer,
          async context => {
            const audience = [url, `${url}/token`];
            const known = await importJWK(jwk, 'ES256');
            const { payload } = await jwtVerify(context.oidc.params.assertion ?? '', known, { audience });
            context.body = { ...token, access_token: `for-${payload.sub}` };
          },
          ['assertion'],
        );
      },
    });

  test.each(atProvider)('%s', async line => {
    const server = await provider(line);
    const api = await httpServer((response, { headers }) => response.end(String(headers.authorization)));
    const home = temporaryFolder();
    const files = { 'key.pem': key.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'refresh.txt': '' };
    if (line.includes('refresh.txt')) files['refresh.txt'] = await refreshToken(server);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, name), text);
    const variables = { SECRET: secret, TOKEN: 'mine' };
    try {
      for (const argv of callsIn(line)) {
        const here = argv.map(word =>
          word.replaceAll('https://login.example.com', server.url).replaceAll('https://api.example.com', api.url),
        );
        const { code, stdout, stderr } = await run(here, home, variables);
        expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
        if (argv[0] === 'GET') expect(stdout).toMatch(/^(?:Bearer|DPoP) \S+$/);
        else expect(stdout).toMatch(/"sub"|"active": true/);
      }
    } finally {
      await server.close();
    }
  });

  /** One that the server gave somebody who has logged in before. */
  async function refreshToken(server: AuthorizationServer): Promise<string> {
    const home = temporaryFolder();
    const login = ['auth', 'token', '--oauth2', 'authorization_code::my-id', '--oauth2-issuer', server.url];
    const ended = await run([...login, '--oauth2-scope', 'openid'], home, {});
    expect(ended.code).toBe(0);
    const file = path.join(home, '.local/state/apiclient/tokens.json');
    expect(existsSync(file)).toBe(true);
    const [kept] = Object.values(JSON.parse(readFileSync(file, 'utf8')).tokens) as { refresh_token: string }[];
    return kept?.refresh_token ?? '';
  }
});
