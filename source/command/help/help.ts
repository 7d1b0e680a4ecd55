/** `--help`, generated from the flag table: 80 columns, examples first. */
import { exitCodeTable } from '../exit-codes.js';
import { type CommandName, type Flag, flagTable, groups, shownName } from '../flags.js';
import type { Guide } from './guides.js';
import { type HelpTopicName, helpTopics } from './topics.js';

/** Commands as `apiclient help FLAG` names them. */
const commandForms: readonly (readonly [name: CommandName, form: string])[] = [
  ['request', 'requests'],
  ['graphql', 'graphql'],
  ['screen', 'the full screen'],
  ['auth', 'auth'],
  ['profiles', 'profiles'],
  ['demo', 'demo'],
  ['run', 'run'],
  ['completion', 'completion'],
  ['help', 'help'],
];

const column = 30;

/** The full help of a command (`graphql`, `auth` …), or of requests. */
export function helpText(topic: HelpTopicName = 'request'): string {
  const { command, about, usage, examples, more = [], notes = [] } = helpTopics[topic];
  const listed = flagTable.filter(flag => flag.commands.includes(command));
  const sections = [
    ...wrap(about),
    '',
    'Usage',
    ...usage.flatMap(([form, meaning]) => row(form, meaning, 46)),
    '',
    'Examples',
    ...examples.map(example => `  ${example}`),
    ...more.flatMap(guide => ['', ...guideLines(guide)]),
    ...ownFirst(listed).flatMap(([group, rows]) => [
      '',
      group,
      ...rows.flatMap(flag => row(flagForms(flag), flag.help, column)),
    ]),
    ...(command === 'completion' || command === 'help'
      ? []
      : ['', 'Exit codes', ...exitCodeTable.flatMap(([code, meaning]) => row(code, meaning, 14))]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ];
  return `${sections.join('\n')}\n`;
}

/** The topic of a group of flags. */
export const groupTopic = (group: string): string =>
  group
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '');

/** `-h`: usage, the most used flags, and where to find the others. */
export function briefText(topic: HelpTopicName = 'request'): string {
  const { command, about, usage, examples } = helpTopics[topic];
  const listed = flagTable.filter(flag => flag.commands.includes(command));
  const shown = listed.filter(flag => flag.often);
  const others = listed.length - shown.length;
  const ofGroups = groups.filter(group => listed.some(flag => flag.group === group)).map(groupTopic);
  const fullHelp = topic === 'request' ? 'apiclient --help' : `apiclient ${topic} --help`;
  return `${[
    ...wrap(about),
    '',
    'Usage',
    ...usage.flatMap(([form, meaning]) => row(form, meaning, 46)),
    '',
    'Examples',
    ...examples.slice(0, 4).map(example => `  ${example}`),
    '',
    others > 0 ? 'Flags that are used most' : 'Flags',
    // The first clause; the rest is for --help.
    ...shown.flatMap(flag => row(flagForms(flag), flag.help.split(/; | \(/)[0] ?? '', column)),
    '',
    ...(others > 0
      ? wrap(`${others} more: ${fullHelp} has all of them in groups; apiclient help GROUP one: ${ofGroups.join(', ')}.`)
      : []),
    ...wrap('apiclient help TOPIC says more about a command, a flag or a topic; apiclient help help lists them.'),
  ].join('\n')}\n`;
}

/** Groups of flags, those that plain requests lack first: readers look for them. */
function ownFirst(listed: readonly Flag[]): readonly (readonly [group: string, rows: readonly Flag[]])[] {
  const filled = groups
    .map(group => [group, listed.filter(flag => flag.group === group)] as const)
    .filter(([, rows]) => rows.length > 0);
  const isOwn = (rows: readonly Flag[]) => rows.every(flag => !flag.commands.includes('request'));
  return [...filled.filter(([, rows]) => isOwn(rows)), ...filled.filter(([, rows]) => !isOwn(rows))];
}

/** `-H, --header NAME:VALUE`; without a letter, indented to the long names. */
export function flagForms(flag: Flag): string {
  const value = flag.value === undefined ? '' : flag.optional ? `[=${flag.value}]` : ` ${flag.value}`;
  return `${flag.short ? `-${flag.short}, ` : '    '}${shownName(flag)}${value}`;
}

export function guideLines({ title, paragraphs = [], rows = [], example = [], notes = [] }: Guide): readonly string[] {
  const parts = [
    paragraphs.flatMap(text => wrap(text)),
    rows.flatMap(([left, right]) => row(left, right, rows.every(([first]) => first.length < 12) ? 14 : column)),
    example.map(line => `  ${line}`),
    notes.flatMap(text => wrap(text)),
  ];
  return [
    title,
    ...parts.filter(lines => lines.length > 0).flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines)),
  ];
}

/** `apiclient help FLAG`: the flags by group, and the commands they belong to. */
export function flagHelp(flags: readonly Flag[]): string {
  const sections = groups.flatMap(group => {
    const rows = flags.filter(flag => flag.group === group);
    return rows.length === 0 ? [] : [group, ...rows.flatMap(flag => row(flagForms(flag), flag.help, column)), ''];
  });
  const goesWith = commandForms.filter(([name]) => flags.some(flag => flag.commands.includes(name)));
  return `${[...sections, `Goes with: ${goesWith.map(([, form]) => form).join(', ')}`].join('\n')}\n`;
}

/** `apiclient help keys`. `entries` come from the full screen's key table, in the order of their headings. */
export function keyText(
  entries: readonly { readonly heading: string; readonly keys: string; readonly help: string }[],
): string {
  const headings = [...new Set(entries.map(({ heading }) => heading))];
  const sections = headings.map(heading => [
    heading,
    ...entries.filter(each => each.heading === heading).flatMap(({ keys, help }) => row(keys, help, column)),
  ]);
  return `${sections.map(lines => lines.join('\n')).join('\n\n')}\n`;
}

/** Columns. */
const width = 80;

/** Wraps a paragraph; an overlong word gets its own line. */
function wrap(text: string, most = width): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Two columns, the second at column `at`; a longer first one gets its own line. */
function row(left: string, right: string, at: number): readonly string[] {
  const head = `  ${left}`;
  const lines = wrap(right, width - at);
  const indented = lines.map(line => `${' '.repeat(at)}${line}`);
  if (head.length > at - 2) return [head, ...indented];
  return [`${head.padEnd(at)}${lines[0] ?? ''}`, ...indented.slice(1)];
}
