/** The "Fill missing" action: adds the variables an operation requires to the variables text. */
import {
  astFromValue,
  type DefinitionNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { addLaidOut, type NewMember } from '../../json/edit.js';
import { type JsonNode, type JsonObject, jsonObject } from '../../json/tree.js';
import { definitionsOf } from './check-variables.js';
import { laidOutValue, skeletonOf } from './skeleton.js';

interface FilledVariables {
  readonly text: string;
  /** Added names, as `name` or `name.field`. */
  readonly added: readonly string[];
}

/**
 * Adds required variables, and required fields of existing objects. If none are missing, adds optional variables with their
 * defaults, and after that optional fields of the outermost incomplete objects, one level at a time. Returns undefined if the
 * text is not a JSON object.
 * @param document definitions of the text, for the fragments of the operation
 */
export function fillVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  text: string,
  document: readonly DefinitionNode[] = [],
): FilledVariables | undefined {
  const defaults = defaultsOf(schema, operation, document);
  const required = fill(schema, operation, text, defaults, true);
  if (required === undefined || required.added.length > 0) return required;
  const optional = fill(schema, operation, text, defaults, false);
  return optional === undefined || optional.added.length > 0 ? optional : deepen(schema, operation, text);
}

/**
 * Returns the JSON default of the argument or input field that a variable is used for. The first default of each variable is
 * used.
 */
function defaultsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: readonly DefinitionNode[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const types = new TypeInfo(schema);
  const note = ({ name: { value: name } }: VariableNode): void => {
    const [type, value] = [types.getInputType(), types.getDefaultValue()];
    if (type == null || value === undefined || values.has(name)) return;
    const literal = astFromValue(value, type);
    if (literal) values.set(name, laidOutValue(valueFromASTUntyped(literal)));
  };
  const fragments = document.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const node of [operation, ...fragments])
    visit(node, visitWithTypeInfo(types, { VariableDefinition: () => false, Variable: note }));
  return values;
}

/** Adds optional fields to the outermost incomplete objects. */
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
    text = addLaidOut(text, gap.object, gap.members);
    added.push(...gap.members.map(([name]) => `${gap.path}.${name}`));
  }
  return { text, added };
}

/** Maximum number of members added per call. */
const maxAdded = 1000;

const isOptional = (field: GraphQLInputField, type: GraphQLInputObjectType): boolean =>
  !type.isOneOf && !isRequiredInputField(field);

function fill(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  start: string,
  defaults: ReadonlyMap<string, string>,
  required: boolean,
): FilledVariables | undefined {
  const definitions = definitionsOf(schema, operation);
  const added: string[] = [];
  let text = start;
  if (required) {
    // One object at a time, since each insertion shifts later offsets.
    for (
      let gap = nextGap(text, definitions, isRequiredInputField);
      gap !== undefined && added.length < maxAdded;
      gap = nextGap(text, definitions, isRequiredInputField)
    ) {
      text = addLaidOut(text, gap.object, gap.members);
      added.push(...gap.members.map(([name]) => `${gap.path}.${name}`));
    }
  }
  if (definitions.length === 0) return { text, added };
  const object = jsonObject(text);
  if (object === undefined) return undefined;
  const given = new Set(object.members.map(({ name }) => name));
  const come = definitions
    .filter(({ name, written, fallback }) => {
      if (given.has(name) || (required && (!written.endsWith('!') || fallback !== undefined))) return false;
      // Use the first of duplicate definitions.
      given.add(name);
      return true;
    })
    .map(({ name, type, fallback }): NewMember => {
      if (fallback !== undefined) return [name, laidOutValue(JSON.parse(fallback))];
      return [name, defaults.get(name) ?? (type === undefined ? 'null' : skeletonOf(type))];
    });
  if (come.length === 0) return { text, added };
  return { text: addLaidOut(text, object, come), added: [...added, ...come.map(([name]) => name)] };
}

interface MissingValue {
  readonly object: JsonObject;
  /** Missing fields, with their defaults or initial values. */
  readonly members: readonly NewMember[];
  readonly path: string;
  /** Number of containers around the object. */
  readonly depth: number;
}

/** Returns the first of the outermost objects that lack wanted fields. */
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
      const lacking = Object.values(fields).filter(field => wanted(field, bare) && !given.has(field.name));
      if (lacking.length > 0) {
        const members = lacking.slice(0, maxAdded).map((field): NewMember => [field.name, valueFor(field)]);
        return { object: node, members, path, depth };
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
  return fallback ? laidOutValue(valueFromASTUntyped(fallback)) : skeletonOf(field.type);
}
