/** `{{name}}` in the variables and headers of an operation: the values of the profile that is used. */
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { readVariables } from '../../core/graphql/variables.js';
import {
  fillHeaders,
  fillJson,
  type KeptValues,
  missingNames,
  missingPlaces,
} from '../../core/http-file/kept-values.js';
import { nearest } from '../../core/near-miss.js';
import { isSecret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { readProfileValues } from '../../io/profile-values.js';
import { readText } from '../../io/sources.js';

/** The command with its names filled in; the same where its profile has no values. Only values that are needed are read. */
export async function withValues(command: GraphqlCommand, environment: Environment): Promise<GraphqlCommand | Failure> {
  const { profile, headers, output } = command;
  if (profile?.values === undefined) return command;
  const variables = command.variables && (await readText(command.variables, environment));
  if (isFailure(variables)) return variables;
  const read = variables === undefined ? undefined : readVariables(variables, []);
  // The problem is shown in the text as it was typed.
  const isJson = read !== undefined && !isFailure(read) && !('problem' in read);
  const needed = new Set([
    ...(isJson ? missingPlaces(variables ?? '', new Map()).map(({ name }) => name) : []),
    ...headers.flatMap(each => (each.kind === 'set' ? missingNames(each.value, new Map()) : [])),
  ]);
  const names = [...needed].map(name => name.replace(/^%\s*/, ''));
  const unknown = names.find(name => profile.values?.has(name) === false);
  if (unknown !== undefined) return noValue(unknown, profile.name, [...profile.values.keys()]);
  const sources = new Map([...profile.values].filter(([name]) => names.includes(name)));
  const { values, failures } = await readProfileValues(sources, environment);
  for (const [name, failure] of failures)
    return { ...failure, text: `{{${name}}} of @${profile.name} has no value: ${failure.text}` };
  const filled = fillHeaders(headers, values, environment);
  if (isFailure(filled)) return filled;
  const isShown = (output.curl || output.dryRun) && !output.showSecrets;
  const text = isJson ? fillJson(variables ?? '', isShown ? openOnes(values) : values, environment) : variables;
  return {
    ...command,
    headers: filled,
    hidden: output.showSecrets ? [] : [...values.values()].filter(isSecret),
    ...(text === undefined ? {} : { variables: { from: 'text', text } as const }),
  };
}

const openOnes = (values: KeptValues): KeptValues => new Map([...values].filter(([, value]) => !isSecret(value)));

function noValue(name: string, profile: string, known: readonly string[]): Failure {
  const near = nearest(name, known);
  const hint = near === undefined ? `It has ${known.join(', ')}.` : `Did you mean {{${near}}}?`;
  return usageError(
    `{{${name}}} has no value in the profile ${profile}.`,
    `${hint} An item, text='{{…}}', is sent as it is typed.`,
  );
}
