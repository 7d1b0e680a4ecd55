/** Adds missing members to the objects of a JSON text. */
import { addLaidOut, type NewMember } from '../json/edit.js';
import { type JsonNode, type JsonObject, jsonObject } from '../json/tree.js';
import { pushAll } from '../push-all.js';
import type { Member, ValueType } from './type.js';

interface FilledText {
  readonly text: string;
  /** Added members, as `name` or `name.member`. */
  readonly added: readonly string[];
}

/** Maximum number of members added per call. */
const maxAdded = 1000;

/**
 * Adds the required members. If none are missing, adds the optional members of the outermost incomplete objects, one level at a
 * time. Returns undefined if the text is not a JSON object.
 */
export function withMissingMembers(text: string, type: ValueType): FilledText | undefined {
  if (type.members.length === 0) return { text, added: [] };
  if (jsonObject(text) === undefined) return undefined;
  const filled = withMembers(text, type, ({ required }) => required);
  if (filled.added.length > 0) return filled;
  const depth = firstGap(text, type, isOptional)?.depth;
  return withMembers(text, type, isOptional, depth);
}

type IsWanted = (member: Member, type: ValueType) => boolean;

const isOptional: IsWanted = ({ required }, { isExclusive }) => !required && !isExclusive;

/** @param only depth of the objects to fill, or undefined for all */
function withMembers(start: string, type: ValueType, isWanted: IsWanted, only?: number): FilledText {
  const added: string[] = [];
  let text = start;
  while (added.length < maxAdded) {
    // One object at a time, since each insertion shifts later offsets.
    const gap = firstGap(text, type, isWanted);
    if (gap === undefined || (only !== undefined && gap.depth !== only)) break;
    const members = gap.members.slice(0, maxAdded);
    text = addLaidOut(
      text,
      gap.object,
      members.map(({ name, initial }): NewMember => [name, initial?.() ?? 'null']),
    );
    added.push(...members.map(({ name }) => [...gap.path, name].join('.')));
  }
  return { text, added };
}

/** An object that lacks members. */
interface Gap {
  readonly object: JsonObject;
  readonly members: readonly Member[];
  readonly path: readonly string[];
  /** Number of containers around the object. */
  readonly depth: number;
}

/** Returns the first of the outermost objects that lack wanted members. */
function firstGap(text: string, rootType: ValueType, isWanted: IsWanted): Gap | undefined {
  type Work = Pick<Gap, 'path' | 'depth'> & {
    readonly node: JsonNode | undefined;
    readonly type: ValueType | undefined;
  };
  const work: Work[] = [{ node: jsonObject(text), type: rootType, path: [], depth: 0 }];
  for (const { node, type, path, depth } of work) {
    if (node === undefined || type === undefined) continue;
    if (type.items !== undefined) {
      const items = node.kind === 'array' ? node.items : [node];
      pushAll(
        work,
        items.map(item => ({ node: item, type: type.items, path, depth: depth + 1 })),
      );
    } else if (node.kind === 'object') {
      const given = new Set(node.members.map(({ name }) => name));
      const members = type.members.filter(member => isWanted(member, type) && !given.has(member.name));
      if (members.length > 0) return { object: node, members, path, depth };
      pushAll(
        work,
        node.members.map(({ name, value }) => ({
          node: value,
          type: type.member(name),
          path: [...path, name],
          depth: depth + 1,
        })),
      );
    }
  }
  return undefined;
}
