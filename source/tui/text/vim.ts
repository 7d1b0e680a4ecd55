/** Vim's keys in Query and Variables, with `"editor": "vim"`. `core/text/vim` edits the text; this adapts it to the screen. */
import type { EditorState } from '../../core/text/editor.js';
import { leaveInsert } from '../../core/text/vim/insert.js';
import { initialVim, isVimKey, type Vim, type VimResult } from '../../core/text/vim/state.js';
import { vimKey } from '../../core/text/vim/vim.js';
import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { TextPane, TextPaneId } from '../model/text.js';
import { kindWords } from '../screen-words.js';
import type { KeyEvent } from '../terminal/events.js';
import { notify, update, withNotice } from '../update.js';
import { isEditable, withEditor } from './pane.js';

/** Keys of vim for the keys that have no letter. */
const named: Readonly<Record<string, string>> = {
  ...{ left: 'h', right: 'l', up: 'k', down: 'j', home: '0', end: '$', backspace: 'h' },
};

/** Puts a changed pane into the state, with the consequences for its document. */
export type SetPane = (state: State, id: TextPaneId, pane: TextPane) => Update<State>;

/** Key that leads to the commands hidden by vim's keys. */
export const leader = 'space';

/** The state of vim's keys for this text. A selection or half a command ends when anything else changed the text or cursor. */
function vimFor(state: State, editor: EditorState): Vim | undefined {
  const { vim } = state;
  if (vim === undefined) return undefined;
  if (vim.editor === editor && vim.keys.mode !== 'insert') return vim.keys;
  const keys: Vim = {
    ...vim.keys,
    mode: 'normal',
    pending: '',
    visual: undefined,
    goal: undefined,
    insertion: undefined,
  };
  const { from, to, empty } = editor.selection.main;
  // Text selected with the mouse.
  return empty ? keys : { ...keys, mode: 'visual', visual: { anchor: from, head: to - 1 } };
}

/**
 * The key as vim reads it, or undefined if it is a command of the screen.
 * @param isPane true while keys go to the focused pane: not to an overlay, a prompt or a search
 */
export function vimKeyOf(state: State, { chord, text }: KeyEvent, isPane: boolean): string | undefined {
  const { focus } = state;
  if (!isPane || !isEditable(focus) || state.editing) return undefined;
  const vim = vimFor(state, state[focus].editor);
  if (vim === undefined) return undefined;
  const special = chord === 'escape' ? chord : named[chord];
  if (vim.pending !== '') return text ?? special;
  const key = vim.mode === 'normal' ? text : (special ?? text);
  const isCommand = vim.mode === 'normal' && key === ' ';
  return key !== undefined && !isCommand && isVimKey(vim, key) ? key : undefined;
}

/** True after `f`, `t`, `r` and their like, whose next key is a character. */
export const awaitsCharacter = ({ vim, editing }: State): boolean =>
  !editing && /[fFtTr]$/.test(vim?.keys.pending ?? '');

/** True if vim's keys hide a command's key in this pane. */
export const isHidden = (state: State, chord: string): boolean =>
  state.vim !== undefined &&
  [...chord].length === 1 &&
  vimKeyOf(state, { kind: 'key', chord, text: chord }, true) !== undefined;

export function reduceVim(state: State, key: string, set: SetPane): Update<State> {
  const { focus } = state;
  if (!isEditable(focus)) return update(state);
  const vim = vimFor(state, state[focus].editor);
  return vim === undefined ? update(state) : withResult(state, focus, vimKey(vim, state[focus].editor, key), set);
}

/** Ends editing, with the cursor on the last character typed. */
export function leaveEditing(state: State, set: SetPane): Update<State> {
  const idleState: State = { ...state, editing: false, prefix: undefined };
  const { focus, vim } = state;
  if (!state.editing || vim === undefined || !isEditable(focus)) return update(idleState);
  return withResult(idleState, focus, leaveInsert(vim.keys, state[focus].editor), set);
}

function withResult(state: State, id: TextPaneId, { vim, editor, copiedText }: VimResult, set: SetPane): Update<State> {
  const pane = withEditor(state[id], editor, viewOf(state, id));
  const paneUpdate = set(state, id, pane);
  const next = {
    ...paneUpdate.state,
    editing: vim.mode === 'insert',
    vim: { keys: vim, editor: paneUpdate.state[id].editor },
  };
  const copy = copiedText === undefined ? [] : [{ kind: 'copy' as const, text: copiedText, what: 'the text' }];
  return update(next, ...paneUpdate.effects, ...copy);
}

/** Switches between vim's keys and the screen's own. */
export const toggleVim = (state: State): Update<State> =>
  state.vim === undefined
    ? update(
        withNotice(
          { ...state, vim: { keys: initialVim } },
          `Vim keys are on in ${kindWords[state.connect.kind].panes.query} and Variables. Press Space before a key for a hidden command.`,
        ),
      )
    : notify({ ...state, vim: undefined }, 'Vim keys are off.');

/** State of a pane for its title: `editing`, `visual`, or the keys of an incomplete command. */
export function statusOf(state: State, id: TextPaneId): string {
  if (state.focus !== id) return '';
  if (state.editing) return 'editing';
  const vim = vimFor(state, state[id].editor);
  if (vim === undefined) return '';
  if (vim.pending !== '') return vim.pending;
  return vim.mode === 'normal' ? '' : vim.mode.replace('-', ' ');
}

/** Vim's keys for the help. */
// biome-ignore format: one group of keys, one row
export const vimHelp: readonly (readonly [keys: readonly string[], help: string])[] = [
  [['h', 'j', 'k', 'l', 'w', 'b', 'e', 'g e'], 'Move by characters, lines and words. A number before a key repeats it.'],
  [['0', '^', '$', 'g g', 'G', '{', '}', '%'], 'Move to an end of the line, the text or the paragraph, or to the matching bracket.'],
  [['f', 't', 'F', 'T', ';', ',', '*', '#'], 'Move to a character in the line, repeat that move, or find the word at the cursor again.'],
  [['d', 'c', 'y', '>', '<', 'g u', 'g U', 'g ~'],
    'Delete, change, copy, indent or convert: followed by a motion, an object such as iw, a" or i{, or the same key for lines.'],
  [['x', 'X', 'D', 'C', 's', 'S', 'Y', 'r', '~', 'J'], 'Delete, change or copy without a motion; replace, switch case, join lines.'],
  [['i', 'I', 'a', 'A', 'o', 'O'], 'Edit before or after the cursor, at the ends of the line, or in a new line.'],
  [['v', 'V', 'o'], 'Select characters or lines; go to the other end.'],
  [['p', 'P', '.'], 'Insert the deleted or copied text after or before the cursor; repeat the last change.'],
  [['u', 'U'], 'Undo, redo.'],
  [['space'], 'Run a screen command whose key vim uses, such as Space w to save.'],
];

export const startVim = (editor: 'vim' | 'plain' | undefined): State['vim'] =>
  editor === 'vim' ? { keys: initialVim } : undefined;
