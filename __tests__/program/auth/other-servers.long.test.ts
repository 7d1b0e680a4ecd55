/**
 * Logins at third-party authorization servers, by a user in Chromium: the code with PKCE, storing and renewing the token, a
 * denied login, a machine, and logging out.
 */
import { type ChromiumPage, chromiumScript } from '../../support/chromium.js';
import { type Ended, runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { closeServers } from '../../support/servers/http-server.js';
import { startJmondi } from '../../support/servers/jmondi-server.js';
import { startNodeOAuth } from '../../support/servers/node-oauth-server.js';
import type { Provider } from '../../support/servers/provider-front.js';

afterEach(closeServers);

interface Candidate {
  readonly name: string;
  readonly start: () => Promise<Provider>;
  readonly person: (url: string) => readonly string[];
  readonly machine: (url: string) => readonly string[];
}

const candidates: readonly Candidate[] = [
  {
    name: '@node-oauth/oauth2-server',
    start: startNodeOAuth,
    person: url => ['--oauth2', `authorization_code:${url}/token:desk`, '--oauth2-auth-url', `${url}/authorize`],
    machine: url => ['--oauth2', `client_credentials:${url}/token:machine:env:SECRET`],
  },
  {
    name: '@jmondi/oauth2-server',
    start: startJmondi,
    person: url => ['--oauth2', 'authorization_code::web:env:SECRET', '--oauth2-issuer', url],
    machine: url => ['--oauth2', 'client_credentials::web:env:SECRET', '--oauth2-issuer', url],
  },
];

const variables = { SECRET: 's3cret' };

/** Runs a command whose login is done in Chromium, where `work` performs the user's actions. */
async function inChromium(
  argv: readonly string[],
  home: string,
  work: (page: ChromiumPage) => Promise<void>,
): Promise<Ended> {
  const { page, script } = chromiumScript();
  const running = runProgram([...argv, '--oauth2-port', '0'], { home, variables: { ...variables, BROWSER: script } });
  const tab = await page;
  try {
    await work(tab);
  } finally {
    await tab.close();
  }
  return running;
}

withPrograms(['chromium'], () => {
  describe.each(candidates)('$name', ({ machine, person, start }) => {
    test('a login is stored, renewed when its token has expired, and removed', async () => {
      const server = await start();
      const { expire, granted, logins, url } = server;
      const home = temporaryFolder();
      const login = [...person(url), '--oauth2-scope', 'read'];
      const first = await inChromium(['GET', `${url}/me`, ...login], home, async page => {
        expect(await page.run('document.body.innerText')).toContain('wants to come in');
        await page.submitForms();
        expect(await page.run('document.body.innerText')).toContain('return to the terminal');
      });
      expect([first.code, JSON.parse(first.stdout || '{}'), first.stderr]).toEqual([
        0,
        { name: 'jane' },
        expect.not.stringContaining('apiclient:'),
      ]);
      const run = (argv: readonly string[]) => runProgram(argv, { home, variables });
      expect(await run(['GET', `${url}/me`, ...login])).toMatchObject({ code: 0, stderr: '' });
      expect(granted).toEqual(['authorization_code']);
      // The API rejects the token: it is refreshed once, the new refresh token is stored, and used the next time.
      for (const more of [1, 2]) {
        expire();
        const again = await run(['GET', `${url}/me`, ...login]);
        expect([again.stderr, again.code, JSON.parse(again.stdout || '{}')]).toEqual(['', 0, { name: 'jane' }]);
        expect(granted).toEqual(['authorization_code', ...Array(more).fill('refresh_token')]);
      }
      expect(logins()).toBe(1);
      expect((await run(['auth', 'status'])).stdout).toMatch(/scope read · .* · renewable\n$/);
      const logout = await run(['auth', 'logout', '--force', ...login]);
      expect([logout.code, logout.stderr]).toEqual([0, expect.stringMatching(/emoved 1 token/)]);
      expect((await run(['auth', 'status'])).stderr).toContain('No tokens are stored');
    });

    test('denying a login ends it with the reason', async () => {
      const { granted, url } = await start();
      const ended = await inChromium(['GET', `${url}/me`, ...person(url)], temporaryFolder(), async page => {
        const loaded = page.loaded();
        await page.run('document.querySelector("button[value=deny]").click()');
        await loaded;
        expect(await page.run('document.body.innerText')).not.toContain('return to the terminal');
      });
      expect([ended.code, ended.stdout, ended.stderr]).toEqual([7, '', expect.stringContaining('access_denied')]);
      expect(granted).toEqual([]);
    });

    test('a machine gets a token; a wrong secret is reported', async () => {
      const { granted, url } = await start();
      const run = (SECRET: string) =>
        runProgram(['GET', `${url}/me`, ...machine(url), '--oauth2-no-cache'], { variables: { SECRET } });
      const got = await run('s3cret');
      expect([got.code, got.stdout]).toEqual([0, expect.stringContaining('"machine"')]);
      expect(granted).toEqual(['client_credentials']);
      const wrong = await run('wrong');
      expect([wrong.code, wrong.stderr]).toEqual([7, expect.stringContaining('invalid_client')]);
    });
  });

  test('@jmondi/oauth2-server: introspection at the server, and revocation by logout', async () => {
    const { url } = await startJmondi();
    const home = temporaryFolder();
    const login = ['--oauth2', 'authorization_code::web:env:SECRET', '--oauth2-issuer', url];
    const first = await inChromium(['auth', 'token', ...login], home, page => page.submitForms());
    expect(first.code).toBe(0);
    const run = (argv: readonly string[]) => runProgram(argv, { home, variables });
    const known = await run(['auth', 'introspect', ...login]);
    expect([known.code, JSON.parse(known.stdout)]).toEqual([0, expect.objectContaining({ active: true, sub: 'jane' })]);
    expect((await run(['auth', 'logout', ...login])).stderr).toContain('Revoked and removed 1 token.');
    const me = await run(['GET', `${url}/me`, '--bearer', first.stdout.trim()]);
    expect(me.stdout + me.stderr).toMatch(/401/);
  });
});
