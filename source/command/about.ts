/** Help and completions, in a chunk of their own because no request needs them. */
import { type Failure, usageError } from '../core/failure.js';
import { nearest } from '../core/near-miss.js';
import { usualMethods } from './first-word.js';
import { flagOfLetter, flagOfLongName, flagTable, groups, type KnownFlag } from './flags.js';
import { type GuideName, guides, otherTopics } from './help/guides.js';
import { briefText, flagHelp, groupTopic, guideLines, helpText } from './help/help.js';
import { type HelpTopicName, helpTopics } from './help/topics.js';

/**
 * The text of `apiclient help TOPIC`: a command, a guide, a group of flags, or a flag and its family; without a topic
 * the general help.
 * @param brief of a command only the most used flags, as for `-h`
 * @returns a usage error for an unknown topic
 */
export function aboutTopic(topic: string | undefined, brief = false): string | Failure {
  const name = topic === undefined || usualMethods.includes(topic) ? 'request' : topic;
  if (Object.hasOwn(helpTopics, name)) return (brief ? briefText : helpText)(name as HelpTopicName);
  if (topic === undefined) return helpText();
  if (Object.hasOwn(guides, topic)) return `${guideLines(guides[topic as GuideName]).join('\n')}\n`;
  const group = groups.find(each => groupTopic(each) === topic);
  if (group) return flagHelp(flagTable.filter(flag => flag.group === group));
  const flag = flagOf(topic);
  if (flag) return flagHelp(familyOf(flag));
  const near = nearest(topic.replace(/^-+/, ''), [...topics, ...flagTable.map(({ name }) => name)]);
  const hint = near ? `Did you mean apiclient help ${near}?` : 'apiclient help help lists the topics.';
  return usageError('There is no help on this.', hint);
}

/** All that there is help on, but for the flags. */
export const topics: readonly string[] = [
  ...Object.keys({ ...helpTopics, ...guides, ...otherTopics }),
  ...groups.map(groupTopic),
];

/** The flag of `--retry`, `retry`, `--no-mouse` or `-L`. */
const flagOf = (word: string): KnownFlag | undefined =>
  /^-[^-]$/u.test(word) ? flagOfLetter(word.slice(1)) : flagOfLongName(word.replace(/^--?/, ''));

/** The flag and those prefixed by its name: `oauth2` has a dozen. */
const familyOf = ({ name }: KnownFlag): readonly KnownFlag[] =>
  flagTable.filter(other => other.name === name || other.name.startsWith(`${name}-`));

export { completionStubs } from './completion/stubs.js';
export { keyText } from './help/help.js';
