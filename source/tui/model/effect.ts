/** Effects: requests from reducers to the outside context, as data. `effects/` performs them and dispatches actions in reply. */

import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { DocumentKind } from '../../core/document-kind.js';
import type { OperationPicks } from '../../core/graphql/builder/pick/write.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { MessageStream } from '../../core/http-file/document.js';
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

/** One effect. Its result is dispatched as the action named here. */
export type Effect = AppEffect | ConnectEffect | DocumentsEffect | IdentityEffect | QueryEffect | ResponseEffect;

export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>;

/** Effects on the terminal and the clock. */
export type AppEffect =
  /**
   * Ends the screen with this exit code. With `unlessLost`, ends it only after the draft has been written, and otherwise
   * dispatches `drafts/failed`.
   */
  | { readonly kind: 'quit'; readonly code: number; readonly unlessLost: boolean }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  /** Copies text to the clipboard (OSC 52). `what` names it in the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** Opens the text of a pane in $EDITOR. */
  | { readonly kind: 'edit-text'; readonly pane: TextPaneId; readonly text: string; readonly language: TextLanguage }
  /** Dispatches an action later. */
  | { readonly kind: 'later'; readonly ms: number; readonly action: Action }
  /** Does work in slices of a few milliseconds, and dispatches its result. */
  | { readonly kind: 'work'; readonly id: number; readonly work: () => Generator<void, Action> }
  /** Dispatches `connect/aged` after `ms`. A second request restarts the timer, since all tabs share one. */
  | { readonly kind: 'update-clock'; readonly ms: number }
  /** Cancels the effect started with this ID. */
  | { readonly kind: 'cancel'; readonly id: number };

export type ConnectEffect =
  /** Loads the schema. Dispatches `connect/loaded` or `connect/failed` with this ID. */
  | { readonly kind: 'load-schema'; readonly id: number; readonly source: SchemaSource; readonly refresh: boolean }
  /** The same for an HTTP document. Dispatches `connect/described` or `connect/failed`. */
  | { readonly kind: 'load-description'; readonly id: number; readonly source: SchemaSource; readonly refresh: boolean }
  /**
   * Determines a server's kind, with a request if it is not known. Dispatches `connect/accept`, or `tabs/connect` if the kind
   * differs from the tab's.
   */
  | {
      readonly kind: 'ask-kind';
      readonly url: string;
      readonly typed: string;
      readonly language: DocumentKind;
      readonly impliedKind: DocumentKind | undefined;
      /** True if a server without a description stays in this tab: the tab has a schema, or another endpoint was tried. */
      readonly needsDescription: boolean;
    }
  /** Builds the graphql-js schema from the loaded one when idle. Dispatches `connect/built`. */
  | { readonly kind: 'build-schema'; readonly id: number }
  /** Writes a profile to the configuration, with the sources of secrets instead of the secrets. Dispatches a notice. */
  | { readonly kind: 'write-profile'; readonly name: string; readonly url: string; readonly identity: Identity }
  /** Stores the settings of a server or profile. */
  | { readonly kind: 'remember'; readonly place: string; readonly settings: Remembered }
  /** Stores the chosen theme, or removes it if undefined. */
  | { readonly kind: 'remember-theme'; readonly theme: Theme['name'] | undefined }
  /** Dispatches `connect/recent`. */
  | { readonly kind: 'read-endpoints' };

export type IdentityEffect =
  /** Sets the headers and credentials of all later requests. */
  | { readonly kind: 'identify'; readonly identity: Identity }
  | { readonly kind: 'login-answer'; readonly text: string }
  | { readonly kind: 'login-cancel' }
  /** Reads the sessions of an origin. Dispatches `session/listed`. */
  | { readonly kind: 'list-sessions'; readonly origin: string; readonly of: number }
  /**
   * Dispatches `session/opened`, or a notice with the reason why it cannot be opened. `isLastTime`: the session used last for
   * this endpoint is reopened.
   */
  | { readonly kind: 'open-session'; readonly place: SessionPlace; readonly of: number; readonly isLastTime?: true }
  /** Adds command-line words for headers and login to a session, and removes others. May contain secrets. */
  | {
      readonly kind: 'save-session';
      readonly place: SessionPlace;
      readonly words: readonly string[];
      readonly gone: readonly string[];
    }
  /** Fetches the login metadata of an API. Opens the form with it, or shows a notice if that fails. */
  | { readonly kind: 'look-for-login'; readonly offered: OfferedLogin; readonly tab: number }
  /** Tests a login. Dispatches `login-form/tested`. */
  | {
      readonly kind: 'test-login';
      readonly url: string;
      readonly identity: Identity;
      readonly of: TestedLogin;
    };

export type QueryEffect =
  /** Opens the schema's documentation for a position in a text as an overlay, or shows a notice if there is none. */
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
  /** Runs an operation. Dispatches `response/…` actions with this ID. */
  | { readonly kind: 'run'; readonly id: number; readonly operation: RunRequest }
  /** Sends requests of a text, as `run` does. */
  | { readonly kind: 'run-http'; readonly id: number; readonly request: EntryRequest }
  /** Sends a message over the WebSocket of a run. Dispatches `response/sent`. */
  | { readonly kind: 'send-message'; readonly id: number; readonly text: string }
  /** Copies the operation, or the request of an HTTP document, as a shell command. */
  | {
      readonly kind: 'copy-command';
      readonly program: 'curl' | 'fetch' | 'http' | 'apiclient';
      readonly operation: RunRequest | EntryRequest;
      /** The operation as `--pick` flags instead of its text. */
      readonly picked?: OperationPicks & { readonly name: string | undefined };
    }
  /** Pipes a text through a shell command. Dispatches `response/piped` with this ID. */
  | { readonly kind: 'pipe'; readonly id: number; readonly command: string; readonly text: string }
  /** Writes a file atomically. Dispatches a notice, or `response/exists`. */
  | {
      readonly kind: 'save-text';
      readonly path: string;
      readonly text: string | Uint8Array;
      readonly overwrite: boolean;
    }
  /** Shows a body in $PAGER, formatted if it is JSON. */
  | { readonly kind: 'page'; readonly text: string; readonly json: boolean };

export type DocumentsEffect =
  /** Opens the draft of an endpoint. Dispatches `drafts/opened`. */
  | { readonly kind: 'open-draft'; readonly of: string }
  /**
   * Writes the draft within a second, with its file as last read or written. `saved`: the texts are in that file, so the draft
   * can be deleted unless there are other tabs.
   */
  | ({ readonly kind: 'save-draft'; readonly saved: boolean } & TabTexts<LazyText> & OtherTabs<LazyText>)
  /** Lists saved operations. Dispatches `saved/read`. `file`: the tab's file, whose folder is included. */
  | { readonly kind: 'list-saved'; readonly file?: string; readonly language: DocumentKind }
  /** Lists the requests of the other files in the folder of `file`, or in the current directory. Dispatches `files/siblings`. */
  | { readonly kind: 'list-sibling-files'; readonly tab: number; readonly file?: string }
  /** Completes a path. Dispatches `overlay/completed`. */
  | { readonly kind: 'complete-path'; readonly text: string }
  /** Completes a path in the variables. Dispatches `completion/paths`. */
  | { readonly kind: 'list-paths'; readonly text: string }
  /** Dispatches `history/read`. */
  | { readonly kind: 'read-history' }
  /** Writes the `.http` files of an import and opens the first one. Dispatches `files/open`. */
  | { readonly kind: 'import-file'; readonly path: string }
  /** Converts a curl line. Dispatches `files/pasted`. */
  | { readonly kind: 'read-curl'; readonly text: string }
  /** Reads a query and the variables file next to it. Dispatches `files/opened` or `files/importable`. */
  | { readonly kind: 'open-files'; readonly tab: number; readonly path: string; readonly operation?: OperationToSelect }
  /**
   * Writes a query and the variables file next to it, each atomically. Dispatches `files/saved` or `files/in-the-way`. Files
   * that still contain `expected` are overwritten without confirmation.
   */
  | {
      readonly kind: 'save-files';
      /** ID of the tab they belong to. */
      readonly tab: number;
      readonly path: string;
      readonly query: LazyText;
      readonly variables: LazyText;
      /** Text of the file when it was opened. */
      readonly opened?: LazyText | undefined;
      readonly overwrite: boolean;
      readonly expected?: { readonly query: LazyText; readonly variables: LazyText };
      /** Extra text for the notice that names the files. */
      readonly note?: string;
    };

/** A request, with its texts exactly as typed. */
export interface RunRequest {
  readonly url: string;
  readonly query: string;
  readonly operationName?: string;
  /** True to send the text even if it cannot be parsed. */
  readonly unread?: true;
  /** JSON text, or empty if there are no variables. */
  readonly variables: string;
  /** Schema that determines which variables are files. */
  readonly index: SchemaIndex | undefined;
  readonly sends: SendOptions;
  /** Payload of `connection_init`, if it was typed. */
  readonly connectionParams?: string;
  readonly transport: TransportOptions;
}

/** Requests of an `.http` text, exactly as typed. */
export interface EntryRequest {
  /** URL of the API. Credentials are sent only to its origin. */
  readonly url: string;
  readonly text: string;
  /** Path as the user typed it. File names in the text are relative to its folder. */
  readonly file?: string;
  /** One request (Ctrl-R), or all of them in turn with a report. */
  readonly entries: readonly EntryToSend[];
  /** All requests of the text, whose responses are listed in a report. */
  readonly isAll: boolean;
  /** Profiles for which the user confirmed sending requests that change data. */
  readonly confirmed: readonly string[];
  /** Text of the file when it was opened, or absent if the user typed all of it. */
  readonly opened?: string;
  /** Manifest lines that the user has just approved. */
  readonly trusted?: ApprovedLines;
  /** JSON object with the values of `{{name}}` placeholders, or empty if there are none. */
  readonly variables: string;
  /** Describes the expected responses, if known. */
  readonly description: Description | undefined;
}

/** One request of a text. */
interface EntryToSend {
  /** Its index among the requests of the text. */
  readonly at: number;
  /** Its name, or its request line. */
  readonly title: string;
  /** Its method and URL, as written in the text. */
  readonly line: string;
  /** The reason after `# @skip`. When all requests are sent, this one is not. */
  readonly skip?: string;
  /** Set if its response is a series of messages. */
  readonly stream?: MessageStream | undefined;
  /** True if the text contains no message to send. */
  readonly isSilent?: boolean;
  /** The operation it calls, if the description contains it. */
  readonly operation: Operation | undefined;
}

/** A reducer's result: the state, and effects in the order in which to start them. */
export interface Update<S> {
  readonly state: S;
  readonly effects: readonly Effect[];
}
