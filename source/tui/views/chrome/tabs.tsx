/** Names of the panes that share a place, the shown one marked. */
import { memo, type ReactElement } from 'react';
import { Block } from '../../components/block.js';
import { renderLine, type Span } from '../../components/line.js';
import { type PaneId, panes, type Rect } from '../../state/layout.js';
import type { Theme } from '../../theme.js';

const names: Readonly<Record<PaneId, string>> = {
  schema: 'Schema',
  query: 'Query',
  variables: 'Variables',
  response: 'Response',
};

export interface TabsProps {
  readonly shown: PaneId;
  /** False: the schema is drawn beside, so it is not among the tabs. */
  readonly withSchema: boolean;
  readonly rect: Rect;
  readonly theme: Theme;
}

export const Tabs = memo(function Tabs({ shown, withSchema, rect, theme }: TabsProps): ReactElement {
  const spans = panes.flatMap((pane, index): Span[] => {
    if (pane === 'schema' && !withSchema) return [];
    const label = `${index + 1} ${names[pane]}`;
    return pane === shown ? [{ text: `[${label}]`, role: 'strong' }] : [{ text: ` ${label} `, role: 'dim' }];
  });
  return <Block rect={rect} lines={[renderLine(spans, rect.width, theme)]} />;
});
