/** `--oauth2` and the flags that belong to it -> `OAuth2Options`. */
import type { ClientAuthentication } from '../../core/oauth/client-auth.js';
import { flowOf, flowsOfFlag, missingOption, type OAuth2Flow, takesFlag } from '../../core/oauth/flows.js';
import { splitOAuth2 } from '../../core/oauth/spec.js';
import type { OAuth2Options, SecretSource } from '../../core/options.js';
import { orList } from '../../core/or-list.js';
import { readUrl } from '../../core/request/read-url.js';
import { type FlagName, flagTable } from '../flags.js';
import type { Refusals } from '../refusals.js';
import type { Given } from '../tokens.js';
import { absoluteUrl, pair, secretSource, wholeNumber } from '../values.js';

/**
 * `--oauth2` and what belongs to it. A missing secret of a confidential client and a missing password become `prompt`
 * sources; who reads them looks at APICLIENT_OAUTH2_CLIENT_SECRET and APICLIENT_OAUTH2_PASSWORD before it asks.
 */
export function parseOAuth2(given: Given, refusals: Refusals): OAuth2Options | undefined {
  const text = given.last('oauth2');
  if (text === undefined) {
    const [stray] = flagsGiven(given);
    if (stray !== undefined)
      refusals.refuse(
        `--${stray} says nothing without --oauth2.`,
        'Form: --oauth2 FLOW:TOKEN_URL:CLIENT_ID[:CLIENT_SECRET]',
      );
    return undefined;
  }
  const parts = refusals.take(splitOAuth2(text), { flow: 'client_credentials', clientId: 'x' });
  const { flow, tokenUrl, clientId, secret: typedSecret } = parts;
  const url = (name: FlagName): string | undefined => {
    const typed = given.last(name);
    return typed === undefined ? undefined : absoluteUrl(typed, `--${name}`, ['http', 'https'], refusals);
  };
  const typed = (name: FlagName): SecretSource | undefined => {
    const value = given.last(name);
    return value === undefined ? undefined : secretSource(value, `--${name}`, refusals);
  };
  const username = given.last('oauth2-username');
  const options = {
    flow,
    tokenUrl,
    clientId,
    clientSecret: typedSecret === undefined ? undefined : clientSecretOf(typedSecret, clientId, refusals),
    scope: given.last('oauth2-scope'),
    authUrl: url('oauth2-auth-url'),
    deviceUrl: url('oauth2-device-url'),
    issuer: url('oauth2-issuer'),
    username,
    password:
      typed('oauth2-password') ??
      (flowOf(flow).user && ({ from: 'prompt', label: `Password for ${username}` } as const)),
    port: wholeNumber(given.last('oauth2-port') ?? '8484', '--oauth2-port', 65_535, refusals),
    redirectUri: given.last('oauth2-redirect-uri'),
    redirectCert: given.last('oauth2-redirect-cert'),
    redirectKey: given.last('oauth2-redirect-key'),
    params: given.all('oauth2-param').map(param => paramOf(param, refusals)),
    // Another word is refused with those of all flags that have choices.
    clientAuth: given.last('oauth2-client-auth') as ClientAuthentication | undefined,
    clientKey: given.last('oauth2-client-key'),
    account: given.last('oauth2-account'),
    pkce: !given.on('oauth2-no-pkce'),
    browser: given.on('browser', true),
    cache: !given.on('oauth2-no-cache'),
    insecureHttp: given.on('oauth2-insecure-http') || undefined,
    dpop: given.on('oauth2-dpop') || undefined,
    par: given.on('oauth2-par') || undefined,
    subjectToken: typed('oauth2-subject-token'),
    assertion: typed('oauth2-assertion'),
    refreshToken: typed('oauth2-refresh-token'),
  };
  refuseIdle(flow, given, refusals);
  refusals.take(missingOption(options), undefined);
  return present(options);
}

/** A parameter; the one that has a form of its own (RFC 9396 2) is looked at before a login begins with it. */
function paramOf(typed: string, refusals: Refusals): readonly [name: string, value: string] {
  const [name, value] = pair(typed, '--oauth2-param', refusals);
  if (name === 'authorization_details' && !areDetails(value)) {
    refusals.refuse(
      'authorization_details is a JSON array of objects, each with a "type" (RFC 9396).',
      `Form: --oauth2-param 'authorization_details=[{"type":"payment"}]'`,
    );
  }
  return [name, value];
}

function areDetails(json: string): boolean {
  try {
    const found: unknown = JSON.parse(json);
    return Array.isArray(found) && found.every(each => typeof each?.type === 'string');
  } catch {
    return false;
  }
}

/** An empty one is asked for. */
const clientSecretOf = (typed: string, clientId: string, refusals: Refusals): SecretSource =>
  typed === '' ? { from: 'prompt', label: `Client secret of ${clientId}` } : secretSource(typed, '--oauth2', refusals);

/** The same without the members that are undefined. */
const present = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The flags of `--oauth2` that were given, without dashes. */
const flagsGiven = (given: Given): readonly FlagName[] =>
  flagTable.filter(({ name }) => name.startsWith('oauth2-') && given.has(name)).map(({ name }) => name);

/** Flags that say nothing without another one, or beside it. */
const idle: readonly (readonly [flag: FlagName, isIdle: (given: Given) => boolean, why: string, hint: string])[] = [
  [
    'oauth2-port',
    given => given.has('oauth2-redirect-uri'),
    'beside --oauth2-redirect-uri, which says where the answer comes',
    'Write the port into the redirect URI: http://127.0.0.1:9000/callback',
  ],
  [
    'oauth2-redirect-cert',
    given => readUrl(given.last('oauth2-redirect-uri') ?? '')?.protocol !== 'https:',
    'without a redirect URI of https',
    'Form: --oauth2-redirect-uri https://localhost:8484/callback',
  ],
  [
    'oauth2-redirect-key',
    given => !given.has('oauth2-redirect-cert'),
    'without --oauth2-redirect-cert',
    'Form: --oauth2-redirect-cert FILE --oauth2-redirect-key FILE',
  ],
  [
    'oauth2-insecure-http',
    given => !given.has('oauth2-issuer'),
    'without --oauth2-issuer',
    'Form: --oauth2-issuer http://login.example.com --oauth2-insecure-http',
  ],
];

/** Refuses what would do nothing: flags of other flows, and those that lack what they speak of. */
function refuseIdle(flow: OAuth2Flow, given: Given, refusals: Refusals): void {
  for (const name of flagsGiven(given)) {
    if (!takesFlag(flow, `--${name}`)) {
      const flows = flowsOfFlag(`--${name}`);
      refusals.refuse(
        `--${name} does nothing in the flow ${flow}.`,
        `It is for ${orList(flows)}: leave it out, or write --oauth2 ${flows[0]}:…`,
      );
    }
  }
  const redirect = given.last('oauth2-redirect-uri');
  if (redirect !== undefined && readUrl(redirect) === undefined) {
    refusals.refuse(
      '--oauth2-redirect-uri needs an absolute URL.',
      'Form: --oauth2-redirect-uri http://127.0.0.1:8484/callback',
    );
  }
  for (const [name, isIdle, why, hint] of idle) {
    if (given.has(name) && isIdle(given)) refusals.refuse(`--${name} does nothing ${why}.`, hint);
  }
}
