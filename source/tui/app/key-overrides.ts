/** The user's key overrides from the configuration: validation and application. */

import { type Failure, usageError } from '../../core/failure.js';
import { nearest } from '../../core/near-miss.js';
import { panes } from '../layout.js';
import type { PaneId } from '../model/layout.js';
import type { Binding } from '../model/state.js';

const named = new Set([
  ...['enter', 'escape', 'space', 'tab', 'backspace', 'delete', 'insert', 'home', 'end', 'pageup', 'pagedown'],
  ...['up', 'down', 'left', 'right'],
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
]);

const form = 'Write keys like "ctrl+r", "alt+x", "f5", "G" or, for a sequence, "g g".';

/** Chords that a program cannot receive, because another key sends the same byte. */
const twins: Readonly<Record<string, string>> = {
  'ctrl+i': 'tab',
  'ctrl+m': 'enter',
  'ctrl+j': 'enter',
  'ctrl+h': 'backspace',
  'ctrl+[': 'escape',
};

/** The key table with all valid overrides, and the reasons why others were rejected. */
interface ChangedKeys {
  readonly bindings: readonly Binding[];
  readonly problems: readonly Failure[];
}

/** Applies the valid overrides. An empty list removes a key. */
export function withKeys(bindings: readonly Binding[], keys: ReadonlyMap<string, readonly string[]>): ChangedKeys {
  const checked = [...keys].map(([id, chords]) => [id, chords, problemOf(id, chords, bindings)] as const);
  const valid = checked.filter(([, , problem]) => problem === undefined);
  return {
    bindings: applied(bindings, new Map(valid.map(([id, chords]) => [id, chords]))),
    problems: checked.flatMap(([, , problem]) => problem ?? []),
  };
}

function problemOf(id: string, chords: readonly string[], bindings: readonly Binding[]): Failure | undefined {
  if (!bindings.some(each => each.id === id)) {
    const near = nearestAction(id, bindings);
    const hint = near === undefined ? 'Run apiclient help keys for a list of names.' : `Did you mean "${near}"?`;
    return usageError(`The configuration assigns keys to "${id}", which is not an action.`, hint);
  }
  const wrong = chords.find(chord => !isChord(chord));
  if (wrong !== undefined) return usageError(`Invalid key "${wrong}" for "${id}" in the configuration.`, form);
  const twin = chords.find(chord => twins[chord] !== undefined);
  if (twin === undefined) return undefined;
  return usageError(
    `Terminals cannot distinguish the key "${twin}" of "${id}" in the configuration from "${twins[twin]}".`,
    form,
  );
}

function applied(bindings: readonly Binding[], overrides: ReadonlyMap<string, readonly string[]>): readonly Binding[] {
  if (overrides.size === 0) return bindings;
  const overridden = bindings.filter(each => overrides.has(each.id));
  return bindings.map(binding => {
    const chosen = overrides.get(binding.id);
    if (chosen !== undefined) return { ...binding, keys: chosen };
    // The user's keys take precedence where both are active.
    const reassigned = overridden
      .filter(other => meets(binding, other))
      .flatMap(other => overrides.get(other.id) ?? []);
    const remaining = binding.keys.filter(key => !reassigned.includes(key));
    return remaining.length === binding.keys.length ? binding : { ...binding, keys: remaining };
  });
}

const places = (binding: Binding): readonly string[] =>
  typeof binding.where === 'string' ? [binding.where] : binding.where;

/** True if both can be active at the same time, so that a key of one would hide the other. */
function meets(a: Binding, b: Binding): boolean {
  const otherPlaces = places(b);
  if (places(a).some(where => otherPlaces.includes(where))) return true;
  // A pane's key takes precedence over a key for all panes, and would hide it.
  return (
    otherPlaces.some(where => where === 'command' || where === 'anywhere') &&
    places(a).some(where => panes.includes(where as PaneId))
  );
}

function isChord(chord: string): boolean {
  const pair = chord.split(' ');
  return chord !== '' && pair.length <= 2 && pair.every(isSingle);
}

function isSingle(chord: string): boolean {
  const [, held = '', key = ''] = /^((?:(?:ctrl|alt|shift)\+)*)(.+)$/su.exec(chord) ?? [];
  if (named.has(key)) return true;
  if ([...key].length !== 1 || /\s/.test(key)) return false;
  // The letter already includes Shift.
  return !/^shift\+$/.test(held);
}

/** The action with the most similar name, or one that shares its last word. */
function nearestAction(id: string, bindings: readonly Binding[]): string | undefined {
  const names = bindings.map(each => each.id);
  const last = id.split('.').at(-1) ?? id;
  return nearest(id, names) ?? (last === '' ? undefined : names.find(name => name.split('.').includes(last)));
}
