/** Keys of any text. Keys not bound elsewhere type, move or delete. Panes, prompts and fields share this table. */
import type { TextCommand } from '../../core/text/commands.js';
import type { Motion } from '../../core/text/motions.js';
import type { KeyEvent } from '../terminal/events.js';

const motions: Readonly<Record<string, Motion>> = {
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
  'ctrl+left': 'word-left',
  'ctrl+right': 'word-right',
  'alt+left': 'word-left',
  'alt+right': 'word-right',
  'alt+b': 'word-left',
  'alt+f': 'word-right',
  home: 'line-start',
  end: 'line-end',
  'ctrl+e': 'line-end',
  pageup: 'page-up',
  pagedown: 'page-down',
  'ctrl+home': 'text-start',
  'ctrl+end': 'text-end',
  'alt+<': 'text-start',
  'alt+>': 'text-end',
};

const others: Readonly<Record<string, TextCommand>> = {
  backspace: { do: 'erase', what: 'back' },
  delete: { do: 'erase', what: 'forward' },
  'ctrl+d': { do: 'erase', what: 'forward' },
  'ctrl+w': { do: 'erase', what: 'word-back' },
  'alt+backspace': { do: 'erase', what: 'word-back' },
  'ctrl+backspace': { do: 'erase', what: 'word-back' },
  'ctrl+delete': { do: 'erase', what: 'word-forward' },
  'alt+d': { do: 'erase', what: 'word-forward' },
  'ctrl+u': { do: 'erase', what: 'to-line-start' },
  'ctrl+k': { do: 'erase', what: 'to-line-end' },
  'alt+k': { do: 'erase', what: 'line' },
  'ctrl+_': { do: 'undo' },
  'alt+u': { do: 'undo' },
  'ctrl+y': { do: 'redo' },
  'alt+r': { do: 'redo' },
  'alt+a': { do: 'select-all' },
  'alt+c': { do: 'comment' },
  'ctrl+g': { do: 'next-occurrence' },
  'alt+up': { do: 'line-up' },
  'alt+down': { do: 'line-down' },
  enter: { do: 'newline' },
  tab: { do: 'indent' },
  'shift+tab': { do: 'outdent' },
};

/** The text command of a key, or undefined if there is none. */
export function textKey(event: KeyEvent): TextCommand | undefined {
  if (event.text !== undefined) return { do: 'insert', text: event.text };
  const { chord } = event;
  const motion = motions[chord];
  if (motion !== undefined) return { do: 'move', motion };
  if (chord.includes('shift+')) {
    const extended = motions[chord.replace('shift+', '')];
    if (extended !== undefined) return { do: 'move', motion: extended, extend: true };
  }
  return others[chord];
}

/** The same table for the help. */
export const textHelp: readonly (readonly [keys: readonly string[], help: string])[] = [
  [['left', 'right', 'up', 'down'], 'move; with Shift: select'],
  [['ctrl+left', 'ctrl+right', 'alt+b', 'alt+f'], 'move by words'],
  [['home', 'end'], 'line start, line end'],
  [['ctrl+home', 'ctrl+end'], 'text start, text end'],
  [['ctrl+w', 'alt+d'], 'delete a word back, forward'],
  [['ctrl+u', 'ctrl+k', 'alt+k'], 'delete to line start, to line end, all of the line'],
  [['ctrl+_', 'ctrl+y'], 'undo, redo'],
  [['alt+up', 'alt+down'], 'move the line'],
  [['alt+c', 'alt+a'], 'comment, select all'],
  [['ctrl+g'], 'select the word, then add a cursor at its next occurrence; Esc leaves one cursor'],
];
