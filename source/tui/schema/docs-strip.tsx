/** The strip below the tree: a few lines about the row under the cursor. `K` shows all of them. */

import { memo, type ReactElement } from 'react';
import { takeCells } from '../../core/text/cells.js';
import { wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { frame, inner } from '../components/frame.js';
import { docsText, type Line, renderLine, shownText } from '../components/line.js';
import { withMethods } from '../components/method.js';
import { stripText } from '../layout.js';
import type { Rect } from '../model/layout.js';
import type { Theme } from '../model/theme.js';
import type { Row } from '../model/tree.js';
import { rowTitle } from './tree/row.js';
import { looksSame } from './tree/row-line.js';

interface DocsStripProps {
  readonly row: Row | undefined;
  readonly rect: Rect;
  readonly theme: Theme;
}

/** An empty frame while the tree is empty. */
export const DocsStrip = memo(
  function DocsStrip(props: DocsStripProps): ReactElement {
    return <Block rect={props.rect} lines={docsLines(props)} />;
  },
  (a, b) => a.rect === b.rect && a.theme === b.theme && looksSame(a.row, b.row),
);

/**
 * The heading, which may use rows that the description does not need.
 * @param rows number of rows available to the heading
 */
function headingLines(title: string, width: number, rows: number): readonly Line[] {
  const line = (text: string): Line => withMethods([{ text: ` ${text}`, role: 'strong' }]);
  const room = Math.max(1, width - 2);
  const words = wrapText(title, room, Math.max(1, rows) + 1);
  // A path is broken anywhere, because a method alone on its line would waste a row.
  const isPath = /^[A-Z]+$/.test(words[0] ?? '') && words.length > 1;
  const wrapped = isPath ? piecesOf(shownText(title), room) : words;
  return wrapped.length > Math.max(1, rows) ? [line(title)] : wrapped.map(line);
}

function piecesOf(text: string, cells: number): readonly string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    // A very narrow strip may have no room for a wide character.
    const piece = takeCells(rest, cells) || rest;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** The strip with its frame in `rect.height` lines of `rect.width` cells. */
export function docsLines({ row, rect, theme }: DocsStripProps): string[] {
  const { width, height } = inner(rect);
  const lines: Line[] = [];
  if (row?.deprecated !== undefined) {
    lines.push([{ text: ` Deprecated: ${row.deprecated || 'no reason given'}`, role: 'warning' }]);
  }
  if (row?.skipped !== undefined) {
    lines.push([{ text: ` Skipped: ${row.skipped || 'no reason given'}`, role: 'warning' }]);
  }
  const text = row?.description === undefined ? '' : stripText(row);
  const docs = row?.description === undefined ? [] : wrapText(text, Math.max(1, width - 2), height + 1);
  if (row !== undefined) lines.unshift(...headingLines(rowTitle(row), width, height - lines.length - docs.length));
  const more = lines.length + docs.length > height;
  lines.push(...docsText(text, docs.slice(0, Math.max(0, height - lines.length))));
  return frame(
    lines.slice(0, height).map(line => renderLine(line, width, theme)),
    {
      ...rect,
      theme,
      focused: false,
      title: [{ text: 'Docs' }],
      status: more ? [{ text: 'K: full docs', role: 'dim' }] : [],
    },
  );
}
