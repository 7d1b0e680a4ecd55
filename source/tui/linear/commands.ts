/** From a typed line to actions: a few verbs, answers to an overlay, then every command of the key table by name. */

import { textOf } from '../../core/text/editor.js';
import { contexts, holdsIn } from '../app/contexts.js';
import { overlayKinds } from '../app/overlay-kinds.js';
import { actionsFor } from '../app/resolve.js';
import { keysLabel } from '../components/key-labels.js';
import { savedEntries } from '../documents/saved.js';
import type { Action } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { entryCount } from '../overlays/kind.js';
import { topOverlay } from '../overlays/open.js';
import { commandActions, groupOf, rankedCommands } from '../overlays/palette.js';
import { cursorRow } from '../schema/rows.js';
import { answerLines, answerText } from './announce.js';
import { cursorWords, overlayWords, rowsFrom } from './describe.js';

/** Dispatches actions and returns the state after them. */
export type Do = (...actions: readonly Action[]) => State;

const moves: Readonly<Record<string, Action>> = {
  down: { type: 'schema/move', by: 1 },
  up: { type: 'schema/move', by: -1 },
  open: { type: 'schema/open' },
  close: { type: 'schema/close' },
};

const usage = [
  'rows [N]: the tree from here on. down, up, open, close: walk it. go books.nodes.title: go there.',
  'search WORDS: go to what is called so in the schema; then next match, previous match.',
  'tick [PATH]: tick or untick. query, variables: say the text. query TEXT, variables JSON: replace it.',
  'run, stop. read [LINE]: the answer again, from that line. where: where we are. quit.',
  'Every other command goes by its name: help WORD says which are about that, help all says all of them.',
];

const key = (state: State, chord: string): readonly Action[] => actionsFor(state, { kind: 'key', chord });

/** Carries out a line. Returns what no change of the state would announce. */
export function carryOut(typed: string, state: State, act: Do): readonly string[] {
  const line = typed.trim();
  if (state.editing) {
    if (line === '.') act({ type: 'app/escape' });
    else act(...actionsFor(state, { kind: 'paste', text: `${typed}\n` }));
    return [];
  }
  const [verb = '', ...words] = line.split(/\s+/);
  const rest = line.slice(verb.length).trim();
  if (line === 'back' || line === 'cancel') {
    act({ type: 'app/escape' });
    return [];
  }
  if (topOverlay(state) !== undefined) return inOverlay(line, state, act);
  if (contexts(state)[0] === 'connect') {
    if (line === '') return [];
    // The field still has the previous URL; a typed line is a whole one.
    const empty = act(...key(state, 'alt+a'));
    act(...actionsFor(empty, { kind: 'paste', text: line }));
    act({ type: 'connect/accept' });
    return [];
  }
  if (contexts(state).length === 2) {
    // During a search or after a failure, the line belongs there.
    return inPlace(line, state, act);
  }
  switch (verb) {
    case '':
    case 'where':
      return [`${state.connect.url}. Pane ${state.focus}.`, cursorWords(state)];
    case 'help':
      return help(rest, state);
    case 'rows':
      return rowsFrom(state, Number(words[0]) || 20);
    case 'go':
      return go(rest, state, act);
    case 'tick': {
      const lost = rest === '' ? [] : go(rest, state, act);
      if (lost.length === 0) act({ type: 'schema/tick' });
      return lost;
    }
    case 'query':
    case 'variables':
      if (rest === '') return textOf(state[verb].editor).split('\n');
      // `query Me { … }` is itself a query; in `query { … }` and `query mutation …` the first word is the verb.
      act({
        type: `${verb}/edited`,
        text: verb === 'query' && /^(?!(?:query|mutation|subscription|fragment)\b)\w/.test(rest) ? line : rest,
      });
      return [];
    case 'search':
      if (rest === '') break;
      return search(rest, act);
    case 'run':
      act({ type: 'response/run' });
      return [];
    case 'stop':
      act({ type: 'app/interrupt' });
      return [];
    case 'read': {
      const from = Math.max(1, Number(words[0]) || 1);
      return answerText(state).slice(from - 1, from - 1 + answerLines);
    }
    case 'quit':
      act({ type: 'app/quit' });
      return [];
  }
  const moved = rest === '' ? moves[verb] : undefined;
  if (moved !== undefined) {
    const before = state.schema.cursor;
    const after = act(moved);
    return after.schema.cursor === before && verb !== 'open' && verb !== 'close' ? [cursorWords(after)] : [];
  }
  return byName(line, state, act);
}

/** Messages name keys: a letter that is one now means the same here. */
const isKey = (line: string, state: State): boolean =>
  line.length === 1 &&
  state.settings.bindings.some(each => each.keys.includes(line) && contexts(state).some(where => holdsIn(each, where)));

/** Runs a command by its name. If several fit, lists them instead. */
function byName(line: string, state: State, act: Do): readonly string[] {
  if (isKey(line, state)) {
    act(...key(state, line));
    return [];
  }
  const found = rankedCommands(line, state);
  const [first] = found;
  if (first === undefined) return [`No command is called ${line}. Type help.`];
  const lower = line.toLowerCase();
  const isExact = [first.label, first.id, `${groupOf(first)} ${first.label}`].includes(lower);
  if (!isExact && found.length > 1 && !first.label.startsWith(lower)) {
    return [`Which one? ${found.slice(0, 8).map(nameOf).join('; ')}`];
  }
  act(...commandActions(first, state));
  return [];
}

const nameOf = (binding: Binding): string => {
  const group = groupOf(binding);
  return `${group === '' ? '' : `${group} `}${binding.label}`;
};

function help(filter: string, state: State): readonly string[] {
  // A hundred commands are not to be heard by who only asked how to begin.
  if (filter === '') return usage;
  const found = rankedCommands(filter === 'all' ? '' : filter, state);
  return [
    ...found.map(each => {
      const keys = each.keys.length === 0 ? '' : ` (key on the screen: ${keysLabel(each.keys, 1, true)})`;
      return `${nameOf(each)}: ${each.help}${keys}`;
    }),
    ...(found.length === 0 ? ['No command fits.'] : []),
  ];
}

/** Moves through the tree by names, opening rows on the way. Returns what does not exist. */
function go(path: string, start: State, act: Do): readonly string[] {
  let state = start;
  const names = path.split('.').filter(Boolean);
  const isRoot = state.schema.rows.some(row => row.depth === 0 && same(row.name, names[0] ?? ''));
  let depth = -1;
  let from = 0;
  for (const name of isRoot ? names : ['query', ...names]) {
    const at = childAt(state, from, depth + 1, name);
    if (at < 0)
      return [`There is no ${name} ${depth < 0 ? 'in the schema' : `below ${state.schema.rows[from]?.name ?? ''}`}.`];
    state = act({ type: 'schema/move', by: at - state.schema.cursor });
    const row = cursorRow(state);
    if (row === undefined) return ['There is no schema to walk.'];
    if (row.children !== undefined && !state.schema.open.has(row.key)) state = act({ type: 'schema/open' });
    from = state.schema.rows.findIndex(each => each.key === row.key);
    depth = row.depth;
  }
  return [];
}

/** Goes to the best match; the others are left for "next match". */
function search(words: string, act: Do): readonly string[] {
  const { schema } = act(
    { type: 'app/focus', pane: 'schema' },
    { type: 'search/open' },
    { type: 'search/typed', command: { do: 'paste', text: words } },
  );
  if (schema.search !== undefined && (schema.search.found?.total ?? 0) === 0) {
    act({ type: 'search/leave' });
    return [`Nothing in the schema is like ${words}.`];
  }
  act({ type: 'search/take' });
  return [];
}

/** The row of a name among the rows below another one; -1: there is none. */
function childAt(state: State, parent: number, depth: number, name: string): number {
  const { rows } = state.schema;
  for (let at = depth === 0 ? 0 : parent + 1; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined || row.depth < depth) return -1;
    if (row.depth === depth && same(row.name, name)) return at;
  }
  return -1;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A line while an overlay is open: a number chooses, a name is one of its keys, other text goes into its field. */
function inOverlay(line: string, state: State, act: Do): readonly string[] {
  const top = topOverlay(state);
  if (top === undefined) return [];
  if (top.kind === 'text') {
    const after = act({ type: 'overlay/close' });
    return carryOut(line, after, act);
  }
  if (line === '') return overlayWords(top, state);
  if (top.kind === 'login-form') return inForm(line, act);
  const own = state.settings.bindings.filter(each => holdsIn(each, top.kind) && each.footer !== undefined);
  const number = /(?:^|\s)(\d+)$/.exec(line)?.[1];
  const name = line.replace(/\s*\d+$/, '').toLowerCase();
  const chosen = own.find(each => name !== '' && each.label.toLowerCase() === name);
  if ('selected' in top && (number !== undefined || chosen !== undefined)) {
    const at = Number(number ?? top.selected + 1) - 1;
    if (at < 0 || (number !== undefined && at >= (entryCount(overlayKinds, top, state) ?? 0)))
      return [`There is no ${number ?? ''} in the list.`];
    const picked = act({ type: 'overlay/pick', at });
    const after = act(...(chosen === undefined ? key(picked, 'enter') : [chosen.action(picked)]));
    const now = topOverlay(after);
    // A list that stays open is announced again, because its entries have changed.
    return now?.kind === top.kind ? overlayWords(now, after) : [];
  }
  if (!('field' in top)) return [`Type a number from 1 to ${entryCount(overlayKinds, top, state) ?? 0}, or back.`];
  act(...key(state, 'alt+a'));
  const filled = act({ type: 'overlay/text', command: { do: 'paste', text: line } });
  if (top.kind === 'history') {
    const now = topOverlay(filled);
    return now === undefined ? [] : overlayWords(now, filled);
  }
  const list = topOverlay(filled);
  if (list?.kind === 'saved' && savedEntries(list).length > 1) return overlayWords(list, filled);
  const after = act(...key(filled, 'enter'));
  const now = topOverlay(after);
  return now?.kind === 'prompt' && now.problem !== undefined && now.title === (top as typeof now).title
    ? [now.problem]
    : [];
}

/** A line while the form of a login is open: a field and its value, or what is done with the form. */
function inForm(line: string, act: Do): readonly string[] {
  const [, number, value = ''] = /^(\d+)\s*(.*)$/.exec(line) ?? [];
  if (number !== undefined) {
    const entered = act({ type: 'login-form/go', to: Number(number) - 1 });
    if (value === '') return [];
    act(...key(entered, 'alt+a'));
    act({ type: 'overlay/text', command: { do: 'paste', text: value } }, { type: 'login-form/go', to: 0 });
  } else if (line === 'test') act({ type: 'login-form/test' });
  // In its last row Enter would test it.
  else if (line === 'take') act({ type: 'login-form/go', to: 0 }, { type: 'login-form/take' });
  else return ['Type a number and what is in that field, or take, test, back.'];
  return [];
}

/** A line where keys are typed: a search, or the questions after a failure. */
function inPlace(line: string, state: State, act: Do): readonly string[] {
  const [where = 'anywhere'] = contexts(state);
  const words: Readonly<Record<string, Action>> = {
    retry: { type: 'connect/retry' },
    file: { type: 'connect/ask-file' },
    without: { type: 'connect/without' },
    url: { type: 'connect/ask' },
    quit: { type: 'app/quit' },
  };
  if (where === 'failed') {
    const action = words[line];
    if (isKey(line, state)) {
      act(...key(state, line));
      return [];
    }
    if (action === undefined) return ['Type retry, file, without, url or quit.'];
    act(action);
    return [];
  }
  const typed = act(...actionsFor(state, { kind: 'paste', text: line }));
  act(...key(typed, 'enter'));
  return [];
}
