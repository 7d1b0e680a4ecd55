/** Validates variables against an operation, with positions in the JSON text. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { isReference, type KeptValues, missingPlaces } from '../../http-file/kept-values.js';
import { type JsonNode, type JsonObject, jsonTree } from '../../json/tree.js';
import { wholeDigits } from '../../json/whole-number.js';
import type { TextProblem } from './problems.js';

/** A declared variable. */
interface Definition {
  readonly name: string;
  /** As written. */
  readonly written: string;
  /** Undefined if the schema does not know it. */
  readonly type: GraphQLInputType | undefined;
  /** Default value as JSON. */
  readonly fallback: string | undefined;
}

export interface VariablesReport {
  /** In the order of the text. */
  readonly problems: readonly TextProblem[];
  readonly definitions: readonly Definition[];
  /** Declared names with a value; those in `wrong` have a problem. */
  readonly given: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
  /** Required variables without a value. */
  readonly missing: readonly string[];
  /** Names the operation does not declare. */
  readonly unknown: readonly string[];
}

export function definitionsOf(
  schema: GraphQLSchema | undefined,
  operation: OperationDefinitionNode | undefined,
): readonly Definition[] {
  return (operation?.variableDefinitions ?? []).map(node => {
    const type = schema === undefined ? undefined : (typeFromAST(schema, node.type as never) as unknown);
    const fallback = node.defaultValue && JSON.stringify(valueFromASTUntyped(node.defaultValue));
    return {
      name: node.variable.name.value,
      written: print(node.type),
      type: isInputType(type) ? type : undefined,
      fallback,
    };
  });
}

const isRequired = ({ written, fallback }: Definition): boolean => written.endsWith('!') && fallback === undefined;

/**
 * Validates the text of variables.
 * @param operation operation to run; undefined: check JSON syntax only
 * @param elsewhere names declared by other operations of the document
 * @param kept what `{{name}}` stands for; undefined: for nothing
 */
export function checkVariables(
  schema: GraphQLSchema | undefined,
  operation: OperationDefinitionNode | undefined,
  text: string,
  elsewhere: ReadonlySet<string> = new Set(),
  kept?: KeptValues,
): VariablesReport {
  const definitions = definitionsOf(schema, operation);
  const blank = { problems: [], definitions, given: new Set<string>(), wrong: new Set<string>(), unknown: [] };
  const missingOf = (given: ReadonlySet<string>): string[] =>
    definitions.filter(each => isRequired(each) && !given.has(each.name)).map(each => each.name);
  if (text.replace(/^\ufeff/, '').trim() === '') return { ...blank, missing: missingOf(blank.given) };
  const tree = jsonTree(text);
  if ('problem' in tree) return { ...blank, problems: [syntax(text, tree)], missing: [] };
  const { root } = tree;
  if (root.kind === 'null') return { ...blank, missing: missingOf(blank.given) };
  if (root.kind !== 'object') {
    const problem = wrongAt(root, 'The variables must be an object, like { "id": 1 }.');
    return { ...blank, problems: [problem], missing: [] };
  }
  const problems: TextProblem[] = [...twice(root)];
  const wrong = new Set<string>();
  const unknown: string[] = [];
  const given = new Set(root.members.map(member => member.name));
  const byName = new Map(definitions.map(each => [each.name, each]));
  for (const member of root.members) {
    const definition = byName.get(member.name);
    if (definition === undefined) {
      if (operation === undefined || elsewhere.has(member.name)) continue;
      unknown.push(member.name);
      problems.push({ ...member.key, severity: 'warning', message: `The operation has no variable $${member.name}.` });
      continue;
    }
    if (definition.type === undefined) continue;
    const found = checkValue(member.value, definition.type, `$${member.name}`, kept !== undefined);
    if (found.some(each => each.severity === 'error')) wrong.add(member.name);
    for (const problem of found) problems.push(problem);
  }
  for (const { name, from, to } of kept === undefined ? [] : missingPlaces(text, kept))
    problems.push({
      from,
      to,
      severity: 'warning',
      message: `{{${name}}} has no value: a on a value of the response keeps one.`,
    });
  problems.sort((a, b) => a.from - b.from || a.to - b.to);
  return { problems, definitions, given, wrong, unknown, missing: missingOf(given) };
}

/** Without a token, marks the character before: the end of the previous one. */
function syntax(text: string, { problem, offset }: { readonly problem: string; readonly offset: number }): TextProblem {
  const word = /^(?:\w+|"[^"\n]*"?|\S)/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  const from = word > 0 ? offset : Math.max(0, text.slice(0, offset).trimEnd().length - 1);
  const message = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return { from, to: word > 0 ? offset + word : Math.min(text.length, from + 1), severity: 'error', message };
}

const wrongAt = (node: { readonly from: number; readonly to: number }, message: string): TextProblem => ({
  from: node.from,
  to: node.to,
  severity: 'error',
  message,
});

/** Duplicate names: the last counts, and servers may not report it. */
function twice(object: JsonObject): TextProblem[] {
  const last = new Map(object.members.map(member => [member.name, member]));
  return object.members
    .filter(member => last.get(member.name) !== member)
    .map(member => ({
      ...member.key,
      severity: 'warning',
      message: `"${member.name}" comes again below, and that one counts.`,
    }));
}

/** A list of a million wrong items is not walked to its end. */
const most = 100;

/** @param hasNames a string that is one `{{name}}` is any value */
function checkValue(
  root: JsonNode,
  rootType: GraphQLInputType,
  rootName: string,
  hasNames: boolean,
): readonly TextProblem[] {
  const problems: TextProblem[] = [];
  const work: { node: JsonNode; type: GraphQLInputType; name: string }[] = [
    { node: root, type: rootType, name: rootName },
  ];
  for (let next = work.pop(); next !== undefined && problems.length < most; next = work.pop()) {
    const { node, type, name } = next;
    if (hasNames && node.kind === 'string' && isReference(node.value)) continue;
    if (node.kind === 'null') {
      if (isNonNullType(type)) problems.push(wrongAt(node, `${name}: ${String(type)} must not be null.`));
      continue;
    }
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const item = bare.ofType as GraphQLInputType;
      // A single value counts as a list of one.
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
        wrongAt(shortened(node), `${name} must have exactly one field, and not null: ${type.name} is @oneOf.`),
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
      return fitsInt(node.text) ? undefined : wrong(`${name} is too big for Int, which has 32 bits.`);
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

/** `7`, and `7.0` and `1e2`, which are whole by their value. */
const isWhole = (text: string): boolean => wholeDigits(text) !== undefined;

const fitsInt = (text: string): boolean => Math.abs(Number(text) + 0.5) <= 2 ** 31;
