/** `apiclient help` in the built program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyTable } from '../../source/tui/app/key-table.js';
import { cliFile, runProgram, temporaryFolder } from '../support/program.js';
import { withPrograms } from '../support/programs.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

test('help shows the overview, --help the flags, and help COMMAND the page of the manual', async () => {
  const general = await runProgram(['help']);
  expect(general).toMatchObject({ code: 0, stderr: '' });
  expect(general.stdout).toContain('apiclient help TOPIC shows a page of the manual');
  const graphql = await runProgram(['help', 'graphql']);
  expect(graphql).toMatchObject({ code: 0, stderr: '' });
  expect(graphql.stdout).toContain('apiclient graphql --help lists all flags.');
  expect((await runProgram(['graphql', '--help'])).stdout).toContain('--persisted');
});

test('help keys shows every key of every pane', async () => {
  const { code, stdout } = await runProgram(['help', 'keys']);
  expect(code).toBe(0);
  const words = stdout.replace(/\s+/g, ' ');
  const panes = ['anywhere', 'command', 'schema', 'query', 'variables', 'response'];
  const shown = keyTable.filter(({ where }) => panes.includes([where].flat()[0] ?? ''));
  expect(shown.length).toBeGreaterThan(50);
  for (const { help } of shown) expect(words).toContain(help);
});

test.each(['licences', 'licenses'])('help %s shows the licences of the program and of its packages', async topic => {
  const { code, stdout } = await runProgram(['help', topic]);
  expect(code).toBe(0);
  expect(stdout).toBe(readFileSync(path.join(path.dirname(cliFile), 'NOTICE'), 'utf8'));
  expect(stdout.startsWith(readFileSync('LICENSE', 'utf8'))).toBe(true);
  expect(stdout).toMatch(/^got \d/m);
});

test.each([
  ['qeury', '--query'],
  ['log in', 'apiclient help authentication'],
  ['logout', 'auth logout'],
  ['follow redirects', '--follow'],
  ['cookies', '--cookie'],
  ['colours', 'Turn colours off'],
  ['previous runs', 'key P'],
  ['junit', '--report'],
  ['exit code of a timeout', 'exit code 8'],
  ['zzzzqq timeout', '--timeout'],
])('help %s searches the help, and finds %s', async (words, match) => {
  const ended = await runProgram(['help', ...words.split(' ')]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain(`No topic is called "${words}". Best matches:`);
  expect(ended.stdout).toContain(match);
});

test('help that matches nothing is a usage error', async () => {
  const ended = await runProgram(['help', 'zzzzqqxx']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe(
    'apiclient: Nothing in the help matches "zzzzqqxx".\n  Run `apiclient help help` to list the topics.\n',
  );
});

test('help files lists this user’s actual paths, whatever the home is called, and marks missing ones', async () => {
  const home = path.join(temporaryFolder(), 'a \u001b[31mhome');
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  writeFileSync(path.join(home, '.config/apiclient/config.json'), '{}');
  const cache = temporaryFolder();
  const { code, stdout } = await runProgram(['help', 'files'], { home, variables: { XDG_CACHE_HOME: cache } });
  expect(code).toBe(0);
  expect(stdout).not.toContain('\u001b');
  const shown = path.join(path.dirname(home), 'a ␛[31mhome');
  const words = stdout.replace(/\s+/g, ' ');
  expect(words).toContain(`On this machine: ${shown}/.config/apiclient/config.json the configuration`);
  expect(words).toContain(`${shown}/.local/state/apiclient/tokens.json tokens; does not exist yet`);
  expect(words).toContain(`${cache}/apiclient schemas and compiled code`);
});

withPrograms(['less'], () => {
  afterEach(closeTerminals);

  test('a page longer than the terminal is paged, coloured and searchable; q quits', async () => {
    const terminal = startInTerminal(['help', 'troubleshooting'], { columns: 90, rows: 20 });
    await terminal.untilShown('Troubleshooting');
    expect(terminal.alternate).toBe(true);
    expect(terminal.bytes).toMatch(/\u001b\[1mTroubleshooting/);
    expect(terminal.bytes).toContain('\u001b[36m');
    expect(terminal.screen()).not.toContain('chmod 600');
    terminal.write('/contains a credential\r');
    await terminal.untilShown('chmod 600');
    terminal.write('q');
    expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
    expect(terminal.alternate).toBe(false);
  });

  test.each([
    ['a page that fits', ['help'], { rows: 60 }],
    ['a pager that is missing', ['help', 'start'], { rows: 10, variables: { PAGER: '/nowhere/pager' } }],
    ['a terminal that is dumb', ['help', 'start'], { rows: 10, variables: { TERM: 'dumb' } }],
  ] as const)('%s is printed', async (_, argv, options) => {
    const terminal = startInTerminal(argv, { columns: 100, ...options });
    expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
    expect(terminal.bytes).not.toContain('\u001b[?1049h');
    expect(terminal.history()).toContain('apiclient help');
  });
});
