/** Checks a JSON value against an input type (GraphQL specification 3.12, input coercion). */
import {
  type GraphQLEnumType,
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

/** A value and the type that it must have. */
interface TypedValue {
  readonly node: JsonNode;
  readonly type: GraphQLInputType;
  /** Name for messages. */
  readonly name: string;
}

/**
 * Returns the problems of a value, up to a limit of one hundred.
 * @param hasNames accept a string that consists of one `{{name}}` as any value
 */
export function checkValue(
  node: JsonNode,
  type: GraphQLInputType,
  name: string,
  hasNames: boolean,
): readonly TextProblem[] {
  const check = new ValueCheck({ node, type, name });
  for (let next = check.work.pop(); next && check.problems.length < maxProblems; next = check.work.pop()) {
    if (hasNames && next.node.kind === 'string' && isReference(next.node.value)) continue;
    check.visit(next);
  }
  return check.problems;
}

/** Problems of a value and its parts, without recursion. */
class ValueCheck {
  readonly problems: TextProblem[] = [];
  /** Parts to visit. */
  readonly work: TypedValue[];

  constructor(root: TypedValue) {
    this.work = [root];
  }

  visit({ node, type, name }: TypedValue): void {
    if (node.kind === 'null') {
      if (isNonNullType(type)) this.problems.push(wrongAt(node, `${name}: ${String(type)} must not be null.`));
      return;
    }
    const bare = getNullableType(type);
    if (isListType(bare)) this.#visitList(node, bare.ofType as GraphQLInputType, name);
    else if (isInputObjectType(bare)) this.#visitObject(node, bare, name);
    else {
      const problem = isEnumType(bare) ? enumProblem(node, bare, name) : scalarProblem(node, bare, name);
      if (problem !== undefined) this.problems.push({ ...shortened(node), ...problem });
    }
  }

  /** A single value is treated as a list of one. */
  #visitList(node: JsonNode, type: GraphQLInputType, name: string): void {
    if (node.kind !== 'array') this.work.push({ node, type, name });
    else for (const [at, item] of node.items.entries()) this.work.push({ node: item, type, name: `${name}[${at}]` });
  }

  #visitObject(node: JsonNode, type: GraphQLInputObjectType, name: string): void {
    if (node.kind !== 'object') {
      this.problems.push(wrongAt(shortened(node), `${name} must be an object: ${type.name}.`));
      return;
    }
    this.problems.push(...twice(node), ...checkMembers(node, type, name));
    const fields = type.getFields();
    for (const member of node.members) {
      const field = fields[member.name];
      if (field) this.work.push({ node: member.value, type: field.type, name: member.name });
    }
  }
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

function enumProblem(node: JsonNode, type: GraphQLEnumType, name: string): LeafProblem {
  const value = node.kind === 'string' ? type.getValue(node.value) : undefined;
  if (value == null)
    return wrong(`${name} must be one of ${type.name}: ${firstOf(type.getValues().map(each => each.name))}.`);
  if (value.deprecationReason == null) return undefined;
  return {
    severity: 'warning',
    message: `${type.name}.${value.name} is deprecated. ${value.deprecationReason}`.trimEnd(),
  };
}

/** Values that a scalar accepts. */
interface ScalarRule {
  readonly accepts: (node: JsonNode) => boolean;
  /** Description of these values, as in "must be a string". */
  readonly values: string;
  readonly range?: { readonly includes: (value: number) => boolean; readonly bits: number };
}

/** Matches integers, including `7.0` and `1e2`. */
const isWhole = (node: JsonNode): boolean => node.kind === 'number' && wholeDigits(node.text) !== undefined;

/** Rules of the built-in scalars. Custom scalars are left to the server. */
const scalarRules: ReadonlyMap<string, ScalarRule> = new Map([
  ['String', { accepts: node => node.kind === 'string', values: 'a string' }],
  ['Boolean', { accepts: node => node.kind === 'boolean', values: 'true or false' }],
  [
    'Float',
    { accepts: node => node.kind === 'number', values: 'a number', range: { includes: Number.isFinite, bits: 64 } },
  ],
  [
    'Int',
    {
      accepts: isWhole,
      values: 'a whole number',
      range: { includes: value => Math.abs(value + 0.5) <= 2 ** 31, bits: 32 },
    },
  ],
  ['ID', { accepts: node => node.kind === 'string' || isWhole(node), values: 'a string or a whole number' }],
] satisfies (readonly [string, ScalarRule])[]);

function scalarProblem(node: JsonNode, type: unknown, name: string): LeafProblem {
  const rule = scalarRules.get(String(type));
  if (rule === undefined) return undefined;
  if (!rule.accepts(node)) return wrong(`${name} must be ${rule.values}: ${String(type)}.`);
  if (node.kind !== 'number' || rule.range === undefined || rule.range.includes(Number(node.text))) return undefined;
  return wrong(`${name} is too big for ${String(type)}, which has ${rule.range.bits} bits.`);
}

const firstOf = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(', ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;
