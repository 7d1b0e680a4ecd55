/** The palette: every command of the key table that makes sense by name. */

import { textOf } from '../../core/text/editor.js';
import { keysLabel } from '../components/key-labels.js';
import type { Action } from '../model/action.js';
import type { BindingContext } from '../model/binding.js';
import type { PaletteOverlay } from '../model/overlays.js';
import type { Binding, State } from '../model/state.js';
import type { OverlayKindSpec } from './kind.js';
import { filteredHeight } from './layout.js';
import { fieldLines, type ListEntry, listLines } from './lines.js';
import { topOverlay } from './open.js';

const panes: readonly BindingContext[] = ['schema', 'query', 'variables', 'response'];

/** The pane of a binding, as listed. */
export const groupOf = (binding: Binding): string => {
  const where = typeof binding.where === 'string' ? binding.where : (binding.where[0] ?? 'anywhere');
  return where === 'anywhere' || where === 'command' || where === 'tiny' ? '' : where.replace('edit:', '');
};

/** The commands that match, best first; among equals those of the focused pane first. */
export function rankedCommands(typed: string, state: State): readonly Binding[] {
  const filter = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const near = (binding: Binding): number => {
    const where = groupOf(binding);
    return where === state.focus ? 0 : where === '' ? 1 : panes.includes(where as BindingContext) ? 2 : 3;
  };
  return state.settings.bindings
    .flatMap((binding, index) => {
      const rank = binding.quiet === true ? undefined : rankOf(binding, filter);
      return rank === undefined ? [] : [{ binding, index, rank: rank * 4 + near(binding) }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(each => each.binding);
}

/** Rank of a match, 0 best; undefined: no match. */
function rankOf(binding: Binding, filter: string): number | undefined {
  if (filter === '') return 0;
  const label = binding.label.toLowerCase();
  const named = `${groupOf(binding)} ${label}`.trim();
  if (label === filter || named === filter || binding.id === filter) return 0;
  if (label.startsWith(filter)) return 1;
  if (named.startsWith(filter) || binding.id.startsWith(filter)) return 2;
  const words = filter.split(' ');
  const wordsOf = named.split(/[ -]/);
  if (words.every(word => wordsOf.some(each => each.startsWith(word)))) return 3;
  if (words.every(word => named.includes(word))) return 4;
  const all = `${named} ${binding.help.toLowerCase()}`;
  if (words.every(word => all.includes(word))) return 5;
  return isSpread(filter.replaceAll(' ', ''), label) ? 6 : undefined;
}

/** True if the letters occur in the text in this order, the first at the beginning of a word. */
function isSpread(letters: string, text: string): boolean {
  const start = text.split(/[ -]/).some(word => word.startsWith(letters[0] ?? ''));
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return start && at === letters.length;
}

const entriesOf = ({ field }: PaletteOverlay, state: State): readonly Binding[] => rankedCommands(textOf(field), state);

/** Whether any command matches the filter. */
export function fitsInPalette(state: State): boolean {
  const overlay = topOverlay(state);
  return overlay?.kind === 'palette' && entriesOf(overlay, state).length > 0;
}

/** The action of Enter: closes the palette and runs the marked command in its own pane. */
export function chosenInPalette(state: State): Action {
  const overlay = topOverlay(state);
  if (overlay?.kind !== 'palette') return { type: 'overlay/close' };
  const entries = entriesOf(overlay, state);
  const chosen = entries[Math.min(overlay.selected, entries.length - 1)];
  if (chosen === undefined) return { type: 'overlay/close' };
  return { type: 'overlay/choose', actions: commandActions(chosen, state) };
}

/** The actions of a command run by name: the focus moves to its pane first. */
export function commandActions(chosen: Binding, state: State): readonly Action[] {
  const allowed = chosen.when?.(state) ?? true;
  if (allowed !== true) return [{ type: 'app/notice', text: allowed }];
  const pane = groupOf(chosen);
  const focus: readonly Action[] =
    pane !== '' && pane !== state.focus && panes.includes(pane as BindingContext)
      ? [{ type: 'app/focus', pane: pane as 'schema' }]
      : [];
  return [...focus, chosen.action(state)];
}

export const paletteKind: OverlayKindSpec<PaletteOverlay> = {
  widest: 110,
  count: (overlay, state) => entriesOf(overlay, state).length,
  height: (_, state) => filteredHeight(state, state.settings.bindings.length),
  draw(overlay, state, size) {
    const { theme } = state.settings;
    const ascii = theme.glyphs.ellipsis === '~';
    const entries = entriesOf(overlay, state).map((binding): ListEntry => {
      const pane = groupOf(binding);
      return {
        left: [
          { text: ` ${pane === '' ? '' : `${pane}: `}${binding.label}` },
          { text: `  ${binding.help}`, role: 'dim' },
        ],
        right: [{ text: `  ${keysLabel(binding.keys, 2, ascii)} `, role: 'key' }],
      };
    });
    const { lines, scroll } = listLines(entries, overlay, size, theme, 'No command fits.');
    return {
      lines: [...fieldLines(overlay.field, size.width, theme), ...lines],
      title: 'Commands: type to find one',
      status: [{ text: 'Enter runs, Esc leaves', role: 'dim' }],
      scroll,
    };
  },
};
