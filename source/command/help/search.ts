/** `apiclient help WORDS`: matching topics, sections of the manual, commands, flags, keys and exit codes, best match first. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { indexList, type ListedText, searchList } from '../../core/search/list-index.js';
import { wordsOf } from '../../core/search/words.js';
import { flagTable, shownName } from '../flags.js';
import { row } from './columns.js';
import { flagForms, noteOf } from './flag-page.js';
import type { KeyRow } from './key-page.js';
import { manual } from './manual.js';
import { topicList } from './overview.js';
import { type Block, plainText, rowsOf } from './page.js';
import { helpActions, helpTopics } from './topics.js';

/** One result: the text or key to type, and its effect. */
interface HelpEntry extends ListedText {
  /** A command that opens the result, a key, or an exit code. */
  readonly shown: string;
  /** Summary in one line. */
  readonly line: string;
}

/** Prior weight of each kind of result. */
const priors = { topic: 1, command: 1, flag: 0.9, section: 0.75, key: 0.6, exitCode: 0.6 } as const;

/** Search words, by the topic, command or flag that explains them best. Its text need not contain them. */
const searchWords: Readonly<Record<string, string>> = {
  start: 'tutorial, beginner, hello, npx',
  requests: 'webhook, sse',
  bodies: 'stdin, soap, webdav, pdf, toml, protobuf',
  output: 'unicode, emoji, brotli, pdf',
  authentication: 'password, saml, ntlm, kerberos, negotiate, signout',
  auth: 'whoami, signout',
  oauth2: 'ssh, sign in',
  tls: 'mtls, pfx, hostname, self-signed',
  graphql: 'federation, apollo, relay, sse',
  screen: 'split, tmux, font',
  'line-mode': 'accessibility, screen reader, braille, blind',
  scripting: 'jenkins, powershell, cmd, docker, kubernetes',
  checks: 'snapshot, assertions',
  'http-files': 'sequence, dotenv',
  'exit-codes': 'exit status',
  load: 'benchmark, latency, percentile, speed, memory, concurrency, stress',
  environment: 'dotenv, docker',
  files: 'privacy, telemetry',
  uninstall: 'brew',
  ws: 'chat',
  troubleshooting: 'hang, freeze, crash, slow, cors, csrf, rate limit',
  '--follow': 'redirect, redirects',
  '--auth': 'password, basic auth',
  '--form': 'multipart, file upload, upload a file',
  '--assert': 'assertions',
  '--filter': 'jsonpath, jq',
  '--response-charset': 'encoding',
  '--retry': 'rate limit',
};
const searchWordsOf = (name: string): readonly string[] => searchWords[name]?.split(', ') ?? [];

/** A result that `apiclient help NAME` opens. */
const opened = (name: string, line: string, prior: number, words: readonly string[], about: string): HelpEntry => ({
  name,
  shown: `apiclient help ${name}`,
  line,
  words,
  about,
  prior,
});

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'code':
      return block.lines.join(' ');
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'table':
      return block.rows.flat().map(plainText).join(' ');
    default:
      return plainText(block.text);
  }
};

/** The sections of a page, by heading. */
function sectionsOf(topic: string, page: readonly Block[]): readonly HelpEntry[] {
  const starts = page.flatMap((block, at) => (block.kind === 'heading' && at > 0 ? [at] : []));
  return starts.map((start, nth) => {
    const heading = textOf(page[start] as Block);
    const text = page
      .slice(start + 1, starts[nth + 1])
      .map(textOf)
      .join(' ');
    return { ...opened(topic, heading, priors.section, [heading], text), name: '' };
  });
}

const entriesOf = (keys: readonly KeyRow[]): readonly HelpEntry[] => [
  ...topicList.map(([name, about]) => opened(name, about, priors.topic, searchWordsOf(name), about)),
  ...Object.entries(helpTopics).map(([name, { about, usage }]) =>
    opened(name, about, priors.command, [...usage.flat(), ...searchWordsOf(name)], about),
  ),
  ...[...helpActions].map(([name, about]) => opened(name, about, priors.command, [about], '')),
  ...flagTable.map(flag => {
    const { more = '', curl, httpie } = noteOf(flag);
    const others = [curl, httpie].flatMap(each => each ?? []);
    const words = [flag.help, ...others, ...searchWordsOf(`--${flag.name}`)];
    const entry = opened(shownName(flag), flag.help, priors.flag, words, more);
    return { ...entry, name: flag.name, shown: flagForms(flag).trim() };
  }),
  ...Object.entries(manual).flatMap(([name, page]) => sectionsOf(name, page)),
  ...keys.map(({ keys: shown, help, heading, name, others = [] }) => ({
    ...opened('', help, priors.key, [help, heading, name ?? '', ...others], ''),
    shown: shown.startsWith(':') ? shown : `key ${shown}`,
  })),
  ...rowsOf(manual['exit-codes']).map(([code = '', meaning = '']) => ({
    ...opened('', meaning, priors.exitCode, [meaning, `exit code ${code}`], ''),
    shown: `exit code ${code}`,
  })),
];

const indexOf = memoizeWeak((keys: readonly KeyRow[]) => indexList(entriesOf(keys), each => each));

/** Number of results printed. */
const maxShown = 12;
/** Column at which a result's summary begins. */
const column = 36;

/** Returns lines for the best results, or no lines if nothing matches. */
export function helpMatches(words: string, keys: readonly KeyRow[]): readonly string[] {
  if (wordsOf(words).length === 0) return [];
  const seen = new Set<string>();
  const found = searchList(indexOf(keys), words, { hasPartial: true, looseNames: false });
  const matches = found.filter(({ shown, line }) => {
    const key = `${shown} ${line}`;
    return !seen.has(key) && seen.add(key);
  });
  const phrase = words.trim().toLowerCase();
  const isSearchedFor = ({ name, shown }: HelpEntry): boolean =>
    searchWordsOf(shown.startsWith('-') ? `--${name}` : name).includes(phrase);
  const sorted = [...matches.filter(isSearchedFor), ...matches.filter(each => !isSearchedFor(each))];
  return sorted.slice(0, maxShown).flatMap(({ shown, line }) => row(shown, line, column));
}
