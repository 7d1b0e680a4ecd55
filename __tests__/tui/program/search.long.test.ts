/** Searching the largest schema in the built program, in a pseudo-terminal. */
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);

const open = async (columns = 120, rows = 40): Promise<TerminalProgram> => {
  const argv = ['graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('github')];
  const terminal = startInTerminal(argv, { columns, rows });
  await terminal.untilShown('codeOfConduct');
  return terminal;
};

test('a field is found while typing, its path is shown and expanded, Space ticks it, and n continues', async () => {
  const terminal = await open();
  terminal.write('/');
  await terminal.untilShown('names, paths and descriptions');
  terminal.write('workflow.badge');
  await terminal.untilScreen(
    screen => /\/ workflow\.badge +no match|\/ workflow\.badge +1 of/.test(screen),
    'an answer',
  );
  terminal.write('\u0015stargazercount');
  await terminal.untilScreen(screen => /\/ stargazercount +1 of 4 ▲▼/.test(screen), 'the count');
  await terminal.untilShown('Query › repository › stargazerCount');
  await terminal.untilShown('[ ] stargazerCount      Repository');
  // Only the results are shown, each with its type.
  await terminal.untilShown('Topic field');
  await terminal.untilScreen(screen => !screen.includes('codeOfConduct'), 'only the matches');
  // Matches are marked, even on the cursor's row.
  const marked = terminal.cellOf('stargazerCount      Repository');
  expect(marked).toMatchObject({ background: '3', foreground: '0' });
  terminal.write('\r');
  await terminal.untilScreen(screen => /\/ stargazercount +1 of 4 n N/.test(screen), 'the end of typing');
  terminal.write(' ');
  await terminal.untilShown('[x] stargazerCount: Int!');
  await terminal.untilScreen(screen => /repository\(.*\) \{/.test(screen), 'the field in the query');
  terminal.write('n');
  await terminal.untilShown('2 of 4');
  await terminal.untilShown('Query › topic › stargazerCount');
  terminal.write('\u001b');
  await terminal.untilScreen(screen => !screen.includes('2 of 4'), 'the end of the search');
  terminal.write('qq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
});

test('a field six levels deep is found by its name, ticked in position, and K shows the full path', async () => {
  const terminal = await open();
  terminal.write('/weekday');
  await terminal.untilScreen(screen => /\/ weekday +1 of [\d,]+ ▲▼/.test(screen), 'the count');
  await terminal.untilShown('Query › … › contributionDays › weekday');
  terminal.write('\r ');
  await terminal.untilShown('[x] weekday: Int!');
  await terminal.untilShown('contributionDays {');
  terminal.write('K');
  await terminal.untilShown('Path: Query › viewer › contributionsCollection › contributionCalendar');
});

test('Esc while typing restores the screen; every letter of a burst is typed', async () => {
  const terminal = await open(80, 24);
  const before = terminal.screen();
  terminal.write('/pullRequestReviewThread');
  await terminal.untilScreen(screen => /RequestReviewThread +1 of 17 /.test(screen), 'all letters and the count');
  await terminal.untilShown('Types › PullRequestReviewThread');
  terminal.write('\u001b');
  await terminal.untilScreen(screen => screen === before, 'the screen as before');
});

test('in a small terminal and without a match, words are not truncated', async () => {
  const terminal = await open(60, 20);
  terminal.write('/zzzzqq');
  await terminal.untilScreen(screen => /\/ zzzzqq +no match/.test(screen), 'no match');
  expect(terminal.rows()[1]).toMatch(/^┏━ 1 Schema ━+┓/);
});
