/** The names of the panes that share one area: for drawing and for clicks. */

import type { DocumentKind } from '../../../core/document-kind.js';
import { layout, panes } from '../../layout.js';
import type { PaneId } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import { kindWords } from '../../screen-words.js';

/** `text` has the same width whether the pane is shown or not. */
interface PaneTab {
  readonly pane: PaneId;
  readonly text: string;
}

/** @param withSchema false: the schema is drawn beside, so it is not among the tabs */
export const paneTabs = (shown: PaneId, withSchema: boolean, kind: DocumentKind): readonly PaneTab[] =>
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
