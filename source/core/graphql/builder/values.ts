/** Actions on arguments and their values: Space, Enter, `0`, `+`, `-`, `v`. */
import { type GraphQLInputType, isTypeSubTypeOf, Kind, parseType, type TypeNode, typeFromAST } from 'graphql';
import type { TypeRef } from '../schema-types.js';
import { isAsTicked, isPlaceholder } from './as-ticked.js';
import { type Context, type EditResult, isRejected, reject } from './edit-result.js';
import { rememberedText, withRemembered } from './memory.js';
import { memoryKey } from './remembered-selections.js';
import { restoreText } from './restore-text.js';
import { itemType } from './schema/lookups.js';
import { child, item, type Path, selectionOf } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { exampleOf, jsonOf, literalOf, readLiteral } from './text/literal.js';
import { isOperation } from './text/query-document.js';
import { levelAt } from './text/resolve.js';
import { isName } from './text/tokens.js';
import { operationsReaching } from './text/usage.js';
import type { ValuePlace } from './text/value-position.js';
import { untickSelection } from './untick.js';
import { removeValue, unknownArgument, valuePositionOf, variableType, writeValue } from './value-edit.js';
import { definitionOf, type NeededVariable, NewNames } from './variables.js';

/** Space on a missing argument, input field or item: inserts a new variable of the exact type. */
export function tickValue(context: Context, path: Path): EditResult {
  const restored = restoreText(context, path, true);
  if (restored) return restored;
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  if (position.present) return reject('It is already in the text.');
  if (position.type === undefined) return unknownArgument;
  const variable = newVariable(context, position, position.type);
  return writeValue(context, path, { text: `$${variable.name}`, variables: [variable], ticked: true });
}

/** Space on one that is present: removes it, along with its variable if that is unused then. */
export const untickValue = (context: Context, path: Path): EditResult =>
  restoreText(context, path, false) ?? takeOut(context, path, { ticked: false });

/** Removes a value. A field that was inserted only for its arguments is removed with the last of them. */
function takeOut(context: Context, path: Path, more: Parameters<typeof removeValue>[2] = {}): EditResult {
  const edit = removeValue(context, path, more);
  const row = selectionOf(path);
  if (!edit.ok || !context.memory.carried.has(memoryKey(context.document.lastValid, context.active, row))) return edit;
  const level = levelAt({ ...context, document: edit.document, active: edit.active }, row);
  if (level === undefined || !isAsTicked(edit.document.lastValid, level)) return edit;
  const view = viewOf(context.schema);
  if (level.inside?.set?.selections.every(each => isPlaceholder(view, level.type, each)) === false) return edit;
  const unticked = untickSelection(context, row);
  if (!unticked.ok) return edit;
  // The field is remembered without the removed value.
  const remembered = new Map(unticked.memory.remembered);
  remembered.delete(memoryKey(context.document.lastValid, context.active, unticked.path));
  return { ...unticked, path, memory: { ...unticked.memory, remembered } };
}

/** Creates a variable of the expected type. `wish` is its preferred name. */
function newVariable(context: Context, position: ValuePlace, expected: TypeRef, wish?: string): NeededVariable {
  const type = variableType(viewOf(context.schema), position, expected);
  if (wish !== undefined) return { name: wish, type };
  const name = position.levels.flatMap(({ step }) => (step.kind === 'item' ? [] : step.name)).at(-1) ?? 'value';
  const owner = position.owner?.name.value ?? position.resolution.levels.at(-1)?.field?.name ?? 'field';
  return { name: new NewNames(context.document.lastValid).pick(name, owner), type };
}

/** Enter: writes a literal (or `$name`) to an argument, input field or item, inserting missing parents. Null removes it. */
export function setValue(
  context: Context,
  path: Path,
  literal: string | null,
  variables: readonly NeededVariable[] = [],
): EditResult {
  if (literal === null) return takeOut(context, path);
  const read = readLiteral(literal);
  if (typeof read === 'string') return reject(read);
  return writeValue(context, path, { text: literal.trim(), variables });
}

/** `0`: cycles absent → null → value → absent, skipping null or absent where it is not allowed. */
export function cycleValue(context: Context, path: Path): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  const type = position.type;
  if (type === undefined) return unknownArgument;
  const view = viewOf(context.schema);
  const key = `${memoryKey(context.document.lastValid, context.active, path)}=`;
  const kept = context.memory.remembered.get(key)?.text ?? exampleOf(view, type);
  if (!position.present) return setValue(context, path, type.required ? kept : 'null');
  if (position.value?.kind === Kind.NULL) return setValue(context, path, kept);
  const { value } = position;
  const text = value?.loc ? context.document.text.slice(value.loc.start, value.loc.end) : '';
  if (value === undefined || jsonOf(value) === undefined) return takeOut(context, path);
  const memory = withRemembered(context.memory, key, rememberedText(text));
  return takeOut(context, path, { memory });
}

/** `+`: appends an example item to the list at a row. */
export function addItem(context: Context, path: Path): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  const inner = position.type && itemType(position.type);
  if (inner === undefined) return reject('This row is not a list.');
  const at = child(path, item(position.items));
  return writeValue(context, at, { text: exampleOf(viewOf(context.schema), inner), variables: [] });
}

/** `-`: removes the item or, on a list row, its last item. */
export function removeItem(context: Context, path: Path): EditResult {
  if (path.steps.at(-1)?.kind === 'item') return removeValue(context, path);
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  if (position.items === 0) return reject('The list is empty.');
  const edit = removeValue(context, child(path, item(position.items - 1)));
  return edit.ok ? { ...edit, path } : edit;
}

/**
 * `v` on a literal or on an empty position: replaces it with a variable, whose value is added to the variables JSON
 * (`added[0].json`). `name` may be an existing variable. `given` overrides the value.
 */
export function toVariable(context: Context, path: Path, name?: string, given?: string): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  if (position.value?.kind === Kind.VARIABLE && name === undefined) return reject('It is already a variable.');
  if (name !== undefined && !isName(name)) return reject(`${name} is not a name.`);
  if (position.type === undefined) return unknownArgument;
  const json = given ?? (position.value && position.value.kind !== Kind.VARIABLE ? jsonOf(position.value) : undefined);
  if (position.value && position.value.kind !== Kind.VARIABLE && json === undefined) {
    return reject('The value contains variables.');
  }
  const operations = operationsFor(context, position);
  const variable = newVariable(context, position, position.type, name);
  const known = operations.length > 0 && operations.every(operation => definitionOf(operation, variable.name));
  const edit = writeValue(context, path, { text: `$${variable.name}`, variables: known ? [] : [variable] });
  if (!edit.ok || known) return edit;
  const added = edit.added.map(one => (one.name === variable.name && json !== undefined ? { ...one, json } : one));
  return { ...edit, added };
}

/** `v` on a variable: replaces it with its JSON value (`json`), its default, or an example. */
export function toLiteral(context: Context, path: Path, json: string | undefined): EditResult {
  const position = valuePositionOf(context, path);
  if (isRejected(position)) return position;
  const { value, type } = position;
  if (value?.kind !== Kind.VARIABLE) return reject('It is not a variable.');
  if (type === undefined) return unknownArgument;
  const view = viewOf(context.schema);
  const name = value.name.value;
  const given = json === undefined ? undefined : literalOf(view, json, type);
  if (json !== undefined && given === undefined) return reject(`The value of $${name} cannot be written as a literal.`);
  const standard = operationsFor(context, position).flatMap(
    operation => definitionOf(operation, name)?.defaultValue?.loc ?? [],
  )[0];
  const text =
    given ?? (standard && context.document.text.slice(standard.start, standard.end)) ?? exampleOf(view, type);
  return writeValue(context, path, { text, variables: [] });
}

/** Returns the variables of a matching type that are defined in every operation that reaches the position. */
export function fittingVariables(context: Context, path: Path): readonly string[] {
  const position = valuePositionOf(context, path);
  if (isRejected(position) || position.type === undefined) return [];
  const { schema } = context;
  const [first, ...rest] = operationsFor(context, position);
  const wanted = typeFromAST(schema, parseType(variableType(viewOf(schema), position, position.type)) as never) as
    | GraphQLInputType
    | undefined;
  if (first === undefined || wanted === undefined) return [];
  const fits = (node: TypeNode, hasDefault: boolean): boolean => {
    const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
    if (type === undefined) return false;
    if (isTypeSubTypeOf(schema, type, wanted)) return true;
    const strict = hasDefault && typeFromAST(schema, { kind: Kind.NON_NULL_TYPE, type: node } as never);
    return strict ? isTypeSubTypeOf(schema, strict as GraphQLInputType, wanted) : false;
  };
  return (first.variableDefinitions ?? [])
    .filter(definition => fits(definition.type, definition.defaultValue !== undefined))
    .map(definition => definition.variable.name.value)
    .filter(name => rest.every(operation => definitionOf(operation, name)));
}

function operationsFor(context: Context, position: ValuePlace) {
  const { lastValid } = context.document;
  if (position.position) return operationsReaching(lastValid, position.position.definition);
  const node = lastValid.definitions[context.active ?? -1];
  return isOperation(node) ? [node] : [];
}
