/** The read-only parts of the tree: all types and all directives. */

import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import type { SchemaDirective, SchemaInput, SchemaType } from '../../../core/graphql/schema-types.js';
import type { Row } from '../../model/tree.js';
import { groupRow } from './row.js';

/** Key of the row `Types`. Like all row keys, it is stable across edits. */
export const typesKey = 'types';
export const directivesKey = 'directives';
export const typeKey = (name: string): string => `types/${name}`;
/** Key of a field, enum value or similar row below its type. */
export const memberKey = (type: string, member: string): string => `types/${type}/${member}`;

const kindWords: Readonly<Record<SchemaType['kind'], string>> = {
  SCALAR: 'scalar',
  OBJECT: 'type',
  INTERFACE: 'interface',
  UNION: 'union',
  ENUM: 'enum',
  INPUT_OBJECT: 'input',
  UNKNOWN: 'unknown kind',
};

/** `Types` and `Directives`. Their children are created on demand. */
export function groupRows(view: SchemaView): readonly Row[] {
  const { typeNames, directives } = view;
  const types = groupRow(typesKey, 'Types', String(typeNames.length), () => typeNames.map(name => typeRow(view, name)));
  if (directives.length === 0) return [types];
  return [types, groupRow(directivesKey, 'Directives', String(directives.length), () => directives.map(directiveRow))];
}

function typeRow(view: SchemaView, name: string): Row {
  const type = view.type(name);
  return {
    key: typeKey(name),
    kind: 'type',
    depth: 1,
    name,
    typeName: name,
    mark: 'none',
    detail: type === undefined ? '' : `${kindWords[type.kind]}${type.oneOf ? ' @oneOf' : ''}`,
    description: type?.description,
    children: type && opens(type) ? () => memberRows(type) : undefined,
  };
}

const opens = (type: SchemaType): boolean =>
  type.fields.length +
    type.inputFields.length +
    type.enumValues.length +
    type.possibleTypes.length +
    type.interfaces.length >
  0;

function memberRows(type: SchemaType): readonly Row[] {
  const at = (member: string): Pick<Row, 'key' | 'depth' | 'mark' | 'parent'> => ({
    key: memberKey(type.name, member),
    depth: 2,
    mark: 'none',
    parent: type.name,
  });
  return [
    ...type.interfaces.map(name => ({
      ...at(`implements ${name}`),
      kind: 'entry' as const,
      name: `implements ${name}`,
      typeName: name,
    })),
    ...type.fields.map(field => ({
      ...at(field.name),
      kind: 'entry' as const,
      name: field.name,
      type: field.type,
      typeName: field.type.name,
      description: field.description,
      deprecated: field.deprecated,
      children: inputRows(field.args, memberKey(type.name, field.name), 3, `${type.name}.${field.name}`),
    })),
    ...type.inputFields.map(field => inputRow(field, `types/${type.name}`, 2, type.name)),
    ...type.enumValues.map(value => ({
      ...at(value.name),
      kind: 'entry' as const,
      name: value.name,
      description: value.description,
      deprecated: value.deprecated,
    })),
    ...type.possibleTypes.map(name => ({
      ...at(`| ${name}`),
      kind: 'entry' as const,
      name: `| ${name}`,
      typeName: name,
    })),
  ];
}

/** The rows of arguments, or undefined if there are none. */
const inputRows = (inputs: readonly SchemaInput[], above: string, depth: number, parent: string): Row['children'] =>
  inputs.length === 0 ? undefined : () => inputs.map(input => inputRow(input, above, depth, parent));

function inputRow(input: SchemaInput, above: string, depth: number, parent: string): Row {
  return {
    key: `${above}/${input.name}`,
    kind: 'entry',
    depth,
    name: input.name,
    type: input.type,
    typeName: input.type.name,
    parent,
    mark: 'none',
    defaultValue: input.defaultValue,
    description: input.description,
    deprecated: input.deprecated,
  };
}

function directiveRow(directive: SchemaDirective): Row {
  const key = `directives/${directive.name}`;
  return {
    key,
    kind: 'type',
    depth: 1,
    name: `@${directive.name}`,
    mark: 'none',
    detail: directive.repeatable ? 'repeatable' : '',
    description: `${directive.description ?? ''}\nOn: ${directive.locations.join(', ')}`.trim(),
    children: inputRows(directive.args, key, 2, `@${directive.name}`),
  };
}
