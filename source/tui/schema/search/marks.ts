/** Marks search results in the rows of the tree. */

import {
  type ChangedThing,
  type Entry,
  maskOf,
  matchRanges,
  nameOf,
  nearRange,
  type Range,
  type Tier,
  tiers,
} from '../../../core/graphql/search/index.js';
import { joined } from '../../../core/text/narrow.js';
import { type Line, lineWidth, marked, type Span, spread } from '../../components/line.js';
import type { SearchState } from '../../model/schema.js';
import type { Role, Theme } from '../../model/theme.js';
import type { Row } from '../../model/tree.js';
import { entryAt } from './found.js';

/** Facts about a search for drawing its rows. */
interface SearchMarks {
  /** All that was typed in one word, then each word: in lower case. */
  readonly queries: readonly string[];
  /** Names that fit less closely than this are not marked: letters that merely occur in order are everywhere. */
  readonly limit: Tier;
  /** Slips of typing were forgiven. */
  readonly near: boolean;
  /** Which match a row is; undefined: it only leads to one, or the whole tree is shown. */
  readonly matchOf: (row: Row) => { readonly entry: Entry; readonly tier: Tier } | undefined;
}

/** Undefined: nothing to mark. */
export function searchMarks(search: SearchState | undefined): SearchMarks | undefined {
  const { found, tree, whole } = search ?? {};
  if (search === undefined || found === undefined || found.total === 0) return undefined;
  const fit = found.fits[search.at] ?? tiers.inside;
  const { joined, name, owners } = found.query;
  return {
    queries: [joined, name, ...owners].filter(query => query !== ''),
    limit: fit === tiers.order ? tiers.order : tiers.inside,
    near: fit === tiers.near || fit === tiers.nearly,
    matchOf: row => {
      const at = whole ? undefined : tree?.matchAt.get(row.key);
      const entry = at === undefined ? undefined : entryAt(found, at);
      return entry === undefined ? undefined : { entry, tier: found.fits[at ?? 0] ?? tiers.inside };
    },
  };
}

/** `+` is new, `~` changed, `!` breaks clients: at the left of what a refresh has changed. */
export function changeSign(search: SearchState | undefined, row: Row): Span | undefined {
  const thing = search?.changes?.[search.tree?.matchAt.get(row.key) ?? -1];
  return thing === undefined ? undefined : signOf(thing);
}

/** The sign of a thing that has changed. */
export const signOf = ({ severity, isNew }: ChangedThing): Span => ({
  text: severity === 'breaking' ? '!' : isNew ? '+' : '~',
  role: severity === 'breaking' ? 'error' : severity === 'dangerous' ? 'warning' : 'ticked',
});

function rangesIn(row: Row, { queries, limit, near, matchOf }: SearchMarks): readonly Range[] {
  if (row.kind === 'root' || row.kind === 'group' || row.kind === 'more') return [];
  const lead = /^(?:implements |\| |@|\.\.\.)/.exec(row.name)?.[0].length ?? 0;
  const name = nameOf(row.name.slice(lead));
  const tier = matchOf(row)?.tier;
  const closest = tier === undefined ? limit : tier === tiers.order ? tiers.order : tiers.inside;
  const forgiving = tier === undefined ? near : tier === tiers.near || tier === tiers.nearly;
  const all: Range[] = [];
  for (const [at, query] of queries.entries()) {
    const slip = forgiving ? nearRange(name, query, maskOf(query)) : undefined;
    all.push(...(slip === undefined ? matchRanges(name, query, closest) : [slip]));
    // The first is all of the others.
    if (at === 0 && all.length > 0) break;
  }
  return joined(all).map(([from, to]) => [from + lead, to + lead]);
}

/**
 * A row with what fits in its name marked, on the cursor's row too. Behind a match stand the type it belongs to and its kind, as
 * far as there is room.
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
  // The name comes first: of a type that would end after a few letters, nothing is shown.
  const type = right === '' || lineWidth(behind) <= room || room >= ofUse ? behind : [];
  const left: Line = [...before, ...marked(name, rangesIn(row, marks)), ...type];
  return spread(left, right === '' ? [] : [{ text: right, role: 'dim' }], width, theme, cursor);
}

/** Cells below which what stands after a name, cut, says nothing. */
const ofUse = 8;

const kindWords: Readonly<Record<Entry['kind'], string>> = {
  field: 'field',
  type: '',
  argument: 'arg',
  input: 'input',
  enumValue: 'enum',
  directive: 'directive',
};

/** `  Repository field `: the longest form that fits. The row of a type says itself what it is. That one writes is left out last. */
function origin({ kind, name, owner, field }: Entry, writes: boolean, room: number): string {
  // `| User` and `implements Node` say themselves what they are.
  const word = writes ? 'writes' : name.includes(' ') ? '' : kindWords[kind];
  const owners = field === '' ? [owner] : [`${owner}.${field}`, field];
  const forms = [
    ...(word === '' ? [] : owners).filter(Boolean).map(each => `  ${each} ${word} `),
    ...(writes ? [word] : [owner, word]).filter(Boolean).map(each => `  ${each} `),
  ];
  return forms.find(form => lineWidth([{ text: form }]) <= room) ?? '';
}
