/** `__tests__/hostile.md`: all cases, with their effects on a naive client and on apiclient. `UPDATE_README=1` writes it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Group, groups, harms, type NumberedCase } from './case.js';

const file = path.resolve('__tests__/hostile.md');

const intro = `# Hostile servers

\`npm run test:long -- hostile/cases\` tries attacks by hostile servers and faults of broken ones. Each case first harms a naive client
(\`support/hostile/naive-client.mjs\`), and then runs apiclient in a pipe and in a terminal. A case passes if no byte from the
server controls the terminal, the terminal is restored, memory stays below 300 MiB or the limit of the case, and the exit code
and the line on standard error match the table.
`;

const start = (group: Group): string =>
  `\n## ${group}. ${groups[group]}\n\n| | the server sends | a naive client | exit code | apiclient prints |\n| --- | --- | --- | --- | --- |\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', "'");

/** The first line of the report, without the parts that change from run to run. */
const firstLine = (told: string): string => {
  const [line = ''] = told.replace(/^apiclient: /, '').split('\n');
  return line
    .replace(/(?:127\.0\.0\.1|localhost):\d+/g, 'HOST')
    .replace(/after \d+ (?:of \d+ )?bytes/, 'after N bytes')
    .replace(/in \d+\.\d s/, 'in N s')
    .slice(0, 160);
};

/** One row of the table. */
export const rowOf = (which: NumberedCase, told: string): string =>
  `| ${which.id} | ${cell(which.what)} | ${harms[which.naive[1]]} | ${which.code} | ${cell(firstLine(told))} |`;

/** The rows of a group in the existing file. */
export function writtenRows(group: Group): readonly string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split('\n').filter(line => line.startsWith(`| ${group}`) && /^\| [A-G]\d+ \|/.test(line));
}

/** Writes a group's rows to the file, and leaves all others unchanged. */
export function writeRows(group: Group, rows: readonly string[]): void {
  const all = Object.keys(groups) as Group[];
  const sections = all.map(each => [each, each === group ? rows : writtenRows(each)] as const);
  const text = sections
    .filter(([, found]) => found.length > 0)
    .map(([each, found]) => `${start(each)}${found.join('\n')}\n`);
  writeFileSync(file, intro + text.join(''));
}
