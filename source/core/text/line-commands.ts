/**
 * CodeMirror's line commands on texts with CRLF. They would take a CR for trailing white space and move or delete it, so they
 * run on a copy without CRs, and their changes are mapped back.
 */
import { EditorSelection, Transaction } from '@codemirror/state';
import {
  createText,
  type EditorState,
  edit,
  languageOf,
  runCommand,
  type StateCommand,
  textOf,
  usesCarriageReturns,
} from './editor.js';

/** Runs a command; line breaks it inserts become CRLF where the text uses that. */
export function runLineCommand(state: EditorState, command: StateCommand): EditorState {
  if (!usesCarriageReturns(state)) return runCommand(state, command);
  const old = new LineEnds(textOf(state));
  const bare = createText(old.without, languageOf(state));
  const shown = withSelection(
    bare,
    mapped(state.selection, offset => old.toWithout(offset)),
  );
  const done: Transaction[] = [];
  command({ state: shown, dispatch: transaction => done.push(transaction) });
  const [transaction] = done;
  if (transaction === undefined) return state;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((from, to, _from, _to, inserted) => {
    changes.push({
      from: old.toWith(from),
      to: old.toWith(to),
      insert: inserted.toString().replaceAll('\n', '\r\n'),
    });
  });
  const next = edit(state, { changes }, 'input');
  const ends = new LineEnds(textOf(next));
  return withSelection(
    next,
    mapped(transaction.newSelection, offset => ends.toWith(offset)),
  );
}

const withSelection = (state: EditorState, selection: EditorSelection): EditorState =>
  state.update({ selection, annotations: Transaction.userEvent.of('select') }).state;

const mapped = ({ ranges, mainIndex }: EditorSelection, offset: (offset: number) => number): EditorSelection =>
  EditorSelection.create(
    ranges.map(({ anchor, head }) => EditorSelection.range(offset(anchor), offset(head))),
    mainIndex,
  );

/** Maps offsets between a text and its copy without CRs. */
class LineEnds {
  readonly without: string;
  /** Offsets of the CRs. */
  readonly #places: readonly number[];

  constructor(text: string) {
    this.without = text.replaceAll('\r\n', '\n');
    this.#places = [...text.matchAll(/\r\n/g)].map(match => match.index);
  }

  toWithout(offset: number): number {
    return offset - this.#places.filter(place => place < offset).length;
  }

  toWith(offset: number): number {
    let count = 0;
    while ((this.#places[count] ?? Number.POSITIVE_INFINITY) - count < offset) count += 1;
    return offset + count;
  }
}
