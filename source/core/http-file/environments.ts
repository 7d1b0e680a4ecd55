/**
 * Reads `http-client.env.json`, `http-client.private.env.json` (JetBrains) and `http-client.env.json.user` (Visual Studio): an
 * object of environments. REST Client has it in the settings of VS Code.
 */

import { type Failure, isFailure, usageError } from '../failure.js';
import { isObject, type Loose } from '../json/loose.js';
import { isRawObject, parsedValue, parseRaw } from '../json/raw.js';
import { jsonSyntaxProblem } from '../json/read.js';
import { nearest } from '../near-miss.js';
import { isProblem } from '../problem.js';

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

/** Member of VS Code's settings that contains the environments. */
export const settingsMember = 'rest-client.environmentVariables';

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
  const parsed: (Omit<EnvironmentText, 'text'> & { readonly sections: Loose })[] = [];
  for (const { text, ...each } of texts) {
    const sections = sectionsIn(text, each.file);
    if (isFailure(sections)) return sections;
    parsed.push({ ...each, sections });
  }
  const names = new Set(parsed.flatMap(each => Object.keys(each.sections).filter(key => !key.startsWith('$'))));
  if (name !== undefined && !names.has(name)) return unknownEnvironment(name, [...names]);
  const values = new Map<string, PlacedValue>();
  for (const section of name === undefined ? shared : [...shared, name]) {
    for (const { sections, isPrivate, folder } of parsed)
      for (const [key, value] of variablesIn(sections, section))
        values.set(key, { ...sourceOf(withShared(value, sections), isPrivate), folder });
  }
  return values;
}

/** Fills in `{{$shared NAME}}` of REST Client, which is the shared value even if the environment overrides it. */
const withShared = (value: unknown, { $shared }: Loose): unknown =>
  typeof value !== 'string' || !isObject($shared)
    ? value
    : value.replace(/\{\{\s*\$shared\s+([^\s{}]+)\s*\}\}/g, (all, name: string) =>
        Object.hasOwn($shared, name) ? String($shared[name]) : all,
      );

/** Returns the environments in a text. Comments and trailing commas are allowed, as in JetBrains. */
function sectionsIn(text: string, file: string): Loose | Failure {
  const read = parseRaw(text, { relaxed: true });
  if (!isProblem(read) && isRawObject(read.value)) {
    const content = parsedValue(read.value) as Loose;
    const settings = content[settingsMember];
    return isObject(settings) ? settings : content;
  }
  const problem = jsonSyntaxProblem(text, { relaxed: true });
  return usageError(
    problem === undefined ? `${file} is not a JSON object of environments.` : `${file} is not JSON (${problem}).`,
    'Usage: {"dev": {"base": "http://localhost:8080"}}',
  );
}

function unknownEnvironment(name: string, names: readonly string[]): Failure {
  const near = nearest(name, names);
  const available =
    names.length === 0 ? 'No http-client.env.json next to the file.' : `Available: ${names.join(', ')}.`;
  return usageError(`No environment named ${name}.`, near ? `Did you mean --env ${near}?` : available);
}

function variablesIn(sections: Loose, section: string): readonly (readonly [string, unknown])[] {
  const variables = Object.hasOwn(sections, section) ? sections[section] : undefined;
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).filter(([, value]) => !isStoredElsewhere(value));
}

const secretStores: ReadonlySet<unknown> = new Set(['AspnetUserSecrets', 'AzureKeyVault', 'Encrypted']);

/** Returns true for a secret that only Visual Studio can read. It has no value until the user passes one. */
const isStoredElsewhere = (value: unknown): boolean => isObject(value) && secretStores.has(value.provider);

/** Parses a reference: `env:NAME` and `file:PATH` specify where to find a value, and `text:` introduces a literal value. */
export function sourceOf(value: unknown, isPrivate: boolean): EnvironmentValue {
  if (typeof value !== 'string')
    return { from: 'text', text: typeof value === 'object' ? JSON.stringify(value) : String(value), isPrivate };
  const [, kind, rest = ''] = /^(env|file|text):([\s\S]*)$/.exec(value) ?? [];
  if (kind === 'env' && rest !== '') return { from: 'env', name: rest };
  if (kind === 'file' && rest !== '') return { from: 'file', path: rest };
  return { from: 'text', text: kind === 'text' ? rest : value, isPrivate };
}
