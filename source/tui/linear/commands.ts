/** Executes a line: a command of the table, a command of the key table by name, or input for a list, a prompt or a text. */
import { syntaxErrorText } from '../../core/graphql/builder/text/query-document.js';
import { textOf } from '../../core/text/editor.js';
import { contexts } from '../app/contexts.js';
import { actionsFor } from '../app/resolve.js';
import type { Action, Overlay } from '../model/action.js';
import type { State } from '../model/state.js';
import { hasField, topOverlay } from '../overlays/open.js';
import { offsetOfName } from '../query/symbols.js';
import { isBusy } from '../response/run.js';
import { help, isKey, keyCommands, pressed } from './by-name.js';
import { noTree, rowsFrom } from './describe.js';
import { back, placeWords, status, where } from './everywhere.js';
import { describe, go, search, set, tick } from './go.js';
import { commandOf, isNumber, isReply, type LineCommand, namesOf } from './grammar.js';
import { inOverlay } from './in-overlay.js';
import { readCommands } from './read-commands.js';
import { answer, type DispatchAll, notify, type Reply, refuse, silent } from './reply.js';

/** Default number of rows of the tree. */
const defaultRows = 20;

const afterFailure: Readonly<Record<string, Action>> = {
  retry: { type: 'connect/retry' },
  file: { type: 'connect/ask-file' },
  without: { type: 'connect/without' },
  url: { type: 'connect/ask' },
};

/** A path in a schema has no words next to each other; a misspelled command does. */
const isPath = (text: string, { connect }: State): boolean =>
  connect.kind === 'http' || !/[\w)}]\s+[\w]/.test(text.replace(/\.\.\.\s*on\s+|\bon\s+/g, ''));
/** Two words, of which the first may be a placeholder. */
const pair = /^(\{\{\s*[^\s{}]+\s*\}\}|\S+)\s+(\S+)$/;
const isPair = (text: string): boolean => pair.test(text);
const isQuery = (text: string): boolean => text.includes('{');
const isJson = (text: string): boolean => text.startsWith('{');

/** The text of a pane, or the new text of it. Without text after the colon, the lines that follow are the text. */
function textCommand(pane: 'query' | 'variables', text: string, state: State, act: DispatchAll): Reply {
  if (text === '') return answer(...(textOf(state[pane].editor).trimEnd() || 'empty').split('\n'));
  act({ type: `${pane}/edited`, text });
  return { ...silent, isReplaced: true, otherwise: 'Unchanged.' };
}

/** `query Me { … }` is itself a query. In `query { … }` and `query mutation …`, the first word is the command. */
const queryIn = (text: string): string =>
  text === '' || /^(?:\{|(?:query|mutation|subscription|fragment)\b)/.test(text) ? text : `query ${text}`;

function rename(words: string, state: State, act: DispatchAll): Reply {
  const [, name, next] = pair.exec(words) ?? [];
  if (name === undefined || next === undefined) return refuse('Usage: rename NAME NEW.');
  if (state.query.document.problem !== undefined) return refuse(syntaxErrorText(state.query.document.problem));
  const offset = offsetOfName(state, name);
  if (offset === undefined) return refuse(`The text contains no ${name} that can be renamed.`);
  const { query } = state;
  const after = act(
    { type: 'query/go', offset },
    { type: 'query/rename', pane: 'query', name: next.replace(/^\$/, '') },
  );
  return after.query.editor.doc === query.editor.doc ? { ...silent, refused: true } : silent;
}

function run(state: State, act: DispatchAll): Reply {
  if (isBusy(state)) return refuse('A request is running. Type stop to cancel it.');
  const after = act({ type: 'response/run', incomplete: true });
  const isSent = after.response.runId !== state.response.runId || after.response.runWaits || isBusy(after);
  if (isSent && topOverlay(after) === undefined) act({ type: 'app/focus', pane: 'response' });
  return isSent || topOverlay(after) !== undefined ? silent : { ...silent, refused: true };
}

function stop(state: State, act: DispatchAll): Reply {
  if (!isBusy(state)) return notify('Nothing is running.');
  act({ type: 'app/interrupt' });
  return silent;
}

function rows(text: string, state: State): Reply {
  return state.schema.rows.length === 0
    ? refuse(noTree(state))
    : answer(...rowsFrom(state, Number(text) || defaultRows));
}

function moved(action: Action, state: State, act: DispatchAll): Reply {
  const { open } = state.schema;
  const after = act({ type: 'app/focus', pane: 'schema' }, action);
  return after.schema.open === open ? notify('Nothing to open or close here.') : silent;
}

function beginSearch(words: string, act: DispatchAll): Reply {
  if (words !== '') return search(words, act);
  act({ type: 'app/focus', pane: 'schema' }, { type: 'search/open' });
  return silent;
}

function quit(act: DispatchAll): Reply {
  act({ type: 'app/quit' });
  return silent;
}

/** `runLinear` carries out these commands. */
const handledByRunner = (): Reply => silent;

/** The commands of line mode, in the order of the help. */
// biome-ignore format: one command, one row
const table: readonly LineCommand[] = [
  { name: 'search', group: 'Find', argument: '[WORDS]', run: (text, _, act) => beginSearch(text, act),
    help: 'search the schema or description; then next match, previous match' },
  { name: 'go', group: 'Find', argument: 'PATH', accepts: isPath, run: go,
    help: 'go to a row: books.nodes.title, node(id:) for an argument, GET /pets limit' },
  { name: 'rows', group: 'Find', argument: '[N]', accepts: isNumber, run: rows, help: 'list the rows from the cursor on' },
  { name: 'open', group: 'Find', run: (_, state, act) => moved({ type: 'schema/open' }, state, act), help: 'open the row of the tree' },
  { name: 'close', group: 'Find', run: (_, state, act) => moved({ type: 'schema/close' }, state, act),
    help: 'close the row of the tree, or go to its parent' },
  { name: 'describe', group: 'Find', argument: '[PATH]', accepts: isPath, run: describe, help: 'print the documentation of a row' },
  { name: 'tick', group: 'Ask', argument: '[PATH]', accepts: isPath, run: (text, state, act) => tick(text, true, state, act),
    help: 'add a row to the text: books(first: 3).nodes.title, GET /pets limit' },
  { name: 'untick', group: 'Ask', argument: '[PATH]', accepts: isPath, run: (text, state, act) => tick(text, false, state, act),
    help: 'remove a row from the text' },
  { name: 'set', group: 'Ask', argument: '[PATH =] VALUE', run: set, help: 'set the value of an argument, parameter or property' },
  { name: 'query', group: 'Ask', aliases: ['request'], argument: '[{ TEXT }]', accepts: isQuery,
    run: (text, state, act, isFree) => textCommand('query', isFree ? text : queryIn(text), state, act),
    help: 'print the text, or replace it; query: accepts any text, also on the following lines' },
  { name: 'variables', group: 'Ask', argument: '[{ JSON }]', accepts: isJson, run: (text, state, act) => textCommand('variables', text, state, act),
    help: 'print the variables, or replace them' },
  { name: 'rename', group: 'Ask', argument: 'NAME NEW', accepts: isPair, run: rename,
    help: 'rename a variable ($id), fragment, operation, alias or {{name}} in the text and in the variables' },
  { name: 'run', group: 'Ask', run: (_, state, act) => run(state, act), help: 'send the query or request' },
  { name: 'stop', group: 'Ask', run: (_, state, act) => stop(state, act), help: 'stop the running request' },
  ...readCommands,
  { name: 'brief', group: 'Always', run: handledByRunner, help: 'shorter replies: report changes without the text' },
  { name: 'verbose', group: 'Always', run: handledByRunner, help: 'longer replies: print the changed text and the beginning of each response' },
  { name: 'where', group: 'Always', isGlobal: true, run: (_, state) => where(state), help: 'print the position of the cursor' },
  { name: 'status', group: 'Always', isGlobal: true, run: (_, state) => status(state), help: 'report the schema, running requests and unsaved text' },
  { name: 'back', group: 'Always', isGlobal: true, aliases: ['cancel'], run: (_, state, act) => back(state, act),
    help: 'leave a list, a prompt or a search' },
  { name: 'help', group: 'Always', argument: '[WORD|all]', run: (text, state) => help(text, table, state), help: 'list commands' },
  { name: 'quit', group: 'Always', isGlobal: true, run: (_, _state, act) => quit(act), help: 'end the program' },
];

/** All commands at the main prompt. */
export const commandsAt = (state: State): readonly LineCommand[] => [...table, ...keyCommands(state)];

/** Names of the commands, for completion. */
export const commandNames = (state: State): readonly string[] => commandsAt(state).map(({ name }) => name);

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
  const currentPrompt = placeWords(state);
  if (currentPrompt.length > 0) {
    if (line.toLowerCase() === 'help')
      return answer(...currentPrompt, 'where, status, back, help and quit work here too.');
    const command = table.find(each => each.isGlobal && namesOf(each).includes(line.toLowerCase()));
    if (command !== undefined) return command.run('', state, act, false);
  }
  const top = topOverlay(state);
  // A text was already printed, and commands are typed by name at the prompt.
  if (top?.kind === 'text' || top?.kind === 'palette' || top?.kind === 'help')
    return carryOut(line, act({ type: 'overlay/close' }), act);
  if (top !== undefined) return inOverlay(line, state, act) ?? fromList(line, top, state, act);
  // In a search, at the URL prompt or after a failure, that prompt receives the line.
  if (contexts(state).length === 2) return inPlace(line, state, act);
  return atPrompt(line, state, act);
}

function atPrompt(line: string, state: State, act: DispatchAll): Reply {
  if (line === '') return where(state);
  if (isKey(line, state)) {
    act(...pressed(state, line));
    return silent;
  }
  const parsed = commandOf(line, commandsAt(state), state);
  return isReply(parsed) ? parsed : parsed.command.run(parsed.text, state, act, parsed.isFree);
}

/** A line that selects nothing in a list: a command leaves the list and is executed. */
function fromList(line: string, list: Overlay, state: State, act: DispatchAll): Reply {
  const parsed = commandOf(line, commandsAt(state), state);
  if (isReply(parsed))
    return refuse(`Not in this list: ${line}. Type a number${hasField(list) ? ', filter WORDS' : ''}, or back.`);
  let current = state;
  for (let depth = state.overlays.length; depth > 0 && topOverlay(current) !== undefined; depth--)
    current = act({ type: 'app/escape' });
  if (topOverlay(current) !== undefined) return refuse('Type a number, or back.');
  return parsed.command.run(parsed.text, current, act, parsed.isFree);
}

/** Handles a line for a URL, a search, or the prompts after a failure. */
function inPlace(line: string, state: State, act: DispatchAll): Reply {
  const [here] = contexts(state);
  if (here === 'failed') {
    const action = afterFailure[line];
    if (action === undefined && !isKey(line, state))
      return refuse(`No schema yet. Type ${Object.keys(afterFailure).join(', ')} or quit.`);
    act(...(action === undefined ? pressed(state, line) : [action]));
    return silent;
  }
  if (line === '') return notify(...placeWords(state));
  if (here === 'connect') {
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
