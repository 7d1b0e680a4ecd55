/** Commands about the current position, which work everywhere, including lists and prompts; and Ctrl-C. */
import { type ASTNode, visit } from 'graphql';
import { counted } from '../../core/counted.js';
import type { DocumentKind } from '../../core/document-kind.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import type { Description } from '../../core/openapi/document/types.js';
import { textOf } from '../../core/text/editor.js';
import { contexts } from '../app/contexts.js';
import { isLoading } from '../connect/load.js';
import { isUnsaved } from '../documents/files.js';
import { tabName } from '../documents/tab-content.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { httpFileOf } from '../query/http-text.js';
import { isBusy } from '../response/run.js';
import { treeSource } from '../schema/sources.js';
import { kindWords } from '../screen-words.js';
import { responseStatus } from './announce-response.js';
import { pressed } from './by-name.js';
import { cursorWords, overlayWords, titleWords } from './describe.js';
import { positionWords, readsResponse } from './reading.js';
import { answer, type DispatchAll, notify, type Reply, refuse, silent } from './reply.js';

/** Ways to continue after a failure to connect. */
export const failedUsage = (kind: DocumentKind): string => {
  const what = kindWords[kind].sourceName;
  return `Type retry, file (a ${what} file), without (continue without a ${what}), or url.`;
};

export const operationCount = ({ operations }: Description): string => counted(operations.length, 'operation');

/** The current prompt and its valid input; empty at the main prompt. */
export function placeWords(state: State): readonly string[] {
  const top = topOverlay(state);
  if (top !== undefined) return overlayWords(top, state);
  switch (contexts(state)[0]) {
    case 'connect':
      return [`Type the ${kindWords[state.connect.kind].url}.`];
    case 'failed':
      return [failedUsage(state.connect.kind)];
    case 'schema:search':
      return ['Search the schema: type a name.'];
    case 'response:find':
    case 'text:find':
      return ['Find: type what to look for.'];
    default:
      return [];
  }
}

export function where(state: State): Reply {
  const currentPrompt = placeWords(state);
  if (currentPrompt.length > 0) return answer(...currentPrompt);
  const operation = operationAt(state.query.document, state.query.active);
  const { tabs } = state;
  if (readsResponse(state)) return answer(`${positionWords(state)}.`);
  return answer(
    `${state.connect.server?.url || state.connect.url || 'No server'}. Pane ${state.focus}.`,
    ...(tabs.all.length > 1 ? [`${tabPosition(state)}.`] : []),
    ...(isUnsaved(state) ? ['Not saved.'] : []),
    ...(operation === undefined
      ? []
      : [`Operation: ${operation.operation} ${operation.name?.value ?? 'without a name'}.`]),
    cursorWords(state),
  );
}

/** Reports the connection, running requests and unsaved texts. */
export function status(state: State): Reply {
  const { connect, query, response, variables } = state;
  const words = kindWords[connect.kind];
  const { size } = treeSource(state);
  const fields = fieldCount(state);
  const connected =
    size === undefined ? 'No schema or description.' : `Connected to ${connect.server?.url ?? connect.url}, ${size}.`;
  return answer(
    isLoading(connect) || connect.phase === 'loading' ? 'Loading.' : connected,
    isBusy(state) ? `Running the ${response.kind}. Type stop to cancel it.` : 'Nothing is running.',
    `${words.panes.query}: ${textOf(query.editor).trim() === '' ? 'empty' : fields}${isUnsaved(state) ? ', not saved' : ''}.`,
    `Variables: ${textOf(variables.editor).trim() === '' ? 'empty' : 'set'}.`,
    response.runId === undefined ? 'No response yet.' : `Response: ${responseStatus(state)}.`,
  );
}

/** The size of the text if it is valid: `3 fields`, or `2 requests` in an HTTP document. */
export function fieldCount({ connect, query }: State): string {
  const { problem } = query.document;
  if (connect.kind === 'graphql' && problem !== undefined) return `not valid in line ${problem.line}`;
  const isHttp = connect.kind === 'http';
  const count = isHttp ? httpFileOf(query.editor).entries.length : fieldsIn(query.document.lastValid.definitions);
  return counted(count, isHttp ? 'request' : 'field');
}

function fieldsIn(definitions: readonly ASTNode[]): number {
  let count = 0;
  const Field = (): void => {
    count += 1;
  };
  for (const definition of definitions) visit(definition, { Field });
  return count;
}

/** The position of the active tab and its name, without the asterisk, which should not be read aloud. */
export const tabPosition = (state: State): string =>
  `Tab ${state.tabs.at + 1} of ${state.tabs.all.length}: ${tabName(state).replace(/ \*$/, '')}`;

export function back(state: State, act: DispatchAll): Reply {
  const question = questionOf(state);
  if (question === undefined) return notify('Nothing to leave. Type quit to end the program.');
  const after = act(...leaving(state));
  if (questionOf(after) !== question) return notify(`Closed ${question}.`);
  return refuse('Nothing to go back to. Type quit to leave.');
}

const leaving = (state: State): readonly Action[] =>
  topOverlay(state) === undefined ? pressed(state, 'escape') : [{ type: 'app/escape' }];

/** Overlays in words. */
const kindNames: Readonly<Record<string, string>> = { identity: 'headers and auth', 'login-form': 'the login form' };

/** The current prompt in a few words; undefined at the main prompt. */
function questionOf(state: State): string | undefined {
  const top = topOverlay(state);
  if (top?.kind === 'text' || top?.kind === 'prompt' || top?.kind === 'choice') return titleWords(top.title);
  if (top !== undefined) return kindNames[top.kind] ?? top.kind;
  if (state.editing) return 'typing';
  const [here] = contexts(state);
  if (contexts(state).length !== 2) return undefined;
  if (here === 'connect') return 'the endpoint';
  if (here === 'failed') return undefined;
  return 'the search';
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
  if (clear()) return notify('Cleared.');
  const question = questionOf(state);
  if (question !== undefined && questionOf(act(...leaving(state))) !== question)
    return notify(`Cancelled: ${question}.`);
  act({ type: 'app/interrupt' });
  return silent;
}
