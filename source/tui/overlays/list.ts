/** Lists of choices: narrowed by typing, as tall as their content, with the full explanation of the selected row below. */
import { cellWidth } from '../../core/text/cells.js';
import { textOf } from '../../core/text/editor.js';
import { type Named, narrow } from '../../core/text/narrow.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLines } from '../components/field.js';
import { type Line, renderLines } from '../components/line.js';
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

/** The overlays that are lists. */
type ListOverlay = Extract<Overlay, { readonly field: unknown; readonly selected: number }>;

/** How a list is narrowed by typing. */
interface ListSearch<O extends ListOverlay, E> {
  /** The texts that an entry is searched by; its row by default. */
  named?(entry: E): Named;
  /** The matching entries, best first. By default, entries whose texts contain all typed words. */
  search?(typed: string, state: State, overlay: O): readonly E[] | undefined;
  /** True if the entries are ordered by time or by their position in a text. */
  readonly keepsOrder?: boolean;
  /** Identity of an entry across changes; the entry itself by default. */
  key?(entry: E): unknown;
}

/** Definition of one list. `E` is the type of its entries. */
interface ListSpec<O extends ListOverlay, E> extends ListSearch<O, E> {
  readonly widest?: number;
  title(overlay: O): string;
  /** The keys, in the lower border. */
  status(overlay: O): string;
  /** All entries in their default order, used while the filter is empty. */
  all(overlay: O, state: State): readonly E[];
  row(entry: E, state: State): ListRow;
  /** Message shown if there are no entries or none match. */
  empty(overlay: O, state: State): string;
  /** True if the field is always visible because it is more than a filter. */
  readonly hasField?: boolean;
  /** Hint below the field, if any. */
  hint?(overlay: O): string;
  /**
   * Lines below the list about the selected entry, using this many rows. By default, the entry's explanation if its row
   * truncates it.
   */
  below?(entry: E, rows: number): readonly Line[];
}

/** Number of entries up to which a list has no visible field. The field appears with the first typed letter. */
export const fewest = 8;

/** Maximum rows of a truncated explanation. */
const maxExplained = 4;

/** Minimum rows of the list above an explanation. */
const minRows = 3;

/** Minimum height inside the frame for lines about the selected entry. */
const minHeightForBelow = 12;

const namedBy = ({ name, about }: ListRow): Named => ({ name, about: about ?? '' });

interface ListKind<O extends ListOverlay, E> extends OverlayKindSpec<O> {
  /** The entries that match the typed text. */
  shown(overlay: O, state: State): readonly E[];
}

/** The lines of a title that does not fit into the border, since a question must never be truncated. */
const questionLines = (title: string, width: number): readonly string[] =>
  !title.includes('\n') && cellWidth(title) <= width - 4 ? [] : [...wrapText(title, width - 2), ''];

/** A box in which all rows fit does not need their narrow forms, however narrow it is. */
const formWidth = (rows: readonly ListRow[], width: number): number =>
  rows.every(({ narrow }) => narrow === undefined) || listWidth(rows, width) <= width
    ? Number.POSITIVE_INFINITY
    : width;

function fittedRows(rows: readonly ListRow[], width: number): readonly ListRow[] {
  const forms = formWidth(rows, width);
  return rows.map(row => fitted(row, forms));
}

/** Number of rows for the longest explanation that a row truncates, or 0 if there is none or no room for it. */
function explanationRows(rows: readonly ListRow[], { width, height }: OverlaySize, taken: number): number {
  const cells = nameCells(rows, width);
  const most = Math.max(0, ...rows.slice(0, maxMeasured).map(row => explained(row, cells, width).length));
  return most === 0 || height - taken - most - 1 < Math.min(minRows, rows.length) ? 0 : most + 1;
}

/** The entries of a list in one state. */
interface Content<O extends ListOverlay, E> {
  readonly of: O;
  readonly state: State;
  /** Rows of all entries, so that widths and height stay the same while the list is narrowed. */
  readonly rows: readonly ListRow[];
  readonly shown: readonly E[];
  readonly typed: string;
  readonly hasField: boolean;
}

const blankLines = (count: number): readonly Line[] => Array.from({ length: Math.max(0, count) }, () => []);

function wordLines(texts: readonly string[], width: number, theme: Theme, role?: 'dim' | 'strong'): readonly string[] {
  const lines = texts.map((text): Line => [{ text: ` ${text}`, role }]);
  return renderLines(lines, width, theme);
}

/** The kind of overlay for a list. */
export function listKind<O extends ListOverlay, E>(spec: ListSpec<O, E>): ListKind<O, E> {
  const list = new List(spec);
  return {
    widest: spec.widest,
    shown: (overlay, state) => list.contentOf(overlay, state).shown,
    entries: (overlay, state) => list.contentOf(overlay, state).shown.map(entry => spec.key?.(entry) ?? entry),
    window: (overlay, state, size) => list.window(overlay, state, size),
    cells: (overlay, state, most) => list.cells(overlay, state, most),
    height: (overlay, state, width) => list.height(overlay, state, width),
    fieldRow: ({ width }, overlay, state) =>
      list.contentOf(overlay, state).hasField ? list.question(overlay, width).length : undefined,
    draw: (overlay, state, size) => list.draw(overlay, state, size),
  };
}

class List<O extends ListOverlay, E> {
  private readonly spec: ListSpec<O, E>;
  private last: Content<O, E> | undefined;

  constructor(spec: ListSpec<O, E>) {
    this.spec = spec;
  }

  /** Cached, because several functions need it in each frame. */
  contentOf(of: O, state: State): Content<O, E> {
    if (this.last?.of === of && this.last.state === state) return this.last;
    const { spec } = this;
    const all = spec.all(of, state);
    const rows = all.map(entry => spec.row(entry, state));
    const typed = textOf(of.field);
    const named = (at: number): Named => spec.named?.(all[at] as E) ?? namedBy(rows[at] as ListRow);
    const shown =
      spec.search?.(typed, state, of) ?? narrow([...all.keys()], typed, named, spec.keepsOrder).map(at => all[at] as E);
    const hasField = typed !== '' || all.length > fewest || spec.hasField === true;
    this.last = { of, state, rows, shown, typed, hasField };
    return this.last;
  }

  question(overlay: O, width: number): readonly string[] {
    return questionLines(this.spec.title(overlay), width);
  }

  window(overlay: O, state: State, size: OverlaySize): OverlayWindow {
    const content = this.contentOf(overlay, state);
    const total = content.shown.length;
    const taken = this.rowsAbove(overlay, content, size.width);
    const room = Math.max(1, size.height - taken - this.rowsBelow(content, size, taken));
    return { total, room, from: firstShown(clamp(overlay.selected, 0, total - 1), total, room), above: taken };
  }

  cells(overlay: O, state: State, most: number): number {
    const { spec } = this;
    const { rows } = this.contentOf(overlay, state);
    const words = [...spec.title(overlay).split('\n'), spec.status(overlay)].map(text => cellWidth(text) + 4);
    const empty = rows.length === 0 ? cellWidth(spec.empty(overlay, state)) + 2 : 0;
    return Math.max(...words, empty, listWidth(rows, most));
  }

  height(overlay: O, state: State, width: number): number {
    const content = this.contentOf(overlay, state);
    const { rows } = content;
    const taken = this.rowsAbove(overlay, content, width);
    if (rows.length === 0) return taken + 2 + wrapText(this.spec.empty(overlay, state), width - 2).length;
    if (this.spec.below !== undefined) return Number.MAX_SAFE_INTEGER;
    return taken + rows.length + this.rowsBelow(content, { width, height: Number.MAX_SAFE_INTEGER }, taken) + 2;
  }

  draw(overlay: O, state: State, size: OverlaySize): ReturnType<ListKind<O, E>['draw']> {
    const { theme } = state.settings;
    const { width, height } = size;
    const { spec } = this;
    const content = this.contentOf(overlay, state);
    const { shown, typed } = content;
    const { from, room, total, above: taken } = this.window(overlay, state, size);
    const selected = clamp(overlay.selected, 0, Math.max(0, total - 1));
    const forms = formWidth(content.rows, width);
    const cells = nameCells(fittedRows(content.rows, width), width);
    const asked = this.question(overlay, width);
    const rows = shown.slice(from, from + room).map(entry => fitted(spec.row(entry, state), forms));
    const list = cutApart(rows, cells, width, theme).map((row, at) =>
      listRow(row, { width, theme, typed, cells, isSelected: from + at === selected }),
    );
    const chosen = shown[selected];
    const row = rows[selected - from];
    const reserved = this.rowsBelow(content, size, taken);
    const fill = renderLines(blankLines(height - taken - reserved - Math.max(1, list.length)), width, theme);
    return {
      lines: [
        ...wordLines(asked, width, theme, 'strong'),
        ...(content.hasField ? this.fieldAndHint(overlay, width, theme) : []),
        ...(list.length > 0 ? list : wordLines(wrapText(spec.empty(overlay, state), width - 2), width, theme)),
        ...(reserved === 0 || chosen === undefined || row === undefined
          ? []
          : [...fill, ...this.aboutChosen(chosen, row, { cells, width, rows: reserved }, theme)]),
      ],
      title: asked.length === 0 ? spec.title(overlay) : '',
      status: [{ text: spec.status(overlay), role: 'dim' }],
      scroll: { top: from, total },
    };
  }

  private fieldAndHint(overlay: O, width: number, theme: Theme): readonly string[] {
    const hint = this.spec.hint?.(overlay) ?? '';
    return [
      fieldLines(overlay.field, width, theme)[0] ?? '',
      ...wordLines([hint], width, theme, this.spec.hint === undefined ? undefined : 'dim'),
    ];
  }

  private rowsAbove(overlay: O, { hasField }: Content<O, E>, width: number): number {
    return this.question(overlay, width).length + (hasField ? 2 : 0);
  }

  /**
   * Number of rows below the list, starting with a blank or a rule. It is the same for every selected row, so that nothing
   * jumps.
   */
  private rowsBelow({ rows }: Content<O, E>, size: OverlaySize, taken: number): number {
    if (this.spec.below === undefined) return explanationRows(fittedRows(rows, size.width), size, taken);
    return size.height < minHeightForBelow || rows.length === 0 ? 0 : Math.floor(size.height / 2);
  }

  /** The rows below the list. */
  private aboutChosen(
    entry: E,
    row: ListRow,
    { cells, width, rows }: { readonly cells: number; readonly width: number; readonly rows: number },
    theme: Theme,
  ): readonly string[] {
    if (this.spec.below === undefined)
      return [...renderLines([[]], width, theme), ...wordLines(explained(row, cells, width), width, theme)];
    const rule: Line = [{ text: theme.glyphs.box.horizontal.repeat(width), role: 'border' }];
    return renderLines([rule, ...this.spec.below(entry, rows - 1)], width, theme);
  }
}

/** An explanation that its row truncates. */
const explained = (row: ListRow, cells: number, width: number): readonly string[] => {
  const cut = cutAbout(row, cells, width);
  return cut === '' ? [] : wrapText(cut, width - 2, maxExplained);
};
