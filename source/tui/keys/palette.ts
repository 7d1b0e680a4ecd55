/** The palette's list: every command of the key table that makes sense by name. */
import { textOf } from '../../core/text/editor.js';
import type { Action } from '../state/actions.js';
import { type State, topOverlay } from '../state/state.js';
import type { Binding, Where } from './binding.js';
import { bindings } from './table.js';

const panes: readonly Where[] = ['schema', 'query', 'variables', 'response'];

/** Where the binding belongs, for the list. */
export const groupOf = (binding: Binding): string => {
  const where = typeof binding.where === 'string' ? binding.where : (binding.where[0] ?? 'anywhere');
  return where === 'anywhere' || where === 'command' || where === 'tiny' ? '' : where.replace('edit:', '');
};

/** Commands that contain all words of the filter; those of the focused pane first. */
export function paletteEntries(state: State): readonly Binding[] {
  const overlay = topOverlay(state);
  const filter = overlay?.kind === 'palette' ? textOf(overlay.field) : '';
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (binding: Binding): boolean => {
    const text = `${groupOf(binding)} ${binding.label} ${binding.help}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  const rank = (binding: Binding): number => {
    const label = binding.label.toLowerCase();
    const named = words.length > 0 && words.every(word => label.includes(word)) ? 0 : 1;
    const where = groupOf(binding);
    return named * 4 + (where === state.focus ? 0 : where === '' ? 1 : panes.includes(where as Where) ? 2 : 3);
  };
  return bindings
    .filter(binding => binding.quiet !== true && fits(binding))
    .map((binding, index) => ({ binding, index }))
    .sort((a, b) => rank(a.binding) - rank(b.binding) || a.index - b.index)
    .map(each => each.binding);
}

/** The action of Enter: closes the palette and runs the marked command, in its own pane. */
export function chosenInPalette(state: State): Action {
  const overlay = topOverlay(state);
  const entries = paletteEntries(state);
  const chosen = overlay?.kind === 'palette' ? entries[Math.min(overlay.selected, entries.length - 1)] : undefined;
  if (chosen === undefined) return { type: 'overlay/close' };
  const allowed = chosen.when?.(state) ?? true;
  if (allowed !== true) return { type: 'overlay/choose', actions: [{ type: 'app/notice', text: allowed }] };
  const pane = groupOf(chosen);
  const focus: readonly Action[] =
    pane !== '' && pane !== state.focus && panes.includes(pane as Where)
      ? [{ type: 'app/focus', pane: pane as 'schema' }]
      : [];
  return { type: 'overlay/choose', actions: [...focus, chosen.action(state)] };
}
