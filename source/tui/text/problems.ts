import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import { createText, cursorOf, type EditorState } from '../../core/text/editor.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';

/**
 * The pause before a text of this length is checked, in milliseconds. It is longer for a longer text, whose check delays the
 * next key.
 */
export const restFor = (length: number): number => 120 + length / 250;

/** The notice if there are no problems. */
export const noProblem = 'No problems.';

/** The next or previous problem from an offset, wrapping around. */
export function problemBeside(problems: readonly TextProblem[], offset: number, by: 1 | -1): TextProblem | undefined {
  return by > 0
    ? (problems.find(each => each.from > offset) ?? problems[0])
    : (problems.findLast(each => each.from < offset) ?? problems.at(-1));
}

/** The problems of a text as a choice. Enter goes to one. Undefined if there are none. */
export function problemList(
  problems: readonly TextProblem[],
  editor: EditorState,
  go: 'query/go' | 'variables/go',
): ChoiceOverlay<Action> | undefined {
  if (problems.length === 0) return undefined;
  const { doc } = editor;
  const at = cursorOf(editor);
  const options = problems.map(each => {
    const line = doc.lineAt(Math.min(each.from, doc.length));
    const mark = each.severity === 'warning' ? 'warning: ' : '';
    return {
      label: `${line.number}:${each.from - line.from + 1}`,
      detail: `${mark}${each.message}`,
      action: { type: go, offset: each.from } as const,
    };
  });
  const selected = problems.findLastIndex(each => each.from <= at);
  const title = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  return { kind: 'choice', title, options, verb: 'go to', selected: Math.max(0, selected), field: createText('') };
}
