/** Completes the word at the cursor from the flag table alone; files and names are looked up elsewhere. */
import { flowNames } from '../../core/oauth/flows.js';
import { providerForms } from '../../core/oauth/providers.js';
import { authActions, looksLikeUrl, usualMethods } from '../first-word.js';
import { type CommandName, commandNames, type Flag, flagTable, shownName, takesUrl } from '../flags.js';
import { tokenise } from '../tokenise.js';
import { collectUsageErrors } from '../usage-errors.js';

/** A candidate. Flags have their help text. */
export interface Candidate {
  readonly text: string;
  readonly help?: string;
  /** Possible continuations of the word, if it cannot end here. */
  readonly further?: readonly string[];
}

/** The word at the cursor in two parts: `before` is preserved, and candidates begin with `typed`. */
export interface Offer {
  readonly before: string;
  readonly typed: string;
  /** The candidates, or their kind if they are not in any table. */
  readonly from: 'files' | 'profiles' | 'topics' | 'picks' | 'variables' | 'paths' | 'arguments' | readonly Candidate[];
}

/** Every offered spelling of a flag: the letter, and the long form as in help. */
export const flagWords = (flags: readonly Flag[]): readonly Candidate[] =>
  flags.flatMap(flag =>
    [...(flag.short ? [`-${flag.short}`] : []), shownName(flag)].map(text => ({ text, help: flag.help })),
  );

/** Candidates without help. */
export const plainWords = (words: readonly string[]): readonly Candidate[] => words.map(text => ({ text }));

/** Marker that finds the word at the cursor among the tokens. No program argument can contain it. */
const mark = '\0';

/**
 * Completes a word.
 * @param words arguments between the program's name and the word at the cursor
 * @param typed the word at the cursor, up to the cursor
 */
export function offerFor(words: readonly string[], typed: string): Offer | undefined {
  const { occurrences, words: found } = tokenise([...words, typed + mark], collectUsageErrors());
  const last = occurrences.at(-1);
  if (typeof last?.value === 'string' && last.value.endsWith(mark)) {
    const value = last.value.slice(0, -1);
    return valueOffer(last.flag, typed.slice(0, typed.length - value.length), value);
  }
  // A topic may be a flag.
  if (words.length === 1 && words[0] === 'help') return { before: '', typed, from: 'topics' };
  if (found.at(-1)?.endsWith(mark)) return wordOffer(found.slice(0, -1), typed);
  const commands = commandsFor(found);
  const availableFlags = flagTable.filter(flag => flag.commands.some(each => commands.includes(each)));
  return { before: '', typed, from: flagWords(availableFlags) };
}

/** Commands that a line starting with these words can become. */
function commandsFor([first, ...others]: readonly string[]): readonly CommandName[] {
  if (first === undefined) return ['request', 'screen'];
  const command = commandNames.find(name => name === first);
  return [command ?? (others.length === 0 && looksLikeUrl(first) ? 'screen' : 'request')];
}

/** `name=@FILE`, `name:=@FILE` and `name==@FILE`, up to the file name. */
const itemWithFile = /^(?:\\.|[^\\=:])+(?:==?|:=)@/s;

function wordOffer(earlier: readonly string[], typed: string): Offer | undefined {
  if (earlier.length === 0)
    return profileOffer(typed) ?? offerOf(typed, plainWords([...usualMethods, ...commandNames, 'again']));
  const [command = 'request'] = commandsFor(earlier);
  return argumentOffers[command]?.(typed, earlier.length);
}

const offerOf = (typed: string, from: Offer['from']): Offer => ({ before: '', typed, from });

const filesOffer = (typed: string): Offer => offerOf(typed, 'files');

const profileOffer = (typed: string): Offer | undefined =>
  typed.startsWith('@') ? offerOf(typed, 'profiles') : undefined;

const itemOffer = (typed: string): Offer | undefined => fileOffer(itemWithFile, '', typed);

/** Start of a URL whose paths may be in a cached description. */
const describedUrl = /^@[^/]+\/|^(?:https?:\/\/|:\d|localhost)/;

/** The offer for a word after the first, by command. @param count number of words before it */
const argumentOffers: Partial<Readonly<Record<CommandName, (typed: string, count: number) => Offer | undefined>>> = {
  request(typed, count) {
    if (count > 1) return itemOffer(typed) ?? offerOf(typed, 'arguments');
    return describedUrl.test(typed) ? offerOf(typed, 'paths') : profileOffer(typed);
  },
  graphql: (typed, count) => (count > 1 ? itemOffer(typed) : profileOffer(typed)),
  openapi: (typed, count) =>
    profileOffer(typed) ?? (count === 1 ? filesOffer(typed) : (itemOffer(typed) ?? offerOf(typed, 'arguments'))),
  open: (typed, count) => profileOffer(typed) ?? (count === 1 ? filesOffer(typed) : undefined),
  ws: profileOffer,
  run: filesOffer,
  import: filesOffer,
  trust: filesOffer,
  auth(typed, count) {
    if (count === 1) return offerOf(typed, plainWords(authActions));
    return count === 2 ? profileOffer(typed) : undefined;
  },
  completion: (typed, count) => (count === 1 ? offerOf(typed, plainWords(['bash', 'zsh', 'fish'])) : undefined),
};

/** Patterns for the start of a file name in a value. */
const fileStarts = {
  file: /^/,
  '@file': /^@/,
  'name@file': /^[^=@]*@/,
  'name=@file': /^[^=]*=@/,
  secret: /^file:/,
  'name=secret': /^[^=]*=file:/,
};

function valueOffer(flag: Flag, before: string, value: string): Offer | undefined {
  const { choices, suggestions, completes: kind } = flag;
  if (takesUrl(flag) && value.startsWith('@')) return { before, typed: value, from: 'profiles' };
  const words = choices ?? suggestions;
  if (words) return { before, typed: value, from: plainWords(words) };
  if (kind === undefined) return undefined;
  if (kind === 'pick') return { before, typed: value, from: 'picks' };
  if (kind === 'flow') return { before, typed: value, from: plainWords(flowNames.map(flow => `${flow}:`)) };
  if (kind === 'provider')
    return {
      before,
      typed: value,
      from: plainWords(providerForms.map(providerStart)),
    };
  const file = fileOffer(fileStarts[kind], before, value);
  if (file || (kind !== 'secret' && kind !== 'name=secret')) return file;
  const [name] = (kind === 'secret' ? /^/ : /^[^=]*=/).exec(value) ?? [];
  if (name === undefined) return undefined;
  const source = value.slice(name.length);
  return source.startsWith('env:')
    ? { before: `${before}${name}env:`, typed: source.slice(4), from: 'variables' }
    : { before: before + name, typed: source, from: plainWords(['env:', 'file:']) };
}

/** Returns a preset up to its tenant: `okta:`, or `gitlab`, whose host is optional. */
function providerStart(form: string): string {
  const [name = ''] = form.split(/[:[]/);
  return form.startsWith(`${name}:`) ? `${name}:` : name;
}

function fileOffer(start: RegExp, before: string, value: string): Offer | undefined {
  const [prefix] = start.exec(value) ?? [];
  return prefix === undefined
    ? undefined
    : { before: before + prefix, typed: value.slice(prefix.length), from: 'files' };
}
