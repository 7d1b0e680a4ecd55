/**
 * The table of kinds of credentials: whether one is given, whether a request contains it, where it is sent, how it is written
 * in a file.
 */
import { flagTable } from '../../../source/command/flags.js';
import { secrecyOf } from '../../../source/core/credentials/config.js';
import { authWords } from '../../../source/core/credentials/describe.js';
import {
  hasCredentials,
  mayPrompt,
  needsReading,
  secretSources,
  setsAuthorization,
} from '../../../source/core/credentials/flags.js';
import { shownSecret } from '../../../source/core/credentials/header.js';
import type { CredentialFlags, RequestCredentials } from '../../../source/core/credentials/kind.js';
import {
  authorizationLines,
  carriesAnyCredential,
  forOtherOrigin,
  hasAuthorization,
  identityText,
  secretsOutsideHeaders,
} from '../../../source/core/credentials/request-credentials.js';
import type { AuthOptions, NetworkOptions, OAuth2Options } from '../../../source/core/options.js';
import type { Signer } from '../../../source/core/request/spec.js';
import { isSecret, reveal, secret } from '../../../source/core/secret.js';
import { oauthOptions } from '../../support/oauth.js';
import { plainNetwork } from '../../support/requests.js';

const typed = (text: string) => ({ from: 'text', value: secret(text) }) as const;
const env = { from: 'env', name: 'X' } as const;
const nothing: RequestCredentials = { credentials: { apiKeys: [] }, headers: [], network: plainNetwork };
const none: CredentialFlags = { auth: { apiKeys: [] }, headers: [] };
const signer: Signer = { sign: async () => [], readResponse: () => false };
const oauth2: OAuth2Options = oauthOptions({ flow: 'client_credentials', clientId: 'c', clientSecret: typed('hush') });

/** One request for each kind that is sent to a server. */
const cargos: readonly (readonly [string, Partial<RequestCredentials>])[] = [
  ['basic', { credentials: { basic: { user: 'ada', password: secret('hush') }, apiKeys: [] } }],
  ['digest', { credentials: { digest: { user: 'ada', password: secret('hush'), signer }, apiKeys: [] } }],
  [
    'aws',
    {
      credentials: {
        aws: { accessKeyId: 'id', secretAccessKey: secret('hush'), scope: 'aws:amz', signer },
        apiKeys: [],
      },
    },
  ],
  ['bearer', { credentials: { bearer: secret('hush'), apiKeys: [] } }],
  ['oauth2', { credentials: { accessToken: secret('hush'), apiKeys: [] } }],
  ['apiKey', { credentials: { apiKeys: [{ name: 'key', value: secret('hush') }] } }],
  ['header', { headers: [{ name: 'X-Api-Key', value: secret('hush') }] }],
  ['header by its value', { headers: [{ name: 'X-Thing', value: secret('hush') }] }],
  ['cookie', { network: { ...plainNetwork, cookies: ['a=hush'] } }],
  ['certificate', { network: { ...plainNetwork, certFile: 'hush.pem', keyFile: 'hush.pem' } }],
];

/** Everything in a request, with secrets revealed. */
const all = (request: RequestCredentials): string =>
  JSON.stringify(request, (_, value: unknown) => (isSecret(value) ? reveal(value) : value));
// A secret's `toJSON` is called before the replacer.
const revealed = (request: RequestCredentials): string =>
  [
    all(request),
    ...Object.values(request.credentials).flatMap(value => (isSecret(value) ? [reveal(value)] : [])),
    ...(request.credentials.basic ? [reveal(request.credentials.basic.password)] : []),
    ...(request.credentials.digest ? [reveal(request.credentials.digest.password)] : []),
    ...(request.credentials.aws ? [reveal(request.credentials.aws.secretAccessKey)] : []),
    ...request.credentials.apiKeys.map(key => reveal(key.value)),
    ...request.headers.map(line => reveal(line.value)),
  ].join('\n');

test.each(cargos)(
  '%s: a request contains it, it distinguishes users, and it is dropped for another origin',
  (_kind, part) => {
    const request: RequestCredentials = { ...nothing, ...part };
    expect(revealed(request)).toContain('hush');
    expect(carriesAnyCredential(request)).toBe(true);
    expect(identityText(request, undefined)).not.toBe(identityText(nothing, undefined));
    const left = forOtherOrigin({ ...request, url: 'kept' });
    expect(left.url).toBe('kept');
    expect(carriesAnyCredential(left)).toBe(false);
    expect(revealed(left)).not.toContain('hush');
  },
);

test('all credentials are dropped together, and everything else is preserved', () => {
  const headers = [
    { name: 'Accept', value: '*/*' },
    { name: 'Authorization', value: secret('hush') },
    { name: 'X-Csrf', value: 'hush' },
  ];
  const network: NetworkOptions = {
    ...plainNetwork,
    cookies: ['a=hush'],
    certFile: 'hush',
    proxy: 'http://u:p@proxy:1',
    cookieJar: 'jar',
    insecure: true,
  };
  const credentials = {
    basic: { user: 'ada', password: secret('hush') },
    bearer: secret('hush'),
    accessToken: secret('hush'),
    apiKeys: [{ name: 'k', value: secret('hush') }],
  };
  const left = forOtherOrigin({ credentials, headers, network });
  expect(left).toEqual({
    credentials: { apiKeys: [] },
    headers: [{ name: 'Accept', value: '*/*' }],
    // The proxy is the same, and a jar knows the origins of its cookies.
    network: { ...plainNetwork, proxy: 'http://u:p@proxy:1', cookieJar: 'jar', insecure: true },
  });
});

test.each([
  ['a fetched token before one that was given', { accessToken: secret('a'), bearer: secret('b') }, 'Bearer a'],
  ['a token before a password', { bearer: secret('b'), basic: { user: 'u', password: secret('p') } }, 'Bearer b'],
  ['a password', { basic: { user: 'u', password: secret('p') } }, 'Basic dTpw'],
  ['nothing', {}, undefined],
])('%s sets the Authorization header', (_, credentials, expected) => {
  const lines = authorizationLines({ apiKeys: [], ...credentials });
  expect(lines.map(line => [line.name, reveal(line.value)])).toEqual(
    expected === undefined ? [] : [['Authorization', expected]],
  );
  expect(hasAuthorization({ credentials: { apiKeys: [], ...credentials }, headers: [] })).toBe(expected !== undefined);
});

test('a user’s header line sets Authorization as well, whatever its case', () => {
  expect(hasAuthorization({ ...nothing, headers: [{ name: 'AUTHORIZATION', value: '' }] })).toBe(true);
  expect(hasAuthorization({ ...nothing, headers: [{ name: 'X-Authorization', value: '' }] })).toBe(false);
});

test('secrets outside header lines are known, so that a response that repeats them is masked', () => {
  const credentials = {
    basic: { user: 'u', password: secret('p') },
    apiKeys: [{ name: 'k', value: secret('v') }],
    bearer: secret('t'),
  };
  expect(secretsOutsideHeaders(credentials).map(reveal).sort()).toEqual(['p', 'v']);
});

const said = (auth: Partial<AuthOptions>, more: Partial<CredentialFlags> = {}): CredentialFlags => ({
  ...none,
  ...more,
  auth: { apiKeys: [], ...auth },
});

test.each<readonly [string, CredentialFlags, boolean, boolean]>([
  ['nothing', none, false, false],
  ['a user', said({ basic: { user: 'u', password: typed('p') } }), true, true],
  ['a token', said({ bearer: env }), true, true],
  ['a login', said({ oauth2 }), true, true],
  ['an API key', said({ apiKeys: [{ name: 'k', value: env }] }), true, false],
  ['an Authorization line', said({}, { headers: [{ kind: 'set', name: 'authorization', value: 'x' }] }), true, true],
  [
    'an Authorization that is taken away',
    said({}, { headers: [{ kind: 'remove', name: 'Authorization' }] }),
    false,
    true,
  ],
  ['a secret header', said({}, { headers: [{ kind: 'set', name: 'X-Token', value: 'x' }] }), true, false],
  ['a plain header', said({}, { headers: [{ kind: 'set', name: 'X-Tenant', value: 'x' }] }), false, false],
  ['a file of headers', said({}, { headers: [{ kind: 'file', path: 'x' }] }), true, false],
  ['a cookie', said({}, { network: { ...plainNetwork, cookies: ['a=1'] } }), true, false],
  ['a certificate', said({}, { network: { ...plainNetwork, certFile: 'x' } }), true, false],
  ['a user of the proxy', said({}, { network: { ...plainNetwork, proxy: 'u:p@proxy' } }), true, false],
  ['a proxy', said({}, { network: { ...plainNetwork, proxy: 'http://proxy' } }), false, false],
  ['connection params', said({}, { connectionParams: '{}' }), true, false],
])('%s: given %p, sets the Authorization header %p', (_, command, any, settles) => {
  expect(hasCredentials(command)).toBe(any);
  expect(setsAuthorization(command)).toBe(settles);
});

test.each<readonly [Partial<AuthOptions>, readonly string[], boolean, boolean]>([
  [{}, [], false, false],
  [{ basic: { user: 'u', password: typed('p') } }, ['-u'], false, false],
  [{ basic: { user: 'u', password: { from: 'prompt', label: '' } } }, ['-u'], true, true],
  // The variable's value may have no password.
  [{ basic: { whole: env } }, ['-u'], true, true],
  [{ bearer: env, apiKeys: [{ name: 'a', value: typed('b') }] }, ['-B', '-K'], false, true],
  [{ oauth2 }, ['--oauth2'], false, false],
  [{ oauth2: { ...oauth2, password: { from: 'prompt', label: '' } } }, ['--oauth2', '--oauth2-password'], true, true],
  [
    { oauth2: { ...oauth2, subjectToken: env, assertion: env, refreshToken: env } },
    ['--oauth2', '--oauth2-subject-token', '--oauth2-assertion', '--oauth2-refresh-token'],
    false,
    true,
  ],
])('%j reads its secrets from %j', (auth, flags, asks, reads) => {
  const options: AuthOptions = { apiKeys: [], ...auth };
  expect(secretSources(options).map(([flag]) => flag)).toEqual(flags);
  expect(mayPrompt(options)).toBe(asks);
  expect(needsReading(options)).toBe(reads);
});

test('the configuration treats every flag with a secret value as one', () => {
  const secrets = flagTable.filter(flag => /secret/.test(flag.completes ?? '')).map(flag => flag.name);
  expect(secrets).toEqual([
    'auth',
    'bearer',
    'api-key-query',
    'oauth2-password',
    'oauth2-subject-token',
    'oauth2-assertion',
    'oauth2-refresh-token',
    'key-pass',
  ]);
  for (const flag of secrets) expect([flag, secrecyOf(flag, 'a:b=c')]).toEqual([flag, 'secret']);
});

test.each([
  ['oauth2-param', 'client_assertion=abc', 'secret'],
  ['oauth2-param', 'audience=abc', 'nothing'],
  ['cookie', 'env:X', 'secret'],
  ['header', 'X-Key: env:X', 'secret'],
  ['timeout', '30', 'nothing'],
  ['auth', 'text:a:b', 'secret'],
  ['auth', 'ada:file:p', 'reference'],
])('%s %j in a file is: %s', (flag, value, held) => {
  expect(secrecyOf(flag, value)).toBe(held);
});

test('descriptions of credentials contain no secret', () => {
  const auth: AuthOptions = {
    basic: { user: 'ada', password: typed('hush') },
    bearer: typed('hush'),
    oauth2,
    apiKeys: [{ name: 'key', value: typed('hush') }],
  };
  const headers = [{ kind: 'set', name: 'Authorization', value: 'hush' }] as const;
  expect(authWords({ auth, headers })).toBe('Basic ada:••••, Bearer ••••, OAuth c, key=••••, Authorization ••••');
  expect(shownSecret(secret('Bearer hush'))).toBe('Bearer ••••');
  expect(shownSecret(secret('hush and more'))).toBe('••••');
});
