/** Commands of the key table by name, and help about them. */
import { contexts, isActiveIn } from '../app/contexts.js';
import { actionsFor } from '../app/resolve.js';
import { bindingsOf, keysLabel } from '../components/key-labels.js';
import type { Action } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { commandActions, groupOf, rankedCommands } from '../overlays/palette.js';
import { answer, type DispatchAll, type Reply, refuse, silent } from './spoken.js';

/** The actions of a key in the current context. */
export const pressed = (state: State, chord: string): readonly Action[] => actionsFor(state, { kind: 'key', chord });

/** Maximum number of commands listed if several match. */
const maxNamed = 8;

const usage = [
  'rows [N]: list the tree from here on. down, up, open, close: move through it. go books.nodes.title: go to a field.',
  'search WORDS: search the schema; then next match, previous match.',
  'tick [PATH]: tick or untick; node.id is a field, node(id:) an argument, books(first: 3).nodes.title both.',
  'query, variables: print the text. query TEXT, variables JSON: replace it.',
  'run, stop. send anyway: send a text with syntax errors. read [LINE]: the response, from that line. filter [JSONPATH]: only that of it. brief, verbose: how much is said.',
  'where, back, help, quit work everywhere. Ctrl-C cancels; twice at an empty prompt it quits. Tab completes, Ctrl-R finds earlier lines.',
  'Run any other command by its name. help WORD lists matching commands, help all lists all of them.',
];

/** Runs a key binding, since messages name keys. */
export const isKey = (line: string, state: State): boolean =>
  line.length === 1 &&
  bindingsOf(state).some(each => each.keys.includes(line) && contexts(state).some(where => isActiveIn(each, where)));

/** Runs a command by its name or by an unambiguous prefix. */
export function byName(line: string, state: State, act: DispatchAll): Reply {
  if (isKey(line, state)) {
    act(...pressed(state, line));
    return silent;
  }
  const typed = line.toLowerCase();
  const near = rankedCommands(line, state);
  const namesOf = (each: Binding): readonly string[] =>
    [each.label, each.id, nameOf(each)].map(name => name.toLowerCase());
  const exact = near.find(each => namesOf(each).includes(typed));
  const begun = near.filter(each => namesOf(each).some(name => name.startsWith(typed)));
  const chosen = exact ?? (begun.length === 1 ? begun[0] : undefined);
  if (chosen === undefined) {
    const named = (all: readonly Binding[]): string => all.slice(0, maxNamed).map(nameOf).join('; ');
    if (begun.length > 0) return refuse(`Which one? ${named(begun)}`);
    // `find country`: the first word may be another program's name for a command.
    const about = near.length > 0 ? near : rankedCommands(line.split(' ', 1)[0] ?? '', state);
    return refuse(`Unknown command ${line}. ${about.length > 0 ? `Did you mean: ${named(about)}` : 'Type help.'}`);
  }
  const allowed = chosen.when?.(state) ?? true;
  if (allowed !== true) return refuse(allowed);
  act(...commandActions(chosen, state));
  return silent;
}

/** Name of a command: `schema tick`, or `save` for one that belongs to no pane. */
export const nameOf = (binding: Binding): string => `${groupOf(binding)} ${binding.label}`.trim();

/** Explains how to start, or lists the commands that match a word. A list of all hundred would not help a beginner. */
export function help(filter: string, state: State): Reply {
  if (filter === '') return answer(...usage);
  const commands = rankedCommands(filter === 'all' ? '' : filter, state);
  if (commands.length === 0) return refuse(`No command matches ${filter}.`);
  return answer(
    ...commands.map(each => {
      const keys = each.keys.length === 0 ? '' : ` (key on the screen: ${keysLabel(each.keys, 1, true)})`;
      return `${nameOf(each)}: ${each.help}${keys}`;
    }),
  );
}
