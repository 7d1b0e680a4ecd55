/** Colours of a text by the names of their roles, for the visible lines only. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';

/** What a stretch of text is; the theme gives each a colour. */
export type TextRole =
  | 'keyword'
  | 'string'
  | 'number'
  | 'property'
  | 'variable'
  | 'comment'
  | 'type'
  | 'atom'
  | 'punctuation'
  | 'directive';

/** A stretch of the text at offsets of the whole text. */
export interface RoleRange {
  readonly from: number;
  readonly to: number;
  readonly role: TextRole;
}

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.definitionKeyword], class: 'keyword' },
  { tag: tags.string, class: 'string' },
  { tag: [tags.number, tags.integer, tags.float], class: 'number' },
  { tag: [tags.propertyName, tags.attributeName], class: 'property' },
  { tag: tags.variableName, class: 'variable' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.atom, class: 'type' },
  { tag: [tags.bool, tags.null, tags.special(tags.name)], class: 'atom' },
  { tag: tags.modifier, class: 'directive' },
  { tag: [tags.punctuation, tags.bracket, tags.separator], class: 'punctuation' },
]);

/** At most this long is parsed for one frame; what is not parsed yet stays without colour. */
const budget = 8;

/** The coloured ranges between two offsets, in order, without overlaps. */
export function highlight(state: EditorState, from: number, to: number): readonly RoleRange[] {
  const tree = ensureSyntaxTree(state, to, budget) ?? syntaxTree(state);
  const ranges: RoleRange[] = [];
  highlightTree(
    tree,
    highlighter,
    (start, end, classes) => {
      ranges.push({ from: start, to: end, role: classes as TextRole });
    },
    from,
    to,
  );
  return ranges;
}
