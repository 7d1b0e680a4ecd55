/** `--linear`: the full screen in lines, for a screen reader. */

import { responseChanges } from '../../../source/tui/linear/announce-response.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { startInTerminal, type TerminalProgram } from '../../support/terminal.js';
import { demoForTests } from '../demo.js';
import { answer, running } from '../response/pane.js';

const demo = demoForTests();

const open = async (): Promise<TerminalProgram> => {
  const terminal = startInTerminal(['graphql', demo.graphqlUrl, '--linear'], {
    columns: 100,
    rows: 60,
    home: temporaryFolder(),
  });
  await terminal.untilShown('Schema loaded');
  return terminal;
};

test('browse, tick, run and read, without a redraw or an alternate screen', async () => {
  const terminal = await open();
  terminal.write('tick books.total\r');
  await terminal.untilShown('Ticked books.total: Int!');
  expect(terminal.screen()).toContain('Query:');
  terminal.write('run\r');
  await terminal.untilShown('Response: 200');
  await terminal.untilShown('"total": 8');
  terminal.write('read 3\r');
  await terminal.untilScreen(screen => screen.split('"total": 8').length === 3, 'the answer again');
  expect(terminal.alternate).toBe(false);
  // No colours, no modes, no other row: only a prompt's line is redrawn while it is edited.
  expect(terminal.bytes.replaceAll(/\u001b\[(?:\d+G|0J)/g, '')).not.toContain('\u001b');
  terminal.write('quit\r');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  // The shell's prompt is at the start of a line, with no prompt of ours before it.
  expect(terminal.screen()).toMatch(/> quit\nClosed\. The text is saved for the next time\.$/);
});

test('the hint of a question ends with one full stop', async () => {
  const input = 'tick books.total\nrun\nresponse save\nback\nquit\n';
  const { stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], { input });
  expect(stderr).toMatch(/^Save to a file: Asks before overwriting a file\.$/m);
});

test('a response that was stopped while it arrived is described by its status', () => {
  const screen = answer(running(), '{"data": {"a": 1}}', { partial: true });
  const before = screen.state;
  const words = responseChanges(before, screen.press('ctrl+c').state, { verbosity: 'brief', isScript: false });
  expect(words.map(({ text }) => text)).toEqual([expect.stringMatching(/^Stopped: 200 - 184 ms - 18 B/)]);
});

test('help explains how to start in a few lines; help all lists every command', async () => {
  const said = async (line: string): Promise<readonly string[]> => {
    const { stdout } = await runProgram(['graphql', demo.graphqlUrl, '--linear'], { input: `${line}\nquit\n` });
    // Screen readers read trailing dots aloud.
    expect(stdout).not.toContain('…');
    const lines = stdout.split('\n');
    return lines.slice(lines.findIndex(each => each.startsWith('Query, open')) + 1).filter(Boolean);
  };
  const usage = await said('help');
  expect(usage.length).toBeLessThan(8);
  expect(usage.at(-1)).toContain('help all');
  expect(usage.join('\n')).toContain('search [WORDS]');
  const all = await said('help all');
  expect(all.length).toBeGreaterThan(80);
  expect(all).toContainEqual(expect.stringContaining('schema tick: '));
});

test('a text that does not parse is sent by the command named in the error', async () => {
  const input = 'query query Q { total } fragment F($x: Int) on Query { total }\nrun\nsend anyway\n';
  const { stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear', '--keep-going'], { input });
  const [refused = '', sent = ''] = stderr.split('Running the query.');
  expect(refused).toContain('Alt-S: send anyway.');
  expect(sent).toContain('Response: 400');
});

test('`next error` reads an error after a response whose errors the screen lists', async () => {
  const input = 'query { me { name } orders { id } }\nrun\nnext error\nnext error\n';
  const { stderr } = await runProgram(['graphql', demo.graphqlUrl, '--linear', '--keep-going'], { input });
  expect(stderr).toMatch(/error \d of 2: Bearer token required/);
  expect(stderr).not.toContain('Done: next error');
});

test('a secret is prompted for without an echo, and sent with the next request', async () => {
  const terminal = await open();
  terminal.write('use a Bearer token\r');
  await terminal.untilShown('Typed text is hidden.');
  await terminal.untilScreen(screen => screen.trimEnd().endsWith('Token:'), 'the question');
  terminal.write('hunter2\r');
  await terminal.untilScreen(screen => screen.trimEnd().endsWith('>'), 'the prompt');
  terminal.write('done\r');
  await terminal.untilShown('Press R to reload the schema');
  terminal.write('headers and auth\rback\r');
  await terminal.untilShown('1. Login: Bearer ••••');
  expect(terminal.screen()).not.toContain('hunter2');
  terminal.write('query Asked { request { headers } }\r');
  await terminal.untilShown('query Asked {');
  terminal.write('run\r');
  await terminal.untilShown('"Bearer hunter2"');
});

test('replies about a missing server, a single column and a copied command are complete sentences', async () => {
  const input = 'where\nrequest: GET http://a.test/\ncopy as curl command\n';
  const { stdout, stderr } = await runProgram(['open', '--linear', '--keep-going'], { input });
  expect(stdout).toContain('No server. Pane query.');
  expect(stderr).toContain(
    'Printed the curl command without secrets, because output is not a terminal with a clipboard.',
  );
  const table = 'tick books(first: 1).nodes.title\nrun\nfind title\nout\nout\ntable\n';
  const read = await runProgram(['graphql', demo.graphqlUrl, '--linear', '--keep-going'], { input: table });
  expect(read.stdout + read.stderr).toContain('Table of 1 row, 1 column: title.');
});

test('a header typed in a session is stored before the program ends', async () => {
  const home = temporaryFolder();
  const session = ['--linear', '--session', 'ada'];
  const input = ['add header', 'X-Trace: one', 'quit', ''].join('\n');
  const { code } = await runProgram(['graphql', demo.graphqlUrl, ...session], { home, input });
  const { stdout } = await runProgram(['sessions', 'show', 'ada'], { home });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('X-Trace') });
});
