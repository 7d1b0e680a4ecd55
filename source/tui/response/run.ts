/** Begins and ends a run. */
import { isOperation } from '../../core/graphql/builder/text/query-document.js';
import { textOf } from '../../core/text/editor.js';
import { type Step, step } from '../model/effect.js';
import { layout, type State } from '../model/state.js';
import { startLog } from './events/log.js';
import { startResponse } from './start.js';
import { cancelPipe } from './tools.js';

/** Stops the filter command if one runs, else the run; what has come stays. Nothing runs: nothing changes. */
export function stop(state: State): Step<State> {
  const { response } = state;
  if (response.filtered?.running === true) {
    const filtered = { ...response.filtered, running: false, problem: 'Stopped.' };
    return step({ ...state, response: { ...response, filtered } }, ...cancelPipe(response));
  }
  if (!response.running || response.runId === undefined) return step(state);
  return step(
    {
      ...state,
      response: { ...response, running: false, partial: false, progress: 'stopped', connection: 'stopped' },
      notice: { text: 'Stopped.', tone: 'info' },
    },
    { kind: 'cancel', id: response.runId },
  );
}

/** True while there is something that Ctrl-C ends. */
export const isBusy = ({ response }: State): boolean => response.running || response.filtered?.running === true;

/** Sends the active operation; while one runs, stops it. */
export function run(state: State): Step<State> {
  const { query, connect, response } = state;
  const refuse = (text: string): Step<State> => step({ ...state, notice: { text, tone: 'error' } });
  if (response.running) return stop(state);
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
  const begun = {
    ...startResponse,
    runId: id,
    running: true,
    kind: chosen.operation,
    progress: 'sending',
    lastFilter: response.lastFilter,
    log: { ...startLog, newestFirst: response.log.newestFirst },
    tab: response.tab === 'errors' ? 'body' : response.tab,
    // What was read stays in sight, marked as old, until something comes: folds and cursor carry over.
    ...(chosen.operation === 'subscription' || response.shown === undefined
      ? {}
      : { shown: { ...response.shown, marks: [] }, stale: true }),
  } as const;
  return step(shownAfterRun({ ...state, response: begun, nextId: id + 1, side: 'response' }), {
    kind: 'run',
    id,
    operation: {
      url: connect.url,
      query: textOf(query.editor),
      ...(chosen.name === undefined ? {} : { operationName: chosen.name.value }),
      variables: textOf(state.variables.editor),
    },
  });
}

/** Where there is no room for it beside the pane in use, the answer takes that pane's place: it is what was asked for. */
const shownAfterRun = (state: State): State =>
  layout(state).panes.response === undefined ? { ...state, focus: 'response', editing: false } : state;
