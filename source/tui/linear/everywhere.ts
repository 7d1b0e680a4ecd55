/** Commands that work everywhere, including lists and prompts; and Ctrl-C. */
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { contexts } from '../app/contexts.js';
import { isLoading } from '../connect/load.js';
import { isUnsaved } from '../documents/files.js';
import { tabName } from '../documents/tab-content.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { isBusy } from '../response/run.js';
import { help, pressed } from './by-name.js';
import { cursorWords, overlayWords } from './describe.js';
import { answer, type DispatchAll, type Reply, refuse, silent, tell } from './spoken.js';

/** The reply to `quit`, `help`, `where` or `back`. Undefined if the line is none of them. */
export function everywhere(line: string, state: State, act: DispatchAll): Reply | undefined {
  switch (line) {
    case 'quit':
      act({ type: 'app/quit' });
      return silent;
    case 'help': {
      const here = placeWords(state);
      return here.length === 0 ? help('', state) : answer(...here, 'where, back, help and quit work here too.');
    }
    case 'where':
      return where(state);
    case 'back':
    case 'cancel':
      return back(state, act);
    default:
      return undefined;
  }
}

/** The current prompt and its valid input; empty at the main prompt. */
function placeWords(state: State): readonly string[] {
  const top = topOverlay(state);
  if (top !== undefined) return overlayWords(top, state);
  switch (contexts(state)[0]) {
    case 'connect':
      return ['Type the URL of a GraphQL endpoint.'];
    case 'failed':
      return ['Type retry, file (a schema file), without (continue without a schema), or url.'];
    case 'schema:search':
      return ['Search the schema: type a name.'];
    case 'response:find':
    case 'text:find':
      return ['Find: type what to look for.'];
    default:
      return [];
  }
}

function where(state: State): Reply {
  const here = placeWords(state);
  if (here.length > 0) return answer(...here);
  const operation = operationAt(state.query.document, state.query.active);
  const { tabs } = state;
  return answer(
    `${state.connect.server?.url ?? state.connect.url}. Pane ${state.focus}.`,
    ...(tabs.all.length > 1 ? [`Tab ${tabs.at + 1} of ${tabs.all.length}: ${tabWords(state)}.`] : []),
    ...(isUnsaved(state) ? ['Not saved.'] : []),
    ...(operation === undefined
      ? []
      : [`Operation: ${operation.operation} ${operation.name?.value ?? 'without a name'}.`]),
    cursorWords(state),
  );
}

/** The name of the active tab without its asterisk, which should not be read aloud. */
export const tabWords = (state: State): string => tabName(state).replace(/ \*$/, '');

function back(state: State, act: DispatchAll): Reply {
  const question = questionOf(state);
  if (question === undefined) return tell('Nothing to go back from.');
  const after = act(...leaving(state));
  if (questionOf(after) !== question) return tell(`Closed ${question}.`);
  return refuse('Nothing to go back to. Type quit to leave.');
}

const leaving = (state: State): readonly Action[] =>
  topOverlay(state) === undefined ? pressed(state, 'escape') : [{ type: 'app/escape' }];

/** The current prompt in a few words; undefined at the main prompt. */
function questionOf(state: State): string | undefined {
  const top = topOverlay(state);
  if (top !== undefined) return 'title' in top ? top.title : top.kind.replace('-', ' ');
  if (state.editing) return 'typing';
  const [here] = contexts(state);
  if (contexts(state).length !== 2) return undefined;
  return here === 'connect' ? 'the endpoint' : here === 'failed' ? undefined : 'the search';
}

/**
 * Handles Ctrl-C: stops a run, or clears the line, or leaves the current prompt. At an empty main prompt, the second one in a
 * row quits.
 * @param clear clears the typed line, and returns false if it is empty
 */
export function interrupt(state: State, act: DispatchAll, clear: () => boolean): Reply {
  const isWaiting = isBusy(state) || isLoading(state.connect) || topOverlay(state)?.kind === 'login';
  if (isWaiting) {
    act({ type: 'app/interrupt' });
    return silent;
  }
  if (clear()) return tell('Cleared.');
  const question = questionOf(state);
  if (question !== undefined && questionOf(act(...leaving(state))) !== question) return tell(`Cancelled: ${question}.`);
  act({ type: 'app/interrupt' });
  return silent;
}
