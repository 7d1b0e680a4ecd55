/**
 * The flows of `--oauth2`. The type, the parser, the validation of stored tokens, completion, help and the requirements of each
 * flow are derived from this table, in this order.
 */

import { type Failure, usageError } from '../failure.js';
import { hint, step } from '../hint.js';

/** An endpoint that a flow needs in addition to the token endpoint. */
interface FlowEndpoint {
  /** Option with the endpoint's URL, and the flag that sets it. */
  readonly option: 'authUrl' | 'deviceUrl';
  readonly flag: string;
  /** Member in the server's metadata (RFC 8414 2, RFC 8628 4). */
  readonly member: 'authorization_endpoint' | 'device_authorization_endpoint';
  readonly name: string;
}

/** An existing token that a flow starts with. */
interface FlowSeed {
  /** Option with the token, and the flag that sets it. */
  readonly option: 'subjectToken' | 'assertion' | 'refreshToken';
  readonly flag: string;
  readonly name: string;
}

interface Flow {
  /** Name in forms. */
  readonly title: string;
  /** When to use it. */
  readonly help: string;
  /** Next step after `invalid_grant`. */
  readonly rejected: string;
  /** Flags that apply to this flow but not to every flow, excluding the flags of its endpoint and seed. */
  readonly flags: readonly `--oauth2-${string}`[];
  /** Value of `grant_type` if it is not the flow's name. */
  readonly grant?: string;
  readonly endpoint?: FlowEndpoint;
  /** Input token. A cached token is valid only for the same input token. */
  readonly seed?: FlowSeed;
  /** True if a user's name and password are sent. */
  readonly user?: true;
  /** True if a user has to be present to log in. */
  readonly person?: true;
  /**
   * True if the client acts on its own behalf: it has a secret, no user is involved, and an expired token is replaced with a
   * new one.
   */
  readonly machine?: true;
}

/** Default for `--oauth2-port`: the local port to which the browser is redirected. */
export const callbackPort = 8484;

/** Grants of RFC 6749 (4.1, 4.3, 4.4, 6), RFC 8628, RFC 8693 and RFC 7523, by the first word of `--oauth2`. */
const oauth2Flows = {
  authorization_code: {
    title: 'Authorization code',
    help: 'log in with a browser',
    rejected: 'The code was already used, has expired, or belongs to another redirect URI or client. Try again.',
    flags: [
      '--oauth2-port',
      '--oauth2-redirect-uri',
      '--oauth2-redirect-cert',
      '--oauth2-redirect-key',
      '--oauth2-par',
      '--oauth2-no-pkce',
    ],
    person: true,
    endpoint: {
      option: 'authUrl',
      flag: '--oauth2-auth-url',
      member: 'authorization_endpoint',
      name: 'the login page',
    },
  },
  client_credentials: {
    title: 'Client credentials',
    help: 'log in as the client, without a user',
    rejected: 'Check the client ID and the secret.',
    flags: [],
    machine: true,
  },
  password: {
    title: 'Password',
    help: 'deprecated; for servers that support nothing else',
    rejected: 'Check the user name and the password.',
    flags: ['--oauth2-username', '--oauth2-password'],
    user: true,
  },
  device_code: {
    title: 'Device code',
    help: 'log in on another device',
    rejected: 'The code has expired or was already used. Try again.',
    flags: [],
    person: true,
    endpoint: {
      option: 'deviceUrl',
      flag: '--oauth2-device-url',
      member: 'device_authorization_endpoint',
      name: 'the device authorization endpoint',
    },
  },
  token_exchange: {
    title: 'Token exchange',
    help: 'exchange an existing token for another',
    rejected: 'Check --oauth2-subject-token and its type (--oauth2-param subject_token_type=…).',
    flags: [],
    machine: true,
    grant: 'urn:ietf:params:oauth:grant-type:token-exchange',
    seed: { option: 'subjectToken', flag: '--oauth2-subject-token', name: 'the token that is exchanged' },
  },
  jwt_bearer: {
    title: 'JWT bearer',
    help: 'use a signed assertion instead of a login',
    rejected: 'Check --oauth2-assertion: issuer, audience, times and signing key.',
    flags: [],
    machine: true,
    grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    seed: { option: 'assertion', flag: '--oauth2-assertion', name: 'the assertion' },
  },
  refresh_token: {
    title: 'Refresh token',
    help: 'start with an existing refresh token',
    rejected: 'The refresh token has expired, was revoked, or was already used. Get a new one.',
    flags: [],
    seed: { option: 'refreshToken', flag: '--oauth2-refresh-token', name: 'the refresh token' },
  },
} as const satisfies Readonly<Record<string, Flow>>;

/** First word of `--oauth2`. */
export type OAuth2Flow = keyof typeof oauth2Flows;

/** All flows in the order in which help lists them. */
export const flowNames = Object.keys(oauth2Flows) as readonly OAuth2Flow[];

/** Returns true for the name of a flow, from any source. */
export const isFlow = (name: unknown): name is OAuth2Flow => (flowNames as readonly unknown[]).includes(name);

/** Grant type of the device flow (RFC 8628 3.4). */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export const flowOf = (name: OAuth2Flow): Flow => oauth2Flows[name];

/** Returns the `grant_type` of a flow. */
export const grantTypeOf = (name: OAuth2Flow): string =>
  name === 'device_code' ? deviceGrant : (flowOf(name).grant ?? name);

/** Returns the long flags that apply to a flow but not to every flow. */
function flagsOf(name: OAuth2Flow): readonly string[] {
  const { endpoint, seed, flags } = flowOf(name);
  return [...(endpoint ? [endpoint.flag] : []), ...(seed ? [seed.flag] : []), ...flags];
}

/** Returns the flows that a long flag applies to. Empty if it applies to every flow. */
export const flowsOfFlag = (flag: string): readonly OAuth2Flow[] =>
  flowNames.filter(name => flagsOf(name).includes(flag));

/** Returns true if a long flag applies to a flow. */
export const takesFlag = (name: OAuth2Flow, flag: string): boolean =>
  flagsOf(name).includes(flag) || flowsOfFlag(flag).length === 0;

/** Options for a flow's endpoints and for the identity to request a token for. */
interface FlowOptions {
  readonly flow: OAuth2Flow;
  readonly tokenUrl?: string | undefined;
  readonly authUrl?: string | undefined;
  readonly deviceUrl?: string | undefined;
  readonly issuer?: string | undefined;
  readonly username?: string | undefined;
  readonly subjectToken?: object | undefined;
  readonly assertion?: object | undefined;
  readonly refreshToken?: object | undefined;
}

/** Returns a usage failure for the first missing option that a flow requires. Nothing was sent. */
export function missingOption(options: FlowOptions): Failure | undefined {
  const { endpoint, seed, user } = flowOf(options.flow);
  if (options.tokenUrl === undefined && options.issuer === undefined) {
    return usageError(
      '--oauth2 has no token URL.',
      hint`${step('fill-in', 'Put one after the flow', 'Token URL')}, or name the server with --oauth2-issuer URL.`,
    );
  }
  if (endpoint && options[endpoint.option] === undefined && options.issuer === undefined) {
    return usageError(
      `The flow ${options.flow} needs the URL of ${endpoint.name}.`,
      `Add ${endpoint.flag} URL or --oauth2-issuer URL.`,
    );
  }
  if (seed && options[seed.option] === undefined) {
    return usageError(
      `The flow ${options.flow} needs ${seed.name}.`,
      `Add ${seed.flag} with env:NAME, file:PATH or the token itself.`,
    );
  }
  if (user && !options.username) {
    return usageError(
      `The flow ${options.flow} needs a user name.`,
      'Add --oauth2-username NAME; the password is asked for.',
    );
  }
  return undefined;
}
