/** The built man pages: listed, complete, and free of formatting errors. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { manPages } from '../../source/build/man/pages.js';
import { lineText, literal, prose } from '../../source/build/man/roff.js';
import { flagTable, shownName } from '../../source/command/flags.js';
import { manual } from '../../source/command/help/manual.js';
import { plainText } from '../../source/command/help/page.js';
import { helpTopics } from '../../source/command/help/topics.js';
import { keyHelp } from '../../source/tui/app/key-help.js';
import { cliFile } from '../support/program.js';
import { programFile, withPrograms } from '../support/programs.js';

const folder = path.join(path.dirname(cliFile), 'man');
const files = readdirSync(folder).sort();
const pages = Object.values(helpTopics).map(topic => ({
  ...topic,
  file: topic.command === 'request' ? 'apiclient.1' : `apiclient-${topic.command}.1`,
}));
const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

test('each command and each topic has a page, and package.json lists them all', () => {
  const topics = [...Object.keys(manual), 'keys'].map(name => `apiclient-${name}.7`);
  expect(files).toEqual([...pages.map(({ file }) => file), ...topics].sort());
  const { man } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([...man].sort()).toEqual(files.map(file => `dist/man/${file}`));
});

test.each(pages)('$file has the flags of its command with their help, and no others', ({ file, command }) => {
  const lines = textOf(file).split('\n');
  for (const flag of flagTable) {
    const name = `\\fB${literal(shownName(flag))}\\fR`;
    // Only at the beginning of a line: a sentence may name a flag of another command.
    const tag = lines.findIndex(line => line.replace(/^\\fB\\-.\\fR, /, '').startsWith(name));
    // Commands may share a name for flags of different meanings.
    const [own] = flagTable.filter(
      each => shownName(each) === shownName(flag) && (each.commands as readonly string[]).includes(command),
    );
    expect([flag.name, tag >= 0]).toEqual([flag.name, own !== undefined]);
    if (own) expect(lines[tag + 1]).toBe(prose(own.help));
  }
});

test("apiclient.1 contains the manual's exit codes, environment variables, files and secrets", () => {
  const text = textOf('apiclient.1');
  const blocks = [manual['exit-codes'], manual.environment, manual.files, manual.secrets].flat();
  const rows = blocks.flatMap(block => (block.kind === 'table' ? block.rows : []));
  expect(rows.length).toBeGreaterThan(20);
  for (const [left = [], ...right] of rows)
    expect(text).toContain(`\n\\fB${literal(plainText(left))}\\fR\n${right.map(lineText).join(' \\(bu ')}\n`);
});

test('apiclient-keys.7 has every key of the full screen, with its name', () => {
  const text = textOf('apiclient-keys.7');
  for (const { keys, help, name } of keyHelp()) {
    const named = name === undefined ? '' : ` \\(bu \\fB${literal(name)}\\fR`;
    expect(text).toContain(`\n\\fB${literal(keys)}\\fR\n${prose(help)}${named}\n`);
  }
});

test.each([
  ['flags', prose('see --retry and -L; a lower-case word'), 'see \\-\\-retry and \\-L; a lower-case word'],
  [
    'dashes in code words',
    prose('--no-validate, (apiclient-curl(7)), http-client.env.json, "Content-Type", top-level'),
    '\\-\\-no\\-validate, (apiclient\\-curl(7)), http\\-client.env.json, "Content\\-Type", top-level',
  ],
  ['a leading dot and a leading apostrophe', `${prose('.part')} ${prose("'x'")}`, "\\&.part \\&'x'"],
  ['characters that troff replaces', prose('~/.config \\= ^ `'), '\\(ti/.config \\e= \\(ha \\(ga'],
  ['non-ASCII characters', prose('••••; …'), '\\[u2022]\\[u2022]\\[u2022]\\[u2022]; \\[u2026]'],
  ['code', literal("--query '{ a }' a-b"), '\\-\\-query \\(aq{ a }\\(aq a\\-b'],
])('%s are escaped so that they are displayed unchanged', (_, text, wanted) => {
  expect(text).toBe(wanted);
});

test('a page has the date of its source, so that builds are reproducible', () => {
  const text = manPages('1.2.3', '2026-01-02').get('apiclient-graphql.1') ?? '';
  expect(text.split('\n')[0]).toBe('.TH APICLIENT\\-GRAPHQL 1 "2026-01-02" "apiclient 1.2.3" "User Commands"');
});

/** Formatted text without overprinted characters. */
const withoutOverprints = (text: string): string => text.replace(/.\u0008/g, '');
const paths = files.map(file => path.join(folder, file));

withPrograms(['mandoc'], () => {
  test('mandoc reports nothing about any page', () => {
    const { stdout } = spawnSync(programFile('mandoc'), ['-T', 'lint', '-W', 'warning', ...paths], {
      encoding: 'utf8',
    });
    // A build with neither git nor SOURCE_DATE_EPOCH has no date.
    expect(stdout.split('\n').filter(line => line !== '' && !line.includes('missing date'))).toEqual([]);
  });

  test('a formatted page contains its name, flags, paths and references', () => {
    const words = withoutOverprints(
      execFileSync(programFile('mandoc'), ['-T', 'utf8', '-O', 'width=80', path.join(folder, 'apiclient.1')], {
        encoding: 'utf8',
      }),
    ).replace(/\s+/g, ' ');
    expect(words).toMatch(/NAME apiclient [–-] an API client for the terminal/);
    expect(words).toContain('-L, --follow follow redirects; credentials are sent only to their own origin');
    expect(words).toContain('~/.config/apiclient/config.json');
    expect(words).toContain(
      'SEE ALSO apiclient-graphql(1), apiclient-openapi(1), apiclient-open(1), apiclient-auth(1)',
    );
  });
});

withPrograms(['groff'], () => {
  const formatted = (...flags: readonly string[]) =>
    spawnSync(programFile('groff'), ['-man', '-Tutf8', ...flags, ...paths], { encoding: 'utf8', maxBuffer: 2 ** 24 });

  test('groff formats every page without a warning', () => {
    const { stderr, status } = formatted('-ww', '-z');
    expect([status, stderr]).toEqual([0, '']);
  });

  test('at 60 columns no line breaks a code word at its dash', () => {
    const text = withoutOverprints(formatted('-P-c', '-rLL=60n').stdout);
    const broken = [...text.matchAll(/(\S*[\w-][-\u2010])\n\s*(\S+)/g)].map(([, start = '', end = '']) => start + end);
    const hyphenated = text.match(/\S*\u2010\S*/g) ?? [];
    const isCode = (word: string) => /--|\w[./=_]\w|\w\(\d\)|[-\u2010][A-Z]/.test(word);
    expect([...broken, ...hyphenated].filter(isCode)).toEqual([]);
    expect(text).toContain('API client for the terminal');
  });

  test('at 50 columns no page is hyphenated or justified', () => {
    const sources = files.map(textOf);
    const lines = withoutOverprints(formatted('-P-c', '-rLL=50n').stdout).split('\n');
    const broken = lines.flatMap(line => /(\S+)\u2010$/.exec(line)?.[1] ?? []);
    expect(broken.filter(word => !sources.some(source => source.includes(`${word}-`)))).toEqual([]);
    expect(sources.filter(source => !source.includes('.ad l\n'))).toEqual([]);
  });
});
