/**
 * `apiclient __complete SHELL …`: prints the candidates that a shell offers at a Tab. Nothing is sent or changed, and mistakes
 * on the line are not reported.
 */
import { type BashLine, readBashLine } from './command/completion/bash-line.js';
import { type Candidate, flagWords, type Offer, offerFor, plainWords } from './command/completion/offer.js';
import { configured } from './command/configured.js';
import { flagTable } from './command/flags.js';
import type { GraphqlCommand } from './core/command.js';
import { isFailure } from './core/failure.js';
import { needsSafeText } from './core/response/safe-text.js';
import type { Environment } from './environment.js';
import { configFile, loadConfig } from './io/config.js';

/** Maximum number of candidates; more than a shell can usefully show. */
const maxCandidates = 2000;

/**
 * Prints the completions of the word at the cursor in the format of the stubs (`command/completion/stubs.ts`).
 * @param rest `bash`, the line up to the cursor and COMP_WORDBREAKS; `zsh` or `fish` and the words up to the cursor
 */
export async function runComplete([shell, ...rest]: readonly string[], environment: Environment): Promise<number> {
  const line = shell === 'bash' ? readBashLine(rest[0] ?? '', rest[1] ?? '') : undefined;
  const { words, typed } = line ?? { words: rest.slice(0, -1), typed: rest.at(-1) ?? '' };
  const offer = line?.redirects ? { before: '', typed, from: 'files' as const } : offerFor(words, typed);
  if (!offer) return 0;
  const lines =
    offer.from === 'files'
      ? filesLines(offer, line)
      : await wordsLines(offer, words, line, shell === 'fish', environment);
  // A word with a line break or a control character is not completed.
  if (lines.some(each => each.includes('\n') || needsSafeText(each))) return 0;
  environment.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function filesLines({ before, typed }: Offer, line: BashLine | undefined): readonly string[] {
  if (!line) return ['files', before, typed];
  const { replaced, skipped } = line.written(before.length);
  return ['files', replaced, typed, line.quote, String(skipped)];
}

async function wordsLines(
  { from, before, typed }: Offer,
  words: readonly string[],
  line: BashLine | undefined,
  isFish: boolean,
  environment: Environment,
): Promise<readonly string[]> {
  const all = typeof from === 'string' ? await lookUp(from, words, typed, line, isFish, environment) : from;
  const candidates = all.filter(({ text }) => text.startsWith(typed)).slice(0, maxCandidates);
  // Fish adds a space after a single candidate, unless it ends in one of the characters it recognises.
  if (isFish && from === 'profiles' && candidates.length === 1) candidates.push({ text: `${candidates[0]?.text}/` });
  return [
    'words',
    ...candidates.map(({ text, help, further = [] }) => {
      const end = isFish || unfinished.test(text) || further.length > 0 ? '' : ' ';
      if (!line) return before + text + end + (help === undefined ? '' : `\t${help}`);
      return line.replaced + text.slice(typed.length).replace(special[line.quote], '\\$&') + end;
    }),
  ];
}

/** Characters that are special to bash, by the open quote. */
const special = { '': /[^\w.:@-]/g, '"': /[$`"\\]/g, "'": /(?!)/g } as const;

/** Profiles (a path may follow), flows, `env:`, picks of types with fields. */
const unfinished = /^@|[.:]$/;

/** The kind of word after a flag. */
const kinds: Readonly<Record<string, string>> = { '--call': 'operations', '--example': 'examples' };

async function lookUp(
  from: Extract<Offer['from'], string>,
  words: readonly string[],
  typed: string,
  line: BashLine | undefined,
  isFish: boolean,
  environment: Environment,
): Promise<readonly Candidate[]> {
  if (from === 'variables') return plainWords(Object.keys(environment.variables).filter(name => /^\w+$/.test(name)));
  if (from === 'topics') return [...plainWords((await import('./command/about.js')).topics), ...flagWords(flagTable)];
  const load = () => loadConfig(environment);
  if (from === 'profiles') {
    const config = load();
    return isFailure(config) ? [] : plainWords([...config.profiles.keys()].map(name => `@${name}`));
  }
  const typedWords = from === 'paths' ? [...words, typed] : words;
  const last = typedWords.at(-1) ?? '';
  const complete = /^--(?:pick|describe|call|example)$/.test(last) ? typedWords.slice(0, -1) : typedWords;
  const command = configured(complete, load, configFile(environment));
  if (isFailure(command)) return [];
  if (command.kind === 'openapi' || command.kind === 'request') {
    const { completeDescribed } = await import('./plain/openapi/run.js');
    return plainWords(await completeDescribed(command, kinds[last] ?? from, typed, environment));
  }
  if (command.kind !== 'graphql' || from !== 'picks') return [];
  return lookUpPicks(command, typed, { quote: line?.quote ?? '', isFish }, environment);
}

/** Readline closes the quote after a single candidate, and fish ends the word; a possible continuation prevents that. */
async function lookUpPicks(
  command: GraphqlCommand,
  typed: string,
  { quote, isFish }: { readonly quote: BashLine['quote']; readonly isFish: boolean },
  environment: Environment,
): Promise<readonly Candidate[]> {
  const { completePicks } = await import('./plain/graphql.js');
  const picks = await completePicks(command, typed, environment);
  const [only] = picks;
  if (only === undefined || picks.length > 1) return picks;
  const isUnfinished = unfinished.test(only.text);
  if ((quote || isFish) && only.further.length > 0 && !isUnfinished) return plainWords(only.further);
  if (!quote || !isUnfinished) return picks;
  const next = await completePicks(command, only.text, environment);
  return next.length > 1 ? next : [only, ...next];
}
