/** Effects: what reducers request of the outside world, as data. `effects/` performs them and dispatches actions in reply. */

import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { DocumentKind } from '../../core/document-kind.js';
import type { OperationPicks } from '../../core/graphql/builder/pick/write.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { Description, Operation } from '../../core/openapi/document/types.js';
import type { Remembered } from '../../core/remembered.js';
import type { OtherTabs, TabTexts } from '../../core/tab-texts.js';
import type { TextLanguage } from '../../core/text/languages.js';
import type { Action } from './action.js';
import type { SchemaSource } from './connect.js';
import type { OperationToSelect } from './documents.js';
import type { Identity, OfferedLogin, SessionPlace, TestedLogin } from './identity.js';
import type { ApprovedLines, TransportOptions } from './response.js';
import type { LazyText, TextPaneId } from './text.js';
import type { Theme } from './theme.js';

/** One effect; a result is dispatched as the action named here. */
export type Effect = AppEffect | ConnectEffect | DocumentsEffect | IdentityEffect | QueryEffect | ResponseEffect;

/** The terminal and the clock. */
export type AppEffect =
  /** Ends the screen; `code` is the exit code. With `unlessLost` only once the draft is written; otherwise dispatches `drafts/failed`. */
  | { readonly kind: 'quit'; readonly code: number; readonly unlessLost?: true }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  /** Puts text on the clipboard (OSC 52). `what` names it for the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** Opens $EDITOR; dispatches `query/edited` or `variables/edited`, by `pane`. */
  | { readonly kind: 'edit-text'; readonly pane: TextPaneId; readonly text: string; readonly language: TextLanguage }
  /** Shows an untrusted text in $PAGER, sanitized. */
  | { readonly kind: 'page'; readonly text: string; readonly suffix: string }
  /** Dispatches an action later. */
  | { readonly kind: 'later'; readonly ms: number; readonly action: Action }
  /** Dispatches `connect/aged` after `ms`. A second request restarts the clock: all tabs share one. */
  | { readonly kind: 'tell-time'; readonly ms: number }
  /** Cancels the effect started with this id. */
  | { readonly kind: 'cancel'; readonly id: number };

export type ConnectEffect =
  /** Loads the schema: dispatches `connect/loaded` or `connect/failed` with this id. */
  | { readonly kind: 'load-schema'; readonly id: number; readonly source: SchemaSource; readonly refresh: boolean }
  /** The same of an HTTP document: dispatches `connect/described` or `connect/failed`. */
  | { readonly kind: 'load-description'; readonly id: number; readonly source: SchemaSource; readonly refresh: boolean }
  /** Asks a server for its kind, if nothing says it: dispatches `connect/accept`, or `tabs/connect` where it is not that of the tab. */
  | {
      readonly kind: 'ask-kind';
      readonly url: string;
      readonly typed: string;
      readonly language: DocumentKind;
      readonly said: DocumentKind | undefined;
    }
  /** Builds graphql-js's schema from the loaded one, when idle: dispatches `connect/built`. */
  | { readonly kind: 'build-schema'; readonly id: number }
  /** Writes a profile into the configuration, without secrets but with where they are read from; dispatches a notice. */
  | { readonly kind: 'write-profile'; readonly name: string; readonly url: string; readonly identity: Identity }
  /** Keeps the settings of a server or profile. */
  | { readonly kind: 'remember'; readonly place: string; readonly settings: Remembered }
  /** Undefined: none is kept. */
  | { readonly kind: 'remember-theme'; readonly theme: Theme['name'] | undefined }
  /** Dispatches `connect/recent`. */
  | { readonly kind: 'read-endpoints' };

export type IdentityEffect =
  /** Requests carry these headers and credentials from now on. */
  | { readonly kind: 'identify'; readonly identity: Identity }
  | { readonly kind: 'login-answer'; readonly text: string }
  | { readonly kind: 'login-cancel' }
  /** Reads the sessions of an origin: dispatches `session/listed`. */
  | { readonly kind: 'list-sessions'; readonly origin: string; readonly of: number }
  /** Dispatches `session/opened`, or a notice why not. `isLastTime`: the endpoint was left in it. */
  | { readonly kind: 'open-session'; readonly place: SessionPlace; readonly of: number; readonly isLastTime?: true }
  /** Keeps words of headers and login in a session, and forgets others. May hold secrets. */
  | {
      readonly kind: 'keep-session';
      readonly place: SessionPlace;
      readonly kept: readonly string[];
      readonly gone: readonly string[];
    }
  /** Fetches what an API says of its logins: opens the form with it, or a notice says why not. */
  | { readonly kind: 'look-for-login'; readonly offered: OfferedLogin; readonly tab: number }
  /** Tries a login: dispatches `login-form/tested`. */
  | {
      readonly kind: 'test-login';
      readonly url: string;
      readonly identity: Identity;
      readonly of: TestedLogin;
    };

/** Opens the schema's documentation of a position in a text as an overlay, or a notice that there is none. */
export type QueryEffect =
  | { readonly kind: 'describe'; readonly schema: GraphQLSchema; readonly text: string; readonly offset: number }
  /** The same for the variables of an operation. */
  | {
      readonly kind: 'describe-variables';
      readonly schema: GraphQLSchema;
      readonly operation: OperationDefinitionNode | undefined;
      readonly text: string;
      readonly offset: number;
    };

export type ResponseEffect =
  /** Runs an operation: dispatches `response/…` actions with this id. */
  | { readonly kind: 'run'; readonly id: number; readonly operation: RunRequest }
  /** Sends requests of a text, as `run` does. */
  | { readonly kind: 'run-http'; readonly id: number; readonly request: EntryRequest }
  /** Copies the operation, or the request of an HTTP document, as a shell command. */
  | {
      readonly kind: 'copy-command';
      readonly program: 'curl' | 'fetch' | 'http' | 'apiclient';
      readonly operation: RunRequest | EntryRequest;
      /** The operation as `--pick` flags, instead of its text. */
      readonly picked?: OperationPicks & { readonly name: string | undefined };
    }
  /** Pipes a text through a shell command: dispatches `response/piped` with this id. */
  | { readonly kind: 'pipe'; readonly id: number; readonly command: string; readonly text: string }
  /** Writes a file atomically; dispatches a notice, or `response/exists`. */
  | { readonly kind: 'save-text'; readonly path: string; readonly text: string; readonly overwrite: boolean }
  /** Shows a body in $PAGER, formatted if it is JSON. */
  | { readonly kind: 'page-body'; readonly text: string; readonly json: boolean };

export type DocumentsEffect =
  /** Opens the draft of an endpoint: dispatches `drafts/opened`. */
  | { readonly kind: 'open-draft'; readonly of: string }
  /**
   * Writes the draft within a second, with its file as last read or written; `saved`: the texts are in that file, so without
   * other tabs the draft can be deleted.
   */
  | ({ readonly kind: 'save-draft'; readonly saved: boolean } & TabTexts<LazyText> & OtherTabs<LazyText>)
  /** Lists saved operations: dispatches `saved/read`. `file`: the tab's, whose folder is included. */
  | { readonly kind: 'list-saved'; readonly file?: string; readonly language: DocumentKind }
  /** Lists the requests of the other files beside `file`, or in the folder of the shell: dispatches `files/beside`. */
  | { readonly kind: 'list-beside'; readonly tab: number; readonly file?: string }
  /** Completes a path: dispatches `overlay/completed`. */
  | { readonly kind: 'complete-path'; readonly text: string }
  /** Completes a path in the variables: dispatches `completion/paths`. */
  | { readonly kind: 'list-paths'; readonly text: string }
  /** Dispatches `history/read`. */
  | { readonly kind: 'read-history' }
  /** Reads a query and the variables next to it: dispatches `files/opened`. */
  | { readonly kind: 'open-files'; readonly tab: number; readonly path: string; readonly operation?: OperationToSelect }
  /**
   * Writes a query and its variables next to it, each atomically: dispatches `files/saved` or `files/in-the-way`.
   * Files that still contain `expected` are overwritten without confirmation.
   */
  | {
      readonly kind: 'save-files';
      /** ID of their tab. */
      readonly tab: number;
      readonly path: string;
      readonly query: LazyText;
      readonly variables: LazyText;
      /** Text of the file when it was opened. */
      readonly opened?: LazyText | undefined;
      readonly overwrite: boolean;
      readonly expected?: { readonly query: LazyText; readonly variables: LazyText };
      /** Told with the names of the files. */
      readonly note?: string;
    };

/** A request, texts exactly as typed. */
export interface RunRequest {
  readonly url: string;
  readonly query: string;
  readonly operationName?: string;
  /** It is sent though it cannot be read. */
  readonly unread?: true;
  /** JSON text; empty: none. */
  readonly variables: string;
  /** Tells which variables are files. */
  readonly index: SchemaIndex | undefined;
  readonly sends: SendOptions;
  readonly ways: TransportOptions;
}

/** Requests of a `.http` text, exactly as typed. */
export interface EntryRequest {
  /** Of the API: credentials go to its origin. */
  readonly url: string;
  readonly text: string;
  /** As the user typed it; files that the text names are beside it. */
  readonly file?: string;
  /** One by Ctrl-R; all of the text are sent in turn, and told in a report. */
  readonly entries: readonly EntryToSend[];
  /** Their responses are told in a report. */
  readonly isAll: boolean;
  /** Profiles that the user let send what changes something. */
  readonly confirmed: readonly string[];
  /** Text of the file when it was opened; absent if the user typed all of it. */
  readonly opened?: string;
  /** Lines of its manifest that the user has just approved. */
  readonly trusted?: ApprovedLines;
  /** JSON text of an object: the values of `{{names}}`; empty: none. */
  readonly variables: string;
  /** Says which responses are described; absent: nothing is known of them. */
  readonly description: Description | undefined;
}

/** One request of a text. */
interface EntryToSend {
  /** Its place among the requests of the text. */
  readonly at: number;
  /** Its name, or its request line. */
  readonly title: string;
  /** Its method and URL, as in the text. */
  readonly line: string;
  /** The words after its `# @skip`: of all, it is not sent. */
  readonly skip?: string;
  /** The operation it calls, if that is described. */
  readonly operation: Operation | undefined;
}

/** A reducer's result: the state, and effects in the order they start. */
export interface Update<S> {
  readonly state: S;
  readonly effects: readonly Effect[];
}
