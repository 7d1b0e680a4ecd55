/** One line of a body as spans: indentation, name, value, fold and remark. */

import { isFolded } from '../../../core/response/viewer/folds.js';
import type { Range } from '../../../core/response/viewer/line-source.js';
import { childCount } from '../../../core/response/viewer/paths.js';
import type { Line, Span } from '../../components/line.js';
import type { Role, Theme } from '../../model/theme.js';
import type { BodyState } from '../../model/viewer.js';
import { headPieces } from './head-pieces.js';

/** A piece of a line: literal text, or a range of the source, which may be megabytes long. */
interface LinePiece {
  readonly text?: string;
  readonly range?: Range;
  readonly role?: Role;
}

const lengthOf = ({ text, range }: LinePiece): number =>
  text?.length ?? (range === undefined ? 0 : range[1] - range[0]);

/** Two cells per level. */
const indentOf = (depth: number): number => depth * 2;

function roleOf(code: number): Role {
  if (code === 0x22) return 'string';
  if (code === 0x7b || code === 0x5b || code === 0x7d || code === 0x5d) return 'punctuation';
  return code === 0x74 || code === 0x66 || code === 0x6e ? 'atom' : 'number';
}

/** Maximum length of a line in the Headers tab that is searched for a name. */
const maxHeadLength = 10_000;

function rangesOfHead(text: string, [from, to]: Range): LinePiece[] {
  let at = from;
  const pieces = headPieces(text.slice(from, Math.min(to, from + maxHeadLength))).map(({ length, role }): LinePiece => {
    at += length;
    return { range: [at - length, at], role };
  });
  return [...pieces, { range: [at, to] }];
}

function piecesOf(body: BodyState, line: number, theme: Theme): LinePiece[] {
  const { source, folds } = body;
  const { text } = source;
  const parts = source.parts(line);
  if (body.isHead) return rangesOfHead(text, parts.value);
  if (!source.json) return [{ range: parts.value }];
  const pieces: LinePiece[] = [];
  if (parts.depth > 0) pieces.push({ text: ' '.repeat(indentOf(parts.depth)) });
  if (parts.key !== undefined) {
    pieces.push({ range: parts.key, role: 'property' }, { text: ': ', role: 'punctuation' });
  }
  const code = text.charCodeAt(parts.value[0]);
  pieces.push({ range: parts.value, role: roleOf(code) });
  let { comma } = parts;
  if (parts.kind === 'open' && isFolded(folds, line)) {
    const closing = source.partner(line);
    pieces.push(
      { text: ` ${theme.glyphs.ellipsis} ${childCount(source, line)} `, role: 'dim' },
      { range: source.parts(closing).value, role: 'punctuation' },
    );
    comma = source.parts(closing).comma;
  }
  if (comma) pieces.push({ text: ',', role: 'punctuation' });
  return pieces;
}

/** A marked range of the source. */
export interface LineMark {
  readonly from: number;
  readonly to: number;
  readonly role: Role;
}

/**
 * The part of a line from character `left` on, at most about `width` cells. Text scrolled out on the left becomes an ellipsis.
 */
export function bodyLine(
  body: BodyState,
  line: number,
  { left, width, theme, marks = [] }: { left: number; width: number; theme: Theme; marks?: readonly LineMark[] },
): Line {
  const spans: Span[] = [];
  const { text } = body.source;
  const from = left > 0 ? left + 1 : 0;
  // Use slightly more than fits, so that the truncation is visible. Wide characters need less.
  const to = left + width + 2;
  let at = 0;
  for (const piece of piecesOf(body, line, theme)) {
    const length = lengthOf(piece);
    const first = Math.max(0, from - at);
    const last = Math.min(length, to - at);
    at += length;
    if (last <= first) continue;
    if (piece.range === undefined) spans.push({ text: (piece.text ?? '').slice(first, last), role: piece.role });
    else spans.push(...marked(text, piece.range[0] + first, piece.range[0] + last, piece.role, marks));
    if (at >= to) break;
  }
  if (left > 0 && at > 0) spans.unshift({ text: theme.glyphs.ellipsis, role: 'dim' });
  return spans;
}

function* marked(
  text: string,
  from: number,
  to: number,
  role: Role | undefined,
  marks: readonly LineMark[],
): Generator<Span> {
  let at = from;
  for (const mark of marks) {
    if (mark.to <= at || mark.from >= to) continue;
    if (mark.from > at) yield { text: text.slice(at, mark.from), role };
    yield { text: text.slice(Math.max(at, mark.from), Math.min(to, mark.to)), role: mark.role };
    at = Math.min(to, mark.to);
  }
  if (at < to) yield { text: text.slice(at, to), role };
}
