/** Recognizes text that is exactly what a tick writes. Such text can be removed without loss. */
import { type FieldNode, Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';
import type { SchemaInput } from '../schema-types.js';
import type { Context } from './edit-result.js';
import { placeholderOf, requiredArgs, typenameField } from './schema/lookups.js';
import type { SchemaView } from './schema/schema-view.js';
import { rangeOf } from './text/insertion.js';
import type { ParsedText } from './text/query-document.js';
import type { Level, SelectionSetPosition } from './text/resolve.js';
import { startOf } from './text/tokens.js';
import { operationsReaching, variablesUsedBy } from './text/usage.js';
import { problemsOf } from './validity.js';
import { definitionOf } from './variables.js';

/** Returns true if a selection is exactly what a tick writes. */
export function isAsTicked(parsed: ParsedText, { node, field, position }: Level): boolean {
  if (node === undefined || node.kind === Kind.FRAGMENT_SPREAD || (node.directives?.length ?? 0) > 0) return false;
  if (node.kind !== Kind.FIELD) return true;
  const { name, alias, arguments: args = [] } = node;
  const given = alias === undefined ? '' : alias.value.slice(name.value.length);
  if (alias !== undefined && !(alias.value.startsWith(name.value) && /^_[2-9]\d*$|^_1\d+$/.test(given))) return false;
  if (args.length === 0) return true;
  if (field === undefined || position === undefined) return false;
  const required = requiredArgs(field);
  const operations = operationsReaching(parsed, position.definition);
  return (
    args.length === required.length &&
    args.every(({ name: { value: argument }, value }) => {
      const expected = required.find(each => each.name === argument);
      if (expected === undefined || value.kind !== Kind.VARIABLE) return false;
      const variable = value.name.value;
      const isNamed = [argument, `${name.value}_${argument}`].includes(variable.replace(/_\d+$/, ''));
      return (
        (isNamed || variable === argument) &&
        operations.every(each => isOnlyHere(parsed, each, node, variable, expected))
      );
    })
  );
}

/** Returns true if the operation defines a variable the way a tick does and only this field uses it. */
function isOnlyHere(
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  node: FieldNode,
  variable: string,
  { type }: SchemaInput,
): boolean {
  const definition = definitionOf(operation, variable);
  if (definition === undefined || variablesUsedBy(parsed, operation, [rangeOf(node)]).has(variable)) return false;
  const { from, to } = rangeOf(definition);
  return parsed.text.slice(from, to) === `$${variable}: ${type.text}`;
}

/** Returns true for the placeholder selection of an object. */
export const isPlaceholder = (view: SchemaView, type: string | undefined, node: SelectionNode): boolean =>
  isBareField(node) && [typenameField.name, placeholderOf(view, type ?? '').name].includes(node.name.value);

/** Returns true for a field without alias and directives. */
export const isBareField = (node: SelectionNode | undefined): node is FieldNode =>
  node?.kind === Kind.FIELD && node.alias === undefined && (node.directives?.length ?? 0) === 0;

/**
 * Checks whether a definition matches the schema. Text that does not match was written by the user, so nothing around it is
 * removed automatically.
 */
export function soundness(
  { schema, document: { lastValid } }: Context,
  definition: SelectionSetPosition['definition'],
): () => boolean {
  let known: boolean | undefined;
  return () => {
    const { from, to } = rangeOf(definition);
    known ??= !problemsOf(schema, lastValid).some(
      ({ nodes = [] }) => nodes.length === 0 || nodes.some(node => startOf(node) >= from && startOf(node) < to),
    );
    return known;
  };
}
