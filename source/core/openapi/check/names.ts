/**
 * Finds placeholders that are the entire value of a parameter or body property, and determines which values are valid for them.
 */

import { isObject } from '../../json/loose.js';
import { parsedValue, printRaw } from '../../json/raw.js';
import { jsonTree, nodesIn } from '../../json/tree.js';
import { isProblem } from '../../problem.js';
import type { ValuePath } from '../../values/path.js';
import { isBinary } from '../call/binary.js';
import type { ExampleBudget } from '../call/mend.js';
import type { Content } from '../document/types.js';
import { placesOf } from '../edit/head.js';
import { typedValue, valueIn } from '../edit/tick.js';
import { exampleOf } from '../edit/tick-pairs.js';
import { isSent, schemaOf, type Ticking, type TickTarget } from '../edit/tick-target.js';
import { isJsonType } from '../media-type.js';
import { identityOf, shapeOf, typeText } from '../schema.js';
import { misfits, pathText } from './json-schema.js';

/** A placeholder name and the parameter or property it is used for. */
interface DescribedName {
  readonly name: string;
  readonly target: TickTarget;
  /** Type of its schema, for display. */
  readonly type: string;
}

const whole = /^("?)\{\{\s*(?:%\s*)?([A-Za-z_][\w.-]*)\s*\}\}\1$/;

/** Returns the names of a request, each for its first described use, with those of parameters first. */
export function describedNames(ticking: Ticking): readonly DescribedName[] {
  const { operation, description } = ticking;
  const names = new Map<string, DescribedName>();
  const add = (text: string, target: TickTarget): void => {
    const name = whole.exec(text)?.[2];
    if (name === undefined || names.has(name)) return;
    names.set(name, { name, target, type: typeText(description.root, schemaOf(target)) });
  };
  for (const parameter of operation.parameters) {
    const target = { kind: 'parameter', parameter } as const;
    add(valueIn(ticking, target) ?? '', target);
  }
  const content = operation.body?.content.find(each => isSent(ticking, each));
  const { body } = placesOf(ticking.text, ticking.entry);
  if (content === undefined || body === undefined) return [...names.values()];
  if (isJsonType(content.mediaType)) {
    for (const [text, target] of jsonValues(ticking, content, ticking.text.slice(body.from, body.to)))
      add(text, target);
  } else
    for (const { name, schema } of shapeOf(description.root, content.schema).properties) {
      // The path of a file has no example.
      if (isBinary(description.root, schema)) continue;
      const target = { kind: 'property', content, path: [name], schema } as const;
      add(valueIn(ticking, target) ?? '', target);
    }
  return [...names.values()];
}

/**
 * Returns the placeholders of a body with their targets. Unquoted placeholders are replaced with strings of the same length for
 * parsing.
 */
function jsonValues(
  { description }: Ticking,
  content: Content,
  json: string,
): readonly (readonly [string, TickTarget])[] {
  const tree = jsonTree(
    json.replace(/"(?:[^"\\]|\\.)*"?|\{\{[^{}"]*\}\}/g, match =>
      match.startsWith('"') ? match : `"${'x'.repeat(match.length - 2)}"`,
    ),
  );
  if (isProblem(tree)) return [];
  const values: (readonly [string, TickTarget])[] = [];
  for (const { node, path } of nodesIn(tree.root)) {
    const text = json.slice(node.from, node.to);
    if (node.kind !== 'string' || !whole.test(text)) continue;
    const schema = schemaAt(description.root, content.schema, path);
    if (schema !== undefined) values.push([text, { kind: 'property', content, path, schema }]);
  }
  return values;
}

/**
 * Returns the schema of a value nested in another, or undefined if it is not described.
 * @param seen schemas visited so far, by number of remaining steps, because an alternative may be reachable in several ways
 */
function schemaAt(root: unknown, schema: unknown, path: ValuePath, seen: Set<unknown>[] = []): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  seen[path.length] ??= new Set();
  if (seen[path.length]?.has(identityOf(root, schema))) return undefined;
  seen[path.length]?.add(identityOf(root, schema));
  const { items, properties, additional, choices } = shapeOf(root, schema);
  const own = typeof step === 'number' ? items : properties.find(({ name }) => name === step)?.schema;
  if (own !== undefined) return schemaAt(root, own, rest, seen);
  for (const choice of choices) {
    const memberSchema = schemaAt(root, choice, path, seen);
    if (memberSchema !== undefined) return memberSchema;
  }
  return isObject(additional) && typeof step === 'string' ? schemaAt(root, additional, rest, seen) : undefined;
}

/** Returns the JSON of a valid value, which is the description's own example or default if there is one. */
export const jsonFor = (
  ticking: Pick<Ticking, 'description'>,
  { target }: DescribedName,
  budget: ExampleBudget,
): string => printRaw(exampleOf(ticking, target, budget));

/** Returns why a text is not valid for a placeholder (`is a string, not an integer`), or undefined if it is valid. */
export function misfitOf(
  { description }: Pick<Ticking, 'description'>,
  { target }: Pick<DescribedName, 'target'>,
  text: string,
): string | undefined {
  const value = parsedValue(typedValue(description.root, target, text));
  const [first] = misfits(description, schemaOf(target), value, 'request');
  if (first === undefined) return undefined;
  return first.path.length === 0 ? first.text : `at ${pathText(first.path)} ${first.text}`;
}
