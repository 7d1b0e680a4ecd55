/** What a reducer asks the world for, as data. `effects/` carries it out and answers with actions. */

import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { OperationPicks } from '../../core/graphql/builder/pick/write.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { TextLanguage } from '../../core/text/languages.js';
import type { Action } from './action.js';
import type { SchemaSource } from './connect.js';
import type { Identity } from './identity.js';
import type { TransportOptions } from './response.js';
import type { LazyText, TextPaneId } from './text.js';

/** One thing to do outside the state; if it has an answer, that comes as the action named here. */
export type Effect = AppEffect | ConnectEffect | DocumentsEffect | IdentityEffect | QueryEffect | ResponseEffect;

/** The terminal, and what any room may ask for. */
export type AppEffect =
  /** Ends the screen; `code` is the exit code. With `unlessLost` only once the draft is written; otherwise answers `drafts/failed`. */
  | { readonly kind: 'quit'; readonly code: number; readonly unlessLost?: true }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  /** Puts text on the clipboard (OSC 52). `what` names it for the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** Opens $EDITOR; answers `query/edited` or `variables/edited`, by `pane`. */
  | { readonly kind: 'edit-text'; readonly pane: TextPaneId; readonly text: string; readonly language: TextLanguage }
  /** Shows a foreign text in $PAGER (made safe on the way). */
  | { readonly kind: 'page'; readonly text: string; readonly suffix: string }
  /** Dispatches an action later. */
  | { readonly kind: 'later'; readonly ms: number; readonly action: Action }
  /** Answers `connect/aged` after so long. Asked again before that, it begins anew: one clock is for all tabs. */
  | { readonly kind: 'tell-time'; readonly ms: number }
  /** Stops what was begun with this id. */
  | { readonly kind: 'cancel'; readonly id: number };

/** Schemas and endpoints. */
export type ConnectEffect =
  /** Loads the schema: answers `connect/loaded` or `connect/failed` with this id. */
  | { readonly kind: 'load-schema'; readonly id: number; readonly source: SchemaSource; readonly refresh: boolean }
  /** Builds graphql-js's schema from what was loaded, when idle: answers `connect/built`. */
  | { readonly kind: 'build-schema'; readonly id: number }
  /** Writes a profile into the configuration; answers a notice. Secrets are left out, but for where they are read from. */
  | { readonly kind: 'write-profile'; readonly name: string; readonly url: string; readonly identity: Identity }
  /** Answers `connect/recent`. */
  | { readonly kind: 'read-endpoints' };

/** Headers, credentials and logins. */
export type IdentityEffect =
  /**
   * Requests carry these headers and credentials from now on. `switched`: another tab was entered, so what was read for the others
   * still holds.
   */
  | { readonly kind: 'identify'; readonly identity: Identity; readonly switched?: true }
  | { readonly kind: 'login-answer'; readonly text: string }
  | { readonly kind: 'login-cancel' }
  /** Tries a login: answers `login-form/tested`. */
  | { readonly kind: 'test-login'; readonly url: string; readonly identity: Identity };

/** The schema's documentation for a place in a text: opens it as an overlay, or says that there is none. */
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

/** Runs, and what is done with an answer. */
export type ResponseEffect =
  /** Runs an operation: answers `response/…` actions with this id. */
  | { readonly kind: 'run'; readonly id: number; readonly operation: RunRequest }
  /** Puts the operation as a shell command on the clipboard. */
  | {
      readonly kind: 'copy-command';
      readonly program: 'curl' | 'fetch' | 'http' | 'apiclient';
      readonly operation: RunRequest;
      /** The operation as picks, instead of its text. */
      readonly picked?: OperationPicks & { readonly name: string | undefined };
    }
  /** Gives a text to a shell command: answers `response/piped` with this id. */
  | { readonly kind: 'pipe'; readonly id: number; readonly command: string; readonly text: string }
  /** Writes a file, whole or not at all; answers a notice, or `response/exists`. */
  | { readonly kind: 'save-text'; readonly path: string; readonly text: string; readonly overwrite: boolean }
  /** Shows a body in $PAGER, laid out if it is JSON. */
  | { readonly kind: 'page-body'; readonly text: string; readonly json: boolean };

/** Files, drafts, history. */
export type DocumentsEffect =
  /** Opens the draft of an endpoint: answers `drafts/opened`. */
  | { readonly kind: 'open-draft'; readonly of: string }
  /**
   * Writes the draft within a second, with the file it belongs to as that was last read or written; `saved`: the texts are
   * in that file, and if there are no other tabs, the draft can be deleted.
   */
  | {
      readonly kind: 'save-draft';
      readonly query: LazyText;
      readonly variables: LazyText;
      readonly saved: boolean;
      readonly file?: LazyFile;
      /** The endpoint of this tab, if it is not the one whose draft it is. */
      readonly url?: string;
      /** The name of its profile. */
      readonly profile?: string;
      /** Where this tab stands, and what the others hold. */
      readonly at: number;
      readonly others: readonly LazyTab[];
    }
  /** Lists what was saved: answers `saved/read`. `file`: the one of the tab, whose folder is looked into. */
  | { readonly kind: 'list-saved'; readonly file?: string }
  /** Completes a path: answers `overlay/completed`. */
  | { readonly kind: 'complete-path'; readonly text: string }
  /** The same for a path in the variables: answers `completion/paths`. */
  | { readonly kind: 'list-paths'; readonly text: string }
  /** Answers `history/read`. */
  | { readonly kind: 'read-history' }
  /** Reads a query and the variables next to it: answers `files/opened`. */
  | { readonly kind: 'open-files'; readonly tab: number; readonly path: string; readonly operation?: string }
  /**
   * Writes a query and its variables next to it, each whole or not at all: answers `files/saved` or `files/in-the-way`.
   * `expected` is what the files must contain to be overwritten without a question.
   */
  | {
      readonly kind: 'save-files';
      /** The tab that they belong to, by its id. */
      readonly tab: number;
      readonly path: string;
      readonly query: LazyText;
      readonly variables: LazyText;
      readonly overwrite: boolean;
      readonly expected?: { readonly query: LazyText; readonly variables: LazyText };
    };

/** A file of the user's, as it was last read or written. */
export interface LazyFile {
  readonly path: string;
  readonly query: LazyText;
  readonly variables: LazyText;
}

/** The texts of a tab that is not active. */
export interface LazyTab {
  /** Absent: the endpoint whose draft it is. */
  readonly url?: string;
  readonly query: LazyText;
  readonly variables: LazyText;
  readonly file?: LazyFile;
  /** The name of its profile. */
  readonly profile?: string;
}

/** What is sent: texts exactly as typed. */
export interface RunRequest {
  readonly url: string;
  readonly query: string;
  readonly operationName?: string;
  /** JSON text; empty: none. */
  readonly variables: string;
  /** It says which of the variables' values are files. */
  readonly index: SchemaIndex | undefined;
  readonly sends: SendOptions;
  readonly ways: TransportOptions;
}

/** What a reducer returns: the state, and effects in the order they start. */
export interface Update<S> {
  readonly state: S;
  readonly effects: readonly Effect[];
}
