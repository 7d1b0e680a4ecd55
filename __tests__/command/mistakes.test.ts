/**
 * `mistakes.md`: three wrong values for each flag with a value, and the resulting messages. `UPDATE_README=1` writes it; a
 * person reviewed each sentence. Errors that only the exchange or the disk can detect are reported there, and tested in that
 * folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CommandName,
  type FlagName,
  flagTable,
  groups,
  type KnownFlag,
  shownName,
} from '../../source/command/flags.js';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { hintText } from '../../source/core/hint.js';
import { main } from '../../source/main.js';
import { testEnvironment } from '../support/servers/graphql.js';
import { companions, wrongValuesOf } from './wrong-values.js';

const file = path.resolve('__tests__/command/mistakes.md');
const none = 'http://127.0.0.1:1/x';

/** The shortest line of a command that takes flags. No server listens there. */
const lines: Readonly<Record<CommandName, readonly string[]>> = {
  request: ['POST', none],
  graphql: ['graphql', none],
  openapi: ['openapi', none],
  open: ['open', none],
  screen: ['graphql', none],
  auth: ['auth', 'status'],
  profiles: ['profiles'],
  sessions: ['sessions'],
  history: ['history'],
  demo: ['demo'],
  run: ['run', 'api.http'],
  ws: ['ws', none],
  import: ['import', 'shop.json'],
  trust: ['trust', 'api.http'],
  completion: ['completion', 'bash'],
  help: ['help'],
};

/** Words added to the shortest line. */
const usesOf = (flag: KnownFlag): readonly (readonly string[])[] => {
  const name = shownName(flag);
  const beside = companions[flag.name as FlagName] ?? [];
  if (flag.value === undefined) return [[`${name}=yes`], [name.slice(0, -1)], [`\u2014${name.slice(2)}`]];
  const typed = wrongValuesOf(flag).map(value => (flag.optional ? [`${name}=${value}`] : [name, value]));
  return typed.map(words => [...beside, ...words]);
};

/** The first line on standard error and the lines below it; empty if only the connection failed. */
async function said(flag: KnownFlag, words: readonly string[]): Promise<readonly [text: string, hint: string]> {
  const line = lines[flag.commands[0] ?? 'request'];
  const argv = [...(flag.group === 'TLS' ? line.map(word => word.replace('http:', 'https:')) : line), ...words];
  const parsed = parse(argv);
  if (isFailure(parsed)) return [parsed.text, hintText(parsed.hint ?? '')];
  const environment = testEnvironment();
  mkdirSync(path.join(environment.folder, 'folder'));
  writeFileSync(path.join(environment.folder, 'schema.graphql'), 'type Query { a: Int }');
  writeFileSync(path.join(environment.folder, 'api.http'), `### login\nGET ${none}`);
  await main(argv, environment);
  const [first = '', ...more] = environment.err().replaceAll(environment.folder, '.').trimEnd().split('\n');
  if (/refused the connection/.test(first) || first === '') return ['(taken)', ''];
  const rest = more.map(each => each.trim()).filter(each => !/refused the connection|Is the server running/.test(each));
  return [first.replace(/^apiclient: /, ''), rest.join(' ')];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', '⏎');

type Row = readonly [flag: KnownFlag, words: readonly string[], text: string, hint: string];
const rows: Row[] = [];

beforeAll(async () => {
  for (const flag of flagTable)
    for (const words of usesOf(flag)) rows.push([flag, words, ...(await said(flag, words))]);
}, 600_000);

function table(): string {
  const parts = [
    '# Mistakes\n\nThree wrong uses of each flag, and what is said on standard error. Made by `UPDATE_README=1 npm test -- mistakes`;\n`(taken)`: nothing is wrong that this program could know.\n',
  ];
  for (const group of groups) {
    parts.push(`## ${group}\n\n| typed | what is wrong | what to type |\n| --- | --- | --- |`);
    for (const [, words, text, hint] of rows.filter(([flag]) => flag.group === group))
      parts.push(`| \`${cell(words.map(word => word || "''").join(' '))}\` | ${cell(text)} | ${cell(hint)} |`);
    parts.push('');
  }
  return parts.join('\n');
}

test('each flag has three wrong uses', () => {
  expect(flagTable.filter(flag => usesOf(flag).length !== 3).map(flag => flag.name)).toEqual([]);
});

test('an error consists of one sentence, and another with what to type', () => {
  const refused = rows.filter(([, , text]) => text !== '(taken)');
  for (const [, words, text, hint] of refused) {
    expect([words, text]).toEqual([words, expect.stringMatching(/^[^\n]{8,260}[.?:)}]$/)]);
    expect([words, `${text}${hint}`]).not.toEqual([
      words,
      expect.stringMatching(/undefined|This is a bug|NaN|\[object/),
    ]);
  }
});

test('mistakes.md is up to date', () => {
  if (process.env.UPDATE_README) writeFileSync(file, table());
  expect(readFileSync(file, 'utf8')).toBe(table());
});
