/** A login that becomes necessary while the full screen is open. */
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';

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

test('Esc cancels the login with a notice, and there is a way to continue', async () => {
  const terminal = await open();
  terminal.write('\x1b');
  await terminal.untilShown('Login cancelled.');
  await terminal.untilShown('continue without a schema');
});
