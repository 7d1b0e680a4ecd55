/** Rows for arguments and the contents of their values: input fields and list items, at any depth. */

import { type ArgumentNode, Kind, type ValueNode } from 'graphql';
import { isRequired, itemType } from '../../../core/graphql/builder/schema/lookups.js';
import { argument, child, input, item, type Path } from '../../../core/graphql/builder/schema/path.js';
import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import { literalOnOneLine } from '../../../core/graphql/builder/text/literal.js';
import type { SchemaInput, TypeRef } from '../../../core/graphql/schema-types.js';
import { childOf, type JsonNode } from '../../../core/json/tree.js';
import type { Row } from '../../model/tree.js';
import type { VariableValues } from '../../variables/values.js';
import { queryRow } from './row.js';

interface ValueContext {
  readonly view: SchemaView;
  /** The source text of the nodes. */
  readonly text: string;
  readonly parent: string;
  readonly variables: VariableValues | undefined;
}

/** A value in the query or, inside a variable, in the variables' JSON. Its parts are created on demand. */
interface GivenValue {
  /** The value on one line. */
  text(): string;
  /** Number of items of a list. */
  count(): number;
  item(index: number): GivenValue | undefined;
  member(name: string): GivenValue | undefined;
}

function literalValue(context: ValueContext, node: ValueNode): GivenValue {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    return { ...jsonValue(context, () => context.variables?.value(name)), text: () => `$${name}` };
  }
  const toValue = (part: ValueNode | undefined) => part && literalValue(context, part);
  const items = itemsOf(node);
  return {
    text: () => literalOnOneLine(context.text.slice(node.loc?.start ?? 0, node.loc?.end ?? 0)),
    count: () => items.length,
    item: index => toValue(items[index]),
    member: name =>
      toValue(node.kind === Kind.OBJECT ? node.fields.find(each => each.name.value === name)?.value : undefined),
  };
}

/** The items of a list. A single value is treated as a list of one. */
function itemsOf(node: ValueNode): readonly ValueNode[] {
  if (node.kind === Kind.LIST) return node.values;
  return node.kind === Kind.NULL ? [] : [node];
}

/** @param read called on demand, because rows that read the variables change with them */
function jsonValue(context: ValueContext, read: () => JsonNode | undefined): GivenValue {
  const part = (step: string | number): GivenValue | undefined => {
    const node = childOf(read(), step);
    return node && jsonValue(context, () => node);
  };
  return {
    text() {
      const node = read();
      return node === undefined ? '' : literalOnOneLine((context.variables?.text ?? '').slice(node.from, node.to));
    },
    count() {
      const node = read();
      return node?.kind === 'array' ? node.items.length : 0;
    },
    item: part,
    member: part,
  };
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
    const value = node && literalValue(context, node.value);
    return inputRow(context, arg, value, child(at, argument(arg.name)), depth, 'argument');
  });
  for (const node of given) {
    if (args.some(arg => arg.name === node.name.value)) continue;
    rows.push(
      queryRow(child(at, argument(node.name.value)), depth, {
        kind: 'argument',
        name: node.name.value,
        mark: 'ticked',
        value: literalValue(context, node.value).text(),
        detail: 'unknown',
      }),
    );
  }
  return rows;
}

function inputRow(
  context: ValueContext,
  field: SchemaInput,
  value: GivenValue | undefined,
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
    mark: value === undefined ? 'absent' : 'ticked',
    required: isRequired(field),
    value: value?.text(),
    defaultValue: field.defaultValue,
    description: field.description,
    deprecated: field.deprecated,
    ...inside(context, field.type, value, at, depth),
  });
}

/** The children of a value: the fields of an input object, or the items of a list. */
function inside(
  context: ValueContext,
  type: TypeRef,
  value: GivenValue | undefined,
  at: Path,
  depth: number,
): Pick<Row, 'children' | 'detail'> {
  const of = itemType(type);
  if (of !== undefined) {
    const count = value?.count() ?? 0;
    if (count === 0) return {};
    return {
      children: () =>
        Array.from({ length: count }, (_, index) => itemRow(context, of, value?.item(index), at, index, depth + 1)),
    };
  }
  const named = context.view.type(type.name);
  if (named?.kind === 'ENUM') return { detail: 'enum' };
  if (named?.kind !== 'INPUT_OBJECT') return {};
  const below: ValueContext = { ...context, parent: named.name };
  const kind = named.oneOf ? 'choice' : 'input';
  return {
    detail: named.oneOf ? 'one of' : undefined,
    children: () =>
      named.inputFields.map(field =>
        inputRow(below, field, value?.member(field.name), child(at, input(field.name)), depth + 1, kind),
      ),
  };
}

function itemRow(
  context: ValueContext,
  type: TypeRef,
  value: GivenValue | undefined,
  list: Path,
  index: number,
  depth: number,
): Row {
  const at = child(list, item(index));
  return queryRow(at, depth, {
    kind: 'item',
    name: String(index),
    type,
    typeName: type.name,
    mark: 'ticked',
    value: value?.text() ?? '',
    ...inside(context, type, value, at, depth),
  });
}
