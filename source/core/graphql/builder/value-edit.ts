/** Writes and removes argument values at any depth. */
import {
  type ASTNode,
  Kind,
  type ListValueNode,
  type ObjectFieldNode,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import type { Change } from '../../text/changes.js';
import type { TypeRef } from '../schema-types.js';
import { applyPlan, blockedReason } from './apply-plan.js';
import { type Context, type EditResult, isRejected, type RejectedEdit, reject } from './edit-result.js';
import type { TickMemory } from './memory.js';
import { isRequired, itemType } from './schema/lookups.js';
import type { Path } from './schema/path.js';
import { type SchemaView, viewOf } from './schema/schema-view.js';
import { deletionOf, listDeletionOf } from './text/deletion.js';
import { bracketsOf, insertMembers, rangeOf } from './text/insertion.js';
import type { ParsedText } from './text/query-document.js';
import { endOf, type Range, startOf } from './text/tokens.js';
import { operationsReaching } from './text/usage.js';
import { type ValueLevel, type ValuePlace, valueAt } from './text/value-position.js';
import { insertRow } from './tick.js';
import { dropUnused, type NeededVariable, NewNames, swapVariables } from './variables.js';

interface ValueWrite {
  /** A literal or `$name`. */
  readonly text: string;
  readonly variables: readonly NeededVariable[];
  /** Set for a tick, so that its opposite reverts it. */
  readonly ticked?: boolean;
  readonly memory?: TickMemory;
}

/** Rejects values that the schema does not describe. */
export const unknownArgument = reject('The schema has no such argument.');

/** Resolves a value path, or returns why it is invalid. */
export function valuePositionOf(context: Context, path: Path): ValuePlace | RejectedEdit {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { document, active } = context;
  const position = valueAt(viewOf(context.schema), { parsed: document.lastValid, active }, path);
  if (position === undefined) return reject('This row has no value.');
  const unknown = position.levels.find(level => level.type === undefined && level.node === undefined);
  return unknown ? unknownArgument : position;
}

/** Replaces a value, or inserts it along with all missing parents. */
export function writeValue(context: Context, path: Path, writing: ValueWrite): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  const view = viewOf(context.schema);
  const { lastValid } = context.document;
  const variables = [...writing.variables];
  const first = position.levels.findIndex(level => level.node === undefined);
  if (position.owner === undefined) {
    if (path.steps.some(step => step.kind === 'directive')) return reject('The directive is not in the text.');
    const inner = wrapped(view, lastValid, position.levels, 1, writing.text, variables);
    const args = new Map([[nameOf(position.levels[0]), inner]]);
    const at = position.resolution.levels.length - 1;
    return insertRow(context, view, position.resolution, path, new Map([[at, { args, variables }]]));
  }
  let changes: readonly Change[] | RejectedEdit;
  if (first < 0) changes = [{ ...rangeOf(position.value as ValueNode), insert: writing.text }];
  else {
    const inner = wrapped(view, lastValid, position.levels, first + 1, writing.text, variables);
    changes =
      first === 0 ? newArgument(lastValid, position, inner) : newMember(view, lastValid, position, first, inner);
  }
  if (isRejected(changes)) return changes;
  const replaced = changes.filter(change => change.to > change.from);
  const mentioned = new Set([...writing.text.matchAll(/\$(\w+)/g)].map(match => match[1] as string));
  const operations = position.position ? operationsReaching(lastValid, position.position.definition) : [];
  const swapped = swapVariables(lastValid, replaced, mentioned, operations, variables);
  return applyPlan(context, {
    changes: [...changes, ...swapped.changes],
    path,
    active: context.active,
    added: variables.map(({ name, type }) => ({ name, type })),
    removed: swapped.names,
    ticked: writing.ticked,
    memory: writing.memory,
  });
}

const nameOf = (level: ValueLevel | undefined): string => (level && level.step.kind !== 'item' ? level.step.name : '');

/** Wraps the text in the objects and lists of the levels starting at `from`. */
function wrapped(
  view: SchemaView,
  parsed: ParsedText,
  levels: readonly ValueLevel[],
  from: number,
  text: string,
  variables: NeededVariable[],
): string {
  const names = new NewNames(parsed, variables);
  let inner = text;
  for (let index = levels.length - 1; index >= from; index--) {
    const level = levels[index] as ValueLevel;
    if (level.step.kind === 'item') {
      inner = `[${inner}]`;
      continue;
    }
    const name = nameOf(level);
    const type = view.type(levels[index - 1]?.type?.name ?? '');
    const others =
      type && !type.oneOf ? type.inputFields.filter(other => isRequired(other) && other.name !== name) : [];
    const members = others.map(other => {
      const variable = { name: names.pick(other.name, nameOf(levels[0])), type: other.type.text };
      variables.push(variable);
      return `${other.name}: $${variable.name}`;
    });
    inner = `{ ${[...members, `${name}: ${inner}`].join(', ')} }`;
  }
  return inner;
}

function newArgument(parsed: ParsedText, position: ValuePlace, inner: string): readonly Change[] {
  const { owner } = position;
  if (owner === undefined) return [];
  const text = `${nameOf(position.levels[0])}: ${inner}`;
  const list = owner.arguments ?? [];
  if (list.length > 0) return insertMembers(parsed, list.map(rangeOf), [text]);
  const at = endOf(owner.name);
  return [{ from: at, to: at, insert: `(${text})` }];
}

/** Inserts a field or item into an existing object or list. */
function newMember(
  view: SchemaView,
  parsed: ParsedText,
  position: ValuePlace,
  first: number,
  inner: string,
): readonly Change[] | RejectedEdit {
  const level = position.levels[first] as ValueLevel;
  const above = position.levels[first - 1] as ValueLevel;
  const value = above.value as ValueNode;
  if (value.kind === Kind.VARIABLE) {
    return reject(`The value is the variable $${value.name.value}. Press v to make it a literal first.`);
  }
  const isItem = level.step.kind === 'item';
  const text = isItem ? inner : `${nameOf(level)}: ${inner}`;
  if (value.kind === Kind.NULL) return [{ ...rangeOf(value), insert: isItem ? `[${text}]` : `{ ${text} }` }];
  if (isItem && value.kind !== Kind.LIST) {
    const { from, to } = rangeOf(value);
    return [
      { from, to: from, insert: '[' },
      { from: to, to, insert: `, ${text}]` },
    ];
  }
  if (value.kind !== Kind.LIST && value.kind !== Kind.OBJECT)
    return reject('The current value is not an input object.');
  const members = membersOf(value);
  const oneOf =
    !isItem && above.type !== undefined && itemType(above.type) === undefined && view.type(above.type.name)?.oneOf;
  const [head] = members;
  if (head === undefined) {
    const at = startOf(value) + 1;
    return [{ from: at, to: at, insert: isItem ? text : ` ${text} ` }];
  }
  if (oneOf) return [{ from: head.from, to: members.at(-1)?.to ?? head.to, insert: text }];
  return insertMembers(parsed, members, [text]);
}

const membersOf = (value: ListValueNode | ObjectValueNode): readonly Range[] =>
  (value.kind === Kind.LIST ? value.values : value.fields).map((node: ValueNode | ObjectFieldNode) => rangeOf(node));

/** Removes a value and optional parents that become empty. */
export function removeValue(
  context: Context,
  path: Path,
  more: Pick<ValueWrite, 'ticked' | 'memory'> = {},
): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  const { lastValid } = context.document;
  const target = position.levels.at(-1) as ValueLevel;
  if (target.node === undefined) return reject('It is not in the text.');
  if (target.input && isRequired(target.input)) return reject(`${nameOf(target)} is required.`);
  const range = rangeToRemove(lastValid, position);
  const dropped = dropUnused(lastValid, [range.gone]);
  return applyPlan(context, {
    changes: [{ ...range.gone, insert: range.insert }, ...dropped.changes],
    path,
    active: context.active,
    removed: dropped.names,
    ticked: more.ticked,
    memory: more.memory,
  });
}

function rangeToRemove(parsed: ParsedText, position: ValuePlace): { readonly gone: Range; readonly insert: string } {
  const { text } = parsed;
  for (let index = position.levels.length - 1; index > 0; index--) {
    const level = position.levels[index] as ValueLevel;
    const above = position.levels[index - 1] as ValueLevel;
    const holder = above.value as ValueNode;
    const isItem = level.step.kind === 'item';
    // The single value was a list of one, so the empty list remains.
    const isListOfOne = holder.kind === Kind.OBJECT ? isItem : holder.kind !== Kind.LIST;
    if (isListOfOne) return { gone: rangeOf(holder), insert: '[]' };
    const isAlone = membersOf(holder as ListValueNode | ObjectValueNode).length === 1;
    const isKept = isItem || above.input === undefined || isRequired(above.input);
    if (!isAlone || isKept) return { gone: deletionOf(text, rangeOf(level.node as ASTNode)), insert: '' };
  }
  const [only, ...others] = position.owner?.arguments ?? [];
  const isOnly = only !== undefined && others.length === 0;
  const node = position.levels[0]?.node as ASTNode;
  return { gone: isOnly ? listDeletionOf(text, bracketsOf(only, only)) : deletionOf(text, rangeOf(node)), insert: '' };
}

/**
 * Returns the exact variable type required at a position. It is non-null in a `@oneOf` object.
 * @param type type expected by the schema, `place.type`
 */
export function variableType(view: SchemaView, position: ValuePlace, type: TypeRef): string {
  const above = position.levels.at(-2);
  const oneOf =
    above?.type !== undefined && position.levels.at(-1)?.step.kind === 'input' && view.type(above.type.name)?.oneOf;
  return oneOf && !type.required ? `${type.text}!` : type.text;
}
