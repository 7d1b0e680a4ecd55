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

/** Sets the value at an address inside a variable to JSON. */
export const setVariable = (state: State, { schema }: Context, address: ValueAddress, json: string): Update<State> =>
  take(state, address, withValue(schema, textOf(state.variables.editor), address, json));

/** True if a value was viewed but not changed, in which case it retains its line breaks and comments. */
export const isUnchanged = (row: Row, { literal }: { readonly literal: string | null }): boolean =>
  literal !== null && literal === row.value;

/** Applies a key to the value. Undefined if the key does not apply to values. */
export function reduceValue(
  state: State,
  context: Context,
  row: Row,
  address: ValueAddress,
  action: TickAction,
): Update<State> | undefined {
  const { schema } = context;
  const text = textOf(state.variables.editor);
  const put = (json?: string, at = address): Update<State> => take(state, address, withValue(schema, text, at, json));
  const out = (at = address): Update<State> => {
    if (at === address && row.required === true) return refuse(state, `${row.name} is required.`);
    return take(state, address, withoutValue(text, at));
  };
  const node = valueAtAddress(text, address);
  switch (action.type) {
    case 'schema/tick':
      return node === undefined ? put() : out();
    case 'schema/set-value': {
      const json = action.literal === null ? undefined : jsonFor(action.literal);
      if (action.literal === null) return out();
      if (isUnchanged(row, action)) return update(state);
      return json === undefined ? refuse(state, 'Enter JSON, or a GraphQL literal without variables.') : put(json);
    }
    case 'schema/cycle':
      if (node === undefined) return put(row.type?.required === true ? undefined : 'null');
      return node.kind === 'null' ? put() : out();
    case 'schema/add-item': {
      if (row.type === undefined || itemType(row.type) === undefined)
        return refuse(state, 'This row does not accept a list.');
      const index = node?.kind === 'array' ? node.items.length : 0;
      return put(undefined, { ...address, steps: [...address.steps, index] });
    }
    case 'schema/remove-item': {
      if (row.kind === 'item') return out();
      if (node?.kind !== 'array' || node.items.length === 0) return refuse(state, 'The list is empty.');
      return out({ ...address, steps: [...address.steps, node.items.length - 1] });
    }
    case 'schema/clear':
      return node === undefined ? refuse(state, 'Not in the variables.') : out();
    case 'schema/variable':
      return refuse(state, `Part of the variable $${address.variable}.`);
    default:
      return undefined;
  }
}

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
