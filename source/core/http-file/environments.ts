/** Reads `http-client.env.json` and `http-client.private.env.json` in JetBrains' format: an object of environments. */

import { type Failure, usageError } from '../failure.js';
import { objectIn } from '../json/loose.js';
import { jsonSyntaxProblem } from '../json/read.js';
import { nearest } from '../near-miss.js';

/** A value from the file. `from` means that the file specifies where to find the value. */
export type EnvironmentValue =
  | { readonly from: 'text'; readonly text: string; readonly isPrivate: boolean }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string };

/** Text of an environments file, and its name for messages. */
export interface EnvironmentText {
  readonly file: string;
  readonly text: string;
  readonly isPrivate: boolean;
  /** Absolute path of the file's folder. */
  readonly folder?: string;
}

/** A value, and the folder of the file that defines it. */
type PlacedValue = EnvironmentValue & { readonly folder?: string };

/** Names of the sections whose values all environments share. */
const shared = ['$shared', '$default'];

/**
 * Returns the values of an environment. Later files take precedence, and an environment's own values override `$shared`.
 * @param name if undefined, only shared values are returned
 */
export function readEnvironment(
  texts: readonly EnvironmentText[],
  name: string | undefined,
): ReadonlyMap<string, PlacedValue> | Failure {
  const values = new Map<string, PlacedValue>();
  const names = new Set<string>();
  const parsed: (readonly [EnvironmentText, Readonly<Record<string, unknown>>])[] = [];
  for (const each of texts) {
    const content = objectIn(each.text);
    if (content === undefined) {
      const problem = jsonSyntaxProblem(each.text);
      return usageError(
        problem === undefined
          ? `${each.file} is not a JSON object of environments.`
          : `${each.file} is not JSON (${problem}).`,
        'Usage: {"dev": {"base": "http://localhost:8080"}}',
      );
    }
    parsed.push([each, content]);
    for (const key of Object.keys(content)) if (!key.startsWith('$')) names.add(key);
  }
  if (name !== undefined && !names.has(name)) {
    const near = nearest(name, [...names]);
    const known =
      names.size === 0 ? 'No http-client.env.json next to the file.' : `Available: ${[...names].join(', ')}.`;
    return usageError(`No environment named ${name}.`, near ? `Did you mean --env ${near}?` : known);
  }
  for (const part of [...shared, ...(name === undefined ? [] : [name])]) {
    for (const [{ isPrivate, folder }, content] of parsed) {
      const variables = Object.hasOwn(content, part) ? content[part] : undefined;
      if (typeof variables !== 'object' || variables === null) continue;
      for (const [key, value] of Object.entries(variables)) values.set(key, { ...sourceOf(value, isPrivate), folder });
    }
  }
  return values;
}

/** Parses a reference: `env:NAME` and `file:PATH` specify where to find a value, and `text:` introduces a literal value. */
export function sourceOf(value: unknown, isPrivate: boolean): EnvironmentValue {
  if (typeof value !== 'string')
    return { from: 'text', text: typeof value === 'object' ? JSON.stringify(value) : String(value), isPrivate };
  const [, kind, rest = ''] = /^(env|file|text):([\s\S]*)$/.exec(value) ?? [];
  if (kind === 'env' && rest !== '') return { from: 'env', name: rest };
  if (kind === 'file' && rest !== '') return { from: 'file', path: rest };
  return { from: 'text', text: kind === 'text' ? rest : value, isPrivate };
}
