/** No OAuth secret of any kind is in the output or in files, whatever the server does. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { scriptedServer } from '../../support/servers/websocket-server.js';

afterEach(closeServers);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
const jwtOf = (claims: object): string =>
  [{ alg: 'none' }, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const given = {
  client: 'hush-client-secret',
  subject: 'hush-subject-token',
  assertion: `${jwtOf({ sub: 'hush' })}.hush-signature`,
  refresh: 'hush-refresh-token',
  password: 'hush-pass:word',
};
const issued = {
  access_token: 'hush-access-token',
  refresh_token: 'hush-rotated-token',
  id_token: `${jwtOf({ sub: 'ada' })}.hush-id-signature`,
};

/** The ways to request a token, each with separate secrets. */
const flows: readonly (readonly [name: string, flow: string, ...flags: string[]])[] = [
  ['a client secret', 'client_credentials'],
  ['a client secret in the body', 'client_credentials', '--oauth2-client-auth', 'post'],
  ['a JWT by the secret', 'client_credentials', '--oauth2-client-auth', 'client_secret_jwt'],
  ['a JWT by a key, and DPoP', 'client_credentials', '--oauth2-client-key', 'key.pem', '--oauth2-dpop'],
  ['a password', 'password', '--oauth2-username', 'ada', '--oauth2-password', 'env:PASSWORD'],
  ['a token that is exchanged', 'token_exchange', '--oauth2-subject-token', 'env:SUBJECT'],
  ['an assertion', 'jwt_bearer', '--oauth2-assertion', 'file:assertion'],
  ['a refresh token', 'refresh_token', '--oauth2-refresh-token', 'file:refresh'],
];

/** The command lines of all running processes, if the system shows them. */
function runningTitles(): readonly string[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc').flatMap(id => {
    try {
      return /^\d+$/.test(id) ? [readFileSync(`/proc/${id}/cmdline`, 'latin1')] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** All output and files of a run except the token cache; and the command lines of it and its children. */
async function everything(flow: string, flags: readonly string[], kind: 'good' | 'echoing') {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'key.pem'), pem);
  writeFileSync(path.join(home, 'assertion'), given.assertion);
  writeFileSync(path.join(home, 'refresh'), given.refresh);
  const sent: string[] = [];
  const titles: string[] = [];
  const server = await httpServer((response, { body, headers, path: at }) => {
    titles.push(...runningTitles());
    const { authorization = '', dpop = '' } = headers;
    const form = new URLSearchParams(body.toString());
    sent.push(String(dpop), form.get('client_assertion') ?? '');
    if (at !== '/token') {
      response.writeHead(401, { 'www-authenticate': `Bearer error="x", error_description="${authorization}"` });
      response.end('no');
    } else if (kind === 'good') {
      response.end(JSON.stringify({ ...issued, token_type: dpop ? 'DPoP' : 'Bearer', expires_in: 600 }));
    } else {
      const secret = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
      response
        .writeHead(400)
        .end(
          JSON.stringify({ error: 'invalid_request', error_description: `${secret} ${[...form.values()].join(' ')}` }),
        );
    }
  });
  const argv = ['GET', `${server.url}/api`, '--oauth2', `${flow}:${server.url}/token:me:env:SECRET`, ...flags];
  const variables = { SECRET: given.client, SUBJECT: given.subject, PASSWORD: given.password };
  const ended = await runProgram([...argv, '-v', '--debug-log', 'log'], { home, variables });
  const status = kind === 'good' ? await runProgram(['auth', 'status'], { home }) : { stdout: '' };
  const state = path.join(home, '.local/state/apiclient');
  const left = readdirSync(state, { recursive: true, encoding: 'utf8' });
  const files = left
    .filter(file => !['tokens.json', 'install.key'].includes(file))
    .map(file => `${file}\n${readFileSync(path.join(state, file), 'utf8')}`);
  const said = [
    ended.stdout,
    ended.stderr,
    status.stdout,
    readFileSync(path.join(home, 'log'), 'utf8'),
    ...files,
    ...left,
  ];
  return {
    code: ended.code,
    text: said.join('\n'),
    titles: titles.join('\n'),
    sent: sent.filter(Boolean),
    stderr: ended.stderr,
  };
}

test.each([
  ['to', 'Sorry, to: none goes to town', 'Sorry, ••••: none goes •••• town'],
  ['a', 'a is a wrong password', '•••• is •••• wrong password'],
  ['error', 'errors are no error', 'errors are no ••••'],
  ['server', 'server, or servers', '••••, or ••••s'],
  ['request', 'bad request=request&x', 'bad ••••=••••&x'],
  ['invalid_grant', 'it was invalid_grant', 'it was ••••'],
  ['p$^.*(w', 'not p$^.*(w but p$^.*(ww', 'not •••• but ••••w'],
])('the password %j is masked in server messages, and our own words are unchanged', async (password, said, shown) => {
  const server = await httpServer(response =>
    response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description: said })),
  );
  const flags = ['--oauth2', `password:${server.url}/token:me`, '--oauth2-username', 'ada'];
  const variables = { APICLIENT_OAUTH2_PASSWORD: password };
  const { code, stderr } = await runProgram(['auth', 'token', ...flags], { variables });
  expect(code).toBe(7);
  expect(stderr).toContain(
    `apiclient: The token request to ${server.url}/token failed: the server rejected this grant (invalid_grant). “${shown}”\n`,
  );
  expect(stderr).toContain('Check the user name and the password.');
});

test.each([
  ['a close reason', 4401, 'None here is t0ken-of-mine, or k3y', 'None here is ••••, or ••••'],
  ['a refused upgrade', undefined, 'Unknown: t0ken-of-mine, and k3y of kk3y', 'Unknown: ••••, and •••• of kk3y'],
])('%s that echoes a token and a key reveals neither', async (_, closes, message, shown) => {
  const server = await scriptedServer({
    ...(closes === undefined
      ? {
          onUpgrade: (_request, socket) =>
            socket.end(`HTTP/1.1 403 No\r\nContent-Length: ${message.length}\r\n\r\n${message}`),
        }
      : { onConnection: socket => socket.close(closes, message) }),
  });
  const flags = ['-B', 't0ken-of-mine', '-K', 'key=k3y', '--subscription-protocol', 'graphql-transport-ws'];
  const ended = await runProgram(['graphql', server.url, ...flags, '--query', 'subscription { a }']);
  await server.close();
  expect(ended.code).toBe(7);
  expect(ended.stderr).toContain(shown);
  expect(ended.stderr).not.toContain('t0ken-of-mine');
});

test.each([
  ['the graphql-transport-ws protocol', 'graphql-transport-ws'],
  ['the older protocol', 'graphql-ws'],
])('values of --connection-params are masked in the rejection by %s', async (_, protocol) => {
  const said = 'en: token p4rams-token of an unknown tenant k3y';
  const server = await scriptedServer({
    protocol: () => protocol,
    onMessage: (_message, socket) => {
      if (protocol === 'graphql-ws')
        socket.send(JSON.stringify({ type: 'connection_error', payload: { message: said } }));
      else socket.close(4403, said);
    },
  });
  const params = '{"lang":"en","auth":{"values":["p4rams-token"]},"api_key":"k3y"}';
  const flags = ['--connection-params', params, '--subscription-protocol', protocol];
  const ended = await runProgram(['graphql', server.url, ...flags, '--query', 'subscription { a }']);
  await server.close();
  expect(ended.code).toBe(7);
  expect(ended.stderr).toContain('en: token •••• of an unknown tenant ••••');
});

test.each(flows)('%s stays secret', async (_, flow, ...flags) => {
  const kinds = ['good', 'echoing'] as const;
  const runs = await Promise.all(kinds.map(async kind => ({ kind, ...(await everything(flow, flags, kind)) })));
  for (const { kind, code, sent, stderr, text, titles } of runs) {
    expect([code, stderr]).toEqual([kind === 'good' ? 0 : 7, expect.anything()]);
    const secrets = [...Object.values(given), ...Object.values(issued), ...pem.split('\n').slice(1, -2), ...sent];
    for (const secret of secrets) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
      expect([secret, titles.includes(secret)]).toEqual([secret, false]);
    }
  }
});
