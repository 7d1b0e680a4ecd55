/** What effects work with: the terminal, the command's flags, and the endpoints that were read already. */
import type { GraphqlCommand, NetworkOptions } from '../../core/command.js';
import { forStranger } from '../../core/credentials/cargo.js';
import { mayAskPerson } from '../../core/credentials/given.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { type DebugLog, logEnd, openDebugLog } from '../../io/debug-log.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import type { LoadedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint } from '../../io/graphql/transport.js';
import type { LoginUi } from '../../io/oauth/login-ui.js';
import type { Identity } from '../identity/reduce.js';
import type { Action } from '../model/action.js';
import type { Session } from '../terminal/session.js';
import type { DraftWriter } from './files/draft-writer.js';
import { type LoginDesk, screenLogin } from './login.js';

/** How what an effect finds comes back to the state. */
export type Dispatch = (action: Action) => void;

/** One per screen; effects change it, reducers never see it. */
export interface World {
  /** Its `signal` is the screen's own: Ctrl-C in a pager must not end what runs here. */
  readonly environment: Environment;
  readonly command: GraphqlCommand;
  readonly session: () => Session;
  /** Ends the screen. */
  readonly end: (result: number | Failure) => void;
  /** Headers and credentials as the user has them now. */
  said: Identity;
  /** Absent until the screen is open. */
  dispatch?: Dispatch;
  /** Whom a login asks; made when first needed. */
  ui?: LoginUi;
  /** The login that waits for its overlay. */
  login?: LoginDesk | undefined;
  /** Whose cookies and client certificate the command line named: the origin of its URL, or of the first one asked. */
  origin?: string;
  /** By URL. */
  readonly endpoints: Map<string, Endpoint>;
  /** Controllers of what runs, by id. */
  readonly running: Map<number, AbortController>;
  readonly drafts: DraftWriter;
  /** `--debug-log`. */
  readonly log?: DebugLog;
  /** What was loaded last, for building the schema. */
  readonly loaded: Map<number, LoadedSchema>;
}

/** The log of `--debug-log`; absent without that flag. */
export const openLog = ({ output }: GraphqlCommand, environment: Environment): DebugLog | Failure | undefined =>
  output.debugLog === undefined ? undefined : openDebugLog(output.debugLog, environment);

/**
 * The endpoint of a URL with its credentials, read once per identity. Passwords that must be asked for are asked on the
 * terminal as it was before the screen; a login has its overlay.
 */
export async function endpointOf(url: string, world: World): Promise<Endpoint | Failure> {
  const known = world.endpoints.get(url);
  if (known !== undefined) return known;
  const { environment, said } = world;
  world.ui ??= screenLogin(world);
  const { ui } = world;
  const read = (): Promise<Endpoint | Failure> =>
    readEndpoint(url, { ...said, network: networkFor(url, world) }, environment, { ui });
  const endpoint = mayAskPerson(said.auth) ? await world.session().lend(read) : await read();
  if (isFailure(endpoint)) {
    if (world.log !== undefined) logEnd(world.log, endpoint, undefined);
  } else if (world.said === said) world.endpoints.set(url, endpoint);
  return endpoint;
}

/** True for the server that the command line speaks of: by its URL, or by the first that was asked. */
export function isHome(url: string, world: World): boolean {
  world.origin ??= new URL(world.command.url ?? url).origin;
  return new URL(url).origin === world.origin;
}

/** Cookies and a client certificate stay with the server they were given for, as they do on a redirect. */
function networkFor(url: string, world: World): NetworkOptions {
  const { network } = world.command;
  return isHome(url, world) ? network : forStranger({ credentials: { apiKeys: [] }, headers: [], network }).network;
}

/** What an exception in an effect becomes: a sentence, never a crash of the screen. */
export const unexpected = (error: unknown): Failure =>
  failure('bug', `This is a bug in apiclient: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
