/** Syntax highlighting of the visible lines. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { highlightTree, Tag, tagHighlighter, tags } from '@lezer/highlight';
import { type MethodRole, methodRoles } from '../request/method-role.js';

/** Role of a range. The theme defines its colour. */
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
  | 'directive'
  | MethodRole;

/** A range with absolute offsets. */
export interface RoleRange {
  readonly from: number;
  readonly to: number;
  readonly role: TextRole;
}

/** Tags of HTTP methods, by role. */
export const methodTags = Object.fromEntries(methodRoles.map(role => [role, Tag.define()])) as Readonly<
  Record<MethodRole, Tag>
>;

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.definitionKeyword], class: 'keyword' },
  ...methodRoles.map(role => ({ tag: methodTags[role], class: role })),
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

/** Maximum milliseconds of parsing per frame. The rest is not colored. */
const budget = 8;

/** Returns the colored ranges between two offsets, in order and without overlaps. */
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
