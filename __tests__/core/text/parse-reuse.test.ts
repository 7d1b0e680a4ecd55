import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { runText } from '../../../source/core/text/commands.js';
import { createText, type EditorState, select } from '../../../source/core/text/editor.js';

const view = { width: 80, height: 20, wrap: true };
const fields = Array.from({ length: 24 }, (_, nth) => `  a${nth}: book(id: "${nth}") {\n    id title\n  }\n`);
const text = `query Books {\n${fields.join('')}}\n`;

type Tree = ReturnType<typeof syntaxTree>;

/** The tree and all trees in it. */
const treesIn = (tree: Tree): readonly Tree[] => [
  tree,
  ...tree.children.flatMap(child => ('children' in child ? treesIn(child) : [])),
];

/** The tree of the complete text. On a slow machine, the rest would be parsed later. */
const wholeTree = (state: EditorState): Tree =>
  ensureSyntaxTree(state, state.doc.length, Number.POSITIVE_INFINITY) ?? syntaxTree(state);

test('a letter in a query of 1 kB parses only the text around it again', () => {
  const before = select(createText(text, 'graphql'), text.indexOf('a20:'));
  const known = new Set(treesIn(wholeTree(before)));
  const after = runText(before, { do: 'insert', text: 'x' }, view);
  expect(after.doc.toString()).toBe(text.replace('a20:', 'xa20:'));
  const reused = treesIn(wholeTree(after)).filter(tree => known.has(tree));
  expect(Math.max(...reused.map(({ length }) => length))).toBeGreaterThan(text.length / 8);
  expect(String(wholeTree(after))).toBe(String(wholeTree(createText(after.doc.toString(), 'graphql'))));
});
