/** What came back: one answer, with its status, headers and errors, scrolled by lines. */
import type { Failure } from '../../core/failure.js';
import { isOperation } from '../../core/graphql/selection/query-document.js';
import { createText, type EditorState, textOf } from '../../core/text/editor.js';
import { type Step, step } from './effects.js';
import { clamp } from './layout.js';
import { layout, type State, viewOf } from './state.js';

export type ResponseTab = 'body' | 'errors' | 'headers' | 'timing' | 'raw';

export interface ResponseHeadInfo {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** One error of a GraphQL answer, as far as it is one. Foreign text. */
export interface ResponseErrorInfo {
  readonly message: string;
  readonly path: string;
}

export interface ResponseState {
  /** The run whose answers are shown or awaited. */
  readonly runId: number | undefined;
  readonly running: boolean;
  readonly startedAt: number;
  /** What the connection is doing, in words. */
  readonly progress: string;
  readonly head: ResponseHeadInfo | undefined;
  /** The answer as text for the eye: a read-only document, so that drawing and colours are the editor's. */
  readonly body: EditorState;
  readonly raw: string;
  readonly errors: readonly ResponseErrorInfo[];
  readonly failure: Failure | undefined;
  readonly bytes: number;
  readonly tookMs: number;
  readonly tab: ResponseTab;
  readonly top: number;
}

export type ResponseAction =
  | { readonly type: 'response/run' }
  | { readonly type: 'response/stop' }
  | { readonly type: 'response/head'; readonly id: number; readonly head: ResponseHeadInfo }
  | { readonly type: 'response/state'; readonly id: number; readonly text: string }
  | {
      readonly type: 'response/result';
      readonly id: number;
      readonly raw: string;
      /** Formatted for reading. */
      readonly body: string;
      readonly errors: readonly ResponseErrorInfo[];
      readonly bytes: number;
      readonly tookMs: number;
    }
  | { readonly type: 'response/failed'; readonly id: number; readonly failure: Failure; readonly raw: string }
  | { readonly type: 'response/done'; readonly id: number }
  | { readonly type: 'response/scroll'; readonly by: number }
  | { readonly type: 'response/tab'; readonly by: number };

export const startResponse: ResponseState = {
  runId: undefined,
  running: false,
  startedAt: 0,
  progress: '',
  head: undefined,
  body: createText('', 'json'),
  raw: '',
  errors: [],
  failure: undefined,
  bytes: 0,
  tookMs: 0,
  tab: 'body',
  top: 0,
};

export const responseTabs: readonly ResponseTab[] = ['body', 'errors', 'headers', 'timing', 'raw'];

const change = (state: State, part: Partial<ResponseState>): State => ({
  ...state,
  response: { ...state.response, ...part },
});

export function reduceResponse(state: State, action: ResponseAction): Step<State> {
  const { response } = state;
  switch (action.type) {
    case 'response/run':
      return run(state);
    case 'response/stop':
      if (!response.running || response.runId === undefined) return step(state);
      return step(
        { ...change(state, { running: false, progress: 'stopped' }), notice: { text: 'Stopped.', tone: 'info' } },
        { kind: 'cancel', id: response.runId },
      );
    case 'response/scroll':
      return step(change(state, { top: clamp(response.top + action.by, 0, lastTop(state)) }));
    case 'response/tab': {
      const at = responseTabs.indexOf(response.tab);
      const tab = responseTabs[(at + action.by + responseTabs.length) % responseTabs.length] ?? 'body';
      return step(change(state, { tab, top: 0 }));
    }
    default:
      if (action.id !== response.runId) return step(state);
      return answered(state, action);
  }
}

function answered(state: State, action: Extract<ResponseAction, { readonly id: number }>): Step<State> {
  switch (action.type) {
    case 'response/head':
      return step(change(state, { head: action.head }));
    case 'response/state':
      return step(change(state, { progress: action.text }));
    case 'response/result':
      return step(
        change(state, {
          raw: action.raw,
          body: createText(action.body, 'json'),
          errors: action.errors,
          bytes: action.bytes,
          tookMs: action.tookMs,
          failure: undefined,
          top: 0,
        }),
      );
    case 'response/failed':
      return step(
        change(state, {
          running: false,
          progress: '',
          failure: action.failure,
          raw: action.raw,
          body: createText(action.raw, 'plain'),
          top: 0,
        }),
      );
    case 'response/done':
      return step(change(state, { running: false, progress: '' }));
  }
}

/** Number of lines the current tab has. */
export function responseLines(response: ResponseState): number {
  if (response.tab === 'body') return response.body.doc.lines;
  if (response.tab === 'headers') return (response.head?.headers.length ?? 0) + 1;
  if (response.tab === 'errors') return response.errors.length * 2;
  if (response.tab === 'raw') return response.raw.split('\n').length;
  return 4;
}

const lastTop = (state: State): number => Math.max(0, responseLines(state.response) - viewOf(state, 'response').height);

function run(state: State): Step<State> {
  const { query, connect, response } = state;
  const refuse = (text: string): Step<State> => step({ ...state, notice: { text, tone: 'error' } });
  if (response.running && response.runId !== undefined) return reduceResponse(state, { type: 'response/stop' });
  if (connect.url === '') return refuse('There is no endpoint to send this to.');
  if (query.document.problem !== undefined) {
    return refuse(`Line ${query.document.problem.line}: ${query.document.problem.message}`);
  }
  const definitions = query.document.good.definitions;
  const operations = definitions.filter(isOperation);
  if (operations.length === 0) return refuse('There is no operation to run: tick a field or type a query.');
  const active = query.active === undefined ? undefined : definitions[query.active];
  const chosen = isOperation(active) ? active : operations.length === 1 ? operations[0] : undefined;
  if (chosen === undefined) return refuse('Put the cursor into the operation to run.');
  if (operations.length > 1 && chosen.name === undefined) return refuse('With several operations each needs a name.');
  const id = state.nextId;
  const started = change(state, {
    runId: id,
    running: true,
    progress: 'sending',
    head: undefined,
    failure: undefined,
    errors: [],
  });
  return step(
    shownAfterRun({ ...started, nextId: id + 1, side: 'response' }),
    {
      kind: 'run',
      id,
      operation: {
        url: connect.url,
        query: textOf(query.editor),
        ...(chosen.name === undefined ? {} : { operationName: chosen.name.value }),
        variables: textOf(state.variables.editor),
      },
    },
  );
}

/** Where there is no room for it beside the pane in use, the answer takes that pane's place: it is what was asked for. */
function shownAfterRun(state: State): State {
  return layout(state).panes.response === undefined ? { ...state, focus: 'response', editing: false } : state;
}
