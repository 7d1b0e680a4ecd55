/** Completion after `# @`: directives, checks and their arguments, and command-line flags. */

import { checkWords } from '../../checks/check.js';
import { readTarget, targetWords } from '../../checks/target.js';
import { isFailure } from '../../failure.js';
import type { Suggestion, Suggestions } from '../../graphql/intelligence/suggestion.js';
import { directiveWords } from '../../http-file/directives.js';
import { endOf } from '../../text/runs.js';

/** A command-line flag that a request may use. */
export interface FlagWord {
  /** `-L`, `--follow`. */
  readonly names: readonly string[];
  readonly help: string;
  /** Name of its value; absent if it takes none. */
  readonly value?: string;
  readonly choices: readonly string[];
}

const bounds = { before: /^\S*$/, after: /^\S*/ };

/** @param before text of the line before the cursor, which is at `offset` */
export function completeDirective(before: string, offset: number, flags: readonly FlagWord[]): Suggestions | undefined {
  const offered = (word: string, items: readonly Suggestion[], kind: Suggestions['kind'] = 'value') =>
    items.length === 0 ? undefined : { kind, from: offset - word.length, items, bounds };
  const [, begun] = /^(?:#|\/\/)\s*@([A-Za-z][\w-]*)?$/.exec(before) ?? [];
  if (begun !== undefined || /^(?:#|\/\/)\s*@$/.test(before)) return offered(begun ?? '', names, 'argument');
  const [, name = '', given = ''] = /^(?:#|\/\/)\s*@([A-Za-z][\w-]*)\s+(.*)$/s.exec(before) ?? [];
  const word = endOf(given, /\S/);
  const done = given.slice(0, given.length - word.length).trim();
  switch (name) {
    case 'assert':
      return offered(word, plain(wordsOfCheck(done)));
    case 'capture':
      return offered(word, plain(wordsOfCapture(done)));
    case 'retry':
      return offered(word, plain(wordsOfRetry(done)));
    case 'flags':
      return offered(word, wordsOfFlags(done, flags));
    default:
      return undefined;
  }
}

function wordsOfCapture(done: string): readonly string[] {
  const [, target] = /^[\w.-]+\s*=\s*(.*)$/s.exec(done) ?? [];
  if (target === undefined) return [];
  return target === '' ? targetWords() : targetWords(target);
}

function wordsOfRetry(done: string): readonly string[] {
  const [, until] = /\buntil\b\s*(.*)$/s.exec(done) ?? [];
  if (until !== undefined) return wordsOfCheck(until);
  if (/^\d+$/.test(done)) return ['every', 'until'];
  return /^\d+ every \S+$/.test(done) ? ['until'] : [];
}

const plain = (words: readonly string[]): readonly Suggestion[] => words.map(label => ({ label, insert: label }));

const names: readonly Suggestion[] = directiveWords.map(({ name, help, form }) => ({
  label: name,
  insert: form === undefined ? name : `${name} `,
  detail: form,
  description: help,
}));

/** Returns the words that can continue a check. @param done the words before the current one */
function wordsOfCheck(done: string): readonly string[] {
  if (done === '') return targetWords();
  const target = readTarget(done);
  if (isFailure(target)) return targetWords(done);
  return target.rest === '' ? [...targetWords(done), ...checkWords('')] : checkWords(target.rest);
}

/** Returns the flags, or the choices of the flag whose value is being typed. */
function wordsOfFlags(done: string, flags: readonly FlagWord[]): readonly Suggestion[] {
  const last = flags.find(each => each.names.includes(done.split(/\s+/).at(-1) ?? ''));
  if (last?.value !== undefined) return plain(last.choices);
  return flags.flatMap(({ names: all, help, value }) =>
    all.map(label => ({ label, insert: label, description: help, detail: value })),
  );
}
