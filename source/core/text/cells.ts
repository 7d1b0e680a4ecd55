/**
 * Computes the width of text in a terminal and where it can be cut: between grapheme clusters. Plain text takes a fast path,
 * since this code runs for every cell of every frame.
 */
import stringWidth from 'string-width';

/** Code units that are always one cell and one cluster: ASCII, Latin, box drawing, and apiclient's marks. */
const plainUnits =
  '[\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2026\\u2190-\\u2199\\u21bb\\u2713\\u2717\\u2022\\u2014\\u2013\\u2018-\\u201f\\u203a\\u2400-\\u2426\\u2500-\\u25ff]';
const plain = new RegExp(`^${plainUnits}*$`);

/** Runs of plain text worth separating. Shorter ones are not. */
export const plainRuns = new RegExp(`${plainUnits}{64,}`, 'g');

/** Returns true if every code unit is one cell wide, so that length equals width. An empty text is plain. */
export const isPlain = (text: string): boolean => plain.test(text);

let segmenter: Intl.Segmenter | undefined;
const widths = new Map<string, number>();

/** A user-perceived character and its width in cells (0, 1 or 2). */
export interface Cluster {
  readonly text: string;
  readonly width: number;
}

function clusterWidth(text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    width = Math.min(2, stringWidth(text));
    if (widths.size > 20_000) widths.clear();
    widths.set(text, width);
  }
  return width;
}

/** Yields the clusters of a text without control characters. */
export function* clusters(text: string): Generator<Cluster> {
  if (isPlain(text)) {
    for (let i = 0; i < text.length; i++) yield { text: text.charAt(i), width: 1 };
    return;
  }
  for (const segment of segmentsIn(text))
    yield { text: segment, width: segment.length === 1 && isPlain(segment) ? 1 : clusterWidth(segment) };
}

/** Length of the part that is segmented at a time, in UTF-16 units. */
const windowUnits = 512;

/** Yields the grapheme clusters. `Intl.Segmenter` takes quadratic time, so that a line of 1 MB would take half an hour. */
function* segmentsIn(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let units = windowUnits;
  for (let from = 0; from < text.length; ) {
    const end = from + units + (/[\ud800-\udbff]/.test(text.charAt(from + units - 1)) ? 1 : 0);
    const start = from;
    // The last cluster may continue after the window.
    let last = '';
    for (const { segment } of segmenter.segment(text.slice(from, end))) {
      if (last !== '') yield last;
      from += last.length;
      last = segment;
    }
    if (end >= text.length) {
      yield last;
      return;
    }
    units = from === start ? 2 * units : windowUnits;
  }
}

/** Returns the width in cells of a text without control characters. */
export function cellWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const cluster of clusters(text)) width += cluster.width;
  return width;
}

/** Returns the longest prefix that fits into `cells`. */
export function takeCells(text: string, cells: number): string {
  if (cells <= 0) return '';
  if (isPlain(text)) return text.length <= cells ? text : text.slice(0, cells);
  let width = 0;
  let kept = '';
  for (const cluster of clusters(text)) {
    width += cluster.width;
    if (width > cells) return kept;
    kept += cluster.text;
  }
  return text;
}

/** Truncates a text to `cells`. The ellipsis takes the last cell. */
export function fitCells(text: string, cells: number, ellipsis = '…'): string {
  if (cells <= 0) return '';
  const fitting = takeCells(text, cells);
  return fitting === text ? text : takeCells(text, Math.max(0, cells - cellWidth(ellipsis))) + ellipsis;
}
