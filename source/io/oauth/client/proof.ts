/**
 * The parts of the client's proof of identity that are known without a prompt, and their marks. Each cached token records the secret,
 * key and certificate that obtained it as marks, so that a run with different ones does not use it. The originals cannot be
 * recovered or guessed from a mark.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { differingParts, type ProofMarks, type ProofPart, proofParts } from '../../../core/oauth/client/proof-marks.js';
import { flowOf } from '../../../core/oauth/flows.js';
import type { StoredToken } from '../../../core/oauth/stored-token.js';
import type { NetworkOptions, OAuth2Options, SecretSource } from '../../../core/options.js';
import { reveal, type Secret, secret } from '../../../core/secret.js';
import type { Environment } from '../../../environment.js';
import { secretName } from '../../files/private-file.js';
import { clientSecretVariable, oauthPasswordVariable, type readSecret } from '../../secrets.js';
import { fromHome, readBytes, readText } from '../../sources.js';

/** The parts whose text is known, without secrets that would have to be typed. */
type ProofTexts = Readonly<Partial<Record<ProofPart, Secret>>>;

/**
 * The source of the secret. A machine-to-machine flow always needs a secret, so the environment variable is read for it as
 * well.
 */
export function clientSecretSource(options: OAuth2Options, environment: Environment): SecretSource | undefined {
  const implied = flowOf(options.flow).machine && environment.variables[clientSecretVariable] !== undefined;
  return options.clientSecret ?? (implied ? { from: 'env', name: clientSecretVariable } : undefined);
}

/** Whether the source can be read only once: standard input, or a pipe from the shell. */
async function isPipe(source: SecretSource, environment: Environment): Promise<boolean> {
  if (source.from !== 'file') return false;
  if (source.path === '-') return true;
  const file = path.resolve(environment.folder, fromHome(source.path, environment));
  return stat(file).then(
    stats => !stats.isFile(),
    () => false,
  );
}

/** Secrets read from pipes, by their options. */
const given = new WeakMap<object, Secret>();

/** `readSecret` with a cache, so that a pipe gives the same text each time. */
export const rememberingPipes =
  (read: typeof readSecret): typeof readSecret =>
  async (source, environment, options) => {
    const known = given.get(source);
    if (known) return known;
    const once = await isPipe(source, environment);
    const value = await read(source, environment, options);
    if (once && !isFailure(value)) given.set(source, value);
    return value;
  };

/** The text of `--oauth2-client-key`. An unreadable file is a usage failure, because nothing has been sent. */
export async function readKeyText(options: OAuth2Options, environment: Environment): Promise<Secret | Failure> {
  const file = fromHome(options.clientKey ?? '', environment);
  const known = given.get(options);
  if (known) return known;
  const once = await isPipe({ from: 'file', path: file }, environment);
  const text = await readText({ from: 'file', path: file }, environment);
  if (isFailure(text)) {
    if (environment.signal.aborted) return text;
    return usageError(text.text, 'Nothing was sent. Pass the private key of the client with --oauth2-client-key FILE.');
  }
  if (once) given.set(options, secret(text));
  return secret(text);
}

/** The parts of a proof that are known before a request. */
export interface Proof {
  readonly texts: ProofTexts;
  readonly marks: ProofMarks;
  /** Parts that need a prompt. */
  readonly untold: ReadonlySet<ProofPart>;
}

/** Reads the parts that need no prompt. An unreadable source is a usage failure. */
export async function readProof(
  options: OAuth2Options,
  network: NetworkOptions,
  environment: Environment,
  read: typeof readSecret,
): Promise<Proof | Failure> {
  const { clientKey, flow, password } = options;
  const texts: Partial<Record<ProofPart, Secret>> = {};
  const untold = new Set<ProofPart>();
  const secrets = [
    ['secret', clientSecretSource(options, environment), clientSecretVariable],
    ['password', flowOf(flow).user ? (password ?? prompted) : undefined, oauthPasswordVariable],
  ] as const;
  for (const [part, source, variable] of secrets) {
    if (source === undefined) continue;
    if (source.from === 'prompt' && environment.variables[variable] === undefined) {
      untold.add(part);
      continue;
    }
    const value = await read(source, environment, { variable });
    if (isFailure(value)) return value;
    texts[part] = value;
  }
  if (clientKey !== undefined) {
    const key = await readKeyText(options, environment);
    if (isFailure(key)) return key;
    texts.key = key;
  }
  if (network.certFile !== undefined) texts.certificate = await certificateText(network.certFile, environment);
  return { texts, untold, marks: await marksOf(texts, environment) };
}

/** The text of the client certificate, or an empty one for a pipe. An unreadable file is reported when connecting. */
async function certificateText(file: string, environment: Environment): Promise<Secret> {
  const source = { from: 'file', path: fromHome(file, environment) } as const;
  const bytes = (await isPipe(source, environment)) ? Buffer.alloc(0) : await readBytes(source, environment);
  return secret(isFailure(bytes) ? '' : Buffer.from(bytes).toString('latin1'));
}

const prompted: SecretSource = { from: 'prompt', label: '' };

/** The marks of the known parts. */
export async function marksOf(texts: ProofTexts, environment: Environment): Promise<ProofMarks> {
  const marks: Partial<Record<ProofPart, string>> = {};
  for (const part of proofParts) {
    const text = texts[part];
    if (text !== undefined) marks[part] = await secretName(environment, 'proof', part, reveal(text));
  }
  return marks;
}

/** Names the parts in which a cached token's proof differs from this run's; empty if the token may be used. */
export const otherProof = (token: StoredToken, proof: Proof | undefined): readonly string[] =>
  proof === undefined ? [] : differingParts(token.proof ?? {}, proof.marks, proof.untold);
