/** Problems in a text: the list, underlined ranges, marks in the gutter, and a message in the bottom line. */
import { counted } from '../../core/counted.js';
import type { TextProblem } from '../../core/graphql/intelligence/problems.js';
import { createText, cursorOf, type EditorState } from '../../core/text/editor.js';
import type { Row } from '../../core/text/rows.js';
import type { Line, Span } from '../components/line.js';
import type { Action } from '../model/action.js';
import type { ChoiceOverlay } from '../model/overlays.js';
import type { Role, Theme } from '../model/theme.js';

/**
 * The pause before a text of this length is checked, in milliseconds. It is longer for a longer text, whose check delays the
 * next key.
 */
export const restFor = (length: number): number => 120 + length / 250;

/** The notice if there are no problems. */
export const noProblem = 'No problems.';

/** The next or previous of items in the order of their positions, wrapping around. */
export function itemBeside<T>(
  items: readonly T[],
  positionOf: (item: T) => number,
  from: number,
  by: 1 | -1,
): T | undefined {
  return by > 0
    ? (items.find(each => positionOf(each) > from) ?? items[0])
    : (items.findLast(each => positionOf(each) < from) ?? items.at(-1));
}

/** The next or previous problem from an offset, wrapping around. */
export const problemBeside = (problems: readonly TextProblem[], offset: number, by: 1 | -1): TextProblem | undefined =>
  itemBeside(problems, ({ from }) => from, offset, by);

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

/** Offsets of the visible rows. */
export const visibleRange = (rows: readonly Row[]): [from: number, to: number] => [
  rows[0]?.from ?? 0,
  rows.at(-1)?.to ?? 0,
];

export function problemRanges(problems: readonly TextProblem[], rows: readonly Row[]) {
  const [from, to] = visibleRange(rows);
  return problems
    .filter(each => each.to >= from && each.from <= to)
    .map(each => ({ from: each.from, to: each.to, role: markRole(each) }));
}

const markRole = (each: TextProblem): Role => (each.severity === 'error' ? 'problem' : 'caution');

/**
 * A gutter mark for each visible row with a problem, including folded rows below it. An error takes precedence over a warning.
 */
export function problemGutter(problems: readonly TextProblem[], rows: readonly Row[], theme: Theme) {
  const gutter = new Map<number, Span>();
  const end = rows.at(-1)?.to ?? 0;
  for (const each of problems) {
    const row = each.from > end ? -1 : rows.findLastIndex(({ from }) => from <= each.from);
    if (row < 0 || gutter.get(row)?.role === 'error') continue;
    gutter.set(
      row,
      each.severity === 'error'
        ? { text: theme.glyphs.bad, role: 'error' }
        : { text: theme.glyphs.caution, role: 'warning' },
    );
  }
  return gutter;
}

/** Shows `2 problems` or `valid`, followed by the problem at the cursor. `aside` is shown if there is none. */
export function problemStatus(problems: readonly TextProblem[], editor: EditorState, aside: Line): Line {
  const errors = problems.filter(each => each.severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) return aside;
  const count: Span[] = [];
  if (errors > 0) count.push({ text: counted(errors, 'problem'), role: 'error' });
  if (warnings > 0) {
    count.push({ text: `${errors > 0 ? ', ' : ''}${counted(warnings, 'warning')}`, role: 'warning' });
  }
  const here = problemAt(problems, editor);
  return here === undefined ? count : [...count, { text: `: ${here.message.replace(/\s+/g, ' ')}`, role: 'text' }];
}

/** The problem at the cursor, or the first one on its line, or the only one in the text. */
function problemAt(problems: readonly TextProblem[], editor: EditorState): TextProblem | undefined {
  const head = cursorOf(editor);
  const line = editor.doc.lineAt(head);
  return (
    problems.find(each => each.from <= head && head <= each.to) ??
    problems.find(each => each.from >= line.from && each.from <= line.to) ??
    (problems.length === 1 ? problems[0] : undefined)
  );
}
