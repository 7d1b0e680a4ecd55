/**
 * Keys that Query and Variables share: moves while a pane is not being edited, and editing keys that are not plain text keys.
 */

import type { TextCommand } from '../../core/text/commands.js';
import { type EditorState, selectedText, textOf } from '../../core/text/editor.js';
import type { Motion } from '../../core/text/motions.js';
import { hasCursors } from '../../core/text/occurrences.js';
import type { Action } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import type { TextPaneId } from '../model/text.js';

const command = (pane: TextPaneId, what: TextCommand): Action => ({ type: `${pane}/command`, command: what });

const motionKeys: readonly (readonly [keys: readonly string[], motion: Motion, help: string])[] = [
  [['j', 'down'], 'down', 'Down.'],
  [['k', 'up'], 'up', 'Up.'],
  [['h', 'left'], 'left', 'Left.'],
  [['l', 'right'], 'right', 'Right.'],
  [['g g', 'home'], 'text-start', 'First line.'],
  [['G', 'end'], 'text-end', 'Last line.'],
  [['ctrl+d', 'pagedown'], 'page-down', 'A page down.'],
  [['ctrl+u', 'pageup'], 'page-up', 'A page up.'],
];

/** `name` is the pane's name in a sentence: `the query`. */
// biome-ignore format: one key, one row
export function textPaneKeys(pane: TextPaneId, name: string): readonly Binding[] {
  const leave = ({ editing, [pane]: { editor, find } }: State): Action => {
    if (hasCursors(editor)) return command(pane, { do: 'one-cursor' });
    return find !== undefined && !editing ? { type: 'find/leave' } : { type: 'app/escape' };
  };
  const leaveLabel = ({ [pane]: { editor, find } }: State): string => {
    if (hasCursors(editor)) return 'one cursor';
    return find === undefined ? '' : 'end search';
  };
  const all = (editor: EditorState): Action => ({ type: 'app/copy', text: textOf(editor), what: name });
  return [
    { id: `${pane}.edit`, keys: ['i', 'enter'], where: pane, label: 'edit', footer: 1, action: () => ({ type: 'app/edit' }),
      help: `Edit ${name}. Esc stops editing and keeps the text.` },
    ...motionKeys.map(
      ([keys, motion, help]): Binding => ({
        id: `${pane}.${motion}`,
        keys,
        where: pane,
        label: help.replace('.', '').toLowerCase(),
        help,
        quiet: true,
        action: () => command(pane, { do: 'move', motion }),
      }),
    ),
    { id: `${pane}.copy`, keys: ['y'], where: pane, label: 'copy',
      action: ({ [pane]: { editor } }) => editor.selection.main.empty ? all(editor) : { type: 'app/copy', text: selectedText(editor), what: 'the selection' },
      help: `Copy the selection (Shift with arrows, or the mouse), or all of ${name}.` },
    { id: `${pane}.copy-all`, keys: ['Y'], where: pane, label: 'copy text', action: state => all(state[pane].editor),
      help: `Copy all of ${name}.` },
    { id: `${pane}.occurrence`, keys: ['*'], where: pane, label: 'add cursor',
      action: () => command(pane, { do: 'next-occurrence' }),
      help: 'Select the word, then add a cursor at its next occurrence. Esc leaves one cursor.' },
    { id: `${pane}.rename`, keys: ['r', 'f2'], where: pane, label: 'rename',
      action: () => ({ type: 'query/ask-rename', pane }),
      help: 'Rename the variable, fragment, operation, alias or placeholder at the cursor, in the text and in Variables. One undo reverts it.' },
    { id: `${pane}.comment`, keys: ['#'], where: pane, label: 'toggle comment', action: () => command(pane, { do: 'comment' }),
      help: 'Comment or uncomment the lines of the cursor or the selection.' },
    { id: `${pane}.fold`, keys: ['f'], where: pane, label: 'fold', action: () => command(pane, { do: 'fold' }),
      help: 'Fold or unfold the brackets around the cursor. Moving the cursor into folded lines unfolds them.' },
    { id: `${pane}.fold-all`, keys: ['F'], where: pane, label: 'fold all', action: () => command(pane, { do: 'fold-all' }),
      help: 'Fold or unfold everything.' },
    { id: `${pane}.wrap`, keys: ['W'], where: pane, label: 'wrap lines', action: () => ({ type: 'app/wrap' }),
      help: 'Wrap or truncate long lines.' },
    { id: `${pane}.leave`, keys: ['escape'], where: pane, label: 'leave',
      labelNow: leaveLabel, footer: 0,
      quiet: true, action: leave,
      help: 'End the search, or remove all cursors but one.' },
    { id: `${pane}.done`, keys: ['escape'], where: `edit:${pane}`, label: 'done',
      labelNow: ({ [pane]: { editor } }) => (hasCursors(editor) ? 'one cursor' : 'done'), footer: 1, quiet: true, action: leave,
      help: 'Remove all cursors but one, or stop editing and keep the text.' },
  ];
}
