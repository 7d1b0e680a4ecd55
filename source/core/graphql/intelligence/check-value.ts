/** Checks a JSON value against an input type (GraphQL specification 3.12, input coercion). */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { isReference } from '../../http-file/captured-values.js';
import type { JsonNode, JsonObject } from '../../json/tree.js';
import { wholeDigits } from '../../json/whole-number.js';
import type { TextProblem } from './problems.js';

/** Creates an error that marks a node. */
export const wrongAt = (node: { readonly from: number; readonly to: number }, message: string): TextProblem => ({
  from: node.from,
  to: node.to,
  severity: 'error',
  message,
});

/** Finds duplicate names. The last one counts, and servers may not report duplicates. */
export function twice(object: JsonObject): TextProblem[] {
  const last = new Map(object.members.map(member => [member.name, member]));
  return object.members
    .filter(member => last.get(member.name) !== member)
    .map(member => ({
      ...member.key,
      severity: 'warning',
      message: `"${member.name}" is overridden by a later member with the same name.`,
    }));
}

/** Maximum number of problems, so that a list of a million wrong items is not walked to its end. */
const maxProblems = 100;

/**
 * Returns the problems of a value, up to a limit of one hundred.
 * @param hasNames accept a string that consists of one `{{name}}` as any value
 */
export function checkValue(
  root: JsonNode,
  rootType: GraphQLInputType,
  rootName: string,
  hasNames: boolean,
): readonly TextProblem[] {
  const problems: TextProblem[] = [];
  const work: { node: JsonNode; type: GraphQLInputType; name: string }[] = [
    { node: root, type: rootType, name: rootName },
  ];
  for (let next = work.pop(); next !== undefined && problems.length < maxProblems; next = work.pop()) {
    const { node, type, name } = next;
    if (hasNames && node.kind === 'string' && isReference(node.value)) continue;
    if (node.kind === 'null') {
      if (isNonNullType(type)) problems.push(wrongAt(node, `${name}: ${String(type)} must not be null.`));
      continue;
    }
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const item = bare.ofType as GraphQLInputType;
      // A single value is treated as a list of one.
      if (node.kind !== 'array') work.push({ node, type: item, name });
      else
        for (const [index, each] of node.items.entries())
          work.push({ node: each, type: item, name: `${name}[${index}]` });
    } else if (isInputObjectType(bare)) {
      if (node.kind !== 'object') {
        problems.push(wrongAt(shortened(node), `${name} must be an object: ${bare.name}.`));
        continue;
      }
      problems.push(...twice(node), ...checkMembers(node, bare, name));
      const fields = bare.getFields();
      for (const member of node.members) {
        const field = fields[member.name];
        if (field) work.push({ node: member.value, type: field.type, name: member.name });
      }
    } else {
      const message = leafProblem(node, bare, name);
      if (message !== undefined) problems.push({ ...shortened(node), ...message });
    }
  }
  return problems;
}

/** Marks only the opening bracket of an object or array. */
const shortened = (node: JsonNode): { from: number; to: number } =>
  node.kind === 'object' || node.kind === 'array'
    ? { from: node.from, to: node.from + 1 }
    : { from: node.from, to: node.to };

function checkMembers(node: JsonObject, type: GraphQLInputObjectType, name: string): readonly TextProblem[] {
  const fields = type.getFields();
  const given = new Set(node.members.map(member => member.name));
  const problems = node.members
    .filter(member => !Object.hasOwn(fields, member.name))
    .map(member => wrongAt(member.key, `${type.name} has no field ${member.name}.`));
  const missing = Object.values(fields).filter(field => isRequiredInputField(field) && !given.has(field.name));
  if (missing.length > 0) {
    const list = missing.map(field => `${field.name}: ${String(field.type)}`).join(', ');
    problems.push(wrongAt(shortened(node), `${name} lacks ${list}.`));
  }
  if (type.isOneOf) {
    const set = node.members.filter(member => Object.hasOwn(fields, member.name));
    if (set.length !== 1 || set[0]?.value.kind === 'null') {
      problems.push(
        wrongAt(
          shortened(node),
          `${name} must have exactly one field that is not null, because ${type.name} is @oneOf.`,
        ),
      );
    }
  }
  return problems;
}

type LeafProblem = Pick<TextProblem, 'severity' | 'message'> | undefined;

const wrong = (message: string): LeafProblem => ({ severity: 'error', message });

function leafProblem(node: JsonNode, type: ReturnType<typeof getNullableType>, name: string): LeafProblem {
  if (isEnumType(type)) {
    const value = node.kind === 'string' ? type.getValue(node.value) : undefined;
    if (value == null)
      return wrong(`${name} must be one of ${type.name}: ${firstOf(type.getValues().map(each => each.name))}.`);
    if (value.deprecationReason == null) return undefined;
    return {
      severity: 'warning',
      message: `${type.name}.${value.name} is deprecated. ${value.deprecationReason}`.trimEnd(),
    };
  }
  const says = (what: string): LeafProblem => wrong(`${name} must be ${what}: ${String(type)}.`);
  switch (String(type)) {
    case 'String':
      return node.kind === 'string' ? undefined : says('a string');
    case 'Boolean':
      return node.kind === 'boolean' ? undefined : says('true or false');
    case 'Float':
      if (node.kind !== 'number') return says('a number');
      return Number.isFinite(Number(node.text)) ? undefined : wrong(`${name} is too big for Float, which has 64 bits.`);
    case 'Int':
      if (node.kind !== 'number' || !isWhole(node.text)) return says('a whole number');
      return Math.abs(Number(node.text) + 0.5) <= 2 ** 31
        ? undefined
        : wrong(`${name} is too big for Int, which has 32 bits.`);
    case 'ID':
      return node.kind === 'string' || (node.kind === 'number' && isWhole(node.text))
        ? undefined
        : says('a string or a whole number');
    default:
      // Custom scalars are left to the server.
      return undefined;
  }
}

const firstOf = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(', ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;

/** Matches integers, including `7.0` and `1e2`. */
const isWhole = (text: string): boolean => wholeDigits(text) !== undefined;
