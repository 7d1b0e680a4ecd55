/** Every list of choices: narrowed by typing, as tall as its content, with the whole explanation of the selected row below. */
import { cellWidth } from '../../core/text/cells.js';
import { textOf } from '../../core/text/editor.js';
import { type Named, narrow } from '../../core/text/narrow.js';
import { wrapText } from '../../core/text/wrap.js';
import type { Line } from '../components/line.js';
import {
  cutAbout,
  cutApart,
  firstShown,
  fitted,
  type ListRow,
  listRow,
  listWidth,
  maxMeasured,
  nameCells,
} from '../components/list.js';
import { clamp } from '../layout.js';
import type { Overlay } from '../model/action.js';
import type { State } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import type { OverlayKindSpec, OverlaySize, OverlayWindow } from './kind.js';
import { drawn, fieldLines } from './lines.js';

/** The overlays that are lists. */
type ListOverlay = Extract<Overlay, { readonly field: unknown; readonly selected: number }>;

/** One row of the table of lists. `E`: its entries. */
interface ListSpec<O extends ListOverlay, E> {
  readonly widest?: number;
  title(overlay: O): string;
  readonly status: string;
  /** All entries, in the order they are listed in while nothing is typed. */
  all(overlay: O, state: State): readonly E[];
  row(entry: E, state: State): ListRow;
  /** The texts an entry is found by; default: its row. */
  named?(entry: E): Named;
  /** The matching entries, best first; default: entries whose texts have all typed words. */
  search?(typed: string, state: State): readonly E[];
  /** The entries have a place in time, or in a text. */
  readonly keepsOrder?: boolean;
  /** By which an entry is known after a change; absent: the entry itself. */
  key?(entry: E): unknown;
  /** Instead of entries: nothing fits, or there is none. */
  empty(overlay: O, state: State): string;
  /** Its field is more than a filter: always there. */
  readonly hasField?: boolean;
  /** Below the field, while there is something to say. */
  hint?(overlay: O): string;
  /** Lines below the list about the selected entry, in this many rows; absent: its explanation, if the row cuts it. */
  below?(entry: E, rows: number): readonly Line[];
}

/** A list this short is seen at once: its field appears with the first letter. */
export const fewest = 8;

/** Rows of a cut explanation. */
const maxExplained = 4;

/** Rows of the list that an explanation leaves. */
const minRows = 3;

/** Minimum height inside the frame for lines about the selected entry. */
const minHeightForBelow = 12;

const namedBy = ({ name, about }: ListRow): Named => ({ name, about: about ?? '' });

interface ListKind<O extends ListOverlay, E> extends OverlayKindSpec<O> {
  /** The entries that fit what is typed. */
  shown(overlay: O, state: State): readonly E[];
}

/** The kind of overlay of a list. */
export function listKind<O extends ListOverlay, E>(spec: ListSpec<O, E>): ListKind<O, E> {
  interface Content {
    readonly of: O;
    readonly state: State;
    /** Of all entries: widths and height stay the same while the list is narrowed. */
    readonly rows: readonly ListRow[];
    readonly shown: readonly E[];
    readonly typed: string;
    readonly hasField: boolean;
  }
  let last: Content | undefined;

  /** Several questions about one overlay are asked per frame. */
  function contentOf(of: O, state: State): Content {
    if (last?.of === of && last.state === state) return last;
    const all = spec.all(of, state);
    const rows = all.map(entry => spec.row(entry, state));
    const typed = textOf(of.field);
    const named = (at: number): Named => spec.named?.(all[at] as E) ?? namedBy(rows[at] as ListRow);
    const shown =
      spec.search?.(typed, state) ?? narrow([...all.keys()], typed, named, spec.keepsOrder).map(at => all[at] as E);
    const hasField = typed !== '' || all.length > fewest || spec.hasField === true;
    last = { of, state, rows, shown, typed, hasField };
    return last;
  }

  /** A title that does not fit into the border: a question is never cut. */
  const question = (overlay: O, width: number): readonly string[] =>
    isLine(spec.title(overlay)) && cellWidth(spec.title(overlay)) <= width - 4
      ? []
      : [...wrapText(spec.title(overlay), width - 2), ''];

  const above = (overlay: O, { hasField }: Content, width: number): number =>
    question(overlay, width).length + (hasField ? 2 : 0);

  /** Rows below the list, the first of them blank or a rule; the same for every selected row, so that nothing jumps. */
  function below(content: Content, { width, height }: OverlaySize, taken: number): number {
    const rows = rowsIn(content, width);
    if (spec.below !== undefined) return height < minHeightForBelow || rows.length === 0 ? 0 : Math.floor(height / 2);
    const cells = nameCells(rows, width);
    const cut = rows.slice(0, maxMeasured).map(row => explained(row, cells, width).length);
    const most = Math.max(0, ...cut);
    return most === 0 || height - taken - most - 1 < Math.min(minRows, rows.length) ? 0 : most + 1;
  }

  /** A box in which all rows fit needs no narrow forms of them, however narrow it is. */
  const formWidth = ({ rows }: Content, width: number): number =>
    rows.every(({ narrow }) => narrow === undefined) || listWidth(rows, width) <= width
      ? Number.POSITIVE_INFINITY
      : width;

  function rowsIn(content: Content, width: number): readonly ListRow[] {
    const forms = formWidth(content, width);
    return content.rows.map(row => fitted(row, forms));
  }

  function window(overlay: O, state: State, size: OverlaySize): OverlayWindow {
    const content = contentOf(overlay, state);
    const total = content.shown.length;
    const taken = above(overlay, content, size.width);
    const room = Math.max(1, size.height - taken - below(content, size, taken));
    return { total, room, from: firstShown(clamp(overlay.selected, 0, total - 1), total, room), above: taken };
  }

  return {
    widest: spec.widest,
    shown: (overlay, state) => contentOf(overlay, state).shown,
    entries: (overlay, state) => contentOf(overlay, state).shown.map(entry => spec.key?.(entry) ?? entry),
    window,
    cells(overlay, state, most) {
      const { rows } = contentOf(overlay, state);
      const words = [...spec.title(overlay).split('\n'), spec.status].map(text => cellWidth(text) + 4);
      const empty = rows.length === 0 ? cellWidth(spec.empty(overlay, state)) + 2 : 0;
      return Math.max(...words, empty, listWidth(rows, most));
    },
    height(overlay, state, width) {
      const content = contentOf(overlay, state);
      const { rows } = content;
      const taken = above(overlay, content, width);
      if (rows.length === 0) return taken + 2 + wrapText(spec.empty(overlay, state), width - 2).length;
      if (spec.below !== undefined) return Number.MAX_SAFE_INTEGER;
      return taken + rows.length + below(content, { width, height: Number.MAX_SAFE_INTEGER }, taken) + 2;
    },
    fieldRow: ({ width }, overlay, state) =>
      contentOf(overlay, state).hasField ? question(overlay, width).length : undefined,
    draw(overlay, state, size) {
      const { theme } = state.settings;
      const { width, height } = size;
      const content = contentOf(overlay, state);
      const { shown, typed } = content;
      const { from, room, total, above: taken } = window(overlay, state, size);
      const selected = clamp(overlay.selected, 0, Math.max(0, total - 1));
      const forms = formWidth(content, width);
      const cells = nameCells(rowsIn(content, width), width);
      const asked = question(overlay, width);
      const rows = shown.slice(from, from + room).map(entry => fitted(spec.row(entry, state), forms));
      const list = cutApart(rows, cells, width, theme).map((row, at) =>
        listRow(row, { width, theme, typed, cells, isSelected: from + at === selected }),
      );
      const blank = (count: number): readonly Line[] => Array.from({ length: Math.max(0, count) }, () => []);
      const words = (texts: readonly string[], role?: 'dim' | 'strong'): readonly string[] =>
        drawn(
          texts.map((text): Line => [{ text: ` ${text}`, role }]),
          width,
          theme,
        );
      const chosen = shown[selected];
      const row = rows[selected - from];
      const reserved = below(content, size, taken);
      const fill = drawn(blank(height - taken - reserved - Math.max(1, list.length)), width, theme);
      return {
        lines: [
          ...words(asked, 'strong'),
          ...(content.hasField
            ? [
                fieldLines(overlay.field, width, theme)[0] ?? '',
                ...words([spec.hint?.(overlay) ?? ''], spec.hint === undefined ? undefined : 'dim'),
              ]
            : []),
          ...(list.length > 0 ? list : words(wrapText(spec.empty(overlay, state), width - 2))),
          ...(reserved === 0 || chosen === undefined || row === undefined
            ? []
            : [...fill, ...aboutChosen(chosen, row, { cells, width, rows: reserved }, theme)]),
        ],
        title: asked.length === 0 ? spec.title(overlay) : '',
        status: [{ text: spec.status, role: 'dim' }],
        scroll: { top: from, total },
      };
    },
  };

  /** The rows below the list. */
  function aboutChosen(
    entry: E,
    row: ListRow,
    { cells, width, rows }: { readonly cells: number; readonly width: number; readonly rows: number },
    theme: Theme,
  ): readonly string[] {
    if (spec.below === undefined)
      return drawn([[], ...explained(row, cells, width).map((text): Line => [{ text: ` ${text}` }])], width, theme);
    const rule: Line = [{ text: theme.glyphs.box.horizontal.repeat(width), role: 'border' }];
    return drawn([rule, ...spec.below(entry, rows - 1)], width, theme);
  }
}

const isLine = (title: string): boolean => !title.includes('\n');

/** The explanation that a row cuts. */
const explained = (row: ListRow, cells: number, width: number): readonly string[] => {
  const cut = cutAbout(row, cells, width);
  return cut === '' ? [] : wrapText(cut, width - 2, maxExplained);
};
