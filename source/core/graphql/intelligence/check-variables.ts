/** Validates variables against an operation and reports positions in the JSON text. */

import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { type CapturedValues, missingPlaces } from '../../http-file/captured-values.js';
import { jsonTree } from '../../json/tree.js';
import { isProblem } from '../../problem.js';
import { checkValue, twice, wrongAt } from './check-value.js';
import type { TextProblem } from './problems.js';

/** A variable declared by the operation. */
interface Definition {
  readonly name: string;
  /** Type as written in the document. */
  readonly written: string;
  /** Undefined if the type is not in the schema. */
  readonly type: GraphQLInputType | undefined;
  /** Default value as JSON. */
  readonly fallback: string | undefined;
}

export interface VariablesReport {
  /** Problems in text order. */
  readonly problems: readonly TextProblem[];
  readonly definitions: readonly Definition[];
  /** Declared names that have a value. Those in `wrong` have an invalid one. */
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

export const isRequired = ({ written, fallback }: Pick<Definition, 'written' | 'fallback'>): boolean =>
  written.endsWith('!') && fallback === undefined;

/**
 * Validates the text of the variables.
 * @param operation operation to run; if undefined, only the JSON syntax is checked
 * @param elsewhere names declared by other operations of the document
 * @param values values of `{{name}}` placeholders; if undefined, placeholders are not supported
 */
export function checkVariables(
  schema: GraphQLSchema | undefined,
  operation: OperationDefinitionNode | undefined,
  text: string,
  elsewhere: ReadonlySet<string> = new Set(),
  values?: CapturedValues,
): VariablesReport {
  const definitions = definitionsOf(schema, operation);
  const blank = { problems: [], definitions, given: new Set<string>(), wrong: new Set<string>(), unknown: [] };
  const missingOf = (given: ReadonlySet<string>): string[] =>
    definitions.filter(each => isRequired(each) && !given.has(each.name)).map(each => each.name);
  if (text.replace(/^\ufeff/, '').trim() === '') return { ...blank, missing: missingOf(blank.given) };
  const tree = jsonTree(text);
  if (isProblem(tree)) return { ...blank, problems: [syntax(text, tree)], missing: [] };
  const { root } = tree;
  if (root.kind === 'null') return { ...blank, missing: missingOf(blank.given) };
  if (root.kind !== 'object') {
    const problem = wrongAt(root, 'The variables must be an object, like { "id": 1 }.');
    return { ...blank, problems: [problem], missing: [] };
  }
  const given = new Set(root.members.map(member => member.name));
  const byName = new Map(definitions.map(each => [each.name, each]));
  const unknown = root.members.filter(
    ({ name }) => operation !== undefined && !byName.has(name) && !elsewhere.has(name),
  );
  const problems: TextProblem[] = [
    ...twice(root),
    ...unknown.map(({ name, key }) => warningAt(key, `The operation has no variable $${name}.`)),
  ];
  const wrong = new Set<string>();
  for (const { name, value } of root.members) {
    const type = byName.get(name)?.type;
    const valueProblems = type === undefined ? [] : checkValue(value, type, `$${name}`, values !== undefined);
    if (valueProblems.some(each => each.severity === 'error')) wrong.add(name);
    problems.push(...valueProblems);
  }
  for (const { name, ...place } of values === undefined ? [] : missingPlaces(text, values)) {
    const message = `{{${name}}} has no value. Press a on a value in the response to capture one.`;
    problems.push(warningAt(place, message));
  }
  problems.sort((a, b) => a.from - b.from || a.to - b.to);
  return {
    problems,
    definitions,
    given,
    wrong,
    unknown: unknown.map(({ name }) => name),
    missing: missingOf(given),
  };
}

const warningAt = ({ from, to }: { readonly from: number; readonly to: number }, message: string): TextProblem => ({
  from,
  to,
  severity: 'warning',
  message,
});

/** Marks a syntax error. If there is no token, marks the last character of the previous one. */
function syntax(text: string, { problem, offset }: { readonly problem: string; readonly offset: number }): TextProblem {
  const word = /^(?:\w+|"[^"\n]*"?|\S)/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  const from = word > 0 ? offset : Math.max(0, text.slice(0, offset).trimEnd().length - 1);
  const message = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return { from, to: word > 0 ? offset + word : Math.min(text.length, from + 1), severity: 'error', message };
}
