/** Names of the panes that share one area, with the visible one marked: drawing and hit-testing. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../../core/document-kind.js';
import { Block } from '../../components/block.js';
import { type Line, lineWidth, type Span, spread } from '../../components/line.js';
import { layout, panes } from '../../layout.js';
import type { PaneId, Rect } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { kindWords } from '../../screen-words.js';

/** Their labels are in one row. */
interface PaneTab {
  readonly pane: PaneId;
  readonly text: string;
}

/** Abbreviations for names that do not fit. */
const shortNames: Readonly<Record<string, string>> = { Variables: 'Vars', Response: 'Resp' };

/** If not even short names fit, only the visible pane is named. The others still have their keys. */
const forms: readonly ((key: number, name: string, isShown: boolean) => string)[] = [
  (key, name, isShown) => (isShown ? `[${key} ${name}]` : ` ${key} ${name} `),
  (key, name, isShown) => (isShown ? ` [${key} ${name}]` : ` ${key} ${name}`),
  (key, name, isShown) => (isShown ? ` [${key} ${name}]` : ` ${key} ${shortNames[name] ?? name}`),
  (key, name, isShown) => (isShown ? ` [${key} ${name}]` : ` ${key}`),
];

/**
 * The longest form that fits.
 * @param withSchema false if the schema is drawn next to the area, so it is not among the tabs
 */
export function paneTabs(shown: PaneId, withSchema: boolean, kind: DocumentKind, width: number): readonly PaneTab[] {
  const withForm = (form: (typeof forms)[number]): readonly PaneTab[] =>
    panes.flatMap((pane, index) =>
      pane === 'schema' && !withSchema
        ? []
        : [{ pane, text: form(index + 1, kindWords[kind].panes[pane], pane === shown) }],
    );
  const fits = (tabs: readonly PaneTab[]): boolean => tabs.reduce((sum, { text }) => sum + text.length, 0) <= width;
  const all = forms.map((form, at) => {
    const tabs = withForm(form);
    // If space is scarce, drop the blank between the corner of the frame and the first tab.
    return at === 0 ? tabs : tabs.map((tab, index) => (index === 0 ? { ...tab, text: tab.text.trimStart() } : tab));
  });
  return all.find(fits) ?? all.at(-1) ?? [];
}

/** Arguments for `paneTabs`, taken from a state. */
export function shownTab(state: State): { readonly shown: PaneId; readonly withSchema: boolean } {
  const { form, panes: drawn } = layout(state);
  const isSplit = form === 'medium' && !state.zoomed;
  const right = panes.find(pane => pane !== 'schema' && drawn[pane] !== undefined);
  return { shown: isSplit ? (right ?? 'schema') : state.focus, withSchema: !isSplit };
}

/** The pane whose name is at this cell of the screen. */
export function paneTabAt(state: State, column: number, row: number): PaneId | undefined {
  const { tabs } = layout(state);
  if (tabs === undefined || row !== tabs.y) return undefined;
  const { shown, withSchema } = shownTab(state);
  let at = tabs.x;
  for (const { pane, text } of paneTabs(shown, withSchema, state.connect.kind, tabs.width)) {
    if (column >= at && column < at + text.length) return pane;
    at += text.length;
  }
  return undefined;
}

interface TabsProps {
  readonly shown: PaneId;
  /** False if the schema is drawn next to the area, so it is not among the tabs. */
  readonly withSchema: boolean;
  readonly kind: DocumentKind;
  /** Hint at the right end on how to leave the zoom; may be empty. */
  readonly zoomed: string;
  readonly rect: Rect;
  readonly theme: Theme;
}

export const Tabs = memo(function Tabs({ shown, withSchema, kind, zoomed, rect, theme }: TabsProps): ReactElement {
  const spans = paneTabs(shown, withSchema, kind, rect.width).map(
    ({ pane, text }): Span => ({ text, role: pane === shown ? 'strong' : 'dim' }),
  );
  const right: Line = zoomed === '' ? [] : [{ text: ` ${zoomed} `, role: 'dim' }];
  const fits = lineWidth(spans) + lineWidth(right) <= rect.width;
  return <Block rect={rect} lines={[spread(spans, fits ? right : [], rect.width, theme)]} />;
});
