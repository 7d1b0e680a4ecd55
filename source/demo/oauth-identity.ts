/** Identity of the user (OpenID Connect Core): ID tokens, the keys that sign them, and UserInfo. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { demoUser, issuedToken, requireToken } from './credentials.js';
import { HttpProblem, type Route, sendJson } from './route.js';

/** Signing key of ID tokens. */
export const idTokenAlgorithm = 'ES256';
const idTokenSeconds = 600;
const keyId = 'demo';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The only user. */
const person = { name: 'Ada', preferred_username: demoUser, email: 'ada@example.com' } as const;
const byScope: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'preferred_username'],
  email: ['email'],
};

/** `scopes_supported` and `claims_supported` in the metadata. */
export const identityMetadata = {
  scopes_supported: ['openid', ...Object.keys(byScope)],
  claims_supported: ['sub', 'auth_time', ...Object.keys(person)],
} as const;

/** Facts of a login that its ID token repeats or is derived from. */
export interface IdentityRequest {
  readonly nonce?: string | undefined;
  /** The `claims` parameter (5.5), as sent. */
  readonly claims?: string | undefined;
  /** Seconds since 1970. */
  readonly loggedInAt: number;
}

const words = (scope: string | undefined): readonly string[] => scope?.split(' ') ?? [];
/** Whether the scope requests an ID token. */
export const isIdentity = (scope: string | undefined): boolean => words(scope).includes('openid');

/** The claims that scope and `claims` parameter request for one target. Unknown claims are left out (5.5.1). */
function personClaims(source: 'id_token' | 'userinfo', scope: string | undefined, claims: string | undefined) {
  let asked: object = {};
  try {
    asked = JSON.parse(claims ?? '{}')?.[source] ?? {};
  } catch {
    // Not JSON: nothing is asked for.
  }
  const wanted = new Set([...words(scope).flatMap(word => byScope[word] ?? []), ...Object.keys(asked)]);
  return Object.fromEntries(Object.entries(person).filter(([name]) => wanted.has(name)));
}

/** An ID token for a client. */
export const idToken = (
  issuer: string,
  client: string,
  scope: string | undefined,
  { claims, loggedInAt, nonce }: IdentityRequest,
): Promise<string> =>
  new SignJWT({ ...personClaims('id_token', scope, claims), auth_time: loggedInAt, ...(nonce ? { nonce } : {}) })
    .setProtectedHeader({ alg: idTokenAlgorithm, kid: keyId, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(demoUser)
    .setAudience(client)
    .setIssuedAt()
    .setExpirationTime(`${idTokenSeconds}s`)
    .sign(privateKey);

export const identityRoutes: readonly Route[] = [
  {
    method: 'GET',
    example: '/oauth/jwks',
    does: 'the public key for ID tokens: auth token --id --decode',
    handle: async (_, response) =>
      sendJson(response, {
        keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: idTokenAlgorithm, use: 'sig' }],
      }),
  },
  {
    method: '*',
    example: '/oauth/userinfo',
    does: 'the user of a token with the scope openid: auth introspect --id',
    async handle(request, response) {
      await requireToken(request);
      const token = /^\S+ +(\S+)$/.exec(request.header('authorization') ?? '')?.[1] ?? '';
      const facts = issuedToken(token);
      if (facts?.user === undefined || !isIdentity(facts.scope))
        throw new HttpProblem(403, 'The token must have the scope openid.', {
          'WWW-Authenticate': 'Bearer realm="apiclient demo", error="insufficient_scope", scope="openid"',
        });
      sendJson(response, { sub: facts.user, ...personClaims('userinfo', facts.scope, facts.claims) });
    },
  },
];
