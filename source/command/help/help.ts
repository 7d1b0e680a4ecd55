/** `--help`, generated from the flag table: 80 columns, examples first. */
import { flagTable, groups, type KnownFlag } from '../flags.js';
import { row, wrap } from './columns.js';
import { pageLines } from './draw.js';
import { flagForms } from './flag-page.js';
import { manual } from './manual.js';
import { rowsOf } from './page.js';
import { type HelpTopic, type HelpTopicName, helpTopics } from './topics.js';

const column = 30;

/** Flags that apply to only some actions of a command. */
const flagsOfActions: Readonly<Record<string, readonly string[]>> = {
  all: ['logout'],
  id: ['token', 'introspect'],
  decode: ['token'],
};

/** Returns a topic, or its part about one action: `logout` of `auth`. Undefined if the command has no such action. */
export function helpTopicOf(topic: HelpTopicName, action?: string): HelpTopic | undefined {
  const page = helpTopics[topic];
  if (action === undefined) return page;
  const begin = `apiclient ${topic} ${action}`;
  const isOfAction = (line: string): boolean => `${line} `.includes(`${begin} `);
  const usage = page.usage.filter(([form]) => isOfAction(form));
  const about = usage[0]?.[1];
  if (about === undefined) return undefined;
  return {
    ...page,
    about: `${about.replace(/^./, letter => letter.toUpperCase())}.`,
    usage,
    examples: page.examples.filter(isOfAction),
  };
}

/** The flags of a command, or of one of its actions. */
const flagsOf = ({ command }: HelpTopic, action?: string): readonly KnownFlag[] =>
  flagTable.filter(
    ({ commands, name }) =>
      commands.includes(command) && (action === undefined || (flagsOfActions[name]?.includes(action) ?? true)),
  );

const examplesOf = (examples: readonly string[]): readonly string[] =>
  examples.length === 0 ? [] : ['', 'Examples', ...examples.map(example => `  ${example}`)];

/**
 * Returns the full help of a command (`graphql`, `auth` …), or of requests.
 * @param action limits the help to this action; an unknown one is ignored
 */
export function helpText(topic: HelpTopicName = 'request', action?: string): string {
  const narrowed = helpTopicOf(topic, action);
  const page = narrowed ?? helpTopics[topic];
  const { command, about, usage, examples, more = [], notes = [] } = page;
  const listed = flagsOf(page, narrowed && action);
  const sections = [
    ...wrap(about),
    '',
    'Usage',
    ...usage.flatMap(([form, meaning]) => row(form, meaning, 46)),
    ...examplesOf(examples),
    ...more.flatMap(page => ['', ...pageLines(page)]),
    ...ownFirst(listed).flatMap(([group, rows]) => [
      '',
      group,
      ...rows.flatMap(flag => row(flagForms(flag), flag.help, column)),
    ]),
    ...(command === 'completion' || command === 'help'
      ? []
      : [
          '',
          'Exit codes',
          ...rowsOf(manual['exit-codes']).flatMap(([code = '', meaning = '']) => row(code, meaning, 14)),
        ]),
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

/** `-h`: usage, the most common flags, and where to find the others. */
export function briefText(topic: HelpTopicName = 'request', action?: string): string {
  const narrowed = helpTopicOf(topic, action);
  const page = narrowed ?? helpTopics[topic];
  const { about, usage, examples } = page;
  const listed = flagsOf(page, narrowed && action);
  const shown = listed.filter(flag => flag.often);
  const others = listed.length - shown.length;
  const ofGroups = groups.filter(group => listed.some(flag => flag.group === group)).map(groupTopic);
  const command = topic === 'request' ? 'apiclient' : `apiclient ${topic}`;
  const fullHelp = narrowed && action ? `${command} ${action} --help` : `${command} --help`;
  return `${[
    ...wrap(about),
    '',
    'Usage',
    ...usage.flatMap(([form, meaning]) => row(form, meaning, 46)),
    ...examplesOf(examples.slice(0, 4)),
    '',
    others > 0 ? 'Common flags' : 'Flags',
    // The first clause; the rest is for --help.
    ...shown.flatMap(flag => row(flagForms(flag), flag.help.split(/; | \(/)[0] ?? '', column)),
    '',
    ...(others > 0
      ? wrap(`${others} more: ${fullHelp} lists all of them, apiclient help GROUP one group: ${ofGroups.join(', ')}.`)
      : []),
    ...wrap('apiclient help TOPIC explains a command, a flag or a topic; apiclient help help lists them.'),
  ].join('\n')}\n`;
}

/** Groups of flags. Those that plain requests do not have come first, because readers look for them. */
function ownFirst(listed: readonly KnownFlag[]): readonly (readonly [group: string, rows: readonly KnownFlag[]])[] {
  const filled = groups
    .map(group => [group, listed.filter(flag => flag.group === group)] as const)
    .filter(([, rows]) => rows.length > 0);
  const isOwn = (rows: readonly KnownFlag[]) => rows.every(flag => !flag.commands.includes('request'));
  return [...filled.filter(([, rows]) => isOwn(rows)), ...filled.filter(([, rows]) => !isOwn(rows))];
}

/** `apiclient help GROUP`: its flags, one per line. */
export function groupLines(group: string): readonly string[] {
  const flags = flagTable.filter(flag => flag.group === group);
  return [`Flags: ${group}`, ...flags.flatMap(flag => row(flagForms(flag), flag.help, column))];
}
