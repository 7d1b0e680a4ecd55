/** Commands of the key table as commands of line mode, and help about all commands. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { cursorOf } from '../../core/text/editor.js';
import { contexts, isActiveIn } from '../app/contexts.js';
import { actionsFor } from '../app/resolve.js';
import { bindingsOf, keysLabel } from '../components/key-labels.js';
import type { Action } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { commandActions, groupOf, rankedCommands } from '../overlays/palette.js';
import { problemsIn } from '../query/problems.js';
import { kindWords } from '../screen-words.js';
import { formOf, type LineCommand } from './grammar.js';
import { answer, notify, type Reply, refuse, silent } from './reply.js';

/** The actions of a key in the current context. */
export const pressed = (state: State, chord: string): readonly Action[] => actionsFor(state, { kind: 'key', chord });

/** Commands that only affect the screen or need its cursor, and those that a command of line mode replaces. */
const onlyOnScreen =
  /^(?:suspend|redraw|zoom|theme|wider|narrower|taller|shorter|help|quit|focus\.(?:next|previous)|find\.open|schema\.(?:enter|search|back|docs)|response\.(?:enter|close|open|close-all|open-all|find|filter|widen|table|next-error|previous-error)|(?:query|variables)\.(?:fold|fold-all|wrap|occurrence|rename|definition|comment))$/;

/** Key bindings that can be typed by name, those of the focused pane first. */
const bindingsByName = (state: State): readonly Binding[] =>
  rankedCommands('', state).filter(({ id }) => !onlyOnScreen.test(id));

/** Name of a command: `schema tick`, or `save` for one that belongs to no pane. */
const nameOf = (binding: Binding, { connect: { kind } }: State): string => {
  const group = groupOf(binding);
  const pane = kind === 'http' && (group === 'query' || group === 'schema') ? kindWords.http.panes[group] : group;
  return `${pane === 'Request' ? 'request' : pane} ${binding.label}`.trim();
};

const commandsOf = memoizeWeak((_: Binding) => new Map<string, LineCommand>());

/** The commands of the key table. A label alone names the command of the focused pane. */
export function keyCommands(state: State): readonly LineCommand[] {
  return bindingsByName(state).map(binding => {
    const commands = commandsOf(binding);
    const command = commands.get(state.connect.kind) ?? commandOfKey(binding, state);
    commands.set(state.connect.kind, command);
    return command;
  });
}

function commandOfKey(binding: Binding, state: State): LineCommand {
  const name = nameOf(binding, state);
  // One word, such as "clear", is not enough to change a text. Messages name commands of the response by their label.
  const isShort = groupOf(binding) === 'response' || binding.label.includes(' ');
  const aliases = [`${groupOf(binding)} ${binding.label}`.trim(), binding.id, ...(isShort ? [binding.label] : [])];
  return {
    name,
    aliases: aliases.filter(each => each !== name),
    help: binding.help,
    key: binding.keys.length === 0 ? undefined : keysLabel(binding.keys, 1, true),
    run(_, now, act) {
      const allowed = binding.when?.(now) ?? true;
      if (allowed !== true) return refuse(allowed);
      const after = act(...commandActions(binding, now));
      return /-problem$/.test(binding.id) ? problemReply(after) : silent;
    },
  };
}

/** The problem at the cursor of the text: `Line 1, column 19: …`. A notice reports that there is none. */
function problemReply({ focus, query, variables, variablesCheck }: State): Reply {
  const { editor } = focus === 'variables' ? variables : query;
  const problems = focus === 'variables' ? variablesCheck.report.problems : problemsIn(query);
  const at = cursorOf(editor);
  const problem = problems.find(({ from }) => from === at);
  const line = editor.doc.lineAt(at);
  return problem === undefined
    ? silent
    : notify(`Line ${line.number}, column ${at - line.from + 1}: ${problem.message}`);
}

/** Commands that change the text, which need their name. */
const edits =
  /^(?:schema\.(?:tick.*|clear|variable|cycle|add|remove|alias|directive|fragment)|(?:query|variables)\.(?:format|fill|arguments))$/;

/** Whether the line is a key of a command that works here, since messages name keys. */
export function isKey(line: string, state: State): boolean {
  const here = contexts(state);
  const isCommand = ({ id, quiet }: Binding): boolean =>
    here[0] === 'failed' || (quiet !== true && !onlyOnScreen.test(id) && !edits.test(id));
  const isHere = (each: Binding): boolean => here.some(where => isActiveIn(each, where));
  return (
    line.length === 1 && bindingsOf(state).some(each => each.keys.includes(line) && isHere(each) && isCommand(each))
  );
}

/** Prints the commands of line mode by group, all commands with their help, or those that contain all words. */
export function help(filter: string, own: readonly LineCommand[], state: State): Reply {
  if (filter === '') return answer(...groupsOf(own), 'Type help NAME for more, or help all for all commands.');
  const words = filter.toLowerCase().split(/\s+/);
  const all = [...own, ...keyCommands(state).filter(({ name }) => !own.some(each => each.name === name))];
  const isMatch = ({ name, help: text }: LineCommand): boolean =>
    words.every(word => `${name} ${text}`.toLowerCase().includes(word));
  const named = own.filter(({ name }) => name === filter.toLowerCase());
  let listed = named.length > 0 ? named : all.filter(isMatch);
  if (filter === 'all') listed = all;
  if (listed.length === 0) return refuse(`No command matches ${filter}.`);
  return answer(
    ...listed.map(
      each => `${formOf(each)}: ${each.help}${each.key === undefined ? '' : ` (key on the screen: ${each.key})`}`,
    ),
  );
}

/** One line for each group: `Read: read [LINE], summary, down, up.` */
function groupsOf(own: readonly LineCommand[]): readonly string[] {
  const groups = new Set(own.map(({ group }) => group));
  return [...groups].map(
    name =>
      `${name}: ${own
        .filter(({ group }) => group === name)
        .map(formOf)
        .join(', ')}.`,
  );
}
