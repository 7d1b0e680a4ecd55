/** A login with a real browser: apiclient opens Chromium, a user logs in, and the page explains how to continue. */

import { chromiumScript } from '../../support/chromium.js';
import { runProgram } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { startAuthorizationServer } from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

withPrograms(['chromium'], () => {
  test('a user logs in with Chromium, and the page asks the user to return to the terminal', async () => {
    const server = await startAuthorizationServer();
    const api = await httpServer(
      (response, seen) => void response.end(seen.headers.authorization ? 'welcome' : 'who?'),
    );
    const { script, page } = chromiumScript();
    const flags = ['--oauth2-auth-url', `${server.url}/auth`, '--oauth2-scope', 'openid', '--oauth2-port', '0'];
    const running = runProgram(['GET', api.url, '--oauth2', `authorization_code:${server.url}/token:app`, ...flags], {
      variables: { BROWSER: script },
    });
    const tab = await page;
    await tab.submitForms();
    expect(await tab.run('document.body.innerText')).toContain('return to the terminal');
    // The policy allows only the page's own style.
    expect(await tab.run('getComputedStyle(document.querySelector("main")).borderRadius')).toBe('12px');
    await tab.close();
    expect(await running).toMatchObject({ code: 0, stdout: 'welcome' });
    await server.close();
  });
});
