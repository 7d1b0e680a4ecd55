/** A login that becomes necessary while the full screen is open. */
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';
import { Screen } from '../support.js';

const demo = demoForTests();

async function open(): Promise<TerminalProgram> {
  const { origin } = new URL(demo.graphqlUrl);
  const flow = `authorization_code:${origin}/oauth/token:demo-public`;
  const terminal = startInTerminal(
    ['--oauth2', flow, '--oauth2-auth-url', `${origin}/oauth/authorize`, '--oauth2-port', '0', '--no-browser'],
    { columns: 100, rows: 30 },
  );
  await terminal.untilShown('URL of a GraphQL endpoint');
  terminal.write(`${demo.graphqlUrl}\r`);
  await terminal.untilShown('━ Log in');
  return terminal;
}

test('the overlay shows the URL, Ctrl-O copies it, and the pasted response logs in', async () => {
  const terminal = await open();
  terminal.write('\x0f');
  await terminal.untilScreen(() => terminal.effects.some(each => each.startsWith('osc 52 ')));
  const copied = terminal.effects.find(each => each.startsWith('osc 52 '))?.split(';')[1] ?? '';
  const page = Buffer.from(copied, 'base64').toString('utf8');
  const answer = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'choice=allow',
    redirect: 'manual',
  });
  const back = answer.headers.get('location') ?? '';
  expect(back).toContain('code=');
  terminal.write(`\x1b[200~${back}\x1b[201~\r`);
  await terminal.untilShown('books: BookConnection');
  expect(terminal.screen()).not.toContain('━ Log in');
  terminal.write('2i{ me { name } }\x12');
  await terminal.untilShown('200 · ');
});

test('a pasted line is passed to the login, and the field is cleared', () => {
  const screen = new Screen();
  screen.do({ type: 'login/show', lines: ['open https://a.example/x'], pastes: true });
  screen.send({ kind: 'paste', text: ' http://127.0.0.1/callback?code=1 ' }).press('enter');
  expect(screen.effects.at(-1)).toEqual({ kind: 'login-answer', text: 'http://127.0.0.1/callback?code=1' });
  screen.press('escape');
  expect(screen.effects.at(-1)).toEqual({ kind: 'login-cancel' });
  expect(screen.state.overlays).toEqual([]);
});

test('Ctrl-C and Ctrl-R cancel the login that a run waits for; without a run, Ctrl-R starts no second one', () => {
  const waiting = (): Screen =>
    new Screen({ query: '{ hello }' })
      .press('ctrl+r')
      .do({ type: 'login/show', lines: ['open https://a.example/x'], pastes: false });
  for (const key of ['ctrl+c', 'ctrl+r']) {
    const screen = waiting().press(key);
    expect(screen.effects.at(-1)).toEqual({ kind: 'login-cancel' });
    expect(screen.state.overlays).toEqual([]);
  }
  const screen = new Screen({ query: '{ hello }' }).do({ type: 'login/show', lines: ['open it'], pastes: true });
  screen.press('ctrl+r');
  expect(screen.asked).toEqual([]);
  expect(screen.notice).toContain('Log in first');
});
