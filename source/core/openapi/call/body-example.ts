/** The body that a request starts with: the valid part of the author's or the chosen example, otherwise a generated value. */

import { type Failure, usageError } from '../../failure.js';
import { isEmptyObject, isObject, type Loose } from '../../json/loose.js';
import { type RawValue, rawOf } from '../../json/raw.js';
import { nearest } from '../../near-miss.js';
import { bodyMisfits } from '../check/body-misfits.js';
import { type Misfit, misfits, pathText } from '../check/json-schema.js';
import { examplesOf } from '../document/operation.js';
import type { Content, Description, Operation } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { shapeOf } from '../schema.js';
import { exampleFor, exampleRepaired } from './example.js';
import { ExampleBudget, type IsValid } from './mend.js';

/** A body, and how it differs from the example in the description. */
interface BodyExample {
  readonly value: unknown;
  /** Sentences on members that were left out or replaced. Untrusted text. */
  readonly changes: readonly string[];
}

/** Returns a test whether a value can be sent. */
export const validatorOf =
  (description: Description): IsValid =>
  (schema, value) =>
    misfits(description, schema, value, 'request').length === 0;

/** @param examples the author's examples, best first (default: the media type's examples) */
export function bodyExample(
  description: Description,
  { schema, examples: own }: Content,
  budget = new ExampleBudget(),
  examples = own,
): BodyExample {
  const { root } = description;
  const isValid = validatorOf(description);
  // An example may match several alternatives of oneOf. It is used if one of them allows it.
  const mayBeValid: IsValid = (part, value) => bodyMisfits(description, part, value).length === 0;
  for (const test of [isValid, mayBeValid])
    for (const { value: example } of examples) {
      const value = exampleRepaired(root, schema, example, test, budget);
      if (value === undefined || (isEmptyObject(value) && !isEmptyObject(example))) continue;
      return { value, changes: changesOf(description, schema, example, value) };
    }
  const value = exampleFor(root, schema, isValid, budget);
  const [author] = examples;
  if (author !== undefined && isEmptyObject(value) && !isEmptyObject(author.value))
    return unchangedExample(description, schema, author.value);
  const [inSchema] = shapeOf(root, schema).parts.flatMap(part => examplesOf(part, root));
  return { value, changes: inSchema === undefined ? [] : changesOf(description, schema, inSchema.value, value) };
}

/** Returns an example that does not match, with the reason. */
function unchangedExample(description: Description, schema: unknown, value: unknown): BodyExample {
  const [reason] = misfits(description, schema, value, 'request');
  const place = reason === undefined || reason.path.length === 0 ? 'it' : pathText(reason.path).slice(2);
  const explanation = reason === undefined ? '' : `: ${place} ${reason.text}`;
  return {
    value,
    changes: [`The example does not match the schema, but no better value was found${explanation}.`],
  };
}

/** Maximum number of changes to list. */
const maxChanges = 8;

/** Returns the changes to an example, with their reasons. */
function changesOf(description: Description, schema: unknown, example: unknown, value: unknown): readonly string[] {
  if (example === value) return [];
  const changes = new Changes(misfits(description, schema, example, 'request'));
  changes.compare(example, value, []);
  return changes.sentences;
}

class Changes {
  readonly sentences: string[] = [];
  readonly #reasons: readonly Misfit[];

  /** @param reasons mismatches of the example */
  constructor(reasons: readonly Misfit[]) {
    this.#reasons = reasons;
  }

  compare(before: unknown, now: unknown, path: readonly string[]): void {
    if (this.sentences.length >= maxChanges || before === now) return;
    if (isObject(before) && isObject(now)) this.#compareMembers(before, now, path);
    else if (JSON.stringify(before) !== JSON.stringify(now)) this.#add(path, 'is replaced');
  }

  #compareMembers(before: Loose, now: Loose, path: readonly string[]): void {
    for (const [name, each] of Object.entries(before))
      if (Object.hasOwn(now, name)) this.compare(each, now[name], [...path, name]);
      else this.#add([...path, name], 'is left out');
    for (const name of Object.keys(now)) if (!Object.hasOwn(before, name)) this.#add([...path, name], 'is added');
  }

  #add(path: readonly string[], what: string): void {
    const reason = this.#reasons.find(
      each => each.path.length >= path.length && path.every((step, at) => step === each.path[at]),
    );
    const place = path.length === 0 ? 'The example' : pathText(path).replace(/^\$\.?/, '');
    this.sentences.push(`${place} ${what}${reason === undefined ? '' : `: in the example, it ${reason.text}`}.`);
  }
}

/** Reason for an empty body. */
export const emptyBody = 'The description lists no properties for this body.';

/** Names of the examples of an operation's bodies, for `--example`. Untrusted text. */
export const exampleNames = ({ body }: Operation): readonly string[] => [
  ...new Set((body?.content ?? []).flatMap(({ examples }) => examples.map(({ key }) => key))),
];

/** A body that starts with an example. */
interface ChosenExample {
  readonly content: Content;
  readonly value: RawValue;
  /** Sentences on members that were left out or replaced. Untrusted text. */
  readonly changes: readonly string[];
}

/**
 * Finds an example by its key or summary.
 * @param preferred media type to look in first
 */
export function chosenExample(
  description: Description,
  operation: Operation,
  preferred: Content | undefined,
  wanted: string,
): ChosenExample | Failure {
  const contents = operation.body?.content ?? [];
  for (const content of preferred === undefined ? contents : [preferred, ...contents]) {
    const { examples } = content;
    const example = examples.find(({ key }) => key === wanted) ?? examples.find(({ name }) => name === wanted);
    if (example === undefined) continue;
    const { value, changes } = bodyExample(description, content, undefined, [example]);
    return { content, value: rawOf(value), changes };
  }
  const names = exampleNames(operation);
  const near = nearest(wanted, names);
  const text = `${titleOf(operation)} has no example ${wanted}.`;
  if (names.length === 0) return usageError(text, 'Its body has no examples in the description.');
  return usageError(text, near === undefined ? `Examples: ${names.slice(0, 10).join(', ')}` : `Did you mean ${near}?`);
}
