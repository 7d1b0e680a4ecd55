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

/** `asking` for a URL, `loading` the schema, `ready`, `failed`, or continuing `without` a schema. */
type ConnectPhase = 'asking' | 'loading' | 'ready' | 'failed' | 'without';

export interface ConnectState {
  /** Of the tab's document; tabs of both kinds may be on one URL. */
  readonly kind: DocumentKind;
  readonly phase: ConnectPhase;
  /** Empty until one is given. */
  readonly url: string;
  /** The profile that opened it. */
  readonly profile: UsedProfile | undefined;
  readonly field: EditorState;
  readonly problem: string | undefined;
  /** Endpoints used before, newest first. */
  readonly recent: readonly string[];
  /** Index of the marked item in `recent`; -1: none, the field is used. */
  readonly selected: number;
  readonly source: SchemaSource | undefined;
  readonly loadId: number | undefined;
  /** Progress message of the load. */
  readonly progress: string;
  readonly failure: Failure | undefined;
  /** Nobody said that there is a description: without one, requests are typed. */
  readonly isGuess?: true;
  readonly index: SchemaIndex | undefined;
  /** Of HTTP documents, in place of the schema. */
  readonly description: Description | undefined;
  /** The server of the description that new requests go to; absent: by the URL. */
  readonly server?: ChosenServer | undefined;
  /** graphql-js's schema, built when idle, after the tree is drawn. */
  readonly schema: GraphQLSchema | undefined;
  /** Why the schema could not be built; ticks and validation are then disabled. */
  readonly schemaProblem: string | undefined;
  /** Where what is shown comes from; undefined: nothing is shown. */
  readonly origin: SchemaOrigin | undefined;
  /** Changes found by the last refresh that found any; empty: none so far. */
  readonly changes: readonly SchemaChange[];
}

export interface ChosenServer {
  /** Its place among the servers of the description. */
  readonly at: number;
  /** In the order of its variables. */
  readonly values: readonly string[];
  readonly url: string;
  readonly takesLogin: boolean;
}

export type ConnectAction =
  /** The session that the endpoint was left in is not there any more. */
  | { readonly type: 'connect/without-session'; readonly name: string }
  | { readonly type: 'connect/text'; readonly command: TextCommand }
  | { readonly type: 'connect/move'; readonly by: number }
  /** Enter in the URL prompt. `typed`: its server is of the tab's kind, or does not say. */
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
  /** As `connect/loaded`, of an HTTP document. */
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
  /** Offers the places of the profile that is open. */
  | { readonly type: 'connect/ask-environment' }
  /** Offers the servers of the description. */
  | { readonly type: 'connect/ask-server' }
  /** One of them, with values of its first variables. */
  | { readonly type: 'connect/server'; readonly at: number; readonly values: readonly string[] }
  /** `takesLogin`: the credentials of the tab go there. */
  | { readonly type: 'connect/use-server'; readonly server: ChosenServer }
  /** Goes to another place of the profile. `everywhere`: with every tab that is on one of them. */
  | { readonly type: 'connect/environment'; readonly name: string; readonly everywhere?: true }
  /** Esc in the URL prompt: back to the open endpoint. */
  | { readonly type: 'connect/leave' }
  | { readonly type: 'connect/recent'; readonly urls: readonly string[] }
  /** Cancels the pending load. */
  | { readonly type: 'connect/stop' }
  /** Prompts for a name, and saves this endpoint and its login as a profile. */
  | { readonly type: 'connect/ask-profile' }
  | { readonly type: 'connect/write-profile'; readonly name: string }
  /** Prompts for the path of a schema file. */
  | { readonly type: 'connect/ask-file' };

/** A server, or a file of SDL or introspection JSON; `chosen`: on the screen, `kept`: the last time. */
export type SchemaSource =
  | { readonly from: 'endpoint'; readonly url: string }
  | { readonly from: 'file'; readonly path: string; readonly how?: 'chosen' | 'kept' };

/** When a schema was fetched and the current time, in milliseconds since 1970. A schema without them was read from a file. */
export interface ReadSchema {
  readonly at: number;
  readonly now: number;
  /** It was kept since an earlier start. */
  readonly kept?: boolean;
}

/** A file, or a server: when, in milliseconds since 1970, and whether it was kept since an earlier start. */
export type SchemaOrigin =
  | { readonly from: 'file'; readonly path: string; readonly isChosen: boolean }
  | { readonly from: 'server' | 'kept'; readonly at: number };
