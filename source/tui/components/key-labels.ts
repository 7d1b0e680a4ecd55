/** Formats chords for display: `ctrl+r` becomes `Ctrl-R`, `enter` becomes `⏎`. */
import type { Binding, State } from '../model/state.js';
import type { Theme } from '../model/theme.js';

const names: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  insert: 'Ins',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

const asciiNames: Readonly<Record<string, string>> = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' };

const modifiers: Readonly<Record<string, string>> = { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' };

/** True if the screen is limited to ASCII. */
export const isAscii = ({ glyphs }: Pick<Theme, 'glyphs'>): boolean => glyphs.ellipsis === '~';

/** Formats one chord, or a pair such as `g g`. */
export function chordLabel(chord: string, ascii = false): string {
  return chord
    .split(' ')
    .map(single => {
      const parts = single === '+' ? ['+'] : single.split(/\+(?=.)/);
      const key = parts.pop() ?? '';
      const held = parts.map(part => modifiers[part] ?? part);
      const shown =
        (ascii ? asciiNames[key] : undefined) ??
        names[key] ??
        (/^f\d+$/.test(key) || (held.length > 0 && key.length === 1) ? key.toUpperCase() : key);
      return [...held, shown].join('-');
    })
    .join(' ');
}

/** The keys of a binding, or only the first `most`. */
export const keysLabel = (keys: readonly string[], most = keys.length, ascii = false): string =>
  keys
    .slice(0, most)
    .map(key => chordLabel(key, ascii))
    .join(' / ');

interface Labelled {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
}

/** The key of a command for a hint, or the command's name if the user has removed its keys. */
export function keyOf(bindings: readonly Labelled[], id: string, ascii = false): string {
  const found = bindings.find(binding => binding.id === id);
  const key = found?.keys[0];
  return key === undefined ? `: ${found?.label ?? id}` : chordLabel(key, ascii);
}

/** The key table of the active tab. */
export const bindingsOf = ({ settings, connect }: Pick<State, 'settings' | 'connect'>): readonly Binding[] =>
  settings.bindings[connect.kind];
