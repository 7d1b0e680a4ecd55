/** The strip below the tree: a few lines about the row under the cursor. `K` shows all of them. */

import { memo, type ReactElement } from 'react';
import { wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { frame, inner } from '../components/frame.js';
import { type Line, renderLine } from '../components/line.js';
import { stripText } from '../layout.js';
import type { Rect } from '../model/layout.js';
import type { Theme } from '../model/theme.js';
import type { Row } from '../model/tree.js';
import { rowTitle } from './docs.js';

interface DocsStripProps {
  readonly row: Row | undefined;
  readonly rect: Rect;
  readonly theme: Theme;
}

/** An empty frame while the tree is empty. */
export const DocsStrip = memo(function DocsStrip(props: DocsStripProps): ReactElement {
  return <Block rect={props.rect} lines={docsLines(props)} />;
});

function docsLines({ row, rect, theme }: DocsStripProps): string[] {
  const { width, height } = inner(rect);
  const lines: Line[] = row === undefined ? [] : [[{ text: ` ${rowTitle(row)}`, role: 'strong' }]];
  if (row?.deprecated !== undefined) {
    lines.push([{ text: ` Deprecated: ${row.deprecated || 'no reason given'}`, role: 'warning' }]);
  }
  if (row?.description !== undefined) {
    lines.push(
      ...wrapText(stripText(row.description), Math.max(1, width - 2), height + 1).map(text => [{ text: ` ${text}` }]),
    );
  }
  const more = lines.length > height;
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
