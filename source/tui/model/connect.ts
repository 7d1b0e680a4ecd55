/** Which endpoint, with which schema. */
import type { GraphQLSchema } from 'graphql';
import type { UsedProfile } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import type { SchemaChange } from '../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';

/** `asking` for a URL, `loading` the schema, `ready`, `failed`, or continuing `without` a schema. */
export type ConnectPhase = 'asking' | 'loading' | 'ready' | 'failed' | 'without';

/** The endpoint, the pending load, and the schema as far as it is known. */
export interface ConnectState {
  readonly phase: ConnectPhase;
  /** Empty until one is given. */
  readonly url: string;
  /** The profile it was opened by. */
  readonly profile: UsedProfile | undefined;
  /** The URL prompt. */
  readonly field: EditorState;
  readonly problem: string | undefined;
  /** Endpoints used before, newest first. */
  readonly recent: readonly string[];
  /** Which of `recent` is marked; -1: none, the field counts. */
  readonly selected: number;
  readonly source: SchemaSource | undefined;
  /** The pending load. */
  readonly loadId: number | undefined;
  /** What the load is doing, in words. */
  readonly progress: string;
  readonly failure: Failure | undefined;
  readonly index: SchemaIndex | undefined;
  /** graphql-js's schema, built when idle, after the tree is drawn. */
  readonly schema: GraphQLSchema | undefined;
  /** Why it could not be built; ticks and validation then do not work. */
  readonly schemaProblem: string | undefined;
  /** When the schema was read from the server, in milliseconds since 1970; undefined: from a file, which has no age. */
  readonly readAt: number | undefined;
  /** What the last refresh that changed something has changed; empty: none has. */
  readonly changes: readonly SchemaChange[];
}

export type ConnectAction =
  | { readonly type: 'connect/text'; readonly command: TextCommand }
  | { readonly type: 'connect/move'; readonly by: number }
  /** Enter in the URL prompt. */
  | { readonly type: 'connect/accept' }
  /** Opens another endpoint, with the credentials or without them. */
  | { readonly type: 'connect/open'; readonly url: string; readonly keep: boolean }
  | { readonly type: 'connect/load'; readonly source: SchemaSource; readonly refresh?: boolean }
  | { readonly type: 'connect/progress'; readonly id: number; readonly text: string }
  | {
      readonly type: 'connect/loaded';
      readonly id: number;
      readonly index: SchemaIndex;
      /** When the server was asked, and what the clock says now, in milliseconds since 1970; absent: it is a file's. */
      readonly read?: { readonly at: number; readonly now: number };
    }
  /** A minute has passed since the time was last told. */
  | { readonly type: 'connect/aged'; readonly now: number }
  | { readonly type: 'connect/failed'; readonly id: number; readonly failure: Failure }
  | {
      readonly type: 'connect/built';
      readonly id: number;
      readonly schema?: GraphQLSchema;
      readonly problem?: string;
    }
  /** What a refresh has changed: at least one thing. */
  | { readonly type: 'connect/changed'; readonly id: number; readonly changes: readonly SchemaChange[] }
  /** Go on without a schema: typing and running still work. */
  | { readonly type: 'connect/without' }
  | { readonly type: 'connect/retry' }
  | { readonly type: 'connect/ask' }
  /** Esc in the URL prompt: back to what is open. */
  | { readonly type: 'connect/leave' }
  | { readonly type: 'connect/recent'; readonly urls: readonly string[] }
  /** Gives up the load that is awaited. */
  | { readonly type: 'connect/stop' }
  /** Asks for a name, and writes this endpoint with its login into the configuration. */
  | { readonly type: 'connect/ask-profile' }
  | { readonly type: 'connect/write-profile'; readonly name: string }
  /** Asks for the path of a schema file. */
  | { readonly type: 'connect/ask-file' };

/** A server, or a file of SDL or introspection JSON. */
export type SchemaSource =
  | { readonly from: 'endpoint'; readonly url: string }
  | { readonly from: 'file'; readonly path: string };
