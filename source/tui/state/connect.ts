/** Which endpoint, with which schema: from the URL prompt to a usable tree. */
import type { GraphQLSchema } from 'graphql';
import type { Failure } from '../../core/failure.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, type EditorState } from '../../core/text/editor.js';
import { type SchemaSource, type Step, step } from './effects.js';
import { prompt } from './overlays.js';
import { schemaLoaded } from './schema.js';
import { doWaiting } from './schema-ticks.js';
import type { State } from './state.js';

/** How far we are: `asking` for a URL, `loading` the schema, `ready`, `failed`, or going on `without` one. */
export type ConnectPhase = 'asking' | 'loading' | 'ready' | 'failed' | 'without';

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
}

export type ConnectAction =
  | { readonly type: 'connect/text'; readonly command: TextCommand }
  | { readonly type: 'connect/move'; readonly by: number }
  /** Enter in the URL prompt. */
  | { readonly type: 'connect/accept' }
  | { readonly type: 'connect/load'; readonly source: SchemaSource; readonly refresh?: boolean }
  | { readonly type: 'connect/progress'; readonly id: number; readonly text: string }
  | { readonly type: 'connect/loaded'; readonly id: number; readonly index: SchemaIndex; readonly readAt: number }
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
  /** Asks for the path of a schema file. */
  | { readonly type: 'connect/ask-file' };

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
});

const change = (state: State, part: Partial<ConnectState>): State => ({
  ...state,
  connect: { ...state.connect, ...part },
});

export function reduceConnect(state: State, action: ConnectAction): Step<State> {
  const { connect } = state;
  switch (action.type) {
    case 'connect/text': {
      const command =
        action.command.do === 'paste' ? { ...action.command, text: action.command.text.trim() } : action.command;
      return step(change(state, { field: runText(connect.field, command), problem: undefined, selected: -1 }));
    }
    case 'connect/move': {
      const selected = Math.max(-1, Math.min(connect.recent.length - 1, connect.selected + action.by));
      return step(change(state, { selected }));
    }
    case 'connect/accept': {
      const typed = connect.recent[connect.selected] ?? connect.field.doc.toString().trim();
      const url = absoluteUrl(typed);
      if (url === undefined)
        return step(change(state, { problem: 'That is no URL. Example: https://api.example.com/graphql' }));
      return load(change(state, { url, problem: undefined }), { from: 'endpoint', url }, false);
    }
    case 'connect/load':
      return load(state, action.source, action.refresh ?? false);
    case 'connect/retry':
      return connect.source === undefined ? step(state) : load(state, connect.source, true);
    case 'connect/progress':
      return action.id === connect.loadId ? step(change(state, { progress: action.text })) : step(state);
    case 'connect/loaded': {
      if (action.id !== connect.loadId) return step(state);
      const next = change(state, {
        phase: 'ready',
        failure: undefined,
        index: action.index,
        schema: undefined,
        schemaProblem: undefined,
        readAt: action.readAt,
        progress: '',
      });
      return step(schemaLoaded(next), { kind: 'build-schema', id: action.id });
    }
    case 'connect/failed':
      if (action.id !== connect.loadId) return step(state);
      // A schema that is already there keeps working; only the refresh failed.
      return step(
        connect.index === undefined
          ? change(state, { phase: 'failed', failure: action.failure, progress: '' })
          : {
              ...change(state, { phase: 'ready', progress: '' }),
              notice: { text: action.failure.text, tone: 'error' },
            },
      );
    case 'connect/built':
      if (action.id !== connect.loadId) return step(state);
      return doWaiting(schemaLoaded(change(state, { schema: action.schema, schemaProblem: action.problem })));
    case 'connect/without':
      return step(change({ ...state, focus: 'query', side: 'query' }, { phase: 'without', failure: undefined }));
    case 'connect/ask':
      return step(change(state, { phase: 'asking', problem: undefined, selected: -1 }));
    case 'connect/leave':
      return step(connect.index === undefined ? state : change(state, { phase: 'ready' }));
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

function load(state: State, source: SchemaSource, refresh: boolean): Step<State> {
  const id = state.nextId;
  const started = change(state, {
    phase: state.connect.index === undefined ? 'loading' : state.connect.phase,
    source,
    loadId: id,
    failure: undefined,
    progress: source.from === 'endpoint' ? 'Asking the server for its schema…' : 'Reading the schema…',
  });
  return step({ ...started, nextId: id + 1 }, { kind: 'load-schema', id, source, refresh });
}

/** What a user types for a URL, as an absolute one: the rules of the command line (design 2). */
export function absoluteUrl(typed: string): string | undefined {
  if (typed === '' || /\s/.test(typed)) return undefined;
  const local = /^(localhost|127\.|\[::1\])/i.test(typed);
  const full = /^https?:\/\//i.test(typed)
    ? typed
    : typed.startsWith(':')
      ? `http://localhost${typed}`
      : `${local ? 'http' : 'https'}://${typed}`;
  return URL.canParse(full) && new URL(full).hostname !== '' ? full : undefined;
}
