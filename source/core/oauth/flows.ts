/**
 * The flows of `--oauth2`, said once: the type, the parser, the check of kept tokens, completion, help and all that a flow
 * needs are made from this table, in this order.
 */
import { type Failure, usageError } from '../failure.js';

/** An endpoint that a flow needs beside the token endpoint. */
interface FlowEndpoint {
  /** The option that holds its URL, and the flag that gives it. */
  readonly option: 'authUrl' | 'deviceUrl';
  readonly flag: string;
  /** Its member in the server's metadata (RFC 8414 2, RFC 8628 4). */
  readonly member: 'authorization_endpoint' | 'device_authorization_endpoint';
  readonly name: string;
}

/** A token at hand that a flow begins with. */
interface FlowSeed {
  /** The option that holds it, and the flag that gives it. */
  readonly option: 'subjectToken' | 'assertion' | 'refreshToken';
  readonly flag: string;
  readonly name: string;
}

interface Flow {
  /** The flags that mean something in this flow but not in every one, beside those of its endpoint and of its seed. */
  readonly flags: readonly `--oauth2-${string}`[];
  /** The value of `grant_type`, where it is not the flow's name. */
  readonly grant?: string;
  readonly endpoint?: FlowEndpoint;
  /** A cached token is valid only for the same input token. */
  readonly seed?: FlowSeed;
  /** A user's name and password are sent. */
  readonly user?: true;
  /** Somebody has to be there to log in. */
  readonly person?: true;
  /**
   * The client speaks for itself: it has a secret, no person takes part, and in place of a token that has ended another one
   * is asked for.
   */
  readonly machine?: true;
}

/** The port on this machine to which a browser comes back, where `--oauth2-port` names none. */
export const callbackPort = 8484;

/** The grants of RFC 6749 (4.1, 4.3, 4.4, 6), RFC 8628, RFC 8693 and RFC 7523, by the word that begins `--oauth2`. */
const oauth2Flows = {
  authorization_code: {
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
  client_credentials: { flags: [], machine: true },
  password: { flags: ['--oauth2-username', '--oauth2-password'], user: true },
  device_code: {
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
    flags: [],
    machine: true,
    grant: 'urn:ietf:params:oauth:grant-type:token-exchange',
    seed: { option: 'subjectToken', flag: '--oauth2-subject-token', name: 'the token that is exchanged' },
  },
  jwt_bearer: {
    flags: [],
    machine: true,
    grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    seed: { option: 'assertion', flag: '--oauth2-assertion', name: 'the assertion' },
  },
  refresh_token: {
    flags: [],
    seed: { option: 'refreshToken', flag: '--oauth2-refresh-token', name: 'the refresh token' },
  },
} as const satisfies Readonly<Record<string, Flow>>;

/** The word that begins `--oauth2`. */
export type OAuth2Flow = keyof typeof oauth2Flows;

/** All flows, in the order in which help names them. */
export const flowNames = Object.keys(oauth2Flows) as readonly OAuth2Flow[];

/** True for the name of a flow, whoever wrote it. */
export const isFlow = (name: unknown): name is OAuth2Flow => (flowNames as readonly unknown[]).includes(name);

export const flowOf = (name: OAuth2Flow): Flow => oauth2Flows[name];

/** The long flags that mean something in a flow but not in every one. */
function flagsOf(name: OAuth2Flow): readonly string[] {
  const { endpoint, seed, flags } = flowOf(name);
  return [...(endpoint ? [endpoint.flag] : []), ...(seed ? [seed.flag] : []), ...flags];
}

/** The flows that a long flag is for; empty: it goes with every flow. */
export const flowsOfFlag = (flag: string): readonly OAuth2Flow[] =>
  flowNames.filter(name => flagsOf(name).includes(flag));

/** Whether a long flag means anything in a flow. */
export const takesFlag = (name: OAuth2Flow, flag: string): boolean =>
  flagsOf(name).includes(flag) || flowsOfFlag(flag).length === 0;

/** The options that say where a flow's endpoints are, and for whom a token is asked. */
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

/** A usage failure for the first thing that a flow cannot do without and was not given; nothing was sent. */
export function missingOption(options: FlowOptions): Failure | undefined {
  const { endpoint, seed, user } = flowOf(options.flow);
  if (options.tokenUrl === undefined && options.issuer === undefined) {
    return usageError(
      '--oauth2 has no token URL.',
      'Put one after the flow, or name the server with --oauth2-issuer URL.',
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
