import { literalOnOneLine } from '../../core/graphql/builder/text/literal.js';
import { childOf, type JsonNode, jsonObject } from '../../core/json/tree.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';

/** JSON text of a variable's value in the variables pane, or undefined if it has none. */
export function variableJson(state: State, name: string): string | undefined {
  const text = textOf(state.variables.editor);
  const value = childOf(jsonObject(text), name);
  return value && text.slice(value.from, value.to);
}

/** The variable that is the value of a row, without `$`. */
export const variableOf = ({ value }: Row): string | undefined => /^\$(\w+)$/.exec(value ?? '')?.[1];

/** The value of a variable on one line, or an empty text if it has none. */
export const valueOfVariable = (state: State, name: string): string =>
  literalOnOneLine(variableJson(state, name) ?? '');

/** The values of the variables, for rows of the tree that show parts of them. */
export interface VariableValues {
  readonly text: string;
  /** The value of the variable's last member with that name. Undefined if there is none or the text is not a JSON object. */
  value(name: string): JsonNode | undefined;
  /** True once a value has been read, so the rows depend on the text. */
  readonly asked: boolean;
}

/** Parses the text on first use. */
export function variableValues(text: () => string): VariableValues {
  let read: { readonly text: string; readonly object: JsonNode | undefined } | undefined;
  const known = () => {
    if (read === undefined) {
      const now = text();
      read = { text: now, object: jsonObject(now) };
    }
    return read;
  };
  return {
    get text() {
      return known().text;
    },
    value: name => childOf(known().object, name),
    get asked() {
      return read !== undefined;
    },
  };
}
