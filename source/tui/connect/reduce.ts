/** Which endpoint, with which schema: from the URL prompt to a usable tree. */
import type { GraphQLSchema } from 'graphql';
import type { Failure } from '../../core/failure.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, type EditorState } from '../../core/text/editor.js';
import { type SchemaSource, type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { prompt } from '../overlays/reduce.js';
import { schemaLoaded } from '../schema/reduce.js';
import { doWaiting } from '../schema/ticks.js';
import { changeConnect, load } from './load.js';
import { acceptUrl, openUrl } from './open.js';

/** How far we are: `asking` for a URL, `loading` the schema, `ready`, `failed`, or going on `without` one. */
export type ConnectPhase = 'asking' | 'loading' | 'ready' | 'failed' | 'without';

/** The endpoint, the load that is awaited, and the schema as far as it is there. */
export interface ConnectState {
  readonly phase: ConnectPhase;
  /** Empty until one is given. */
  readonly url: string;
  /** How requests are authorised, in words without secrets: `Bearer ••••`. */
  readonly auth: string;
  /** The URL prompt. */
  readonly field: EditorState;
  readonly problem: string | undefined;
  /** Endpoints used before, newest first. */
  readonly recent: readonly string[];
  /** Which of `recent` is marked; -1: none, the field counts. */
  readonly selected: number;
  readonly source: SchemaSource | undefined;
  /** The load that is awaited. */
  readonly loadId: number | undefined;
  /** What the load is doing, in words. */
  readonly progress: string;
  readonly failure: Failure | undefined;
  readonly index: SchemaIndex | undefined;
  /** graphql-js's schema; built on idle after the tree is drawn. */
  readonly schema: GraphQLSchema | undefined;
  /** Why it could not be built; ticks and validation then do not work. */
  readonly schemaProblem: string | undefined;
  /** When the schema was read from the server, in milliseconds since 1970. */
  readonly readAt: number | undefined;
  /** How old the schema was when it was last counted, in milliseconds; a file has no age. */
  readonly age: number | undefined;
}

export type ConnectAction =
  | { readonly type: 'connect/text'; readonly command: TextCommand }
  | { readonly type: 'connect/move'; readonly by: number }
  /** Enter in the URL prompt. */
  | { readonly type: 'connect/accept' }
  /** Goes to another endpoint, with what says who we are or without it. */
  | { readonly type: 'connect/open'; readonly url: string; readonly keep: boolean }
  | { readonly type: 'connect/load'; readonly source: SchemaSource; readonly refresh?: boolean }
  | { readonly type: 'connect/progress'; readonly id: number; readonly text: string }
  | {
      readonly type: 'connect/loaded';
      readonly id: number;
      readonly index: SchemaIndex;
      readonly readAt: number;
      readonly age?: number;
    }
  /** A minute passed since the age of the schema read at `readAt` was counted. */
  | { readonly type: 'connect/aged'; readonly readAt: number }
  | { readonly type: 'connect/failed'; readonly id: number; readonly failure: Failure }
  | {
      readonly type: 'connect/built';
      readonly id: number;
      readonly schema?: GraphQLSchema;
      readonly problem?: string;
    }
  /** Go on without a schema: typing and running still work. */
  | { readonly type: 'connect/without' }
  | { readonly type: 'connect/retry' }
  | { readonly type: 'connect/ask' }
  /** Esc in the URL prompt: back to what is open. */
  | { readonly type: 'connect/leave' }
  | { readonly type: 'connect/recent'; readonly urls: readonly string[] }
  /** Gives up the load that is awaited. */
  | { readonly type: 'connect/stop' }
  /** Asks for the path of a schema file. */
  | { readonly type: 'connect/ask-file' };

/** Without a URL it is asked for; with one, loading is assumed to begin at once. `auth` is without secrets. */
export const startConnect = (url: string | undefined, auth: string, recent: readonly string[]): ConnectState => ({
  phase: url === undefined ? 'asking' : 'loading',
  url: url ?? '',
  auth,
  field: runText(createText(url ?? ''), { do: 'move', motion: 'text-end' }),
  problem: undefined,
  recent,
  selected: -1,
  source: undefined,
  loadId: undefined,
  progress: '',
  failure: undefined,
  index: undefined,
  schema: undefined,
  schemaProblem: undefined,
  readAt: undefined,
  age: undefined,
});

/** True while a schema is awaited. */
export const isLoading = ({ progress }: ConnectState): boolean => progress !== '';

/** Answers of a load that is no longer awaited change nothing. A failed refresh keeps the schema that is there. */
export function reduceConnect(state: State, action: ConnectAction): Step<State> {
  const { connect } = state;
  switch (action.type) {
    case 'connect/text': {
      const command =
        action.command.do === 'paste' ? { ...action.command, text: action.command.text.trim() } : action.command;
      return step(changeConnect(state, { field: runText(connect.field, command), problem: undefined, selected: -1 }));
    }
    case 'connect/move': {
      const selected = Math.max(-1, Math.min(connect.recent.length - 1, connect.selected + action.by));
      return step(changeConnect(state, { selected }));
    }
    case 'connect/accept': {
      return acceptUrl(state, connect.recent[connect.selected] ?? connect.field.doc.toString());
    }
    case 'connect/open':
      return openUrl(state, action.url, undefined, action.keep);
    case 'connect/load':
      return load(state, action.source, action.refresh ?? false);
    case 'connect/retry':
      return connect.source === undefined ? step(state) : load(state, connect.source, true);
    case 'connect/progress':
      return action.id === connect.loadId ? step(changeConnect(state, { progress: action.text })) : step(state);
    case 'connect/loaded': {
      if (action.id !== connect.loadId) return step(state);
      const next = changeConnect(state, {
        phase: 'ready',
        failure: undefined,
        index: action.index,
        schema: undefined,
        schemaProblem: undefined,
        readAt: action.readAt,
        age: action.age,
        progress: '',
      });
      const build = { kind: 'build-schema', id: action.id } as const;
      return action.age === undefined
        ? step(schemaLoaded(next), build)
        : step(schemaLoaded(next), build, aging(action.readAt));
    }
    case 'connect/aged':
      if (connect.age === undefined || connect.readAt !== action.readAt) return step(state);
      return step(changeConnect(state, { age: connect.age + minuteMs }), aging(action.readAt));
    case 'connect/failed':
      if (action.id !== connect.loadId) return step(state);
      // A schema that is already there keeps working; only the refresh failed.
      return step(
        connect.index === undefined
          ? changeConnect(state, { phase: 'failed', failure: action.failure, progress: '' })
          : {
              ...changeConnect(state, { phase: 'ready', progress: '' }),
              notice: { text: action.failure.text, tone: 'error' },
            },
      );
    case 'connect/built':
      if (action.id !== connect.loadId) return step(state);
      return doWaiting(schemaLoaded(changeConnect(state, { schema: action.schema, schemaProblem: action.problem })));
    case 'connect/without':
      return step(changeConnect({ ...state, focus: 'query', side: 'query' }, { phase: 'without', failure: undefined }));
    case 'connect/ask':
      return step(changeConnect(state, { phase: 'asking', problem: undefined, selected: -1 }), {
        kind: 'read-endpoints',
      });
    case 'connect/recent':
      return step(changeConnect(state, { recent: action.urls }));
    case 'connect/stop':
      return connect.loadId === undefined ? step(state) : step(state, { kind: 'cancel', id: connect.loadId });
    case 'connect/leave':
      if (connect.index !== undefined) return step(changeConnect(state, { phase: 'ready' }));
      return step(connect.url === '' ? state : changeConnect(state, { phase: 'without' }));
    case 'connect/ask-file':
      return step({
        ...state,
        overlays: [
          ...state.overlays,
          prompt('Schema file', path => ({ type: 'connect/load', source: { from: 'file', path: path.trim() } }), {
            hint: 'SDL or introspection JSON',
            check: path => (path.trim() === '' ? 'A path is needed.' : undefined),
          }),
        ],
      });
  }
}

const minuteMs = 60_000;

const aging = (readAt: number) => ({ kind: 'later', ms: minuteMs, action: { type: 'connect/aged', readAt } }) as const;

/** `just now`, `2m ago`, `3h ago`, `4d ago`. */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}m ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / (24 * 60))}d ago`;
}
