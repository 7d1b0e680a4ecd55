/** An API that requires a stronger login (RFC 9470), on the screen; and the account of a tab's login. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

const schema = 'type Query { hello: String, me: String }';

/** A browser that follows redirects. */
function followingBrowser(): string {
  const script = path.join(temporaryFolder(), 'browser');
  writeFileSync(script, `#!${process.execPath}\nfetch(process.argv[2]).then(found => found.text()).catch(() => {});\n`);
  chmodSync(script, 0o755);
  return script;
}

/** An API and its authorization server. The first login is Jane's. The second, which the API requests, is Ada's. */
async function apiThatSteps() {
  const people = ['jane@a.example', 'ada\x1b]52;c;QQ==\x07@a.example'];
  const logins: URLSearchParams[] = [];
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return Object.assign(
    await httpServer((response, { headers, path: asked }) => {
      const { pathname, searchParams } = new URL(asked, 'http://a.example');
      if (pathname === '/auth') {
        logins.push(searchParams);
        const back = `${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`;
        return response.writeHead(302, { location: back }).end();
      }
      if (pathname === '/token') {
        const claims = { sub: '1', email: people[logins.length - 1], nonce: logins.at(-1)?.get('nonce') };
        const idToken = `${part({ alg: 'none' })}.${part(claims)}.`;
        return response.end(JSON.stringify({ access_token: `t${logins.length}`, id_token: idToken, expires_in: 600 }));
      }
      if (headers.authorization === 'Bearer t2')
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"me":"strong"}}');
      const challenge = 'Bearer error="insufficient_user_authentication", acr_values="urn:mfa", max_age="5"';
      return response.writeHead(401, { 'www-authenticate': challenge }).end('{}');
    }),
    { logins },
  );
}

test('the run logs in again as the API requests, continues with that token, and H shows the account', async () => {
  const server = await apiThatSteps();
  const file = path.join(temporaryFolder(), 'schema.graphql');
  writeFileSync(file, schema);
  const flow = ['--oauth2', `authorization_code:${server.url}/token:app`, '--oauth2-auth-url', `${server.url}/auth`];
  const terminal = startInTerminal(
    ['graphql', `${server.url}/graphql`, '--schema', file, ...flow, '--oauth2-scope', 'openid', '--oauth2-port', '0'],
    { columns: 120, rows: 40, variables: { BROWSER: followingBrowser() } },
  );
  await terminal.untilShown('hello: String');
  terminal.write('2i{ me }\x12');
  await terminal.untilShown('"strong"');
  expect(server.logins.map(asked => [asked.get('acr_values'), asked.get('max_age')])).toEqual([
    [null, null],
    ['urn:mfa', '5'],
  ]);
  terminal.write('\x1bH');
  await terminal.untilShown('as ada');
  expect(terminal.screen()).not.toContain('jane@a.example');
  expect(terminal.effects.filter(each => each.startsWith('osc 52'))).toEqual([]);
});
