/** State of vim's keys, and the grammar of commands. */
import type { Text } from '@codemirror/state';
import type { EditorState } from '../editor.js';
import { type CharacterSearch, isCharacterSearch, motions } from './motions.js';
import { objects } from './objects.js';
import type { Register } from './operators.js';

type VimMode = 'normal' | 'visual' | 'visual-line' | 'insert';

/** State of vim's keys. It is shared by all texts, apart from the positions of a selection and an insertion. */
export interface Vim {
  readonly mode: VimMode;
  /** Keys of an incomplete command. */
  readonly pending: string;
  /** Both ends of the selection in visual mode, on characters. */
  readonly visual?: { readonly anchor: number; readonly head: number } | undefined;
  readonly register: Register;
  readonly search?: CharacterSearch | undefined;
  /** Column for `j` and `k`. */
  readonly goal?: number | undefined;
  /** The last change, for `.`. */
  readonly repeat?: Repeat | undefined;
  readonly insertion?: Insertion | undefined;
  /** Finished insertions, oldest first: `u` undoes and `U` repeats one as a whole, however many undo steps it took. */
  readonly insertions: readonly InsertionSteps[];
}

export interface Repeat {
  readonly command: Command;
  /** Text typed in insert mode. */
  readonly typedText?: string;
  /** Size of the selection of a command of visual mode. */
  readonly selected?: { readonly lines: number; readonly characters: number; readonly isLines: boolean };
}

/** The undo steps of a finished insertion. */
interface InsertionSteps {
  /** Undo depth before the command that began the insertion. */
  readonly before: number;
  readonly after: number;
  /** Its result. Later changes and other texts can have the same depth, but not the same result. */
  readonly text: Text;
}

/** Start of insert mode. */
export interface Insertion {
  readonly at: number;
  readonly length: number;
  /** Undo depth before the command. */
  readonly depth: number;
  readonly count: number;
  /** True after `o` and `O`: with a count, each repetition has its own line. */
  readonly isLine: boolean;
}

export const initialVim: Vim = { mode: 'normal', pending: '', register: { text: '', isLines: false }, insertions: [] };

export interface VimResult {
  readonly vim: Vim;
  readonly editor: EditorState;
  /** Text copied by `y`. */
  readonly copiedText?: string;
}

/** A complete command: `2d3w` has the operator `d`, the key `w` and the count 6. */
export interface Command {
  readonly operator: string;
  readonly key: string;
  /** The key after `f`, `t` or `r`. */
  readonly character: string;
  readonly count?: number | undefined;
}

/** Commands that are not motions. `r` is followed by a character. */
const normalKeys = 'x X D C s S Y r ~ J p P o O a A I i . u U v V'.split(' ');
const visualKeys = 'x X d D c C s S R y Y r ~ u U J p P o v V > <'.split(' ');
const takesCharacter = (key: string): boolean => isCharacterSearch(key) || key === 'r';

const grammar = /^([1-9]\d*)?(?:(g[~uU]|[dcy<>])([1-9]\d*)?)?(.*)$/su;
/** The same groups: operators follow the selection. */
const visualGrammar = /^([1-9]\d*)?(?:(?!)(.)(.))?(.*)$/su;

/** Parses keys. Returns undefined for keys that no command starts with, and `incomplete` for the start of a command. */
export function parseCommand(keys: string, isVisual: boolean): Command | 'incomplete' | undefined {
  const [, first, operator = '', second, rest = ''] = (isVisual ? visualGrammar : grammar).exec(keys) ?? [];
  const command = { operator, count: countOf(first, second), character: '' };
  const known = knownKeys(operator, isVisual);
  if (known.includes(rest) && !takesCharacter(rest)) return { ...command, key: rest };
  const key = rest.slice(0, 1);
  if (takesCharacter(key) && (operator === '' || key !== 'r')) {
    return [...rest].length === 1 ? 'incomplete' : { ...command, key, character: rest.slice(1) };
  }
  const isStart =
    rest === '' || known.some(each => each.startsWith(rest)) || (operator === '' && !isVisual && rest === 'g');
  return isStart ? 'incomplete' : undefined;
}

const countOf = (first: string | undefined, second: string | undefined): number | undefined =>
  first === undefined && second === undefined ? undefined : Math.min(Number(first ?? 1) * Number(second ?? 1), 99_999);

/** Returns the keys that can follow an operator, or start a command without one. */
function knownKeys(operator: string, isVisual: boolean): readonly string[] {
  const moving = Object.keys(motions);
  if (operator !== '') return [...moving, ...Object.keys(objects), operator, operator.slice(-1)];
  return isVisual ? [...moving, ...visualKeys, ...Object.keys(objects), 'g~', 'gu', 'gU'] : [...moving, ...normalKeys];
}

/** True if vim uses the key, so that it is not a command of the screen. */
export const isVimKey = (vim: Vim, key: string): boolean =>
  vim.pending !== '' ||
  key === 'escape' ||
  ([...key].length === 1 && parseCommand(key, vim.mode !== 'normal') !== undefined);
