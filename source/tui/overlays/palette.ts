/** The palette: every command of the key table that makes sense by name. */

import { memoizeWeak } from '../../core/memoize-weak.js';
import { indexList, type ListIndex, searchList } from '../../core/search/list-index.js';
import type { Named } from '../../core/text/narrow.js';
import { bindingsOf, isAscii, keysLabel } from '../components/key-labels.js';
import { panes } from '../layout.js';
import type { Action } from '../model/action.js';
import type { PaneId } from '../model/layout.js';
import type { PaletteOverlay } from '../model/overlays.js';
import type { Binding, State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import { listKind } from './list.js';
import { closeTop, topOverlay } from './open.js';
import { otherNames } from './other-names.js';

/** The pane of a binding, as listed. */
export const groupOf = (binding: Binding): string => {
  const where = typeof binding.where === 'string' ? binding.where : (binding.where[0] ?? 'anywhere');
  return where === 'anywhere' || where === 'command' || where === 'tiny' ? '' : where.replace('edit:', '');
};

/** Matching commands, best first. Among equal matches, those of the focused pane come first. */
export const rankedCommands = (typed: string, state: State): readonly Binding[] =>
  searchList(commandIndex(state), typed, { synonyms: state.settings.synonyms });

const namedBy = (binding: Binding): Named => ({
  name: binding.label,
  others: [`${groupOf(binding)} ${binding.label}`.trim(), ...otherNames(binding)],
  about: binding.help,
});

const indexesOf = memoizeWeak((_: readonly Binding[]) => new Map<PaneId, ListIndex<Binding>>());

/** Every command, starting with those of the focused pane. */
function commandIndex(state: State): ListIndex<Binding> {
  const bindings = bindingsOf(state);
  const { focus } = state;
  const ofBindings = indexesOf(bindings);
  const near = (binding: Binding): number => {
    const where = groupOf(binding);
    if (where === focus) return 0;
    if (where === '') return 1;
    return isPane(where) ? 2 : 3;
  };
  const commands = () => bindings.filter(({ quiet }) => quiet !== true).sort((a, b) => near(a) - near(b));
  const index = ofBindings.get(focus) ?? indexList(commands(), namedBy);
  ofBindings.set(focus, index);
  return index;
}

/** Whether any command matches the filter. */
export function fitsInPalette(state: State): boolean {
  const overlay = topOverlay(state);
  return overlay?.kind === 'palette' && paletteKind.shown(overlay, state).length > 0;
}

/** The action of Enter: closes the palette and runs the marked command in the command's pane. */
export function chosenInPalette(state: State): Action {
  const overlay = topOverlay(state);
  if (overlay?.kind !== 'palette') return { type: 'overlay/close' };
  const entries = paletteKind.shown(overlay, state);
  const chosen = entries[Math.min(overlay.selected, entries.length - 1)];
  if (chosen === undefined) return { type: 'overlay/close' };
  return { type: 'overlay/choose', actions: commandActions(chosen, closeTop(state)) };
}

/** The actions of a command run by name. The focus moves to its pane first. */
export function commandActions(chosen: Binding, state: State): readonly Action[] {
  const allowed = chosen.when?.(state) ?? true;
  if (allowed !== true) return [{ type: 'app/notice', text: allowed }];
  const pane = groupOf(chosen);
  const focus: readonly Action[] = isPane(pane) && pane !== state.focus ? [{ type: 'app/focus', pane }] : [];
  return [...focus, chosen.action(state)];
}

/** True if a group of the palette is a pane. */
export const isPane = (group: string | undefined): group is PaneId => panes.includes(group as PaneId);

export const paletteKind = listKind<PaletteOverlay, Binding>({
  widest: 110,
  title: () => 'Commands: type to filter',
  status: () => 'Enter: run, Esc: close',
  hasField: true,
  all: (_, state) => commandIndex(state).entries,
  search: (typed, state) => rankedCommands(typed, state),
  row(binding, { settings: { theme }, connect: { kind } }) {
    const group = groupOf(binding);
    const pane = kind === 'http' && isPane(group) ? kindWords.http.panes[group] : group;
    return {
      name: `${pane === '' ? '' : `${pane}: `}${binding.label}`,
      about: binding.help,
      right: [{ text: `  ${keysLabel(binding.keys, 2, isAscii(theme))} `, role: 'key' }],
    };
  },
  empty: () => 'No matching commands',
});
