/** Names of the panes that share one area, the shown one marked. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../../core/document-kind.js';
import { Block } from '../../components/block.js';
import { type Line, lineWidth, type Span, spread } from '../../components/line.js';
import type { PaneId, Rect } from '../../model/layout.js';
import type { Theme } from '../../model/theme.js';
import { paneTabs } from './pane-tabs.js';

interface TabsProps {
  readonly shown: PaneId;
  /** False: the schema is drawn beside, so it is not among the tabs. */
  readonly withSchema: boolean;
  readonly kind: DocumentKind;
  /** At the right end: the way out of the zoom; may be empty. */
  readonly zoomed: string;
  readonly rect: Rect;
  readonly theme: Theme;
}

export const Tabs = memo(function Tabs({ shown, withSchema, kind, zoomed, rect, theme }: TabsProps): ReactElement {
  const spans = paneTabs(shown, withSchema, kind).map(
    ({ pane, text }): Span => ({ text, role: pane === shown ? 'strong' : 'dim' }),
  );
  const right: Line = zoomed === '' ? [] : [{ text: ` ${zoomed} `, role: 'dim' }];
  const fits = lineWidth(spans) + lineWidth(right) <= rect.width;
  return <Block rect={rect} lines={[spread(spans, fits ? right : [], rect.width, theme)]} />;
});
