/**
 * Truncation of a group of names so that different names still look different. Paths of one API often share their beginning and
 * end, so the part that distinguishes them must remain visible.
 */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { cellWidth, clusters, isPlain } from '../../core/text/cells.js';
import { shownText } from './line.js';

/** A name as cells. A wide character has its text in the first cell and an empty string in the second. */
type Cells = readonly string[];
type Form = (name: Cells) => string;

function cellsOf(text: string): Cells {
  if (isPlain(text)) return text.split('');
  const cells: string[] = [];
  for (const { text: cluster, width } of clusters(text)) {
    if (width === 0) cells.push((cells.pop() ?? '') + cluster);
    else cells.push(cluster, ...(width === 2 ? [''] : []));
  }
  return cells;
}

/**
 * Maximum length in UTF-16 units; longer names lose their middle first. A server may send a path of a megabyte, and each frame
 * truncates it again.
 */
const maxName = 2000;

const fewer = (name: string): string =>
  shownText(name.length <= maxName ? name : name.slice(0, maxName / 2) + name.slice(-maxName / 2));

/** A part of a name, with exactly the requested width. A wide character cut in half becomes a blank. */
function part(name: Cells, from: number, to: number): string {
  const cells = name.slice(Math.max(0, from), to);
  if (cells[0] === '') cells[0] = ' ';
  if (name[to] === '' && cells.length > 0) cells[cells.length - 1] = ' ';
  return cells.join('');
}

/** Shortens a name to its beginning and its end. */
const ends =
  (head: number, cells: number, ellipsis: string): Form =>
  name => {
    if (name.length <= cells) return name.join('');
    const tail = cells - head - ellipsis.length;
    return part(name, 0, head) + ellipsis + (tail <= 0 ? '' : part(name, name.length - tail, name.length));
  };

/** Shortens a name to its beginning and a part at a later position. */
const around =
  (head: number, place: number, cells: number, ellipsis: string): Form =>
  name => {
    const width = cells - head - 2 * ellipsis.length;
    if (place <= head + ellipsis.length || width < 1) return ends(cells - ellipsis.length, cells, ellipsis)(name);
    if (place + width + ellipsis.length >= name.length) return ends(head, cells, ellipsis)(name);
    return part(name, 0, head) + ellipsis + part(name, place, place + width) + ellipsis;
  };

/** Number of cells of a request's method with its blank, or 0 if the name has none or too little room would remain. */
function methodCells(name: Cells, cells: number): number {
  const blank = name.indexOf(' ') + 1;
  return /^[A-Z]+ $/.test(name.slice(0, blank).join('')) && blank <= cells / 2 ? blank : 0;
}

/** Empties the braces of parameters, because the path segments between them are more useful. */
const withoutParameters = memoizeWeak((name: Cells) =>
  name.includes('/') ? cellsOf(name.join('').replace(/(?<=\/)\{[^{}/]+\}/g, '{}')) : name,
);

/** For a path, the end matters most, after its method. For other names, the beginning does. */
const usual =
  (cells: number, ellipsis: string): Form =>
  name =>
    ends(
      name.includes('/') ? methodCells(name, cells) : cells - ellipsis.length,
      cells,
      ellipsis,
    )(withoutParameters(name));

/** Ways to shorten a group of names, most informative first. */
function* formsOf(names: readonly Cells[], cells: number, ellipsis: string): Generator<Form> {
  for (const squeeze of [withoutParameters, (name: Cells) => name]) {
    const group = names.map(squeeze);
    const [first = [], ...others] = group;
    const method = methodCells(first, cells);
    const most = cells - ellipsis.length;
    const differs = first.findIndex((cell, at) => others.some(other => other[at] !== cell));
    const forms: Form[] = [];
    for (let head = method; head <= most; head++) forms.push(ends(head, cells, ellipsis));
    const index = differs < 0 ? first.length : differs;
    forms.push(around(method, index, cells, ellipsis), around(0, index, cells, ellipsis));
    for (let head = 0; head < method; head++) forms.push(ends(head, cells, ellipsis));
    yield* forms.map(form => (name: Cells) => form(squeeze(name)));
  }
}

/**
 * Shortens names for display in a list. Names that differ look different if there is room for the difference.
 * @param names untrusted text
 * @param cells maximum width of each name
 */
export function apart(names: readonly string[], cells: number, ellipsis: string): readonly string[] {
  const texts = names.map(fewer);
  const wide = new Map(texts.filter(text => cellWidth(text) > cells).map(text => [text, cellsOf(text)]));
  if (wide.size === 0) return names;
  if (cells <= ellipsis.length) return texts.map(text => (wide.has(text) ? '' : text));
  const forms = new Map<Cells, string>();
  const taken = new Set(texts.filter(text => !wide.has(text)));
  const settle = (alike: Alike): void => {
    for (const [text, members] of alike) {
      for (const member of members) forms.set(member, text);
      taken.add(text);
    }
    for (const members of alike.values()) {
      if (members.length === 1) continue;
      const better = bestOf(members, cells, ellipsis, taken);
      if (better.size > 1) settle(better);
    }
  };
  settle(grouped([...wide.values()], usual(cells, ellipsis)));
  return texts.map(text => forms.get(wide.get(text) ?? []) ?? text);
}

type Alike = ReadonlyMap<string, readonly Cells[]>;

function grouped(names: readonly Cells[], form: Form): Alike {
  const groups = new Map<string, Cells[]>();
  for (const name of names) {
    const text = form(name);
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  return groups;
}

/** The form that makes the most names of a group look different from each other and from names already chosen. */
function bestOf(group: readonly Cells[], cells: number, ellipsis: string, taken: ReadonlySet<string>): Alike {
  let best: Alike = new Map();
  let most = -1;
  for (const form of formsOf(group, cells, ellipsis)) {
    const alike = grouped(group, form);
    const free = [...alike.keys()].filter(text => !taken.has(text)).length;
    if (free > most) [best, most] = [alike, free];
    if (free === group.length) break;
  }
  return best;
}

/**
 * Like `apart`, for items with different widths.
 * @returns the texts that had to be shortened
 */
export function apartIn<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  roomOf: (item: T) => number,
  ellipsis: string,
): ReadonlyMap<T, string> {
  const byRoom = new Map<number, T[]>();
  for (const item of items) {
    const room = roomOf(item);
    if (cellWidth(fewer(textOf(item))) > room) byRoom.set(room, [...(byRoom.get(room) ?? []), item]);
  }
  const cut = new Map<T, string>();
  for (const [room, words] of byRoom) {
    const texts = apart(words.map(textOf), room, ellipsis);
    for (const [at, item] of words.entries()) cut.set(item, texts[at] ?? '');
  }
  return cut;
}
