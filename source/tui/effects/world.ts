/** What effects work with: the terminal, the command's flags, and the endpoints that were read already. */
import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import type { LoadedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint } from '../../io/graphql/transport.js';
import type { Action } from '../state/actions.js';
import type { Session } from '../terminal/session.js';
import type { DraftWriter } from './drafts.js';
import { lineLogin } from './login.js';

export type Dispatch = (action: Action) => void;

export interface World {
  /** Its `signal` is the screen's own: Ctrl-C in a pager must not end what runs here. */
  readonly environment: Environment;
  readonly command: GraphqlCommand;
  readonly session: () => Session;
  /** Ends the screen. */
  readonly end: (result: number | Failure) => void;
  /** By URL. */
  readonly endpoints: Map<string, Endpoint>;
  /** Controllers of what runs, by id. */
  readonly running: Map<number, AbortController>;
  readonly drafts: DraftWriter;
  /** What was loaded last, for building the schema. */
  readonly loaded: Map<number, LoadedSchema>;
}

/**
 * The endpoint of a URL with its credentials, read once. Secrets that must be asked for, and logins, happen on the terminal
 * as it was before the screen.
 */
export async function endpointOf(url: string, world: World): Promise<Endpoint | Failure> {
  const known = world.endpoints.get(url);
  if (known !== undefined) return known;
  const { command, environment } = world;
  const read = (): Promise<Endpoint | Failure> =>
    readEndpoint(url, command, environment, { ui: lineLogin(environment) });
  const asks = command.auth.oauth2 !== undefined || command.auth.basic !== undefined;
  const endpoint = asks ? await world.session().lend(read) : await read();
  if (!isFailure(endpoint)) world.endpoints.set(url, endpoint);
  return endpoint;
}

/** What an exception in an effect becomes: a sentence, never a crash of the screen. */
export const unexpected = (error: unknown): Failure =>
  failure('bug', `This is a bug in apiclient: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
