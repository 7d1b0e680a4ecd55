/** An API that requires a stronger login (RFC 9470), on the screen; and the account of a tab's login. */
import { documentLine, documentTabs } from '../../../source/tui/app/bars/document-bar.js';
import { oauthOptions } from '../../support/oauth.js';
import { Screen, theme } from '../support.js';

const oauth2 = oauthOptions({ flow: 'authorization_code', clientId: 'app', tokenUrl: 'https://a.example/t' });

test('all tabs of a login are named by the account of its ID token, until the login changes', () => {
  const auth = { apiKeys: [], oauth2 };
  const screen = new Screen({ query: '{ hello }', identity: { auth, headers: [] } }).press('ctrl+t');
  screen.do({ type: 'identity/account', login: oauth2, account: 'jane@a.example' }).press('ctrl+t');
  const ada = { ...oauth2 };
  screen.do({ type: 'identity/auth', auth: { apiKeys: [], oauth2: ada } });
  expect(documentTabs(screen.state).map(({ account }) => account)).toEqual([
    ...['jane@a.example', 'jane@a.example'],
    expect.stringContaining('OAuth'),
  ]);
  screen.do({ type: 'identity/account', login: ada, account: 'ada@a.example' });
  const bar = documentLine(documentTabs(screen.state), screen.state.tabs.at, 120, theme).map(span => span.text);
  expect(bar.join('').trim()).toBe('1 hello (jane@a.example)  2 new (jane@a.example) [3 new (ada@a.example)]');
});
