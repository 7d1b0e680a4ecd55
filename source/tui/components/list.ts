/** Rows of a list of choices: a name and its explanation in two columns, with the typed text marked in both. */
import { narrowedRanges } from '../../core/text/narrow.js';
import type { Role, Theme } from '../model/theme.js';
import { apartIn } from './apart.js';
import { type Line, lineWidth, marked, spread } from './line.js';
import { withMethods } from './method.js';

/** One row. Untrusted text. */
export interface ListRow {
  /** Text before the name, such as a time or a mark. It is equally wide in all rows of a list. */
  readonly lead?: Line;
  readonly name: string;
  readonly role?: Role;
  readonly about?: string;
  readonly aboutRole?: Role;
  /** Text at the right end. */
  readonly right?: Line;
  /** Alternative texts for lists narrower than a number of cells, narrowest first. */
  readonly narrow?: readonly (Pick<ListRow, 'lead' | 'right'> & { readonly below: number })[];
}

/** A row as displayed in a list of this width. */
export function fitted(row: ListRow, width: number): ListRow {
  const form = row.narrow?.find(({ below }) => width < below);
  return form === undefined ? row : { ...row, ...form };
}

/** Rows measured for the widths of a list. */
export const maxMeasured = 200;

const gap = 2;

const leadOf = ({ lead = [{ text: ' ' }] }: ListRow): Line => lead;

/** Puts an explanation on one line. */
const flat = (text: string): string => text.slice(0, 2000).replace(/\s+/g, ' ').trim();

/**
 * Width of the first column: the longest name, but at most half of the list if explanations need the rest. 0 if there are no
 * rows.
 */
export function nameCells(rows: readonly ListRow[], width: number): number {
  if (!rows.some(({ about }) => about)) return 0;
  const measured = rows.slice(0, maxMeasured);
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(text => lineWidth([{ text }])));
  const free = width - gap - 2 - widest(measured.map(({ about = '' }) => flat(about)));
  return Math.min(widest(measured.map(({ name }) => name)), Math.max(Math.floor(width / 2), free));
}

/** Number of cells of a row before its explanation. */
const beforeAbout = (row: ListRow, cells: number): number =>
  lineWidth(leadOf(row)) + Math.max(lineWidth([{ text: row.name }]), cells) + gap;

/** Width of the widest row plus one cell, or 0 if there are no rows. */
export function listWidth(rows: readonly ListRow[], most: number): number {
  const cells = nameCells(rows, most);
  const widths = rows.slice(0, maxMeasured).map(row => {
    const { about = '', right = [] } = row;
    const text = about === '' ? 0 : lineWidth([{ text: flat(about) }]);
    const left = text === 0 ? lineWidth(leadOf(row)) + lineWidth([{ text: row.name }]) : beforeAbout(row, cells) + text;
    return left + lineWidth(right) + 1;
  });
  return Math.max(0, ...widths);
}

/** The explanation of a row that is too narrow for it; empty if it fits. */
export function cutAbout(row: ListRow, cells: number, width: number): string {
  const about = flat(row.about ?? '');
  const room = width - lineWidth(row.right ?? []) - beforeAbout(row, cells);
  return about !== '' && lineWidth([{ text: about }]) > room ? about : '';
}

/** The first visible row of a list with room for `room` rows. If there are more rows, the selected one is in the middle. */
export const firstShown = (selected: number, total: number, room: number): number =>
  Math.max(0, Math.min(selected - Math.floor(room / 2), total - room));

/** True for a request line, whose end is more informative than its beginning. */
const isRequestLine = (text: string): boolean =>
  /^[A-Z]+ \S+$/.test(text) && text.lastIndexOf('/') > text.indexOf(' ') + 1;

/**
 * Shortens the names and request lines of rows shown together so that different ones look different.
 * @param cells width of the first column
 */
export function cutApart(
  rows: readonly ListRow[],
  cells: number,
  width: number,
  { glyphs }: Theme,
): readonly ListRow[] {
  const free = (row: ListRow): number => width - lineWidth(row.right ?? []);
  const names = apartIn(
    rows,
    ({ name }) => name,
    row => Math.max(0, free(row) - lineWidth(leadOf(row))),
    glyphs.ellipsis,
  );
  const lines = apartIn(
    rows.filter(row => !names.has(row) && isRequestLine(row.about ?? '')),
    ({ about = '' }) => about,
    row => Math.max(0, free(row) - beforeAbout(row, cells)),
    glyphs.ellipsis,
  );
  return rows.map(row => {
    const [name, about] = [names.get(row), lines.get(row)];
    if (name !== undefined) return { ...row, name, about: '' };
    if (about !== undefined) return { ...row, about };
    return row;
  });
}

interface ListLook {
  readonly width: number;
  readonly theme: Theme;
  /** The filter text. */
  readonly typed: string;
  readonly cells: number;
  /** True for the cursor's row. */
  readonly isSelected: boolean;
}

/** A row as one line of exactly `width` cells. */
export function listRow(row: ListRow, { width, theme, typed, cells, isSelected }: ListLook): string {
  const { name, role, about = '', aboutRole = 'dim', right = [] } = row;
  const shown = { text: name, role };
  const fill = about === '' ? 0 : Math.max(0, cells - lineWidth([shown])) + gap;
  const explained = flat(about);
  const left: Line = [
    ...leadOf(row),
    ...withMethods(marked(shown, narrowedRanges(name, typed))),
    ...(about === ''
      ? []
      : [
          { text: ' '.repeat(fill) },
          ...withMethods(marked({ text: explained, role: aboutRole }, wordsIn(explained, typed))),
        ]),
  ];
  return spread(left, right, width, theme, isSelected ? 'cursor' : undefined);
}

/** In a sentence, only complete words of the filter are marked, not scattered letters. */
const wordsIn = (text: string, typed: string) =>
  narrowedRanges(text, typed).filter(
    ([from, to]) => typed.toLowerCase().includes(text.slice(from, to).toLowerCase()) && to - from > 1,
  );
