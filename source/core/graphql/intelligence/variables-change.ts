/** What an edit of the query does to the text of the variables, so that it can be undone and redone with it. */

import { editMembers } from '../../json/edit.js';
import { jsonObject } from '../../json/tree.js';

type Member = readonly [name: string, json: string];

/** One change of the variables' text, usable in both directions. */
export interface VariablesChange {
  /** The whole text, before and after. */
  readonly before: string;
  readonly after: string;
  /** The members taken out or overwritten, and those put in, by name with their JSON text. */
  readonly gone: readonly Member[];
  readonly come: readonly Member[];
}

/** The members of these names, with their JSON text. */
export const membersOf = (text: string, names: readonly string[]): Member[] => {
  const values = new Map((jsonObject(text)?.members ?? []).map(({ name, value }) => [name, value]));
  return names.flatMap((name): Member[] => {
    const found = values.get(name);
    return found === undefined ? [] : [[name, text.slice(found.from, found.to)]];
  });
};

/** Takes members out and puts others in; undefined if the text is no JSON object. */
export function variablesChangeOf(
  before: string,
  removed: readonly string[],
  come: readonly Member[],
): VariablesChange | undefined {
  const after = editMembers(before, removed, come);
  if (after === undefined) return undefined;
  return { before, after, gone: membersOf(before, [...new Set([...removed, ...come.map(([name]) => name)])]), come };
}

/** The trade that takes this one back. */
export const inverseOf = ({ before, after, gone, come }: VariablesChange): VariablesChange => ({
  before: after,
  after: before,
  gone: come,
  come: gone,
});

/**
 * The text after the trade: byte for byte while it is what it was, else member by member. A value that was typed since then is
 * neither taken out nor overwritten.
 */
export function applyVariablesChange(text: string, { before, after, gone, come }: VariablesChange): string {
  if (text === before) return after;
  const names = [...gone, ...come].map(([name]) => name);
  const now = new Map(membersOf(text, names));
  const old = new Map(gone);
  const untouched = (name: string): boolean => now.get(name) === old.get(name);
  const put = come.filter(([name]) => untouched(name) || !now.has(name));
  const coming = new Set(come.map(([name]) => name));
  const taken = gone.flatMap(([name]) => (coming.has(name) || !untouched(name) ? [] : [name]));
  return editMembers(text, taken, put) ?? text;
}
