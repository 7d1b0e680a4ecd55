/** `apiclient help`, from the built program. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keyTable } from '../../source/tui/app/key-table.js';
import { cliFile, runProgram } from '../support/program.js';

test('help shows the way, --help the flags, and help COMMAND the page of the manual', async () => {
  const general = await runProgram(['help']);
  expect(general).toMatchObject({ code: 0, stderr: '' });
  expect(general.stdout).toContain('apiclient help TOPIC opens a page of the manual');
  const graphql = await runProgram(['help', 'graphql']);
  expect(graphql).toMatchObject({ code: 0, stderr: '' });
  expect(graphql.stdout).toContain('All flags: apiclient graphql --help.');
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

test('help on what there is not is a usage error with the next best word', async () => {
  const ended = await runProgram(['help', 'qeury']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe('apiclient: There is no help on this.\n  Did you mean apiclient help query?\n');
});
