/** Converts a typed line to actions: a few verbs, replies to a prompt, then every command of the key table by name. */

import { textOf } from '../../core/text/editor.js';
import { contexts } from '../app/contexts.js';
import { actionsFor } from '../app/resolve.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { pathWords } from '../response/path/path.js';
import { isBusy } from '../response/run.js';
import { responseLines, someLines } from './announce-response.js';
import { byName, help, isKey, pressed } from './by-name.js';
import { cursorWords, rowsFrom } from './describe.js';
import { everywhere } from './everywhere.js';
import { go, search, tick } from './go.js';
import { inOverlay } from './in-overlay.js';
import { answer, type DispatchAll, type Reply, refuse, silent, tell } from './spoken.js';

/** Default number of rows of the tree. */
const usualRows = 20;

const moves: Readonly<Record<string, Action>> = {
  down: { type: 'schema/move', by: 1 },
  up: { type: 'schema/move', by: -1 },
  open: { type: 'schema/open' },
  close: { type: 'schema/close' },
};

const afterFailure: Readonly<Record<string, Action>> = {
  retry: { type: 'connect/retry' },
  file: { type: 'connect/ask-file' },
  without: { type: 'connect/without' },
  url: { type: 'connect/ask' },
};

/** First words accepted at the main prompt, for completion. */
export const verbs: readonly string[] = [
  ...['rows', 'go', 'search', 'tick', 'query', 'variables', 'run', 'stop', 'read', 'filter', 'brief', 'verbose'],
  ...['where', 'back', 'help', 'quit'],
  ...Object.keys(moves),
];

/** First words after a failure to connect. */
export const failureVerbs: readonly string[] = [...Object.keys(afterFailure), 'where', 'help', 'quit'];

/** True at the main prompt, where a line is a command. */
export const isAtPrompt = (state: State): boolean =>
  !state.editing && topOverlay(state) === undefined && contexts(state).length > 2;

/** Executes a line. Returns replies that no change of the state would announce. */
export function carryOut(typed: string, state: State, act: DispatchAll): Reply {
  const line = typed.trim();
  if (state.editing) {
    if (line === '.') act({ type: 'app/escape' });
    else act(...actionsFor(state, { kind: 'paste', text: `${typed}\n` }));
    return silent;
  }
  const common = everywhere(line, state, act);
  if (common !== undefined) return common;
  const top = topOverlay(state);
  // A text was already printed, and commands are typed by name at the prompt.
  if (top?.kind === 'text' || top?.kind === 'palette' || top?.kind === 'help')
    return carryOut(line, act({ type: 'overlay/close' }), act);
  if (top !== undefined) return inOverlay(line, state, act);
  // In a search, at the URL prompt or after a failure, that prompt receives the line.
  if (contexts(state).length === 2) return inPlace(line, state, act);
  return atPrompt(line, state, act);
}

function atPrompt(line: string, state: State, act: DispatchAll): Reply {
  const [verb = '', ...more] = line.split(/\s+/);
  const rest = line.slice(verb.length).trim();
  switch (verb) {
    case '':
      return everywhere('where', state, act) ?? silent;
    case 'help':
      return help(rest, state);
    case 'rows':
      return answer(...rowsFrom(state, Number(more[0]) || usualRows));
    case 'go':
      return go(rest, state, act);
    case 'tick':
      return tick(rest, state, act);
    case 'query':
    case 'variables':
      if (rest === '') return answer(...(textOf(state[verb].editor).trimEnd() || 'empty').split('\n'));
      // `query Me { … }` is itself a query. In `query { … }` and `query mutation …`, the first word is the verb.
      act({
        type: `${verb}/edited`,
        text: verb === 'query' && /^(?!(?:query|mutation|subscription|fragment)\b)\w/.test(rest) ? line : rest,
      });
      return silent;
    case 'search':
      if (rest === '') break;
      return search(rest, act);
    case 'run':
      if (rest !== '') break;
      act({ type: 'response/run' });
      return silent;
    case 'stop':
      if (!isBusy(state)) return tell('Nothing is running.');
      act({ type: 'app/interrupt' });
      return silent;
    case 'filter': {
      const after = act({ type: 'response/path', path: rest });
      const { narrowed } = after.response;
      if (rest === '') return tell('Showing the full body.');
      if (narrowed === undefined) return refuse('Only a JSON body can be filtered.');
      return narrowed.problem === undefined
        ? tell(`${rest}: ${pathWords(narrowed)}.`)
        : refuse(`Not a path: ${pathWords(narrowed)}.`);
    }
    case 'read': {
      const lines = responseLines(state);
      return lines.length === 0 ? refuse('No response yet.') : someLines(lines, Number(more[0]) || 1);
    }
  }
  const moved = rest === '' ? moves[verb] : undefined;
  if (moved === undefined) return byName(line, state, act);
  const before = state.schema;
  const after = act(moved);
  return after.schema.cursor === before.cursor && after.schema.open === before.open ? tell(cursorWords(after)) : silent;
}

/** Handles a line for a URL, a search, or the prompts after a failure. */
function inPlace(line: string, state: State, act: DispatchAll): Reply {
  const [here] = contexts(state);
  if (here === 'failed') {
    const action = afterFailure[line];
    if (action === undefined && !isKey(line, state))
      return refuse(`Type ${Object.keys(afterFailure).join(', ')} or quit.`);
    act(...(action === undefined ? pressed(state, line) : [action]));
    return silent;
  }
  if (here === 'connect') {
    if (line === '') return tell('Type the URL of a GraphQL endpoint.');
    // The field still contains the previous URL, which a typed line replaces.
    const empty = act(...pressed(state, 'alt+a'));
    act(...actionsFor(empty, { kind: 'paste', text: line }));
    act({ type: 'connect/accept' });
    return silent;
  }
  const typed = act(...actionsFor(state, { kind: 'paste', text: line }));
  act(...pressed(typed, 'enter'));
  return silent;
}
