/** A login with the OAuth form in a terminal: tested, saved as a profile, and restored from it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { startInTerminal } from '../../support/terminal.js';
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

/** A simulated user approves the login on the page, and is redirected to us. */
async function allow(page: URL): Promise<void> {
  const form = { method: 'POST', body: new URLSearchParams({ choice: 'allow' }), redirect: 'manual' } as const;
  const back = (await fetch(page, form)).headers.get('location') ?? '';
  expect((await fetch(back)).status).toBe(200);
}

const row = (title: string, value: string): string => `${title.padEnd(27)}${value}`;

test('in the terminal: a login without PKCE, with a parameter and a free port, is tested, saved as a profile and restored from it', async () => {
  const home = temporaryFolder();
  const { origin } = new URL(demo.graphqlUrl);
  const terminal = await openScreen(demo.graphqlUrl, { home });
  terminal.write(`Ho\t${origin}/oauth/token\t${origin}/oauth/authorize\tdemo-public`);
  await terminal.untilShown('demo-public');
  terminal.write('\t\t\t\t\r');
  await terminal.untilShown('Parameter');
  terminal.write('\t\t\taudience=the-shop\totp_secret=s3cr3t\t\t\t\t0');
  await terminal.untilShown(row('Callback port', '0'));
  terminal.write('\t\t\t\t\t\x1b[C\t\x1b[C\x14');
  await terminal.untilShown('Or paste the redirect URL');
  terminal.write('\x0f');
  await terminal.untilScreen(() => terminal.effects.some(each => each.startsWith('osc 52 ')));
  const copied = terminal.effects.find(each => each.startsWith('osc 52 '))?.split(';')[1] ?? '';
  const page = new URL(Buffer.from(copied, 'base64').toString('utf8'));
  const asked = Object.fromEntries(page.searchParams);
  expect(asked).toMatchObject({ audience: 'the-shop', otp_secret: 's3cr3t' });
  expect(asked).not.toHaveProperty('code_challenge');
  expect(asked.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect(asked.redirect_uri).not.toContain(':8484');
  await allow(page);
  await terminal.untilShown('200: the server accepts the login.');
  terminal.write('\r');
  await terminal.untilShown('Auth         OAuth demo-public');
  terminal.write('q:save as profile\r');
  await terminal.untilShown('Profile name');
  terminal.write('mine\r');
  await terminal.untilShown('as @mine in');
  const { profiles } = JSON.parse(readFileSync(path.join(home, '.config/apiclient/config.json'), 'utf8'));
  expect(profiles.mine.flags).toEqual({
    oauth2: `authorization_code:${origin}/oauth/token:demo-public`,
    'oauth2-auth-url': `${origin}/oauth/authorize`,
    'oauth2-param': 'audience=the-shop',
    'oauth2-port': '0',
    'oauth2-no-pkce': true,
    'no-browser': true,
  });
  // The secret is not in the profile, so this is a different login from the stored one.
  const again = startInTerminal(['graphql', '@mine'], { columns: 120, rows: 40, home });
  await again.untilShown('Or paste the URL');
  const shown = again.screen().replaceAll('\n', '');
  await allow(new URL(/http:\S+?(?=If the browser)/.exec(shown)?.[0] ?? ''));
  await again.untilShown('books');
  again.write('H\r');
  await again.untilShown(row('Parameter', 'audience=the-shop'));
  await again.untilShown(row('Without PKCE', '[x]'));
});
