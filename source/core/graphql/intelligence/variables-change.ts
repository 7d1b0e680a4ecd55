/** Changes to the variables that accompany an edit of the query and are reverted with it. */

import { editMembers } from '../../json/edit.js';
import { jsonObject } from '../../json/tree.js';

type Member = readonly [name: string, json: string];

/** A reversible change to the variables text. */
export interface VariablesChange {
  readonly before: string;
  readonly after: string;
  /** Members that were removed or overwritten, and members that were added, with their JSON. */
  readonly gone: readonly Member[];
  readonly come: readonly Member[];
}

export const membersOf = (text: string, names: readonly string[]): Member[] => {
  const values = new Map((jsonObject(text)?.members ?? []).map(({ name, value }) => [name, value]));
  return names.flatMap((name): Member[] => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, text.slice(value.from, value.to)]];
  });
};

/** Removes and adds members. Returns undefined if the text is not a JSON object. */
export function variablesChangeOf(
  before: string,
  removed: readonly string[],
  come: readonly Member[],
): VariablesChange | undefined {
  const after = editMembers(before, removed, come);
  if (after === undefined) return undefined;
  return { before, after, gone: membersOf(before, [...new Set([...removed, ...come.map(([name]) => name)])]), come };
}

/**
 * Renames a member, or adds a copy of it under the new name. Returns undefined if the member does not exist, and a reason if
 * the new name is taken or the text is not a JSON object.
 */
export function renameMember(
  before: string,
  name: string,
  next: string,
  isCopy: boolean,
): VariablesChange | string | undefined {
  const members = jsonObject(before)?.members;
  if (members === undefined) return 'The variables are not a JSON object. Correct them first.';
  const member = members.find(each => each.name === name);
  if (member === undefined) return undefined;
  if (members.some(each => each.name === next)) return `Variables already contain ${next}.`;
  const value = before.slice(member.value.from, member.value.to);
  if (isCopy) return variablesChangeOf(before, [], [[next, value]]);
  const after = before.slice(0, member.key.from) + JSON.stringify(next) + before.slice(member.key.to);
  return { before, after, gone: [[name, value]], come: [[next, value]] };
}

export const inverseOf = ({ before, after, gone, come }: VariablesChange): VariablesChange => ({
  before: after,
  after: before,
  gone: come,
  come: gone,
});

/**
 * Applies a change: byte for byte if the text is unchanged, otherwise member by member. Values typed since then are neither
 * removed nor overwritten.
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
