/** `--example NAME`: the body of a request from one of the examples in the description. */
import { type Failure, usageError } from '../../failure.js';
import { type RawValue, rawOf } from '../../json/raw.js';
import { nearest } from '../../near-miss.js';
import type { Content, Description, Operation } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { bodyExample } from './body-example.js';

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
