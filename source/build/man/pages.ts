/** The man pages, from the tables of flags, keys and exit codes and the text of help. */
import { type Flag, flagTable, groups, shownName } from '../../command/flags.js';
import { type Guide, guides } from '../../command/help/guides.js';
import { type HelpTopicName, helpTopics } from '../../command/help/topics.js';
import { keyHelp } from '../../tui/app/key-help.js';
import { example, form, literal, prose, section, subsection, tagged } from './roff.js';

/** `apiclient-graphql` for a command, `apiclient` for the program. */
const pageName = (topic: HelpTopicName): string => (topic === 'request' ? 'apiclient' : `apiclient-${topic}`);

const topics = Object.keys(helpTopics) as readonly HelpTopicName[];

/**
 * All pages by file name.
 * @param version of the program, e.g. `1.2.3`
 * @param day of the release, `YYYY-MM-DD`; empty if unknown
 */
export const manPages = (version: string, day: string): ReadonlyMap<string, string> =>
  new Map(topics.map(topic => [`${pageName(topic)}.1`, page(topic, version, day)]));

function page(topic: HelpTopicName, version: string, day: string): string {
  const { about, usage, examples, more = [] } = helpTopics[topic];
  const name = pageName(topic);
  // whatis(1) lists the sentence of NAME, so it has no full stop.
  const [sentence = ''] = about.replace(/\.$/, '').split(/[.;] /);
  const summary = sentence.replace(/^[A-Z](?=[a-z]* )/, letter => letter.toLowerCase());
  const lines = [
    `.TH ${name.toUpperCase().replace(/-/g, '\\-')} 1 "${day}" "apiclient ${version}" "User Commands"`,
    section('Name'),
    `${name.replace(/-/g, '\\-')} \\- ${prose(summary)}`,
    section('Synopsis'),
    ...usage.flatMap(([typed], index) => [...(index > 0 ? ['.br'] : []), form(typed)]),
    section('Description'),
    prose(about),
    ...usage.flatMap(([typed, meaning]) => tagged(form(typed), meaning)),
    ...options(topic),
    ...(topic === 'graphql' ? keys() : []),
    ...more.flatMap(guide => [section(guide.title.replace(/ \(.*$/, '')), ...guideBody(guide)]),
    ...(topic === 'completion' || topic === 'help' ? [] : [section('Exit status'), ...guideBody(guides['exit-codes'])]),
    ...(topic === 'request'
      ? [guides.environment, guides.files, guides.configuration].flatMap(guide => [
          section(guide.title),
          ...guideBody(guide),
        ])
      : []),
    section('Examples'),
    ...examples.flatMap(line => example([line])),
    section('See also'),
    ...seeAlso(topic),
  ];
  // A heading starts a paragraph by itself.
  const needed = lines.filter((line, index) => line !== '.PP' || !/^\.S[HS] /.test(lines[index - 1] ?? ''));
  return `${needed.join('\n')}\n`;
}

function options(topic: HelpTopicName): readonly string[] {
  const own = flagTable.filter(flag => flag.commands.includes(helpTopics[topic].command));
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

function keys(): readonly string[] {
  const entries = keyHelp();
  const headings = [...new Set(entries.map(({ heading }) => heading))];
  return [
    section('Keys of the full screen'),
    ...headings.flatMap(heading => [
      subsection(heading),
      ...entries
        .filter(each => each.heading === heading)
        .flatMap(each => tagged(`\\fB${literal(each.keys)}\\fR`, each.help)),
    ]),
  ];
}

function guideBody({ paragraphs = [], rows = [], example: lines = [], notes = [] }: Guide): readonly string[] {
  return [
    ...paragraphs.flatMap(text => ['.PP', prose(text)]),
    ...rows.flatMap(([left, right]) => tagged(`\\fB${literal(left)}\\fR`, right)),
    ...(lines.length > 0 ? example(lines) : []),
    ...notes.flatMap(text => ['.PP', prose(text)]),
  ];
}

function seeAlso(topic: HelpTopicName): readonly string[] {
  const pages = [
    ...topics.filter(other => other !== topic).map(pageName),
    ...(topic === 'request' ? ['curl', 'jq'] : []),
  ];
  return pages.map((name, index) => `.BR ${name.replace(/-/g, '\\-')} (1)${index < pages.length - 1 ? ',' : ''}`);
}
