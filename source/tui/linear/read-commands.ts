/** Commands that walk through the response or the tree, and that print the response. */
import { counted } from '../../core/counted.js';
import { matchCount } from '../../core/response/viewer/search.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { pathWords } from '../response/path/path.js';
import { showsLog } from '../response/shown.js';
import { rowCount } from '../response/table/table.js';
import { cursorRow } from '../schema/rows.js';
import { responseLines, responseStatus, someLines } from './announce-response.js';
import { cursorWords } from './describe.js';
import { search } from './go.js';
import { isNumber, type LineCommand } from './grammar.js';
import {
  bodyOf,
  endWords,
  hereWords,
  lineAfterStep,
  lineCount,
  readsResponse,
  summaryOf,
  type WalkStep,
} from './reading.js';
import { answer, type DispatchAll, notify, type Reply, refuse, silent } from './reply.js';

/** Moves to the response pane, so that the commands that walk apply to it. */
const toResponse = ({ response }: State, act: DispatchAll): State =>
  act(
    { type: 'app/focus', pane: 'response' },
    ...(response.tab === 'errors' ? [{ type: 'response/show-tab', tab: 'body' } as const] : []),
  );

/** Steps in a table or in a list of events. */
const rowSteps: Readonly<Record<WalkStep, Action>> = {
  down: { type: 'response/move', by: 1 },
  up: { type: 'response/move', by: -1 },
  into: { type: 'response/enter' },
  out: { type: 'response/table' },
};

function walk(step: WalkStep, before: State, act: DispatchAll): Reply {
  if (!readsResponse(before)) return walkTree(step, before, act);
  const state = toResponse(before, act);
  const body = bodyOf(state.response);
  if (body === undefined && step === 'out') return notify(`Top level: ${eventCount(state)}.`);
  if (body === undefined || body.table !== undefined) {
    const position = hereWords(state);
    return hereWords(act(rowSteps[step])) === position ? notify(`No more rows. ${position}.`) : silent;
  }
  const line = lineAfterStep(body, step);
  if (line !== undefined) act({ type: 'response/move', by: line - body.cursor });
  else if (step === 'out' && state.response.opened !== undefined) act({ type: 'response/leave' });
  else return notify(endWords(body, step));
  return silent;
}

const eventCount = ({ response: { log } }: State): string => counted(log.listed.length, 'event');

/** Positions at which the tree ends. */
const treeEnds = { down: 'End', up: 'Start', out: 'Top level' } as const;

function walkTree(step: WalkStep, state: State, act: DispatchAll): Reply {
  const { rows, cursor, open } = state.schema;
  const row = cursorRow(state);
  if (row === undefined) return refuse(cursorWords(state));
  if (step === 'into') {
    if (row.children === undefined) return notify(`Nothing below ${row.name}.`);
    if (!open.has(row.key)) act({ type: 'schema/open' });
    act({ type: 'schema/open' });
    return silent;
  }
  const enclosingRow = rows.findLastIndex((each, at) => at < cursor && each.depth < row.depth);
  const target = { down: cursor + 1, up: cursor - 1, out: enclosingRow }[step];
  if (rows[target] === undefined) return notify(`${treeEnds[step]} of the tree. ${cursorWords(state)}.`);
  act({ type: 'schema/move', by: target - cursor });
  return silent;
}

function sideways(by: 1 | -1, state: State, act: DispatchAll): Reply {
  const table = readsResponse(state) ? bodyOf(state.response)?.table : undefined;
  if (table === undefined) return refuse('No table is open. Type table on a list of objects.');
  const after = act({ type: 'response/sideways', by });
  return bodyOf(after.response)?.table?.column === table.column
    ? notify(`No more columns. ${hereWords(after)}.`)
    : silent;
}

function table(_: string, state: State, act: DispatchAll): Reply {
  const before = bodyOf(toResponse(state, act).response)?.table;
  const after = act({ type: 'response/table' });
  const now = bodyOf(after.response)?.table;
  if (now === undefined) return before === undefined ? { ...silent, refused: true } : notify('Table closed.');
  const names = now.columns.map(({ name }) => name);
  return notify(`Table of ${counted(rowCount(now), 'row')}, ${counted(names.length, 'column')}: ${names.join(', ')}.`);
}

function find(words: string, state: State, act: DispatchAll): Reply {
  if (!readsResponse(state)) return words === '' ? refuse('Usage: find WORDS.') : search(words, act);
  toResponse(state, act);
  act({ type: 'response/find' });
  act({ type: 'response/typed', command: { do: 'paste', text: words } });
  let after = act({ type: 'response/found' });
  if (showsLog(after.response)) return notify(`${eventCount(after)} with ${words}.`);
  let matches = bodyOf(after.response)?.search?.matches;
  while (matches?.complete === false) {
    after = act({ type: 'response/search-on' });
    matches = bodyOf(after.response)?.search?.matches;
  }
  if (matches === undefined || matchCount(matches) === 0) return refuse(`No ${words} in the response.`);
  const { current = 0 } = bodyOf(after.response)?.search ?? {};
  const match = `Match ${current + 1} of ${matchCount(matches)}.`;
  // If the cursor moved, its new position is announced.
  return notify(hereWords(after) === hereWords(state) ? `${match} ${hereWords(after)}.` : match);
}

function readLines(text: string, state: State, act: DispatchAll): Reply {
  const lines = responseLines(state);
  if (lines === undefined) return refuse('No response yet.');
  toResponse(state, act);
  const first = Number(text) || 1;
  if (first > lines.count) return refuse(`The response has ${lines.count} lines.`);
  return someLines(lines, first);
}

function filter(path: string, _: State, act: DispatchAll): Reply {
  const after = act({ type: 'response/path', path });
  const { narrowed } = after.response;
  if (path === '') return notify('Showing the full body.');
  if (narrowed === undefined) return refuse('Only a JSON body can be filtered.');
  return narrowed.problem === undefined
    ? notify(`${path}: ${pathWords(narrowed)}.`)
    : refuse(`Not a path: ${pathWords(narrowed)}.`);
}

function summary(_: string, state: State, act: DispatchAll): Reply {
  const body = bodyOf(state.response);
  if (showsLog(state.response)) return answer(`Response: ${responseStatus(state)}, ${eventCount(state)}.`);
  if (body === undefined) return refuse('No response yet.');
  toResponse(state, act);
  return answer(`Response: ${responseStatus(state)}, ${lineCount(body.source)} lines.`, ...summaryOf(body.source));
}

const isJsonPath = (text: string): boolean => /^[$.[]/.test(text);

const error =
  (by: 1 | -1): LineCommand['run'] =>
  (_, state, act) => {
    if (bodyOf(state.response) === undefined) return refuse('No response yet.');
    toResponse(state, act);
    act({ type: 'response/error', by });
    return silent;
  };

const step =
  (name: WalkStep): LineCommand['run'] =>
  (_, state, act) =>
    walk(name, state, act);

/** Commands for reading. Walking applies to the response after a run, and to the tree otherwise. */
// biome-ignore format: one command, one row
export const readCommands: readonly LineCommand[] = [
  { name: 'read', group: 'Read', argument: '[LINE]', accepts: isNumber, run: readLines, help: 'print the response from a line, 100 lines at a time' },
  { name: 'summary', group: 'Read', run: summary, help: 'print the shape of the response, with counts' },
  { name: 'down', group: 'Read', run: step('down'), help: 'go to the next value of the response, or row of the tree' },
  { name: 'up', group: 'Read', run: step('up'), help: 'go to the previous value or row' },
  { name: 'into', group: 'Read', run: step('into'), help: 'go to the first value or row inside' },
  { name: 'out', group: 'Read', run: step('out'), help: 'go to the enclosing list, object or row' },
  { name: 'next error', aliases: ['response next error'], group: 'Read', run: error(1), help: 'go to the next error in the data' },
  { name: 'previous error', aliases: ['response previous error'], group: 'Read', run: error(-1), help: 'go to the previous error' },
  { name: 'find', group: 'Read', argument: 'WORDS', run: find, help: 'search the response, or the tree before a run; then next match' },
  { name: 'table', group: 'Read', run: table, help: 'read the list at the cursor by rows (down, up) and columns (left, right), or close the table' },
  { name: 'right', group: 'Read', run: (_, state, act) => sideways(1, state, act), help: 'go to the next column of the table' },
  { name: 'left', group: 'Read', run: (_, state, act) => sideways(-1, state, act), help: 'go to the previous column' },
  { name: 'filter', group: 'Read', argument: '[JSONPATH]', accepts: isJsonPath, run: filter,
    help: 'read only the values that the path selects, or everything again' },
];
