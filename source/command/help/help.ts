/** `--help`, made from the flag table: readable in 80 columns, examples first. */
import { exitCodeTable } from '../exit-codes.js';
import { type Flag, flagTable, groups, shownName } from '../flags.js';
import { type HelpTopicName, helpTopics } from './topics.js';

const width = 80;
/** Where the second column begins; a longer first column stands on a line of its own. */
const column = 30;

/** The whole help of a topic (`graphql`, `auth`, `demo`, `completion`); of requests without one. */
export function helpText(topic: HelpTopicName = 'request'): string {
  const { command, about, usage, examples, more = [], notes = [] } = helpTopics[topic];
  const listed = flagTable.filter(flag => flag.commands.includes(command));
  const sections = [
    ...wrap(about, width),
    '',
    'Usage',
    ...usage.flatMap(([form, meaning]) => row(form, meaning, 46)),
    '',
    'Examples',
    ...examples.map(example => `  ${example}`),
    ...more.flatMap(({ title, rows }) => ['', title, ...rows.flatMap(([left, right]) => row(left, right, column))]),
    ...ownFirst(listed).flatMap(([group, rows]) => [
      '',
      group,
      ...rows.flatMap(flag => row(flagForms(flag), flag.help, column)),
    ]),
    ...(command === 'completion'
      ? []
      : ['', 'Exit codes', ...exitCodeTable.flatMap(([code, meaning]) => row(code, meaning, 14))]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
  return `${sections.join('\n')}\n`;
}

/** The groups that have flags here, those that plain requests do not have in front: they are what the reader looks for. */
function ownFirst(listed: readonly Flag[]): readonly (readonly [group: string, rows: readonly Flag[]])[] {
  const filled = groups
    .map(group => [group, listed.filter(flag => flag.group === group)] as const)
    .filter(([, rows]) => rows.length > 0);
  const isOwn = (rows: readonly Flag[]) => rows.every(flag => !flag.commands.includes('request'));
  return [...filled.filter(([, rows]) => isOwn(rows)), ...filled.filter(([, rows]) => !isOwn(rows))];
}

/** `-H, --header NAME:VALUE`; names without a letter stand below the other names. */
export function flagForms(flag: Flag): string {
  const value = flag.value === undefined ? '' : flag.optional ? `[=${flag.value}]` : ` ${flag.value}`;
  return `${flag.short ? `-${flag.short}, ` : '    '}${shownName(flag)}${value}`;
}

function row(left: string, right: string, at: number): readonly string[] {
  const head = `  ${left}`;
  const lines = wrap(right, width - at);
  const indented = lines.map(line => `${' '.repeat(at)}${line}`);
  if (head.length > at - 2) return [head, ...indented];
  return [`${head.padEnd(at)}${lines[0] ?? ''}`, ...indented.slice(1)];
}

function wrap(text: string, most: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
