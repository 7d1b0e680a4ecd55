/** Context of effects: the terminal, the command's flags, and the endpoints read so far. */

import type { AsyncLocalStorage } from 'node:async_hooks';
import { unexpectedFailure } from '../../core/bug.js';
import type { GraphqlCommand } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { Failure } from '../../core/failure.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { FlagWord } from '../../core/openapi/intelligence/complete-directive.js';
import type { Environment } from '../../environment.js';
import { type DebugLog, openDebugLog } from '../../io/debug-log.js';
import type { LoadedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint } from '../../io/graphql/transport.js';
import type { TextReader } from '../../io/http/text-request.js';
import type { HeldToken } from '../../io/oauth/held-token.js';
import type { LoginUi } from '../../io/oauth/login/login-ui.js';
import type { Session as KeptSession } from '../../io/sessions/session.js';
import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import type { Session } from '../terminal/session.js';
import type { DraftWriter } from './files/draft-writer.js';

export type Dispatch = (action: Action) => void;

/** The overlay's reply to a waiting login. */
interface LoginDesk {
  /** A line was typed. */
  answer(text: string): void;
  /** The user gave up. */
  cancel(): void;
}

/** A session that a screen begins in. The command has what it keeps. */
interface StartSession {
  readonly kept: KeptSession;
  /** Headers and login of the line without it. */
  readonly outside: Pick<Identity, 'auth' | 'headers'>;
}

/** How a screen begins, besides its command. */
export interface ScreenStart {
  /** Of the first tab. */
  readonly kind: DocumentKind;
  /** Tabs beside it. */
  readonly beside?: readonly { readonly kind: DocumentKind; readonly url: string }[];
  /** Requests of a text, read as `run` reads them. */
  readonly readText: TextReader;
  /** Flags that a request of a text may have. */
  readonly flags?: readonly FlagWord[];
  /** Requests to begin with, as the user typed it. */
  readonly file?: string;
  /** Nobody said that there is a description: without one, requests are typed. */
  readonly isGuess?: true;
  /** `--session`. */
  readonly session?: StartSession;
  /** Headers and login of the words that a session keeps. */
  readonly readWords: (words: readonly string[], url: string) => Pick<Identity, 'auth' | 'headers'> | Failure;
}

/** One per screen; effects change it, reducers never see it. */
export interface EffectContext {
  /** Its `signal` is the screen's own: Ctrl-C in a pager must not end our work. */
  readonly environment: Environment;
  readonly command: GraphqlCommand;
  readonly start: ScreenStart;
  readonly session: () => Session;
  /** Those that tabs are in, by `sessionKey`. */
  readonly sessions: Map<string, KeptSession>;
  readonly end: (result: number | Failure) => void;
  /** Current headers and credentials. */
  identity: Identity;
  /** Absent until the screen is open. */
  dispatch?: Dispatch;
  /** The user interface of logins; made when first needed. */
  ui?: LoginUi;
  /** The login waiting for its overlay. */
  login?: LoginDesk | undefined;
  /** The server that cookies and client certificate of the command line are for: the origin of its URL, or of the first URL used. */
  origin?: string;
  /** Of each identity, by URL: tabs on one server may have different ones. */
  readonly endpoints: WeakMap<Identity, Map<string, Endpoint>>;
  /** The live token of each login as it was given, by its key. */
  readonly tokens: WeakMap<object, Map<string, Promise<HeldToken | Failure>>>;
  /** The id of the run or load that is being performed, for whatever it causes: a login, the steps of its protocol. */
  readonly asking: AsyncLocalStorage<number>;
  /** Timer of the next clock update. */
  clock?: NodeJS.Timeout;
  /** Lines that the user approved for this screen, by path of the file. */
  readonly approved: Map<string, Set<string>>;
  /** Controllers of everything in progress, by id. */
  readonly running: Map<number, AbortController>;
  readonly drafts: DraftWriter;
  /** The pending write of the last schema to the cache. */
  kept?: Promise<void>;
  /** The pending write to a session. */
  keeping?: Promise<void>;
  /** The pending write of settings. */
  remembering?: Promise<void>;
  /** False: nothing is kept for the next session. */
  readonly remembers: boolean;
  /** `--debug-log`. */
  readonly log?: DebugLog;
  /** Warms up a schema or a description in slices of a few milliseconds. */
  readonly whileIdle: (read: SchemaIndex | Description) => Iterator<void>;
  /** The last loaded schema, to be built; after a refresh also the one cached before. */
  readonly loaded: Map<number, LoadedSchema & { readonly before?: SchemaIndex }>;
}

/**
 * The log of `--debug-log`; absent without that flag.
 * @param tell called when lines are missing from it
 */
export const openLog = (
  { output }: GraphqlCommand,
  environment: Environment,
  tell: (text: string) => void,
): DebugLog | Failure | undefined =>
  output.debugLog === undefined ? undefined : openDebugLog(output.debugLog, environment, tell);

/** An exception in an effect becomes a sentence in the status line; it never crashes the screen. */
export const reportBug = (error: unknown, dispatch: Dispatch): void =>
  dispatch({ type: 'app/notice', text: unexpectedFailure(error).text, tone: 'error' });

/** Performs one kind of effect. An exception or a rejection becomes a notice. */
export type Performer<E extends Effect> = (effect: E, world: EffectContext, dispatch: Dispatch) => void | Promise<void>;

/** One performer for each kind of a union of effects. A missing one does not compile. */
export type Performers<E extends Effect> = {
  readonly [K in E['kind']]: Performer<Extract<E, { readonly kind: K }>>;
};
