/** Marks search results in the rows of the tree. */

import type { ChangedElement, Entry } from '../../../core/graphql/search/index.js';
import { highlight } from '../../../core/search/highlight.js';
import type { Range } from '../../../core/search/name.js';
import { type Tier, tiers } from '../../../core/search/name-match.js';
import { type Line, lineWidth, marked, type Span, spread } from '../../components/line.js';
import { withMethods } from '../../components/method.js';
import type { SearchState } from '../../model/schema.js';
import type { Role, Theme } from '../../model/theme.js';
import type { Row } from '../../model/tree.js';

/** Information about a search, for drawing its rows. */
interface SearchMarks {
  /**
   * The letters of a name to mark.
   * @param fit quality of the match that the row shows
   */
  readonly rangesIn: (name: string, fit?: Tier) => readonly Range[];
  /** The match that a row shows. Undefined if the row only leads to a match or the full tree is shown. */
  readonly matchOf: (row: Row) => { readonly entry: Entry; readonly tier: Tier } | undefined;
}

/** Returns undefined if there is nothing to mark. */
export function searchMarks(search: SearchState | undefined): SearchMarks | undefined {
  const { results, tree, showsFullTree } = search ?? {};
  if (search === undefined || results === undefined || results.total === 0) return undefined;
  const current = results.fits[search.at];
  return {
    rangesIn: (name, fit = current) => highlight(results.corpus, results.asked, name, fit),
    matchOf: row => {
      const at = showsFullTree ? undefined : tree?.matchAt.get(row.key);
      const entry = at === undefined ? undefined : results.entryAt(at);
      return entry === undefined ? undefined : { entry, tier: results.fits[at ?? 0] ?? tiers.none };
    },
  };
}

/** Marks in the left border for changes found by a refresh: `+` is new, `~` changed, `!` breaks clients. */
export function changeSign(search: SearchState | undefined, row: Row): Span | undefined {
  const thing = search?.changes?.[search.tree?.matchAt.get(row.key) ?? -1];
  return thing === undefined ? undefined : signOf(thing);
}

/** The mark for a changed element. */
export function signOf({ severity, isNew }: ChangedElement): Span {
  if (severity === 'breaking') return { text: '!', role: 'error' };
  return { text: isNew ? '+' : '~', role: severity === 'dangerous' ? 'warning' : 'ticked' };
}

/** Prefixes of a name in its row. */
const signs = /^(?:implements |\| |@|\.\.\.)/;

function rangesIn(row: Row, marks: SearchMarks): readonly Range[] {
  if (row.kind === 'root' || row.kind === 'group' || row.kind === 'more') return [];
  const lead = signs.exec(row.name)?.[0].length ?? 0;
  const ranges = marks.rangesIn(row.name.slice(lead), marks.matchOf(row)?.tier);
  return ranges.map(([from, to]) => [from + lead, to + lead]);
}

/**
 * A row with the matching letters of its name marked, even on the cursor's row. After a match, the owning type and the kind
 * follow if there is room.
 */
export function markedRow(
  line: Line,
  row: Row,
  marks: SearchMarks,
  width: number,
  theme: Theme,
  cursor: Role | undefined,
): string {
  const named = line.findIndex(span => span.text === row.name);
  const name = line[named];
  if (name === undefined) return spread(line, [], width, theme, cursor);
  const before = line.slice(0, named);
  const match = marks.matchOf(row);
  const right =
    match === undefined ? '' : origin(match.entry, row.path?.root === 'mutation', width - lineWidth([...before, name]));
  const behind = line.slice(named + 1);
  const room = width - lineWidth([{ text: right }, ...before, name]);
  // The name comes first. A type truncated to a few letters is omitted.
  const type = right === '' || lineWidth(behind) <= room || room >= ofUse ? behind : [];
  const left = withMethods([...before, ...marked(name, rangesIn(row, marks)), ...type]);
  return spread(left, right === '' ? [] : [{ text: right, role: 'dim' }], width, theme, cursor);
}

/** Minimum width in cells for the text after a name. */
const ofUse = 8;

const kindWords: Readonly<Record<Entry['kind'], string>> = {
  field: 'field',
  type: '',
  argument: 'arg',
  input: 'input',
  enumValue: 'enum',
  directive: 'directive',
};

/**
 * Owner and kind of a match, in the longest form that fits: ` Repository field `. The row of a type needs no owner. The note
 * that a field writes is dropped last.
 */
function origin({ kind, name, owner, field }: Entry, writes: boolean, room: number): string {
  // `| User` and `implements Node` are self-explanatory.
  const kindWord = name.includes(' ') ? '' : kindWords[kind];
  const word = writes ? 'writes' : kindWord;
  const owners = field === '' ? [owner] : [`${owner}.${field}`, field];
  const forms = [
    ...(word === '' ? [] : owners).filter(Boolean).map(each => `  ${each} ${word} `),
    ...(writes ? [word] : [owner, word]).filter(Boolean).map(each => `  ${each} `),
  ];
  return forms.find(form => lineWidth([{ text: form }]) <= room) ?? '';
}
