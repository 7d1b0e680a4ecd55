/**
 * Words with the same meaning for a search, one group per line. A hyphen joins the words of a phrase ("sign-in" matches the
 * typed words "sign in"). No group contains the vocabulary of one particular service. The configuration can add groups.
 */
import { stem } from './stem.js';

/** Effect of a verb on the data it is applied to. */
export type Intent = 'read' | 'write' | 'destroy';

/** Verbs by intent. */
// biome-ignore format: one group, one row
const verbs: Readonly<Record<Intent, readonly string[]>> = {
  read: [
    'get list show fetch read view see retrieve load display look-up look-at browse search find query lookup look-for filter',
  ],
  write: [
    'create add new make insert open register write start set-up upload import',
    'update edit modify change set replace put patch adjust rename save upsert',
    'send submit publish post share push contact notify',
    'start run execute launch begin trigger resume perform play start-up boot',
    'enable activate turn-on switch-on unlock allow',
    'disable deactivate turn-off switch-off lock block suspend pause',
    'follow subscribe watch',
    'assign add give grant attach connect apply put-on',
    'accept approve confirm verify acknowledge complete',
    'reject decline deny refuse dismiss',
    'copy duplicate clone',
    'refund return reverse revert undo void roll-back give-back send-back',
    'buy purchase checkout pay place-order',
    'ship fulfill dispatch deliver',
    'sign-in log-in login signin authenticate authorize',
    'sign-up register signup create-account join create',
    'sign-out log-out logout revoke',
    'reset recover forgot restore bring-back',
  ],
  destroy: [
    'delete remove destroy drop erase discard kick get-rid-of take-off take-out take-away throw-away throw-out kick-out clear empty purge prune wipe clean clean-up unused',
    'cancel stop abort end terminate interrupt void call-off shut-down tear-down',
  ],
};

/** Additional verbs without common synonyms. */
const lonelyVerbs: Readonly<Record<Exclude<Intent, 'destroy'>, string>> = {
  read: 'download preview compare diff',
  write:
    'override close merge invite pin archive mute charge capture deploy convert place star fork bookmark like protect move transfer',
};

/** Nouns and adjectives. */
const nouns: readonly string[] = [
  'price cost amount total fee charge rate',
  'user member person account people profile someone employee staff customer client buyer shopper consumer',
  'image picture photo avatar thumbnail media logo icon cover',
  'file attachment upload asset document content',
  'comment note reply message remark',
  'phone mobile telephone',
  'birthday birth-date born date-of-birth',
  'expiry expiration expire valid-until',
  'current me viewer self my who-am-i logged-in',
  'status state',
  'issue bug ticket problem error',
  'conversation chat thread discussion channel',
  'buy purchase order',
  'movie film video',
  'height tall size big length long',
  'tag label topic category',
  'inventory stock availability available quantity',
  'count number total quantity amount how-many how-much',
  'item line entry product',
  'coupon voucher discount promo promotion',
  'permission role access right scope',
  'team group organization org workspace',
  'repository repo',
  'now current currently right-now',
  'latest last recent newest',
  'history log activity event audit timeline previous past earlier',
  'config configuration setting option preference',
  'website homepage url link',
  'biography bio about description summary',
  'sign-in log-in login session token credential',
  'key token secret',
  'usage consumption metric statistic stats',
  'bill invoice receipt',
  'directory folder',
  'schedule cron rota calendar',
  'like reaction favorite favourite',
];

/** Number of lines in the table. */
export const lineCount = Object.values(verbs).flat().length + Object.keys(lonelyVerbs).length + nouns.length;

/** Word groups by stem, for looking up alternatives of a typed word. */
export interface Synonyms {
  /** Returns the stems of the alternatives to a word or phrase, given its own stem. */
  of(stemmed: string): readonly string[];
  /** Returns the longest phrase (two or three words) that starts at a position, as the stem of its group entry. */
  phraseAt(words: readonly string[], at: number): { readonly stem: string; readonly length: number } | undefined;
  /** Returns the intent of a lower-case verb, including after "re" and "un", or undefined for other words. */
  intentOf(word: string): Intent | undefined;
}

const maxPhrase = 3;

/** Returns the stem of a table entry. Phrases are stemmed word by word. */
const entryStem = (entry: string): string => entry.split('-').map(stem).join('-');

/** Returns the built-in groups and the configured groups. */
export function synonymsWith(added: readonly string[] = []): Synonyms {
  const alternatives = new Map<string, Set<string>>();
  const intents = new Map<string, Intent>();
  const addGroup = (line: string): readonly string[] => {
    const stems = line.toLowerCase().split(/\s+/).filter(Boolean).map(entryStem);
    for (const each of stems) {
      const known = alternatives.get(each) ?? new Set();
      for (const other of stems) if (other !== each) known.add(other);
      alternatives.set(each, known);
    }
    return stems;
  };
  for (const intent of ['destroy', 'read', 'write'] as const) {
    for (const line of verbs[intent]) {
      for (const each of addGroup(line)) if (!intents.has(each)) intents.set(each, intent);
    }
  }
  for (const intent of ['read', 'write'] as const) {
    for (const verb of lonelyVerbs[intent].split(' ')) intents.set(stem(verb), intent);
  }
  for (const line of [...nouns, ...added]) addGroup(line);
  return {
    of: stemmed => [...(alternatives.get(stemmed) ?? [])],
    phraseAt(words, at) {
      for (let length = Math.min(maxPhrase, words.length - at); length > 1; length--) {
        const phrase = words
          .slice(at, at + length)
          .map(stem)
          .join('-');
        if (alternatives.has(phrase)) return { stem: phrase, length };
      }
      return undefined;
    },
    intentOf(word) {
      const intent = intents.get(word.includes('-') ? word : stem(word));
      if (intent !== undefined) return intent;
      const [, prefix, rest = ''] = /^(un|re)([a-z]{3,})$/.exec(word) ?? [];
      const inner = prefix === undefined ? undefined : intents.get(stem(rest));
      return inner === 'write' && prefix === 'un' ? 'destroy' : inner;
    },
  };
}

/** The built-in table without additions. */
export const builtInSynonyms = synonymsWith();
