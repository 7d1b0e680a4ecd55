/** `apiclient help` alone: an overview on one screen of 24 rows; and the list of all topics. */
import { groups } from '../flags.js';
import { row, wrap } from './columns.js';
import { groupTopic } from './help.js';
import { manual, tableTopics } from './manual.js';
import { aboutOf } from './page.js';

/** Every topic with a summary, in the order of the manual. */
export const topicList: readonly (readonly [name: string, about: string])[] = [
  ...Object.entries(manual).map(([name, page]) => [name, aboutOf(page)] as const),
  ...Object.entries(tableTopics),
];

/** Topics for groups of flags without a manual page. */
export const groupTopics: readonly string[] = groups
  .map(groupTopic)
  .filter(name => !topicList.some(([topic]) => topic === name));

const words: readonly (readonly [left: string, right: string])[] = [
  ['apiclient METHOD URL [ITEM…] [FLAGS]', 'one HTTP request'],
  ['apiclient graphql URL, openapi URL', 'explore and call an API'],
  ['apiclient open [URL|FILE.http]', 'edit requests on a full screen'],
  ['apiclient run FILE.http…, ws URL', 'requests in a file, WebSocket messages'],
  ['apiclient curl …, import FILE…', 'run a curl line, convert a collection'],
  ['apiclient auth, sessions, history', 'stored tokens, cookies, past requests'],
  ['apiclient profiles, completion SHELL', 'saved APIs, completions'],
  ['apiclient demo', 'try everything on a small demo API'],
];

/** The overview: at most 23 lines, so that the prompt has the last row. */
export const overviewLines = (): readonly string[] => [
  'apiclient sends HTTP requests, logs in with OAuth 2.0, and explores APIs.',
  '',
  ...words.flatMap(([left, right]) => row(left, right, 42)),
  '',
  'apiclient help TOPIC shows a page of the manual:',
  ...wrap(topicList.map(([name]) => name).join(', '), 76).map(line => `  ${line}`),
  'apiclient help help lists all topics. apiclient help GROUP lists flags:',
  ...wrap(groups.map(groupTopic).join(', '), 76).map(line => `  ${line}`),
  '',
  ...row('apiclient help --retry', 'one flag: examples and its name in curl and HTTPie', 29),
  ...row('apiclient -h and --help', 'the most common flags, and all of them', 29),
];

/** A sentence with a lower-case first letter, unless it begins with a name such as JSON or GraphQL. */
const lowerFirst = (text: string): string => text.replace(/^[A-Z](?![A-Za-z]*[A-Z])/, letter => letter.toLowerCase());

/** `apiclient help help`: the overview and all topics. */
export const topicLines = (): readonly string[] => [
  'Topics',
  ...topicList.flatMap(([name, about]) => row(name, lowerFirst(about), 20)),
];
