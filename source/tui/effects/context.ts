/** Context of effects: the terminal, the command's flags, and the endpoints resolved so far. */

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
import type { Session as StoredSession } from '../../io/sessions/session.js';
import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import type { Session } from '../terminal/session.js';
import type { DraftWriter } from './files/draft-writer.js';

export type Dispatch = (action: Action) => void;

/** Receives the overlay's reply to a pending login. */
interface LoginDesk {
  /** Accepts a typed line. */
  answer(text: string): void;
  /** Cancels the login. */
  cancel(): void;
}

/** A session in which the screen starts. Its contents are already merged into the command. */
interface StartSession {
  readonly stored: StoredSession;
  /** Headers and login of the command line without the session. */
  readonly outside: Pick<Identity, 'auth' | 'headers'>;
}

/** Initial settings of the screen apart from its command. */
export interface ScreenStart {
  /** Kind of the first tab. */
  readonly kind: DocumentKind;
  /** Other tabs to open. */
  readonly otherTabs?: readonly { readonly kind: DocumentKind; readonly url: string }[];
  /** Parses the requests of a text like `apiclient run`. */
  readonly readText: TextReader;
  /** Flags allowed in the requests of a text. */
  readonly flags?: readonly FlagWord[];
  /** File of requests to open, as the user typed it. */
  readonly file?: string;
  /** Folder that contains `file`, as the user typed it. Its files are listed, with those in subfolders. */
  readonly folder?: string;
  /** Set if the endpoint is not known to have a description. If none is found, requests are typed by hand. */
  readonly isGuess?: true;
  /** The session from `--session`. */
  readonly session?: StartSession;
  /** Converts a pasted curl line to an entry of a `.http` file. */
  readonly readCurl: (text: string) => Promise<string | Failure>;
  /** Converts the words stored in a session to headers and login. */
  readonly readWords: (words: readonly string[], url: string) => Pick<Identity, 'auth' | 'headers'> | Failure;
}

/** Shared context of a screen's effects. Effects change it; reducers never see it. */
export interface EffectContext {
  /** The environment. Its `signal` is the screen's: Ctrl-C in a pager must not cancel our work. */
  readonly environment: Environment;
  readonly command: GraphqlCommand;
  readonly start: ScreenStart;
  readonly session: () => Session;
  /** Sessions used by tabs, by `sessionKey`. */
  readonly sessions: Map<string, StoredSession>;
  readonly end: (result: number | Failure) => void;
  /** Current headers and credentials. */
  identity: Identity;
  /** Absent until the screen is open. */
  dispatch?: Dispatch;
  /** The user interface of logins, created when first needed. */
  ui?: LoginUi;
  /** The pending login that waits for its overlay. */
  login?: LoginDesk | undefined;
  /**
   * The server that receives the command line's cookies and client certificate: the origin of its URL, or of the first URL
   * used.
   */
  origin?: string;
  /** Endpoints by identity and URL, since tabs on one server may have different identities. */
  readonly endpoints: WeakMap<Identity, Map<string, Endpoint>>;
  /** Current token of each login, by the login's options and key. */
  readonly tokens: WeakMap<object, Map<string, Promise<HeldToken | Failure>>>;
  /** ID of the current run or load, for everything it causes, such as a login and its log. */
  readonly currentId: AsyncLocalStorage<number>;
  /** Timer of the next clock update. */
  clock?: NodeJS.Timeout;
  /** Lines that the user approved for this screen, by file path. */
  readonly approved: Map<string, Set<string>>;
  /** Controllers of everything in progress, by ID. */
  readonly running: Map<number, AbortController>;
  /** Functions that send a message over the open WebSocket of a run, by the ID of the run. */
  readonly messageSenders: Map<number, (text: string) => void>;
  readonly drafts: DraftWriter;
  /** Pending writes: of the latest schema, to a session, and of settings. */
  readonly writes: { cache?: Promise<void>; session?: Promise<void>; settings?: Promise<void> };
  /** False if nothing is stored for the next session. */
  readonly remembers: boolean;
  /** The log of `--debug-log`. */
  readonly log?: DebugLog;
  /** Prepares a schema or a description in slices of a few milliseconds. */
  readonly idleWork: {
    schema(index: SchemaIndex): Iterator<void>;
    description(description: Description): Iterator<void>;
  };
  /** Loaded schemas that still have to be built, by load ID. After a refresh, also the previously cached schema. */
  readonly loaded: Map<number, LoadedSchema & { readonly before?: SchemaIndex }>;
}

/**
 * Opens the log of `--debug-log`, if the flag was given.
 * @param notify called when lines are missing from the log
 */
export const openLog = (
  { output }: GraphqlCommand,
  environment: Environment,
  notify: (text: string) => void,
): DebugLog | Failure | undefined =>
  output.debugLog === undefined ? undefined : openDebugLog(output.debugLog, environment, notify);

/** Shows an error in the status line. */
export const showError = (text: string, dispatch: Dispatch): void =>
  dispatch({ type: 'app/notice', text, tone: 'error' });

/** Shows an exception in an effect in the status line, so that it never crashes the screen. */
export const reportBug = (error: unknown, dispatch: Dispatch): void =>
  showError(unexpectedFailure(error).text, dispatch);

/** Performs one kind of effect. An exception or a rejection becomes a notice. */
export type Performer<E extends Effect> = (effect: E, world: EffectContext, dispatch: Dispatch) => void | Promise<void>;

/** A performer for each kind of effect in a union. A missing one is a compile error. */
export type Performers<E extends Effect> = {
  readonly [K in E['kind']]: Performer<Extract<E, { readonly kind: K }>>;
};
