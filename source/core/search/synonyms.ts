/**
 * Words with the same meaning for a search, one group per line. A hyphen joins the words of a phrase ("sign-in" matches the
 * typed words "sign in"). Words after "<" find the words before it, but not each other, and are not found themselves. No group contains the vocabulary of one particular service. The configuration can add groups.
 */
import { stem } from './words.js';

/** Effect of a verb on the data it is applied to. */
export type Intent = 'read' | 'write' | 'destroy';

/** Verbs by intent. */
// biome-ignore format: one group, one row
const verbs: Readonly<Record<Intent, readonly string[]>> = {
  read: [
    'get list show fetch read view see retrieve load display < look-up look-at browse search find query lookup look-for filter check inspect',
    'search find query lookup look-for look-up filter',
  ],
  write: [
    'create add new make insert < open start set-up upload import write compose draft generate build start-up register sign-up signup create-account join enroll',
    'update edit modify change set replace put patch adjust save upsert < rename correct fix customize reorder',
    'send submit publish post share push < contact notify forward announce broadcast write mail',
    'start run execute launch begin trigger resume perform play < start-up boot restart reboot retry rerun',
    'enable activate turn-on switch-on unlock allow < reactivate',
    'disable deactivate turn-off switch-off lock block suspend pause < ban mute silence freeze hold',
    'hide minimize collapse conceal',
    'follow subscribe watch',
    'assign add give grant attach connect apply put-on link',
    'accept approve confirm verify acknowledge complete < validate check finish',
    'reject decline deny refuse dismiss',
    'copy duplicate clone < fork',
    'refund return reverse revert undo void roll-back give-back send-back < money-back',
    'buy purchase checkout pay place-order < book',
    'ship fulfill dispatch deliver < mail',
    'sign-in log-in login signin authenticate authorize logged-in session token < connect credential',
    'sign-up register signup create-account < join enroll',
    'sign-out log-out logout revoke',
    'reset recover forgot restore bring-back < forget forgotten',
  ],
  destroy: [
    'delete remove destroy drop erase discard kick get-rid-of take-off take-out take-away throw-away throw-out kick-out clear empty purge prune wipe clean clean-up unused < fire ban leave uninstall detach unassign',
    'cancel stop abort end terminate interrupt void call-off shut-down tear-down < quit kill close',
  ],
};

/** Additional verbs without common synonyms. */
const lonelyVerbs: Readonly<Record<Exclude<Intent, 'destroy'>, string>> = {
  read: 'download preview compare diff',
  write:
    'override close merge pin archive charge capture deploy convert place star fork bookmark like protect move transfer install record vote',
};

/** Nouns and adjectives. */
const nouns: readonly string[] = [
  'price cost amount total fee charge rate < how-much',
  'user member person account people profile < customer client buyer shopper consumer employee staff participant attendee attend guest someone',
  'employee staff worker colleague administrator',
  'image picture photo avatar thumbnail media logo icon cover',
  'file attachment upload asset document content',
  'comment note reply message remark < text',
  'birthday birth-date born date-of-birth',
  'current me viewer my who-am-i logged-in authenticated < own self',
  'issue bug ticket problem error',
  'conversation chat thread discussion channel',
  'order purchase cart checkout basket bag < buy',
  'movie film video < clip',
  'height tall size big length long',
  'speed fast velocity',
  'name title heading subject < rename call',
  'tag label topic category < genre',
  'inventory stock availability available quantity < in-stock',
  'count number total quantity amount how-many how-much',
  'item line entry product < article task',
  'coupon voucher discount promo promotion code',
  'permission role access right scope privilege',
  'team group organization org workspace < company',
  'repository repo',
  'now current currently right-now active latest last recent newest',
  'history log activity event audit timeline previous past earlier old',
  'config configuration setting option preference',
  'website homepage url link',
  'key token secret credential',
  'bill invoice receipt',
  'schedule cron rota calendar < recurring',
  'like reaction favorite favourite upvote',
  'plugin extension addon package app integration',
  'poll survey vote questionnaire',
  'booking appointment reservation meeting',
  'location place address store shop branch',
];

/** Number of lines in the table. */
export const lineCount = Object.values(verbs).flat().length + Object.keys(lonelyVerbs).length + nouns.length;

/** Word groups by stem, for looking up alternatives of a typed word. */
export interface Synonyms {
  /** Returns the stems of the alternatives to a word or phrase, given its own stem, and how much each is worth, up to 1. */
  of(stemmed: string): ReadonlyMap<string, number>;
  /** Returns the longest phrase (two or three words) that starts at a position, as the stem of its group entry. */
  phraseAt(words: readonly string[], at: number): { readonly stem: string; readonly length: number } | undefined;
  /** Returns the intent of a lower-case verb, including after "re" and "un", or undefined for other words. */
  intentOf(word: string): Intent | undefined;
}

const maxPhrase = 3;
/** Worth of a synonym before "<" for a word after it. */
const wideWorth = 0.7;

/** Returns the stem of a table entry. Phrases are stemmed word by word. */
const entryStem = (entry: string): string => entry.split('-').map(stem).join('-');

/** Returns the built-in groups and the configured groups. */
export function synonymsWith(added: readonly string[] = []): Synonyms {
  const alternatives = new Map<string, Map<string, number>>();
  const intents = new Map<string, Intent>();
  const addGroup = (line: string): readonly string[] => {
    const [both = [], narrow = []] = line
      .toLowerCase()
      .split('<')
      .map(part => part.split(/\s+/).filter(Boolean).map(entryStem));
    const all = [...both, ...narrow];
    for (const [nth, each] of all.entries()) {
      const known = alternatives.get(each) ?? new Map<string, number>();
      const worth = nth < both.length ? 1 : wideWorth;
      for (const other of both) if (other !== each) known.set(other, Math.max(worth, known.get(other) ?? 0));
      alternatives.set(each, known);
    }
    return all;
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
    of: stemmed => alternatives.get(stemmed) ?? new Map(),
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
