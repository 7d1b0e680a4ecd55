/** Stopping and continuing: Ctrl-Z, `fg`, signals from outside, under a real bash, and without a shell. */

import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { programBelow, programLine, startBash, untilPrompt, untilStoppedAgain } from '../../support/shells/bash.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);

const offline = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

/** Resumes the program. `shown` is text on its screen after that. */
async function foreground(terminal: TerminalProgram, shown: string): Promise<void> {
  terminal.write('clear; fg\r');
  await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes(shown), `${shown} after fg`);
}

withPrograms(['bash'], () => {
  test('Ctrl-Z and fg a hundred times without other input', async () => {
    const terminal = await startBash();
    terminal.write(`${programLine(offline)}\r`);
    await terminal.untilShown('allFilms');
    for (let i = 0; i < 100; i++) {
      terminal.write('\x1a');
      await untilPrompt(terminal);
      await foreground(terminal, 'allFilms');
    }
    terminal.write('qq');
    await untilPrompt(terminal);
    terminal.write('echo "ended with $?"\r');
    await terminal.untilShown('ended with 0');
  });

  test('at the URL prompt, with an unwritable state folder, while a request is pending', async () => {
    const server = await httpServer(() => {});
    const terminal = await startBash({ variables: { XDG_STATE_HOME: '/proc/nowhere' } });
    for (const [argv, shown] of [
      [[], 'URL'],
      [['graphql', `${server.url}/graphql`], 'loading…'],
    ] as const) {
      terminal.write(`clear; ${programLine(argv)}\r`);
      await terminal.untilScreen((screen, { alternate }) => alternate && screen.includes(shown), shown);
      for (let i = 0; i < 5; i++) {
        terminal.write('\x1a');
        await untilPrompt(terminal);
        await foreground(terminal, shown);
      }
      terminal.write('\x03');
      await terminal.untilShown('again');
      terminal.write('\x03\x03');
      await untilPrompt(terminal);
    }
  });

  test('the paste prompt of a login still accepts input after fg', async () => {
    const server = await httpServer((response, { path }) => {
      response.setHeader('content-type', 'application/json');
      response.end(path === '/token' ? '{"access_token":"t","token_type":"bearer"}' : '"welcome"');
    });
    const login = `authorization_code:${server.url}/token:me`;
    const argv = ['GET', `${server.url}/me`, '--oauth2', login, '--oauth2-auth-url', `${server.url}/authorize`];
    const terminal = await startBash({ columns: 200 });
    terminal.write(`${programLine([...argv, '--oauth2-redirect-uri', 'https://app.example/cb', '--no-browser'])}\r`);
    await terminal.untilScreen(screen => screen.endsWith('\n>'), 'the question');
    terminal.write('the-');
    await terminal.untilScreen(screen => screen.endsWith('> the-'), 'the typed text');
    terminal.write('\x1a');
    await untilPrompt(terminal);
    terminal.write('fg\r');
    await terminal.untilScreen(screen => screen.endsWith('> the-'), 'the question again');
    terminal.write('code\r');
    await terminal.untilShown('welcome');
    expect(server.seen[0]?.body.toString()).toContain('code=the-code');
  });
});

withPrograms(['bash', 'procfs'], () => {
  test('a password prompt is shown again after fg and accepts input, without an echo', async () => {
    const server = await httpServer(response => response.end('welcome\n'));
    const terminal = await startBash();
    terminal.write(`${programLine(['GET', server.url, '-u', 'me'])}\r`);
    await terminal.untilShown('Password for me:');
    terminal.write('sec\x1a');
    await untilPrompt(terminal);
    terminal.write('echo in-between\r');
    await terminal.untilScreen(screen => screen.includes('\nin-between'));
    // In the background it must not use the terminal, and is stopped again.
    terminal.write('bg\r');
    await terminal.untilScreen(screen => /shell> bg\n.*&\nshell>$/s.test(screen), 'bg');
    await untilStoppedAgain(programBelow(terminal.pid));
    terminal.write('clear; fg\r');
    await terminal.untilScreen(screen => /\nPassword for me:$/.test(screen), 'the question again, once');
    terminal.write('ret\r');
    await terminal.untilShown('welcome');
    const [, word = ''] = (server.seen[0]?.headers.authorization ?? '').split(' ');
    expect(Buffer.from(word, 'base64').toString()).toBe('me:secret');
    expect(terminal.history()).not.toMatch(/sec|ret/);
  });

  test.each(['SIGTSTP', 'SIGSTOP'] as const)(
    '%s from outside, a resize and fg: raw mode, redrawn in the new size, keys work',
    async signal => {
      const terminal = await startBash();
      terminal.write(`${programLine(offline)}\r`);
      await terminal.untilShown('allFilms');
      process.kill(programBelow(terminal.pid), signal);
      await terminal.untilShown('Stopped');
      // After SIGTSTP, the shell has its own screen. After SIGSTOP, it could not be restored.
      if (signal === 'SIGTSTP') expect(terminal.alternate).toBe(false);
      terminal.resize(70, 20);
      terminal.write('\rstty -a | tr " ;" "\\n\\n" | grep -x echo; printf "\\033[4h\\033(0\\033[?1003h"; fg\r');
      await terminal.untilScreen(
        (screen, { alternate }) => alternate && screen.includes('allFilms') && !screen.includes('Stopped'),
        'the whole screen',
      );
      expect(terminal.rows().every(row => row.length <= 70)).toBe(true);
      await terminal.untilScreen(() => terminal.rows().at(-1)?.includes('quit') ?? false, 'the last row');
      expect(terminal.modes).toMatchObject({ insertMode: false, mouseTrackingMode: 'drag', bracketedPasteMode: true });
      terminal.write('?');
      await terminal.untilShown('type to filter');
      terminal.write('\x1b');
      await terminal.untilScreen(screen => !screen.includes('type to filter'), 'no help');
      terminal.write('qq');
      await untilPrompt(terminal);
    },
  );
});

test('keys typed while SIGCONT takes the terminal again over a network are processed, and nothing stalls meanwhile', async () => {
  const line = { bytesPerSecond: 1_000_000, delayMs: 60, bufferBytes: 1_000_000 };
  const terminal = startInTerminal(offline, { columns: 100, rows: 30, line });
  await terminal.untilShown('allFilms');
  for (let i = 0; i < 3; i++) {
    const word = `word${i}`;
    terminal.kill('SIGCONT');
    terminal.write(`2i${word}\r${word}x\x7f\r\x1b`);
    await terminal.untilScreen(
      // A digit within the timeout for the rest of a sequence would become Alt and a digit.
      screen => screen.split(new RegExp(`[│┃✗] *${word} `)).length === 3 && screen.includes(' i edit '),
      `${word} in two lines, after Esc`,
    );
  }
  // It was not echoed over the screen either.
  expect(terminal.history()).not.toMatch(/2iword|\^\[/);
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

test('if there is no shell to return to, Ctrl-Z reports that, and the program continues', async () => {
  const terminal = startInTerminal(offline, { columns: 100, rows: 30 });
  await terminal.untilShown('allFilms');
  for (let i = 0; i < 3; i++) {
    terminal.write('\x1a');
    await terminal.untilShown('there is no shell to return to');
    terminal.write('j');
    await terminal.untilScreen(screen => !screen.includes('no shell'), 'another key');
  }
  terminal.write('q');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});
