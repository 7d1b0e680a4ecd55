/** The man pages: commands from the flag table, topics from the manual. */
import { type Flag, flagTable, groups, shownName } from '../../command/flags.js';
import { keyPage } from '../../command/help/key-page.js';
import { manual } from '../../command/help/manual.js';
import { aboutOf, type Page } from '../../command/help/page.js';
import { type HelpTopicName, helpTopics } from '../../command/help/topics.js';
import { keyHelp } from '../../tui/app/key-help.js';
import { exampleBlock, form, literal, pageBody, prose, section, subsection, tagged } from './roff.js';

/** `apiclient-graphql` for a command, `apiclient` for the program. */
const pageName = (topic: HelpTopicName): string => (topic === 'request' ? 'apiclient' : `apiclient-${topic}`);

const commands = Object.keys(helpTopics) as readonly HelpTopicName[];

/** Topics by name. They are in section 7 (miscellaneous), commands in section 1. */
const topics: Readonly<Record<string, Page>> = { ...manual, keys: keyPage(keyHelp()) };

/** Header of a page. */
interface Edition {
  /** Program version, e.g. `1.2.3`. */
  readonly version: string;
  /** Release date as `YYYY-MM-DD`; empty if unknown. */
  readonly day: string;
}

/** Returns all pages by file name. */
export const manPages = (version: string, day: string): ReadonlyMap<string, string> =>
  new Map([
    ...commands.map(name => [`${pageName(name)}.1`, commandPage(name, { version, day })] as const),
    ...Object.entries(topics).map(
      ([name, page]) => [`apiclient-${name}.7`, topicPage(name, page, { version, day })] as const,
    ),
  ]);

/** Summary in the NAME section. whatis(1) lists it, so it has no full stop. */
function head(name: string, number: number, about: string, { version, day }: Edition): readonly string[] {
  const [sentence = ''] = about.replace(/\.$/, '').split(/[.;] /);
  const summary = sentence.replace(/^[A-Z](?=[a-z]*\b)/, letter => letter.toLowerCase());
  return [
    `.TH ${name.toUpperCase().replace(/-/g, '\\-')} ${number} "${day}" "apiclient ${version}" "${number === 1 ? 'User Commands' : 'Manual of apiclient'}"`,
    // No hyphenation, which would change words that users type, and no justification.
    '.nh',
    '.ad l',
    section('Name'),
    `${name.replace(/-/g, '\\-')} \\- ${prose(summary)}`,
  ];
}

/** A heading starts a paragraph by itself. */
const paged = (lines: readonly string[]): string =>
  `${lines.filter((line, index) => line !== '.PP' || !/^\.S[HS] /.test(lines[index - 1] ?? '')).join('\n')}\n`;

function topicPage(name: string, page: Page, edition: Edition): string {
  const about = name === 'keys' ? 'the keys of the full screen' : aboutOf(page);
  const body = name === 'keys' ? page.slice(1) : page.slice(2);
  return paged([
    ...head(`apiclient-${name}`, 7, about, edition),
    ...(body[0]?.kind === 'heading' ? [] : [section('Description')]),
    ...pageBody(body),
    section('See also'),
    '.BR apiclient (1)',
  ]);
}

function commandPage(name: HelpTopicName, edition: Edition): string {
  const { about, usage, examples, more = [] } = helpTopics[name];
  return paged([
    ...head(pageName(name), 1, about, edition),
    section('Synopsis'),
    ...usage.flatMap(([typed], index) => [...(index > 0 ? ['.br'] : []), form(typed)]),
    section('Description'),
    prose(about),
    ...usage.flatMap(([typed, meaning]) => tagged(form(typed), meaning)),
    ...options(name),
    ...more.flatMap(page => asSection(page)),
    ...(name === 'completion' || name === 'help' ? [] : asSection(manual['exit-codes'])),
    ...(name === 'request' ? [manual.environment, manual.files, manual.configuration].flatMap(asSection) : []),
    section('Examples'),
    ...examples.flatMap(line => exampleBlock([line])),
    section('See also'),
    ...seeAlso(name),
  ]);
}

/** A page of the manual within another one. Its own headings are left out if the outer page has headings. */
const asSection = (page: Page): readonly string[] => pageBody(page.filter((_, index) => index !== 1));

function options(name: HelpTopicName): readonly string[] {
  const own = flagTable.filter(flag => flag.commands.includes(helpTopics[name].command));
  return [
    section('Options'),
    ...groups.flatMap(group => {
      const flags = own.filter(flag => flag.group === group);
      return flags.length === 0 ? [] : [subsection(group), ...flags.flatMap(flag => tagged(flagTag(flag), flag.help))];
    }),
  ];
}

function flagTag(flag: Flag): string {
  const short = flag.short ? `\\fB${literal(`-${flag.short}`)}\\fR, ` : '';
  const name = `${short}\\fB${literal(shownName(flag))}\\fR`;
  if (flag.value === undefined) return name;
  const value = `\\fI${literal(flag.value)}\\fR`;
  return flag.optional ? `${name}[=${value}]` : `${name} ${value}`;
}

function seeAlso(name: HelpTopicName): readonly string[] {
  const others = commands.filter(other => other !== name).map(other => [pageName(other), 1] as const);
  let about: readonly string[] = [];
  if (name === 'request') about = Object.keys(topics);
  else if (name === 'graphql') about = ['graphql', 'screen', 'keys'];
  const pages = about.map(topic => [`apiclient-${topic}`, 7] as const);
  const all = [...others, ...pages, ...(name === 'request' ? [['curl', 1] as const, ['jq', 1] as const] : [])];
  return all.map(([page, at], index) => `.BR ${page.replace(/-/g, '\\-')} (${at})${index < all.length - 1 ? ',' : ''}`);
}
