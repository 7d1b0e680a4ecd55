/** How the tabs are written in the pane's upper side: the same for drawing them and for clicking on them. */
import { type ResponseState, type ResponseTab, responseTabs } from './start.js';

/** What stands before the tabs: they begin where it ends. */
export const paneTitle = '4 Response ';

/** As many cells as characters. */
export interface TabLabel {
  readonly tab: ResponseTab;
  readonly text: string;
}

const names = { body: 'Body', errors: 'Errors', headers: 'Headers', timing: 'Timing', raw: 'Raw' } as const;
const shortNames = { body: 'Body', errors: 'Err', headers: 'Head', timing: 'Time', raw: 'Raw' } as const;

/** Cells of the frame before the title and behind the tabs. */
const before = 3;
const behind = 3;

/** The tabs by name; where there is less room by short names, else the chosen one alone. @param width of the pane */
export function tabLabels(response: ResponseState, width: number): readonly TabLabel[] {
  const name = (tab: ResponseTab, set: Readonly<Record<ResponseTab, string>>): string => {
    const count = tab === 'errors' && response.errorCount > 0 ? ` ${response.errorCount}` : '';
    return `${tab === 'body' && response.kind === 'subscription' ? 'Events' : set[tab]}${count}`;
  };
  for (const [set, gap] of [
    [names, ' '],
    [shortNames, ''],
  ] as const) {
    const labels = responseTabs.map(tab => ({
      tab,
      text: tab === response.tab ? `[${name(tab, set)}]` : ` ${name(tab, set)}${gap}`,
    }));
    const cells = labels.reduce((sum, { text }) => sum + text.length, before + paneTitle.length + behind);
    if (cells <= width) return labels;
  }
  return [{ tab: response.tab, text: `[${name(response.tab, names)}]` }];
}

/** The tab at a cell of the pane's upper side. @param column from the pane's left border, which is 0 */
export function tabAt(response: ResponseState, width: number, column: number): ResponseTab | undefined {
  let at = before + paneTitle.length;
  for (const { tab, text } of tabLabels(response, width)) {
    if (column >= at && column < at + text.length) return tab;
    at += text.length;
  }
  return undefined;
}
