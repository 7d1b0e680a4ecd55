/** The endpoint and its schema. */
import type { GraphQLSchema } from 'graphql';
import type { UsedProfile } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { Failure } from '../../core/failure.js';
import type { SchemaChange } from '../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';

/** `asking` for a URL, `loading` the schema, `ready`, `failed`, or `without` a schema. */
type ConnectPhase = 'asking' | 'loading' | 'ready' | 'failed' | 'without';

export interface ConnectState {
  /** Kind of the tab's document. Tabs of both kinds can share a URL. */
  readonly kind: DocumentKind;
  readonly phase: ConnectPhase;
  /** Empty until the user enters one. */
  readonly url: string;
  /** The profile that opened the endpoint. */
  readonly profile: UsedProfile | undefined;
  readonly field: EditorState;
  readonly problem: string | undefined;
  /** Previously used endpoints, newest first. */
  readonly recent: readonly string[];
  /** Index of the marked item in `recent`, or -1 if the URL field is used. */
  readonly selected: number;
  readonly source: SchemaSource | undefined;
  readonly loadId: number | undefined;
  /** Progress message of the load. */
  readonly progress: string;
  readonly failure: Failure | undefined;
  /** Set if the endpoint is not known to have a description. If none is found, requests are typed by hand. */
  readonly isGuess?: true;
  readonly index: SchemaIndex | undefined;
  /** The description, for an HTTP document. It replaces the schema. */
  readonly description: Description | undefined;
  /** The server of the description that new requests are sent to. If absent, the URL determines it. */
  readonly server?: ChosenServer | undefined;
  /** The graphql-js schema, built when idle, after the tree is drawn. */
  readonly schema: GraphQLSchema | undefined;
  /** The error that prevented building the schema. Ticks and validation are then disabled. */
  readonly schemaProblem: string | undefined;
  /** Origin of the schema on the screen, or undefined if none is shown. */
  readonly origin: SchemaOrigin | undefined;
  /** Changes found by the last refresh that found any; empty until then. */
  readonly changes: readonly SchemaChange[];
}

export interface ChosenServer {
  /** Its index among the servers of the description. */
  readonly at: number;
  /** Values of the server's variables, in their order. */
  readonly values: readonly string[];
  readonly url: string;
  readonly takesLogin: boolean;
}

export type ConnectAction =
  /** Reports that the session used last for this endpoint no longer exists. */
  | { readonly type: 'connect/without-session'; readonly name: string }
  | { readonly type: 'connect/text'; readonly command: TextCommand }
  | { readonly type: 'connect/move'; readonly by: number }
  /** Enter in the URL prompt. `typed`: the URL, whose server is of the tab's kind or of unknown kind. */
  | { readonly type: 'connect/accept'; readonly typed?: string }
  /** Opens another endpoint, with or without the current credentials. */
  | { readonly type: 'connect/open'; readonly url: string; readonly keep: boolean }
  | { readonly type: 'connect/load'; readonly source: SchemaSource; readonly refresh?: boolean }
  | { readonly type: 'connect/progress'; readonly id: number; readonly text: string }
  | {
      readonly type: 'connect/loaded';
      readonly id: number;
      readonly index: SchemaIndex;
      readonly read?: ReadSchema;
    }
  /** Like `connect/loaded`, for an HTTP document. */
  | {
      readonly type: 'connect/described';
      readonly id: number;
      readonly description: Description;
      readonly read?: ReadSchema;
    }
  /** Updates the clock, once a minute. */
  | { readonly type: 'connect/aged'; readonly now: number }
  | { readonly type: 'connect/failed'; readonly id: number; readonly failure: Failure }
  | {
      readonly type: 'connect/built';
      readonly id: number;
      readonly schema?: GraphQLSchema;
      readonly problem?: string;
    }
  /** Changes found by a refresh; never empty. */
  | { readonly type: 'connect/changed'; readonly id: number; readonly changes: readonly SchemaChange[] }
  /** Continues without a schema: typing and running still work. */
  | { readonly type: 'connect/without' }
  | { readonly type: 'connect/retry' }
  | { readonly type: 'connect/ask' }
  /** Lists the environments of the open profile. */
  | { readonly type: 'connect/ask-environment' }
  /** Lists the servers of the description. */
  | { readonly type: 'connect/ask-server' }
  /** Selects a server, with values for its first variables. */
  | { readonly type: 'connect/server'; readonly at: number; readonly values: readonly string[] }
  /** Uses a server. `takesLogin`: whether the tab's credentials are sent to it. */
  | { readonly type: 'connect/use-server'; readonly server: ChosenServer }
  /** Switches to another environment of the profile. `everywhere`: switches every tab that uses one of its environments. */
  | { readonly type: 'connect/environment'; readonly name: string; readonly everywhere?: boolean }
  /** Esc in the URL prompt: returns to the open endpoint. */
  | { readonly type: 'connect/leave' }
  | { readonly type: 'connect/recent'; readonly urls: readonly string[] }
  /** Cancels the load. */
  | { readonly type: 'connect/stop' }
  /** Prompts for a name and saves this endpoint and its login as a profile. */
  | { readonly type: 'connect/ask-profile' }
  | { readonly type: 'connect/write-profile'; readonly name: string }
  /** Prompts for the path of a schema file. */
  | { readonly type: 'connect/ask-file' };

/**
 * A server, or a file of SDL or introspection JSON. The file was `chosen` on the screen, or remembered (`kept`) from the last
 * time.
 */
export type SchemaSource =
  | { readonly from: 'endpoint'; readonly url: string }
  | { readonly from: 'file'; readonly path: string; readonly how?: 'chosen' | 'kept' };

/**
 * When a schema was fetched, and the current time, both in milliseconds since 1970. A schema without them was read from a file.
 */
export interface ReadSchema {
  readonly at: number;
  readonly now: number;
  /** True if an earlier process cached it. */
  readonly kept?: boolean;
}

/**
 * A file, or a server with the fetch time in milliseconds since 1970. `kept` means that an earlier process cached the schema.
 */
export type SchemaOrigin =
  | { readonly from: 'file'; readonly path: string; readonly isChosen: boolean }
  | { readonly from: 'server' | 'kept'; readonly at: number };
