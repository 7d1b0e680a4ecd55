/** Edits members of a JSON object by changing its text. Layout, comments and numbers of the rest are preserved. */

import { applyChanges, type Change, orderChanges } from '../text/changes.js';
import { jsonTokens } from './tokens.js';
import { type JsonObject, jsonObject } from './tree.js';

/**
 * Adds a member at the end of an object, on a separate line if the object has several lines.
 * @param value JSON text; its lines after the first get the object's indentation
 */
export const addMember = (text: string, object: JsonObject, name: string, value: string): Change =>
  addAll(text, object, [[name, value]]);

export type NewMember = readonly [name: string, value: string];

/** Adds all members in linear time. Returns undefined if the text is not an object. */
function addMembers(text: string, members: readonly NewMember[]): string | undefined {
  let result = text;
  for (let done = 0; done < members.length; ) {
    const object = jsonObject(result);
    if (object === undefined) return undefined;
    // A multi-line value turns a one-line object into a multi-line one, which determines the layout of later members.
    const isFlat = object.members.length > 0 && !result.slice(object.from, object.to).includes('\n');
    const tall = isFlat ? members.findIndex(([, value], at) => at >= done && value.includes('\n')) : -1;
    const until = tall < 0 ? members.length : tall + 1;
    result = applyChange(result, addAll(result, object, members.slice(done, until)));
    done = until;
  }
  return result;
}

/** Maximum length of an object on one line, in characters. */
export const lineRoom = 60;

/** Adds members. A one-line object that would become too long is split into a line per member, unless it contains a comment. */
export function addLaidOut(text: string, object: JsonObject, members: readonly NewMember[]): string {
  const source = text.slice(object.from, object.to);
  const written = members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`);
  const length = written.reduce((sum, each) => sum + each.length + 2, source.length);
  const isShort = length <= lineRoom && !written.some(each => each.includes('\n'));
  const hasComment = [...jsonTokens(source)].some(({ kind }) => kind === 'comment');
  if (isShort || object.members.length === 0 || source.includes('\n') || hasComment)
    return applyChange(text, addAll(text, object, members));
  const outer = indentOf(text, object);
  const inner = `${outer}  `;
  const lines = [
    ...object.members.map(({ from, to }) => text.slice(from, to)),
    ...written.map(each => indent(each, inner)),
  ];
  const laidOut = `{\n${inner}${lines.join(`,\n${inner}`)}\n${outer}}`;
  const insert = text.includes('\r\n') ? laidOut.replace(/\r?\n/g, '\r\n') : laidOut;
  return applyChange(text, { from: object.from, to: object.to, insert });
}

/** Returns the indentation of the line that an object starts on. */
const indentOf = (text: string, { from }: JsonObject): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', from - 1) + 1))?.[0] ?? '';

function addAll(text: string, object: JsonObject, members: readonly NewMember[]): Change {
  const change = membersAdded(text, object, members);
  return text.includes('\r\n') ? { ...change, insert: change.insert.replace(/\r?\n/g, '\r\n') } : change;
}

function membersAdded(text: string, object: JsonObject, members: readonly NewMember[]): Change {
  const written = (by: string): readonly string[] =>
    members.map(([name, value]) => `${JSON.stringify(name)}: ${indent(value, by)}`);
  if (object.from === object.to) return { from: 0, to: text.length, insert: `{\n  ${written('  ').join(',\n  ')}\n}` };
  const outer = indentOf(text, object);
  const inner = `${outer}  `;
  const last = object.members.at(-1);
  if (last === undefined) {
    const inside = text.slice(object.from + 1, object.to - 1);
    // An empty object may contain comments, which are preserved.
    const before = inside.trim() === '' ? '' : `${inside.trimEnd()}`;
    return {
      from: object.from + 1,
      to: object.to - 1,
      insert: `${before}\n${inner}${written(inner).join(`,\n${inner}`)}\n${outer}`,
    };
  }
  const lines = text.slice(object.from, object.to).includes('\n');
  const comma = commaBehind(text, last.to);
  const at = comma ?? last.to;
  const own = lines ? (/^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.from) + 1))?.[0] ?? inner) : '';
  const gap = lines ? `\n${own}` : ' ';
  // A comment after the last member belongs to that member.
  const remark = /^[ \t]*(?:\/\/[^\r\n]*(?=\r?\n)|\/\*[^\r\n]*?\*\/(?=[ \t]*\r?\n))/.exec(text.slice(at))?.[0] ?? '';
  const added = written(own).map(each => gap + each);
  return {
    from: at,
    to: at + remark.length,
    insert: comma === undefined ? `,${remark}${added.join(',')}` : `${remark}${added.map(each => `${each},`).join('')}`,
  };
}

const indent = (value: string, by: string): string => value.replaceAll('\n', `\n${by}`);

/** Returns the offset after the next comma. Comments may come before it. */
function commaBehind(text: string, offset: number): number | undefined {
  for (const { kind, to } of jsonTokens(text.slice(offset))) {
    if (kind === 'comment') continue;
    return kind === ',' ? offset + to : undefined;
  }
  return undefined;
}

/** Removes a member with its comma, and the line if it contains nothing else. */
export function takeMember(text: string, object: JsonObject, index: number): Change {
  const member = object.members[index];
  if (member === undefined) return { from: 0, to: 0, insert: '' };
  const comma = commaBehind(text, member.to);
  const previous = object.members[index - 1];
  const before = previous === undefined ? undefined : commaBehind(text, previous.to);
  if (comma === undefined && before !== undefined) {
    // The last member is removed along with the preceding comma. Comments between them are preserved.
    const prefix = text.slice(before, member.from).trimEnd();
    const open = prefix.includes('//') && !/^[ \t]*\r?\n/.test(text.slice(member.to)) ? '\n' : '';
    return { from: before - 1, to: member.to, insert: prefix + open };
  }
  const { from } = member;
  let to = comma ?? member.to;
  const start = text.lastIndexOf('\n', from - 1);
  const end = text.indexOf('\n', to);
  if (start >= 0 && end >= 0 && text.slice(start + 1, from).trim() === '' && text.slice(to, end).trim() === '') {
    return { from: start, to: text[end - 1] === '\r' ? end - 1 : end, insert: '' };
  }
  to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  return { from, to, insert: '' };
}

export const applyChange = (text: string, change: Change): string => applyChanges(text, [change]);

/**
 * Sets and removes members of the object. Returns undefined if the text is not an object. Removing the last member leaves an
 * empty text.
 * @param values JSON texts by name
 */
export function editMembers(
  text: string,
  removed: readonly string[],
  values: readonly NewMember[],
): string | undefined {
  const left = removed.length === 0 ? text : takeMembers(text, removed);
  if (left === undefined) return undefined;
  const result = values.length === 0 ? left : putMembers(left, values);
  if (result === undefined) return undefined;
  if (/^\s*\{\s*\}\s*$/.test(result) && removed.length > 0) return '';
  return result;
}

/** Removes the last member of each name, starting from the end so that earlier offsets remain valid. */
function takeMembers(text: string, names: readonly string[]): string | undefined {
  const object = jsonObject(text);
  if (object === undefined) return undefined;
  const { members } = object;
  const last = new Map(members.map(({ name }, index) => [name, index]));
  const indexes = [...new Set(names)].flatMap(name => last.get(name) ?? []).sort((a, b) => b - a);
  /** Current text after `end`. A removal only needs it and the preceding member. */
  let rest = '';
  let end = text.length;
  for (const index of indexes) {
    const from = members[index - 1]?.from ?? 0;
    const piece = text.slice(from, end) + rest;
    const around = members
      .slice(Math.max(0, index - 1), index + 1)
      .map(each => ({ ...each, from: each.from - from, to: each.to - from }));
    rest = applyChange(piece, takeMember(piece, { ...object, members: around }, around.length - 1));
    end = from;
  }
  return text.slice(0, end) + rest;
}

/** Replaces the values of existing members and appends the others. */
function putMembers(text: string, values: readonly NewMember[]): string | undefined {
  const object = jsonObject(text);
  if (object === undefined) return undefined;
  const known = new Map(object.members.map(member => [member.name, member.value]));
  const changes = values.flatMap(([name, insert]) => {
    const value = known.get(name);
    return value === undefined ? [] : [{ from: value.from, to: value.to, insert }];
  });
  const added = values.filter(([name]) => !known.has(name));
  return addMembers(applyChanges(text, orderChanges(changes)), added);
}
