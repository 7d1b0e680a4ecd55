/** "Fill missing": what an operation needs and the text does not have, as text beside what is there. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  type OperationDefinitionNode,
} from 'graphql';
import { type JsonNode, type JsonObject, jsonObject } from '../../json/tree.js';
import { definitionsOf } from './check-variables.js';
import { addMember, applyChange } from './json-edit.js';
import { skeletonOf } from './skeleton.js';

/** The text of the variables after filling in. */
export interface Filled {
  readonly text: string;
  /** What was added, as names or `name.field`. */
  readonly added: readonly string[];
}

/**
 * Adds what is required: variables, and fields of the objects that are there. When nothing required is missing, the optional
 * variables come, with their defaults. Undefined if the text is no JSON object.
 */
export function fillVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  text: string,
): Filled | undefined {
  const required = fill(schema, operation, text, true);
  return required === undefined || required.added.length > 0 ? required : fill(schema, operation, text, false);
}

function fill(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  start: string,
  required: boolean,
): Filled | undefined {
  const definitions = definitionsOf(schema, operation);
  const added: string[] = [];
  let text = start;
  if (required) {
    // One at a time: each insertion moves the places of those behind it.
    for (
      let gap = nextGap(text, definitions);
      gap !== undefined && added.length < 1000;
      gap = nextGap(text, definitions)
    ) {
      text = applyChange(text, addMember(text, gap.object, gap.field, skeletonOf(gap.type)));
      added.push(`${gap.path}.${gap.field}`);
    }
  }
  for (const { name, written, type, fallback } of definitions) {
    const object = jsonObject(text);
    if (object === undefined) return undefined;
    if (object.members.some(member => member.name === name)) continue;
    if (required && (!written.endsWith('!') || fallback !== undefined)) continue;
    const value = fallback ?? (type === undefined ? 'null' : skeletonOf(type));
    text = applyChange(text, addMember(text, object, name, value));
    added.push(name);
  }
  return { text, added };
}

interface Gap {
  readonly object: JsonObject;
  readonly field: string;
  readonly type: GraphQLInputType;
  readonly path: string;
}

/** The first object in the text that lacks a required field. */
function nextGap(text: string, definitions: ReturnType<typeof definitionsOf>): Gap | undefined {
  const object = jsonObject(text);
  const work: { node: JsonNode; type: GraphQLInputType; path: string }[] = [];
  for (const member of [...(object?.members ?? [])].reverse()) {
    const type = definitions.find(each => each.name === member.name)?.type;
    if (type) work.push({ node: member.value, type, path: member.name });
  }
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, type, path } = next;
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const item = bare.ofType as GraphQLInputType;
      const items = node.kind === 'array' ? node.items : [node];
      for (const each of [...items].reverse()) work.push({ node: each, type: item, path });
    } else if (isInputObjectType(bare) && node.kind === 'object') {
      const fields = bare.getFields();
      const given = new Set(node.members.map(member => member.name));
      const lacking = Object.values(fields).find(field => isRequiredInputField(field) && !given.has(field.name));
      if (lacking !== undefined) return { object: node, field: lacking.name, type: lacking.type, path };
      for (const member of [...node.members].reverse()) {
        const field = fields[member.name];
        if (field) work.push({ node: member.value, type: field.type, path: `${path}.${member.name}` });
      }
    }
  }
  return undefined;
}
