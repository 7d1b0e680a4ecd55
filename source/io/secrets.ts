/** Reads secrets from where the user keeps them: a variable, a file, standard input, a hidden prompt. */
import type { AuthOptions, SecretSource } from '../core/command.js';
import { credentialsProblem, splitUserPassword } from '../core/credentials/basic.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { Credentials } from '../core/request/spec.js';
import { reveal, type Secret, secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { readText } from './sources.js';

/** Variables that stand in for a prompt. */
export const clientSecretVariable = 'APICLIENT_OAUTH2_CLIENT_SECRET';
/** The password of the password flow. */
export const oauthPasswordVariable = 'APICLIENT_OAUTH2_PASSWORD';

/** What is tried before a person is asked, and whether one is. */
export interface ReadSecretOptions {
  /** A variable that is looked at before the user is asked. */
  readonly variable?: string;
  /** False: an unknown secret is empty instead of asked for (`--curl`, `--dry-run`: it would only be masked). */
  readonly ask?: boolean;
}

/**
 * Reads one secret; one final newline of a variable, file or standard input is dropped. Unset, unreadable, or nobody to
 * ask: a usage failure, because nothing was sent.
 */
export async function readSecret(
  source: SecretSource,
  environment: Environment,
  options: ReadSecretOptions = {},
): Promise<Secret | Failure> {
  switch (source.from) {
    case 'text':
      return source.value;
    case 'env':
      return fromVariable(source.name, environment);
    case 'file': {
      const stdin = source.path === '-';
      const text = await readText(stdin ? { from: 'stdin' } : { from: 'file', path: source.path }, environment);
      if (!isFailure(text)) return trimmed(text);
      if (text.kind !== 'file') return text;
      return usageError(
        text.text,
        'A secret is read from it (file:PATH). Nothing was sent; text: in front takes a value literally.',
      );
    }
    case 'prompt': {
      if (options.variable !== undefined && environment.variables[options.variable] !== undefined) {
        return fromVariable(options.variable, environment);
      }
      if (options.ask === false) return secret('');
      const { hiddenPrompt } = await import('./hidden-prompt.js');
      return hiddenPrompt(source.label, environment, options.variable);
    }
  }
}

function fromVariable(name: string, environment: Environment): Secret | Failure {
  const value = environment.variables[name];
  if (value === undefined) {
    return usageError(
      `The environment variable ${name} is not set.`,
      `A secret is read from it (env:${name}). Nothing was sent; text: in front takes a value literally.`,
    );
  }
  return trimmed(value);
}

const trimmed = (text: string): Secret => secret(text.replace(/\r?\n$/, ''));

/**
 * Reads every secret of `-u`, `-B` and `-K`. `oauth2` is left to `io/oauth/`, which puts its token into `accessToken`.
 * What cannot be sent (a control character, a colon in the user name) is a usage failure.
 */
export async function resolveCredentials(
  auth: AuthOptions,
  environment: Environment,
  options: Pick<ReadSecretOptions, 'ask'> = {},
): Promise<Credentials | Failure> {
  const basic = auth.basic && (await resolveBasic(auth.basic, environment, options));
  if (isFailure(basic)) return basic;
  const bearer = auth.bearer && (await readSecret(auth.bearer, environment, options));
  if (isFailure(bearer)) return bearer;
  const apiKeys: { readonly name: string; readonly value: Secret }[] = [];
  for (const { name, value } of auth.apiKeys) {
    const read = await readSecret(value, environment, options);
    if (isFailure(read)) return read;
    apiKeys.push({ name, value: read });
  }
  const credentials: Credentials = { ...(basic ? { basic } : {}), ...(bearer ? { bearer } : {}), apiKeys };
  return credentialsProblem(credentials) ?? credentials;
}

async function resolveBasic(
  basic: NonNullable<AuthOptions['basic']>,
  environment: Environment,
  options: Pick<ReadSecretOptions, 'ask'>,
): Promise<NonNullable<Credentials['basic']> | Failure> {
  if ('user' in basic) {
    const password = await readSecret(basic.password, environment, options);
    return isFailure(password) ? password : { user: basic.user, password };
  }
  const whole = await readSecret(basic.whole, environment, options);
  if (isFailure(whole)) return whole;
  const { user, password } = splitUserPassword(reveal(whole));
  if (password !== undefined) return { user, password };
  const asked = await readSecret({ from: 'prompt', label: `Password for ${user}` }, environment, options);
  return isFailure(asked) ? asked : { user, password: asked };
}
