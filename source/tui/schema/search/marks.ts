/** What the search found, marked in the rows of the tree. */

import { matchRanges, nameOf, type Range, type Tier, tiers } from '../../../core/graphql/search/index.js';
import { isPlain } from '../../../core/text/cells.js';
import { type Line, lineWidth, renderLine, type Span } from '../../components/line.js';
import type { SearchState } from '../../model/schema.js';
import type { Role, Theme } from '../../model/theme.js';
import type { Row } from '../../model/tree.js';

export interface SearchMarks {
  /** Lower-case queries; a name is marked if one of them fits. */
  readonly queries: readonly string[];
  /** Names that fit less closely than this are not marked: letters that merely occur in order are everywhere. */
  readonly limit: Tier;
}

/** What to mark; undefined: nothing. */
export function searchMarks(search: SearchState | undefined): SearchMarks | undefined {
  const { found } = search ?? {};
  if (search === undefined || found === undefined || found.total === 0) return undefined;
  const fit = found.fits[search.at] ?? tiers.inside;
  const queries = [found.query.joined, found.query.name].filter(query => query !== '');
  return { queries, limit: fit === tiers.order ? tiers.order : tiers.inside };
}

function rangesIn(row: Row, { queries, limit }: SearchMarks): readonly Range[] {
  const lead = /^(?:implements |\| |@|\.\.\.)/.exec(row.name)?.[0].length ?? 0;
  const name = nameOf(row.name.slice(lead));
  for (const query of queries) {
    const ranges = matchRanges(name, query, limit);
    if (ranges.length > 0) return ranges.map(([from, to]) => [from + lead, to + lead]);
  }
  return [];
}

/** A row with what fits in its name marked; on the cursor's row the marks are seen too. */
export function markedRow(
  line: Line,
  row: Row,
  marks: SearchMarks,
  width: number,
  theme: Theme,
  cursor: Role | undefined,
): string {
  const ranges = row.kind === 'root' || row.kind === 'group' ? [] : rangesIn(row, marks);
  const at = ranges.length === 0 ? -1 : line.findIndex(span => span.text === row.name);
  const name = line[at];
  if (name === undefined) return renderLine(line, width, theme, cursor);
  const marked = [...line.slice(0, at), ...pieces(name, ranges), ...line.slice(at + 1)];
  if (cursor === undefined) return renderLine(marked, width, theme);
  const over = marked.map(span =>
    span.role === 'match' ? { ...span, role: 'cursorMatch' as const } : { ...span, role: cursor },
  );
  const rest = Math.max(0, width - lineWidth(line));
  return renderLine([...over, { text: ' '.repeat(rest), role: cursor }], width, theme);
}

/** A name with more than plain characters is marked as a whole, because it cannot be cut anywhere. */
function pieces(name: Span, ranges: readonly Range[]): Span[] {
  if (!isPlain(name.text)) return [{ ...name, role: 'match' }];
  const spans: Span[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    spans.push({ ...name, text: name.text.slice(end, from) }, { text: name.text.slice(from, to), role: 'match' });
    end = to;
  }
  return [...spans, { ...name, text: name.text.slice(end) }].filter(span => span.text !== '');
}
