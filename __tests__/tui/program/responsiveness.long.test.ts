/** Lines that are slow, stalled or far away, and a megabyte of input: keys, signals and the shell's line still work. */

import { withPrograms } from '../../support/programs.js';
import { schemaFile } from '../../support/schemas.js';
import { eventEachMillisecond, type ScriptedServer, scriptedServer } from '../../support/servers/websocket-server.js';
import { programLine, startBash, untilPrompt } from '../../support/shells/bash.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

const servers: ScriptedServer[] = [];
afterEach(closeTerminals);
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

/** A subscription with an event each millisecond. */
async function busyServer(): Promise<string> {
  const server = await scriptedServer(eventEachMillisecond);
  servers.push(server);
  return server.url;
}

async function subscribed(terminal: TerminalProgram): Promise<void> {
  await terminal.untilShown('allFilms');
  terminal.write('2i');
  await terminal.untilShown('editing');
  terminal.write('subscription { tick }');
  await terminal.untilShown('tick }');
  terminal.write('\x12');
  await terminal.untilShown('"tick"');
}

test("over 5 kB/s with 200 ms and a buffer of 32 kB, with an event each millisecond, Esc and Ctrl-C take effect within 1.5 s of the line's capacity", async () => {
  const url = await busyServer();
  const line = { bytesPerSecond: 5000, delayMs: 100, bufferBytes: 32_768 };
  const argv = ['graphql', url, '--schema', schemaFile('swapi')];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40, line });
  await subscribed(terminal);
  await new Promise(resolve => setTimeout(resolve, 3000));
  const carried: number[] = [];
  for (const [key, isShown] of [
    ['\x1b', (screen: string) => !screen.includes('editing')],
    ['\x03', (screen: string) => !screen.includes('subscribed ·')],
  ] as const) {
    const before = terminal.bytes.length;
    terminal.write(key);
    await terminal.untilScreen(isShown, JSON.stringify(key));
    carried.push(terminal.bytes.length - before);
  }
  expect(Math.max(...carried)).toBeLessThan(1.5 * line.bytesPerSecond);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s ends the program even if its output is not read', async (signal, code) => {
  const url = await busyServer();
  const terminal = startInTerminal(['graphql', url, '--schema', schemaFile('swapi')], { columns: 120, rows: 40 });
  await subscribed(terminal);
  terminal.stand();
  // More than the system's buffer size.
  for (let i = 0; i < 20; i++) {
    terminal.resize(100 + (i % 20), 40);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  terminal.kill(signal);
  expect(await terminal.ended).toEqual({ code, signal: 0 });
});

withPrograms(['bash'], () => {
  test.each([250, 700])(
    'exiting within a round trip of %i ms leaves nothing on the shell’s line',
    async roundTripMs => {
      const line = { bytesPerSecond: 1_000_000, delayMs: roundTripMs / 2, bufferBytes: 1_000_000 };
      const terminal = await startBash({ line, variables: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } });
      for (const keys of ['q', 'jjjjq', '?\x1bq']) {
        terminal.write(
          `clear; ${programLine(['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')])}\r`,
        );
        await terminal.untilScreen((_, { alternate }) => alternate, 'the full screen');
        terminal.write(keys);
        await untilPrompt(terminal);
        terminal.write('echo "and $((40 + 2))"\r');
        await terminal.untilShown('and 42');
        expect(terminal.screen()).not.toMatch(/\^\[|0n|rgb|command not found/);
        expect(
          terminal
            .screen()
            .split('\n')
            .filter(row => row.startsWith('shell>'))
            .at(-2),
        ).toBe('shell> echo "and $((40 + 2))"');
      }
    },
  );
});

/** Number of frames until the end of a pasted query is visible. */
async function framesOf(text: string, end: string): Promise<number> {
  const argv = ['graphql', 'http://127.0.0.1:9/', '--schema', schemaFile('swapi')];
  const terminal = startInTerminal(argv, { columns: 120, rows: 40 });
  await terminal.untilShown('allFilms');
  terminal.write('2i');
  await terminal.untilShown('editing');
  const before = terminal.bytes.length;
  terminal.write(text);
  await terminal.untilShown(end);
  return terminal.bytes.slice(before).split('\x1b[?2026h').length - 1;
}

test.each([
  ['in one line', `{ ${'node { id } '.repeat(83_333)} }# end`],
  ['in 67,000 lines', `{\r${Array.from({ length: 67_000 }, (_, i) => `  a${i}: id`).join('\r')}\r}# end`],
])(
  'a megabyte %s without paste marks is not drawn for each read',
  async (_, text) => {
    // Reads are 4 kB, so there are 250 of them. Each frame requires one analysis of the text.
    expect(await framesOf(text, '# end')).toBeLessThan(25);
  },
  120_000,
);
