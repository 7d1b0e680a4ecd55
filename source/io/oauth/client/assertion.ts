/**
 * Grants that start from an existing token: RFC 8693 (token exchange), RFC 7523 (a JWT as a grant), and a refresh token (RFC
 * 6749 6).
 */
import { SignJWT } from 'jose';
import { secretSourceOf } from '../../../core/credentials/sources.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { flowOf } from '../../../core/oauth/flows.js';
import { base64url } from '../../../core/oauth/login/authorization-url.js';
import { reveal, type Secret, secret } from '../../../core/secret.js';
import { secretName } from '../../files/private-file.js';
import type { InitialToken, TokenContext } from '../context.js';
import type { Server } from '../endpoint.js';

/** Read once for the entire run, because standard input cannot be read again. */
const given = new WeakMap<object, Secret>();

/** Reads the existing token, if the flow starts from one. */
export async function readInitialToken(context: TokenContext): Promise<InitialToken | Failure | undefined> {
  const { environment, options, signal, tools } = context;
  const { seed } = flowOf(options.flow);
  const source = seed && options[seed.option];
  if (!source) return undefined;
  const value = given.get(source) ?? (await tools.readSecret(source, { ...environment, signal }));
  if (isFailure(value)) return value;
  given.set(source, value);
  if (reveal(value).trim() === '') return usageError(`${seed.flag} is empty.`, 'Nothing was sent.');
  const actor = await readActor(context);
  if (isFailure(actor)) return actor;
  const parts = [reveal(value), ...(actor ? [reveal(actor)] : [])];
  const mark = await secretName(environment, seed.option, ...parts);
  return { value, mark, actor };
}

/** The actor token of `--oauth2-param actor_token=`, which may be `env:NAME`, `file:PATH` or `text:LITERAL`. */
async function readActor({ environment, options, signal, tools }: TokenContext): Promise<Secret | Failure | undefined> {
  if (options.flow !== 'token_exchange') return undefined;
  const param = options.params.find(([name]) => name === 'actor_token');
  if (!param) return undefined;
  const known = given.get(param);
  if (known) return known;
  const value = await tools.readSecret(secretSourceOf(param[1]), { ...environment, signal });
  if (isFailure(value)) return value;
  given.set(param, value);
  return value;
}

/** The assertion of RFC 7523: a JWT as given, or the given claims signed with the client's key. */
export async function assertionOf(
  context: TokenContext,
  server: Server,
  seed: InitialToken,
): Promise<Secret | Failure> {
  const text = reveal(seed.value).trim();
  if (!text.startsWith('{')) return secret(text);
  const { clientKey } = server.proof;
  if (!clientKey) {
    return usageError(
      '--oauth2-assertion contains claims, which must be signed with a key.',
      'Add --oauth2-client-key FILE.',
    );
  }
  let claims: Record<string, unknown>;
  try {
    claims = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return usageError(
      '--oauth2-assertion looks like JSON but cannot be parsed.',
      'Pass a JWT, or its claims: {"sub":"…"}.',
    );
  }
  const { environment, options } = context;
  const now = Math.floor(environment.now() / 1000);
  const whole = {
    iss: options.clientId,
    aud: options.issuer === undefined ? server.metadata.token_endpoint : server.metadata.issuer,
    iat: now,
    exp: now + 300,
    jti: base64url(environment.random(16)),
    ...claims,
  };
  const { alg, key, kid } = clientKey;
  const jwt = new SignJWT(whole).setProtectedHeader({ alg, typ: 'JWT', kid });
  return secret(await jwt.sign(key));
}

/** The parameters of a token exchange (RFC 8693 2.1). Types given by the user override the defaults. */
export function exchangeParameters(
  seed: InitialToken,
  params: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const has = (name: string): boolean => params.some(([each]) => each === name);
  const ofToken = 'urn:ietf:params:oauth:token-type:access_token';
  return [
    ['subject_token', reveal(seed.value).trim()],
    ...(has('subject_token_type') ? [] : [['subject_token_type', ofToken] as const]),
    ...(seed.actor ? [['actor_token', reveal(seed.actor).trim()] as const] : []),
    ...(seed.actor && !has('actor_token_type') ? [['actor_token_type', ofToken] as const] : []),
    ...params.filter(([name]) => name !== 'actor_token'),
  ];
}
