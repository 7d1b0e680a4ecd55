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

test('Esc cancels the login with a notice, and there is a way to continue', async () => {
  const terminal = await open();
  terminal.write('\x1b');
  await terminal.untilShown('Login cancelled.');
  await terminal.untilShown('continue without a schema');
});
