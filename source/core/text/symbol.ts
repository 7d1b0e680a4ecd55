/** Names in a text that can be renamed. */
import type { Change } from './changes.js';

export interface TextSymbol {
  readonly kind: 'variable' | 'fragment' | 'operation' | 'alias' | 'placeholder';
  readonly name: string;
  /** How it is written, for messages: `$id`, `...Parts`, `{{host}}`. */
  readonly label: string;
  /** Offset of its definition, or undefined if the text contains none. */
  readonly definition: number | undefined;
  /** True if other parts of the text use a variable of the same name, whose value must remain. */
  readonly isShared?: true;
  /** Returns the changes that rename it in the text. */
  renameChanges(name: string): readonly Change[];
  /** Returns why the name cannot be used, or undefined if it can. */
  problemOf(name: string): string | undefined;
}

/** Changes that replace a name of a known length at several offsets. */
export const replaceAt = (offsets: readonly number[], { length }: string, insert: string): readonly Change[] =>
  [...new Set(offsets)].sort((a, b) => a - b).map(from => ({ from, to: from + length, insert }));
