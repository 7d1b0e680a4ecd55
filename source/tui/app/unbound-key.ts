/** Notice for a key without a command in the current context. It names the panes in which the key works. */
import { bindingsOf, chordLabel, isAscii, keyOf } from '../components/key-labels.js';
import { formOf, panes } from '../layout.js';
import type { State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import type { KeyEvent } from '../terminal/events.js';
import { textKey } from '../text/keys.js';
import { isEditable } from '../text/pane.js';
import { contexts } from './contexts.js';
import { bindingOf } from './key-index.js';

/** Matches keys that people press on purpose, as opposed to keypad and media keys. */
const commonKey = /^(?:(?:ctrl|alt|shift)\+)*(?:.|space|f\d+)$/u;

/** Returns the notice, or undefined in an incomplete vim command and for keys that are not expected to work, such as Insert. */
export function unboundNotice(state: State, event: KeyEvent): string | undefined {
  if (formOf(state.size) === 'tiny' || (state.vim?.keys.pending ?? '') !== '') return undefined;
  const { chord } = event;
  const { focus, connect, settings } = state;
  const bindings = bindingsOf(state);
  const ascii = isAscii(settings.theme);
  const key = chordLabel(chord, ascii);
  const [innermost] = contexts(state);
  if (innermost !== focus) {
    const laterBinding = bindingOf(bindings, focus, chord) ?? bindingOf(bindings, 'command', chord);
    if (laterBinding === undefined) return undefined;
    const when = innermost === 'failed' ? `when the ${kindWords[connect.kind].sourceName} is loaded` : 'after Esc';
    return `${capitalise(laterBinding.label)} (${key}) works ${when}.`;
  }
  const places = panes.flatMap(pane => {
    const binding = bindingOf(bindings, pane, chord);
    return binding === undefined ? [] : [{ name: kindWords[connect.kind].panes[pane], label: binding.label }];
  });
  const [first] = places;
  if (first !== undefined) {
    return places.every(({ label }) => label === first.label)
      ? `${capitalise(first.label)} (${key}) works in ${joinList(places.map(({ name }) => name))}.`
      : `${key} works in ${joinList(places.map(({ name, label }) => `${name} (${label})`))}.`;
  }
  if (isEditable(focus) && textKey(event) !== undefined) {
    return `${key} does nothing here. Press ${keyOf(bindings, `${focus}.edit`, ascii)} to edit the text.`;
  }
  if (!commonKey.test(chord)) return undefined;
  return `${key} does nothing here. Press ${keyOf(bindings, 'help', ascii)} for a list of all keys.`;
}

const capitalise = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const joinList = (items: readonly string[]): string => items.join(', ').replace(/, (?=[^,]*$)/, ' and ');
