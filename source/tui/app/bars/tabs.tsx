/** Names of the panes that share one area, the shown one marked: their drawing, and the clicks on them. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../../core/document-kind.js';
import { Block } from '../../components/block.js';
import { type Line, lineWidth, type Span, spread } from '../../components/line.js';
import { layout, panes } from '../../layout.js';
import type { PaneId, Rect } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { kindWords } from '../../screen-words.js';

/** `text` has the same width whether the pane is shown or not. */
interface PaneTab {
  readonly pane: PaneId;
  readonly text: string;
}

/** @param withSchema false: the schema is drawn beside, so it is not among the tabs */
const paneTabs = (shown: PaneId, withSchema: boolean, kind: DocumentKind): readonly PaneTab[] =>
  panes.flatMap((pane, index) => {
    if (pane === 'schema' && !withSchema) return [];
    const label = `${index + 1} ${kindWords[kind].panes[pane]}`;
    return [{ pane, text: pane === shown ? `[${label}]` : ` ${label} ` }];
  });

/** The arguments of `paneTabs` for a state. */
export function shownTab(state: State): { readonly shown: PaneId; readonly withSchema: boolean } {
  const { form, panes: drawn } = layout(state);
  const beside = form === 'medium' && !state.zoomed;
  const right = panes.find(pane => pane !== 'schema' && drawn[pane] !== undefined);
  return { shown: beside ? (right ?? 'schema') : state.focus, withSchema: !beside };
}

/** The pane whose name is at a cell of the screen. */
export function paneTabAt(state: State, column: number, row: number): PaneId | undefined {
  const { tabs } = layout(state);
  if (tabs === undefined || row !== tabs.y) return undefined;
  const { shown, withSchema } = shownTab(state);
  let at = tabs.x;
  for (const { pane, text } of paneTabs(shown, withSchema, state.connect.kind)) {
    if (column >= at && column < at + text.length) return pane;
    at += text.length;
  }
  return undefined;
}

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
