/** Reads secrets from their sources: a variable, a file, standard input, a hidden prompt. */

import { credentialsProblem, splitUserPassword } from '../core/credentials/basic.js';
import { digestProblem } from '../core/credentials/digest.js';
import { awsScope } from '../core/credentials/kinds/aws.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { type AuthOptions, hasUserName, type SecretSource, type UserOption } from '../core/options.js';
import type { Credentials } from '../core/request/spec.js';
import { reveal, type Secret, secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { fromHome, readText } from './sources.js';

/** Variables that replace a prompt. */
export const clientSecretVariable = 'APICLIENT_OAUTH2_CLIENT_SECRET';
export const oauthPasswordVariable = 'APICLIENT_OAUTH2_PASSWORD';

interface ReadSecretOptions {
  /** Tried before prompting. */
  readonly variable?: string;
  /** False to leave a missing secret empty instead of prompting (`--curl` and `--dry-run` would only mask it). */
  readonly ask?: boolean;
}

/**
 * Reads one secret. One trailing newline of a variable, file or standard input is dropped. An unset or unreadable source, or a
 * missing terminal for the prompt, is a usage failure, because nothing has been sent.
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
    case 'file':
      return fromFile(source.path, environment);
    case 'prompt':
      return fromPrompt(source, environment, options);
  }
}

async function fromFile(file: string, environment: Environment): Promise<Secret | Failure> {
  const isStdin = file === '-';
  const text = await readText(
    isStdin ? { from: 'stdin' } : { from: 'file', path: fromHome(file, environment) },
    environment,
  );
  if (!isFailure(text)) return trimmed(text);
  if (text.kind !== 'file') return text;
  return usageError(
    text.text,
    'The value is read from this file (file:PATH). Nothing was sent. To use a value literally, put text: before it.',
  );
}

/** Prompts for a secret that neither its variable nor `.netrc` contains. */
async function fromPrompt(
  { instead, label, netrc }: Extract<SecretSource, { readonly from: 'prompt' }>,
  environment: Environment,
  { ask, variable }: ReadSecretOptions,
): Promise<Secret | Failure> {
  if (variable !== undefined && environment.variables[variable] !== undefined) {
    return fromVariable(variable, environment);
  }
  if (netrc) {
    const { readNetrc } = await import('./http/credentials/netrc.js');
    const login = await readNetrc(netrc.host, environment, netrc.user);
    if (isFailure(login)) return login;
    if (login) return login.password;
  }
  if (ask === false) return secret('');
  const { hiddenPrompt } = await import('./hidden-prompt.js');
  return hiddenPrompt(label, environment, variable === undefined ? instead : `set ${variable}`);
}

function fromVariable(name: string, environment: Environment): Secret | Failure {
  const value = environment.variables[name];
  if (value === undefined) {
    return usageError(
      `The environment variable ${name} is not set.`,
      `The value is read from it (env:${name}). Nothing was sent. To use a value literally, put text: before it.`,
    );
  }
  return trimmed(value);
}

const trimmed = (text: string): Secret => secret(text.replace(/\r?\n$/, ''));

type CredentialReader = (
  auth: AuthOptions,
  read: (source: SecretSource) => Promise<Secret | Failure>,
  environment: Environment,
) => Promise<Partial<Credentials> | Failure>;

async function readUser(
  option: UserOption,
  read: (source: SecretSource) => Promise<Secret | Failure>,
): Promise<{ readonly user: string; readonly password: Secret } | Failure> {
  if (hasUserName(option)) {
    const password = await read(option.password);
    return isFailure(password) ? password : { user: option.user, password };
  }
  const userAndPassword = await read(option.whole);
  if (isFailure(userAndPassword)) return userAndPassword;
  const { user, password } = splitUserPassword(reveal(userAndPassword));
  const known = password ?? (await read({ from: 'prompt', label: `Password for ${user}` }));
  return isFailure(known) ? known : { user, password: known };
}

/** An option without a reader does not compile. */
const readings: Readonly<Record<keyof AuthOptions, CredentialReader>> = {
  async basic({ basic }, read) {
    const login = basic && (await readUser(basic, read));
    if (isFailure(login)) return login;
    return login ? { basic: login } : {};
  },
  async digest({ digest }, read, environment) {
    const login = digest && (await readUser(digest, read));
    if (isFailure(login)) return login;
    if (!login) return {};
    const problem = digestProblem(login.user);
    if (problem) return problem;
    const { digestSigner } = await import('./http/credentials/digest.js');
    return { digest: { ...login, signer: digestSigner(login.user, login.password, environment) } };
  },
  async aws({ aws }, read, environment) {
    const found = aws && (await readUser(aws.key, read));
    if (isFailure(found)) return found;
    if (!aws || !found) return {};
    const { awsSigner } = await import('./http/credentials/aws.js');
    const key = { accessKeyId: found.user, secretAccessKey: found.password };
    const { region, service } = aws;
    const signer = awsSigner({ ...key, region, service }, environment);
    return { aws: { ...key, scope: awsScope(aws), signer } };
  },
  async bearer({ bearer }, read) {
    const token = bearer && (await read(bearer));
    if (isFailure(token)) return token;
    return token ? { bearer: token } : {};
  },
  async apiKeys(auth, read) {
    const apiKeys: { readonly name: string; readonly value: Secret }[] = [];
    for (const { name, value } of auth.apiKeys) {
      const secret = await read(value);
      if (isFailure(secret)) return secret;
      apiKeys.push({ name, value: secret });
    }
    return { apiKeys };
  },
  // Its token is fetched by io/oauth/, which stores it in `accessToken`.
  oauth2: async () => ({}),
};

/**
 * Reads every secret except OAuth's (`io/oauth/`). An unsendable value (control character, colon in the user) is a usage
 * failure.
 */
export async function resolveCredentials(
  auth: AuthOptions,
  environment: Environment,
  options: Pick<ReadSecretOptions, 'ask'> = {},
): Promise<Credentials | Failure> {
  let credentials: Credentials = { apiKeys: [] };
  for (const reading of Object.values(readings)) {
    const read = await reading(auth, source => readSecret(source, environment, options), environment);
    if (isFailure(read)) return read;
    credentials = { ...credentials, ...read };
  }
  return credentialsProblem(credentials) ?? credentials;
}
