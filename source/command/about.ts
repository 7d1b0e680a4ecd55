/** Help and completions, in a separate chunk because no request needs them. */
import { type Failure, usageError } from '../core/failure.js';
import { nearest } from '../core/near-miss.js';
import { safeLine } from '../core/response/safe-text.js';
import { usualMethods } from './first-word.js';
import { flagOfLetter, flagOfLongName, flagTable, groups, type KnownFlag } from './flags.js';
import { row } from './help/columns.js';
import { type Paint, pageLines, unpainted } from './help/draw.js';
import { flagForms, flagPage } from './help/flag-page.js';
import { briefText, groupLines, groupTopic, helpText, helpTopicOf } from './help/help.js';
import { type KeyRow, keyPage } from './help/key-page.js';
import { manual, type TopicName } from './help/manual.js';
import { groupTopics, overviewLines, topicLines, topicList } from './help/overview.js';
import { code, line, type Page } from './help/page.js';
import { helpMatches } from './help/search.js';
import { type HelpTopicName, helpTopics } from './help/topics.js';

const textOf = (...parts: readonly (readonly string[])[]): string =>
  `${parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`;

/**
 * Returns the text of `apiclient help TOPIC`: a page of the manual, a command, a group of flags, or a flag and its family.
 * Without a topic, an overview.
 * @param here rows with values from this machine, shown after the first paragraph of a page
 * @returns undefined for an unknown topic
 */
export function aboutTopic(
  topic: string | undefined,
  paint: Paint = unpainted,
  here: readonly (readonly [string, string])[] = [],
): string | undefined {
  if (topic === undefined) return textOf(overviewLines());
  if (topic === 'flags') return helpText('request');
  const renamed = topic === 'again' ? 'history' : topic;
  const name = usualMethods.includes(topic.toUpperCase()) ? 'requests' : renamed;
  const group = groups.find(each => groupTopic(each) === name);
  if (Object.hasOwn(manual, name)) {
    return textOf(pageLines(withRows(manual[name as TopicName], here), paint), group ? groupLines(group) : []);
  }
  if (name === 'help') return `${helpText('help')}\n${textOf(topicLines())}`;
  const [command = '', action, ...rest] = name.split(' ');
  const isCommand = Object.hasOwn(helpTopics, command) && rest.length === 0;
  if (isCommand && helpTopicOf(command as HelpTopicName, action)) return helpText(command as HelpTopicName, action);
  if (group) return textOf(groupLines(group));
  const flag = flagOf(topic);
  if (flag) return textOf(pageLines(flagPage(flag), paint), familyLines(flag));
  return undefined;
}

/**
 * Returns the text of `apiclient help WORDS`.
 * @param keys keys of the full screen to search
 * @returns a usage error if nothing matches
 */
export function searchHelp(words: string, keys: readonly KeyRow[]): string | Failure {
  const matches = helpMatches(words, keys);
  if (matches.length > 0) return textOf([`No topic is called "${safeLine(words)}". Best matches:`], matches);
  const near = nearest(words.replace(/^-+/, ''), [...topics, ...flagTable.map(each => each.name)]);
  const hint = near ? `Did you mean apiclient help ${near}?` : 'Run `apiclient help help` to list the topics.';
  return usageError(`Nothing in the help matches "${words}".`, hint);
}

function withRows(page: Page, rows: readonly (readonly [string, string])[]): Page {
  if (rows.length === 0) return page;
  const table = rows.map(([place, keeps]) => [code(place), line(keeps)]);
  const more: Page = [
    { kind: 'paragraph', text: line('On this machine:') },
    { kind: 'table', rows: table },
    { kind: 'paragraph', text: line('On Linux in general:') },
  ];
  return [...page.slice(0, 2), ...more, ...page.slice(2)];
}

/**
 * Returns the `--help` text of a command, of one of its actions, or of requests. With `brief` it lists only the most common
 * flags, like `-h`.
 */
export const commandHelp = (name: string, brief = false, action?: string): string =>
  (brief ? briefText : helpText)(Object.hasOwn(helpTopics, name) ? (name as HelpTopicName) : 'request', action);

/** Returns `apiclient help keys`. @param entries from the full screen's key table, in the order of their headings */
export const keyText = (entries: readonly KeyRow[], paint: Paint = unpainted): string =>
  textOf(pageLines(keyPage(entries), paint));

/** All help topics except flags. */
export const topics: readonly string[] = [
  ...new Set([...topicList.map(([name]) => name), ...Object.keys(helpTopics), ...groupTopics]),
];

/** Returns the flag named by `--retry`, `retry`, `--no-mouse` or `-L`. */
const flagOf = (word: string): KnownFlag | undefined =>
  /^-[^-]$/u.test(word) ? flagOfLetter(word.slice(1)) : flagOfLongName(word.replace(/^--?/, ''));

/** Returns the flags whose names begin with this flag's name: `oauth2` has a dozen. */
function familyLines({ name }: KnownFlag): readonly string[] {
  const others = flagTable.filter(other => other.name.startsWith(`${name}-`));
  return others.length === 0 ? [] : ['See also', ...others.flatMap(flag => row(flagForms(flag), flag.help, 30))];
}

export { completionStubs } from './completion/stubs.js';
