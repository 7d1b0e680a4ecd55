/** Keys on rows inside a variable's value. They change the variables' JSON, and `u` undoes them like any tick. */
import { type Context, type Path, type SchemaView, viewOf } from '../../core/graphql/builder/index.js';
import { itemType } from '../../core/graphql/builder/schema/lookups.js';
import { jsonOf, readLiteral } from '../../core/graphql/builder/text/literal.js';
import { valueAt, variableAbove } from '../../core/graphql/builder/text/value-position.js';
import {
  type ValueAddress,
  valueAtAddress,
  withoutValue,
  withValue,
} from '../../core/graphql/intelligence/variable-value.js';
import { isJson } from '../../core/json/is-json.js';
import type { JsonNode } from '../../core/json/tree.js';
import { textOf } from '../../core/text/editor.js';
import type { Update } from '../model/effect.js';
import type { TickAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { takeVariables } from '../query/edits.js';
import { refuse, update } from '../update.js';
import { valueOfVariable } from '../variables/values.js';
import { rebuild } from './rows.js';

/** The variable of a row, and its position in the value. Undefined if the row is not inside a variable. */
export function addressOf({ schema, document, active }: Context, path: Path): ValueAddress | undefined {
  const view: SchemaView = viewOf(schema);
  const place = valueAt(view, { parsed: document.lastValid, active }, path);
  const above = place && variableAbove(place);
  const type = above && place?.levels[above.level]?.type;
  if (place === undefined || above === undefined || type === undefined) return undefined;
  const steps = place.levels.slice(above.level + 1).flatMap(({ step }) => {
    if (step.kind === 'item') return step.index;
    return step.kind === 'input' ? step.name : [];
  });
  return { variable: above.name, type: type.text, steps };
}

/**
 * Sets the value at an address inside a variable. Returns undefined if the literal contains variables, because it then belongs
 * in the query.
 */
export function withVariable(
  state: State,
  context: Context,
  address: ValueAddress,
  literal: string,
): Update<State> | undefined {
  if (literal === valueOfVariable(state, address.variable)) return update(state);
  const json = jsonFor(literal);
  return json === undefined ? undefined : setVariable(state, context, address, json);
}

/** Sets the value at an address inside a variable to JSON, or to an example for its type. */
export const setVariable = (state: State, { schema }: Context, address: ValueAddress, json?: string): Update<State> =>
  take(state, address, withValue(schema, textOf(state.variables.editor), address, json));

const removeValue = (state: State, address: ValueAddress): Update<State> =>
  take(state, address, withoutValue(textOf(state.variables.editor), address));

/** True if a value was viewed but not changed, in which case it retains its line breaks and comments. */
export const isUnchanged = (row: Row, literal: string | null): boolean => literal !== null && literal === row.value;

/** A value inside a variable. */
interface InnerValue {
  readonly state: State;
  readonly context: Context;
  readonly row: Row;
  readonly address: ValueAddress;
  /** The value, or undefined if it is absent. */
  readonly node: JsonNode | undefined;
}

/** Applies a key to the value. Undefined if the key does not apply to values. */
export function reduceValue(
  state: State,
  { context, row }: Pick<InnerValue, 'context' | 'row'>,
  address: ValueAddress,
  action: TickAction,
): Update<State> | undefined {
  const node = valueAtAddress(textOf(state.variables.editor), address);
  const value: InnerValue = { state, context, row, address, node };
  switch (action.type) {
    case 'schema/tick':
      return node === undefined ? put(value) : remove(value);
    case 'schema/set-value':
      return setLiteral(value, action.literal);
    case 'schema/cycle':
      return cycle(value);
    case 'schema/add-item':
      return addItem(value);
    case 'schema/remove-item':
      return removeItem(value);
    case 'schema/clear':
      return node === undefined ? refuse(state, 'Not in the variables.') : remove(value);
    case 'schema/variable':
      return refuse(state, `Part of the variable $${address.variable}.`);
    default:
      return undefined;
  }
}

const put = ({ state, context, address }: InnerValue, json?: string): Update<State> =>
  setVariable(state, context, address, json);

const remove = ({ state, row, address }: InnerValue): Update<State> =>
  row.required === true ? refuse(state, `${row.name} is required.`) : removeValue(state, address);

function setLiteral(value: InnerValue, literal: string | null): Update<State> {
  if (literal === null) return remove(value);
  if (isUnchanged(value.row, literal)) return update(value.state);
  const json = jsonFor(literal);
  if (json === undefined) return refuse(value.state, 'Enter JSON, or a GraphQL literal without variables.');
  return put(value, json);
}

/** From absent to null, to an example, to absent. A required value cannot be null. */
function cycle(value: InnerValue): Update<State> {
  const { node, row } = value;
  if (node === undefined) return put(value, row.type?.required === true ? undefined : 'null');
  return node.kind === 'null' ? put(value) : remove(value);
}

function addItem({ state, context, row, address, node }: InnerValue): Update<State> {
  if (row.type === undefined || itemType(row.type) === undefined)
    return refuse(state, 'This row does not accept a list.');
  return setVariable(state, context, itemAt(address, node?.kind === 'array' ? node.items.length : 0));
}

/** Removes the item of the row, or the last item of a list. */
function removeItem(value: InnerValue): Update<State> {
  const { state, row, address, node } = value;
  if (row.kind === 'item') return remove(value);
  if (node?.kind !== 'array' || node.items.length === 0) return refuse(state, 'The list is empty.');
  return removeValue(state, itemAt(address, node.items.length - 1));
}

const itemAt = (list: ValueAddress, index: number): ValueAddress => ({ ...list, steps: [...list.steps, index] });

/** The reason why the variables cannot be changed. */
export const notAnObject = 'The variables are not a JSON object. Correct them first.';

/** True if Variables is a JSON object or empty, so that a value can be stored in it. */
export const takesValues = ({ variables }: State, { schema }: Context, address: ValueAddress): boolean =>
  withValue(schema, textOf(variables.editor), address, 'null') !== undefined;

/** The JSON of the input, which is JSON or a GraphQL literal. */
function jsonFor(literal: string): string | undefined {
  if (isJson(literal)) return literal.trim();
  const read = readLiteral(literal);
  return typeof read === 'string' ? undefined : jsonOf(read);
}

function take(state: State, { variable }: ValueAddress, text: string | undefined): Update<State> {
  if (text === undefined) return refuse(state, notAnObject);
  return update(rebuild(takeVariables(state, text, variable)));
}
