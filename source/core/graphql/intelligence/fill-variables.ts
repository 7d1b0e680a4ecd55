/** "Fill missing": adds what an operation requires to the text of variables. */
import {
  astFromValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { addMember, addMembers, applyChange } from '../../json/edit.js';
import { type JsonNode, type JsonObject, jsonObject } from '../../json/tree.js';
import { definitionsOf } from './check-variables.js';
import { skeletonOf } from './skeleton.js';

interface FilledVariables {
  readonly text: string;
  /** Names or `name.field`. */
  readonly added: readonly string[];
}

/**
 * Adds required variables, and required fields of existing objects. If none are missing, adds optional variables with their
 * defaults; then optional fields of the outermost incomplete objects, a level each time. Undefined if the text is not a JSON
 * object.
 */
export function fillVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  text: string,
): FilledVariables | undefined {
  const required = fill(schema, operation, text, true);
  if (required === undefined || required.added.length > 0) return required;
  const optional = fill(schema, operation, text, false);
  return optional === undefined || optional.added.length > 0 ? optional : deepen(schema, operation, text);
}

/** Adds optional fields of the outermost incomplete objects. */
function deepen(schema: GraphQLSchema, operation: OperationDefinitionNode, start: string): FilledVariables {
  const definitions = definitionsOf(schema, operation);
  const added: string[] = [];
  const depth = nextGap(start, definitions, isOptional)?.depth;
  let text = start;
  for (
    let gap = nextGap(text, definitions, isOptional);
    gap !== undefined && gap.depth === depth && added.length < maxAdded;
    gap = nextGap(text, definitions, isOptional)
  ) {
    text = applyChange(text, addMember(text, gap.object, gap.field, gap.value));
    added.push(`${gap.path}.${gap.field}`);
  }
  return { text, added };
}

/** Limit per call. */
const maxAdded = 1000;

const isOptional = (field: GraphQLInputField, type: GraphQLInputObjectType): boolean =>
  !type.isOneOf && !isRequiredInputField(field);

function fill(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  start: string,
  required: boolean,
): FilledVariables | undefined {
  const definitions = definitionsOf(schema, operation);
  const added: string[] = [];
  let text = start;
  if (required) {
    // One at a time, since each insertion shifts later offsets.
    for (
      let gap = nextGap(text, definitions, isRequiredInputField);
      gap !== undefined && added.length < maxAdded;
      gap = nextGap(text, definitions, isRequiredInputField)
    ) {
      text = applyChange(text, addMember(text, gap.object, gap.field, gap.value));
      added.push(`${gap.path}.${gap.field}`);
    }
  }
  if (definitions.length === 0) return { text, added };
  const object = jsonObject(text);
  if (object === undefined) return undefined;
  const given = new Set(object.members.map(({ name }) => name));
  const come = definitions
    .filter(({ name, written, fallback }) => {
      if (given.has(name) || (required && (!written.endsWith('!') || fallback !== undefined))) return false;
      // The first of duplicate definitions.
      given.add(name);
      return true;
    })
    .map(({ name, type, fallback }) => [name, fallback ?? (type === undefined ? 'null' : skeletonOf(type))] as const);
  const filled = addMembers(text, come);
  return filled === undefined ? undefined : { text: filled, added: [...added, ...come.map(([name]) => name)] };
}

interface MissingValue {
  readonly object: JsonObject;
  readonly field: string;
  /** JSON of its default, or an initial value. */
  readonly value: string;
  readonly path: string;
  /** Number of containers around it. */
  readonly depth: number;
}

/** The first outermost object that lacks a wanted field. */
function nextGap(
  text: string,
  definitions: ReturnType<typeof definitionsOf>,
  wanted: (field: GraphQLInputField, type: GraphQLInputObjectType) => boolean,
): MissingValue | undefined {
  const object = jsonObject(text);
  const work: { node: JsonNode; type: GraphQLInputType; path: string; depth: number }[] = [];
  const byName = new Map(definitions.map(each => [each.name, each.type]));
  for (const member of object?.members ?? []) {
    const type = byName.get(member.name);
    if (type) work.push({ node: member.value, type, path: member.name, depth: 0 });
  }
  for (const { node, type, path, depth } of work) {
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const item = bare.ofType as GraphQLInputType;
      const items = node.kind === 'array' ? node.items : [node];
      for (const each of items) work.push({ node: each, type: item, path, depth: depth + 1 });
    } else if (isInputObjectType(bare) && node.kind === 'object') {
      const fields = bare.getFields();
      const given = new Set(node.members.map(member => member.name));
      const lacking = Object.values(fields).find(field => wanted(field, bare) && !given.has(field.name));
      if (lacking !== undefined) {
        return { object: node, field: lacking.name, value: valueFor(lacking), path, depth };
      }
      for (const member of node.members) {
        const field = fields[member.name];
        if (field)
          work.push({ node: member.value, type: field.type, path: `${path}.${member.name}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

function valueFor(field: GraphQLInputField): string {
  const fallback = field.defaultValue === undefined ? undefined : astFromValue(field.defaultValue, field.type);
  return fallback ? JSON.stringify(valueFromASTUntyped(fallback)) : skeletonOf(field.type);
}
