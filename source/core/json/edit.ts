/** Changes to the members of a JSON object as changes of its text: layout, comments and numbers of the rest stay as they are. */

import { jsonTokens } from './tokens.js';
import { type JsonObject, jsonObject } from './tree.js';

/** An insertion, deletion or replacement at offsets of the old text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Adds a member at the end of an object: on a line of its own if the object has several lines, else behind the last.
 * @param value JSON text; its second and later lines are indented like the object
 */
export function addMember(text: string, object: JsonObject, name: string, value: string): TextChange {
  const change = memberAdded(text, object, name, value);
  return text.includes('\r\n') ? { ...change, insert: change.insert.replace(/\r?\n/g, '\r\n') } : change;
}

function memberAdded(text: string, object: JsonObject, name: string, value: string): TextChange {
  const key = JSON.stringify(name);
  if (object.from === object.to) return { from: 0, to: text.length, insert: `{\n  ${key}: ${indent(value, '  ')}\n}` };
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', object.from - 1) + 1))?.[0] ?? '';
  const inner = `${outer}  `;
  const last = object.members.at(-1);
  if (last === undefined) {
    const inside = text.slice(object.from + 1, object.to - 1);
    // What is in an empty object is white space, or comments that stay.
    const before = inside.trim() === '' ? '' : `${inside.trimEnd()}`;
    return {
      from: object.from + 1,
      to: object.to - 1,
      insert: `${before}\n${inner}${key}: ${indent(value, inner)}\n${outer}`,
    };
  }
  const lines = text.slice(object.from, object.to).includes('\n');
  const comma = commaBehind(text, last.to);
  const at = comma ?? last.to;
  const own = lines ? (/^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.from) + 1))?.[0] ?? inner) : '';
  const gap = lines ? `\n${own}` : ' ';
  // A comment behind the last member speaks of that one, and stays with it.
  const remark = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)(?=[ \t]*\r?\n)/.exec(text.slice(at))?.[0] ?? '';
  const member = `${gap}${key}: ${indent(value, own)}`;
  return {
    from: at,
    to: at + remark.length,
    insert: comma === undefined ? `,${remark}${member}` : `${remark}${member},`,
  };
}

const indent = (value: string, by: string): string => value.replaceAll('\n', `\n${by}`);

/** Offset behind a comma that follows an offset, comments between them or not. */
function commaBehind(text: string, offset: number): number | undefined {
  for (const { kind, to } of jsonTokens(text.slice(offset))) {
    if (kind === 'comment') continue;
    return kind === ',' ? offset + to : undefined;
  }
  return undefined;
}

/** Takes out a member with its comma, and the line if nothing else is on it. */
export function takeMember(text: string, object: JsonObject, index: number): TextChange {
  const member = object.members[index];
  if (member === undefined) return { from: 0, to: 0, insert: '' };
  const comma = commaBehind(text, member.to);
  const previous = object.members[index - 1];
  const before = previous === undefined ? undefined : commaBehind(text, previous.to);
  if (comma === undefined && before !== undefined) {
    // The last one goes with the comma before it; comments between the two stay.
    const kept = text.slice(before, member.from).trimEnd();
    const open = kept.includes('//') && !/^[ \t]*\r?\n/.test(text.slice(member.to)) ? '\n' : '';
    return { from: before - 1, to: member.to, insert: kept + open };
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

/** The text after one change. */
export const applyChange = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);

/**
 * The text of an object with members set and removed; undefined if the text is no object. An object that loses its last member
 * becomes an empty text.
 * @param values JSON texts by name
 */
export function editMembers(
  text: string,
  removed: readonly string[],
  values: readonly (readonly [name: string, json: string])[],
): string | undefined {
  let result = text;
  for (const name of removed) {
    const object = jsonObject(result);
    if (object === undefined) return undefined;
    const index = object.members.findLastIndex(member => member.name === name);
    if (index >= 0) result = applyChange(result, takeMember(result, object, index));
  }
  for (const [name, json] of values) {
    const object = jsonObject(result);
    if (object === undefined) return undefined;
    const known = object.members.findLast(member => member.name === name);
    result = applyChange(
      result,
      known === undefined
        ? addMember(result, object, name, json)
        : { from: known.value.from, to: known.value.to, insert: json },
    );
  }
  return /^\s*\{\s*\}\s*$/.test(result) && removed.length > 0 ? '' : result;
}
