/** Names of the panes that share one area, the shown one marked. */

import { memo, type ReactElement } from 'react';
import { Block } from '../../components/block.js';
import { renderLine, type Span } from '../../components/line.js';
import type { PaneId, Rect } from '../../model/layout.js';
import type { DocumentKind } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { paneTabs } from './pane-tabs.js';

interface TabsProps {
  readonly shown: PaneId;
  /** False: the schema is drawn beside, so it is not among the tabs. */
  readonly withSchema: boolean;
  readonly kind: DocumentKind;
  readonly rect: Rect;
  readonly theme: Theme;
}

export const Tabs = memo(function Tabs({ shown, withSchema, kind, rect, theme }: TabsProps): ReactElement {
  const spans = paneTabs(shown, withSchema, kind).map(
    ({ pane, text }): Span => ({ text, role: pane === shown ? 'strong' : 'dim' }),
  );
  return <Block rect={rect} lines={[renderLine(spans, rect.width, theme)]} />;
});
