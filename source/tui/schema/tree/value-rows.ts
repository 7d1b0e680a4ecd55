/** Rows for arguments and the contents of their values: input fields and list items, at any depth. */

import { type ArgumentNode, Kind, type ObjectFieldNode, type ValueNode } from 'graphql';
import { isRequired, itemType } from '../../../core/graphql/builder/schema/lookups.js';
import { argument, child, input, item, type Path } from '../../../core/graphql/builder/schema/path.js';
import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import { literalOnOneLine } from '../../../core/graphql/builder/text/literal.js';
import type { SchemaInput, TypeRef } from '../../../core/graphql/schema-types.js';
import type { JsonNode } from '../../../core/json/tree.js';
import type { Row } from '../../model/tree.js';
import type { VariableValues } from '../../variables/values.js';
import { queryRow } from './row.js';

/** A value of the text on one line. */
const written = (node: ValueNode, text: string): string =>
  node.kind === Kind.VARIABLE
    ? `$${node.name.value}`
    : literalOnOneLine(text.slice(node.loc?.start ?? 0, node.loc?.end ?? 0));

interface ValueContext {
  readonly view: SchemaView;
  /** The source text of the nodes. */
  readonly text: string;
  readonly parent: string;
  readonly variables: VariableValues | undefined;
}

/** The arguments of a field or directive. Those unknown to the schema come last. */
export function argumentRows(
  context: ValueContext,
  args: readonly SchemaInput[],
  given: readonly ArgumentNode[],
  at: Path,
  depth: number,
): Row[] {
  const rows = args.map(arg => {
    const node = given.find(each => each.name.value === arg.name);
    return inputRow(context, arg, node?.value, child(at, argument(arg.name)), depth, 'argument');
  });
  for (const node of given) {
    if (args.some(arg => arg.name === node.name.value)) continue;
    rows.push(
      queryRow(child(at, argument(node.name.value)), depth, {
        kind: 'argument',
        name: node.name.value,
        mark: 'ticked',
        value: written(node.value, context.text),
        detail: 'unknown',
      }),
    );
  }
  return rows;
}

function inputRow(
  context: ValueContext,
  field: SchemaInput,
  node: ValueNode | undefined,
  at: Path,
  depth: number,
  kind: 'argument' | 'input' | 'choice',
): Row {
  return queryRow(at, depth, {
    kind,
    name: field.name,
    type: field.type,
    typeName: field.type.name,
    parent: context.parent,
    mark: node === undefined ? 'absent' : 'ticked',
    required: isRequired(field),
    ...(node === undefined ? {} : { value: written(node, context.text) }),
    defaultValue: field.defaultValue,
    description: field.description,
    deprecated: field.deprecated,
    ...inside(context, field.type, node, at, depth),
  });
}

/** The children of a value: the fields of an input object, or the items of a list. */
function inside(
  context: ValueContext,
  type: TypeRef,
  node: ValueNode | undefined,
  at: Path,
  depth: number,
): Pick<Row, 'children' | 'detail'> {
  if (node?.kind === Kind.VARIABLE) {
    if (context.variables === undefined) return {};
    const { variables } = context;
    return insideVariable(context, type, () => variables.value(node.name.value), at, depth);
  }
  const of = itemType(type);
  if (of !== undefined) {
    const items = node?.kind === Kind.LIST ? node.values : node === undefined || node.kind === Kind.NULL ? [] : [node];
    if (items.length === 0) return {};
    return itemRows(of, items, at, depth, (each, path) => ({
      value: written(each, context.text),
      ...inside(context, of, each, path, depth + 1),
    }));
  }
  const named = context.view.type(type.name);
  if (named?.kind === 'ENUM') return { detail: 'enum' };
  if (named?.kind !== 'INPUT_OBJECT') return {};
  const given: readonly ObjectFieldNode[] = node?.kind === Kind.OBJECT ? node.fields : [];
  const below: ValueContext = { ...context, parent: named.name };
  return {
    ...(named.oneOf ? { detail: 'one of' } : {}),
    children: () =>
      named.inputFields.map(field =>
        inputRow(
          below,
          field,
          given.find(each => each.name.value === field.name)?.value,
          child(at, input(field.name)),
          depth + 1,
          named.oneOf ? 'choice' : 'input',
        ),
      ),
  };
}

/** A row for each item of a list, created on demand. */
const itemRows = <T>(
  type: TypeRef,
  items: readonly T[],
  at: Path,
  depth: number,
  own: (each: T, path: Path) => Pick<Row, 'value' | 'children' | 'detail'>,
): Pick<Row, 'children'> => ({
  children: () =>
    items.map((each, index) => {
      const path = child(at, item(index));
      const { name: typeName } = type;
      return queryRow(path, depth + 1, {
        kind: 'item',
        name: String(index),
        type,
        typeName,
        mark: 'ticked',
        ...own(each, path),
      });
    }),
});

/** The children of a variable's value. They look like a literal's children, with values from the variables' JSON. */
function insideVariable(
  context: ValueContext,
  type: TypeRef,
  value: () => JsonNode | undefined,
  at: Path,
  depth: number,
): Pick<Row, 'children' | 'detail'> {
  const of = itemType(type);
  if (of !== undefined) {
    const node = value();
    const items = node?.kind === 'array' ? node.items : [];
    if (items.length === 0) return {};
    return itemRows(of, items, at, depth, (each, path) => ({
      ...valueIn(context, each),
      ...insideVariable(context, of, () => each, path, depth + 1),
    }));
  }
  const named = context.view.type(type.name);
  if (named?.kind === 'ENUM') return { detail: 'enum' };
  if (named?.kind !== 'INPUT_OBJECT') return {};
  return {
    ...(named.oneOf ? { detail: 'one of' } : {}),
    children: () => {
      const node = value();
      const given = node?.kind === 'object' ? node.members : [];
      return named.inputFields.map(field => {
        const value = given.findLast(each => each.name === field.name)?.value;
        const path = child(at, input(field.name));
        const kind = named.oneOf ? 'choice' : 'input';
        const row = inputRow({ ...context, parent: named.name }, field, undefined, path, depth + 1, kind);
        if (value === undefined) return row;
        const below = insideVariable({ ...context, parent: named.name }, field.type, () => value, path, depth + 1);
        return { ...row, mark: 'ticked', ...valueIn(context, value), ...below };
      });
    },
  };
}

const valueIn = ({ variables }: ValueContext, { from, to }: JsonNode): Pick<Row, 'value'> => ({
  value: literalOnOneLine((variables?.text ?? '').slice(from, to)),
});
