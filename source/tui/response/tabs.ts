/** The tabs of the pane: their contents, and their labels in its top border, for drawing and for clicks. */
import { sourceOf } from '../../core/response/viewer/source-of.js';
import type { ResponseState, ResponseTab } from '../model/response.js';
import type { BodyState } from '../model/viewer.js';
import { headersText, timingText } from './tab-text.js';
import { bodyOf } from './viewer/reduce.js';

interface Tab {
  readonly name: string;
  /** For narrow panes. */
  readonly shortName: string;
  /** Its contents, if it is text-only. May be untrusted text. */
  text?(response: ResponseState): string;
}

/** In display order. */
const tabs: Readonly<Record<ResponseTab, Tab>> = {
  body: { name: 'Body', shortName: 'Body' },
  errors: { name: 'Errors', shortName: 'Err' },
  headers: { name: 'Headers', shortName: 'Head', text: headersText },
  timing: { name: 'Timing', shortName: 'Time', text: timingText },
  raw: { name: 'Raw', shortName: 'Raw', text: ({ raw }) => raw },
  oauth: { name: 'OAuth', shortName: 'OAuth', text: ({ protocol }) => protocol.join('\n') },
};

const allTabs = Object.keys(tabs) as readonly ResponseTab[];

/** The tabs that there are: that of OAuth once a login has said something. */
export const tabsOf = ({ protocol }: Pick<ResponseState, 'protocol'>): readonly ResponseTab[] =>
  protocol.length > 0 ? allTabs : allTabs.filter(tab => tab !== 'oauth');

/** Names of all tabs, for a sentence. */
export const tabNames = Object.values(tabs)
  .map(({ name }) => name)
  .join(', ');

/** The contents of the open tab; undefined if it is not text-only. */
export function tabBody(response: ResponseState): BodyState | undefined {
  const text = tabs[response.tab].text?.(response);
  return text === undefined ? undefined : bodyOf(sourceOf(text, false));
}

/** The title before the tabs. */
export const paneTitle = '4 Response ';

/** As many cells as characters. */
interface TabLabel {
  readonly tab: ResponseTab;
  readonly text: string;
}

/** Cells of the frame before the title and after the tabs. */
const before = 3;
const behind = 3;

/** The tabs by name, by short name if there is less room, or only the open one. @param width of the pane */
export function tabLabels(response: ResponseState, width: number): readonly TabLabel[] {
  const name = (tab: ResponseTab, which: 'name' | 'shortName'): string => {
    const count = tab === 'errors' && response.errorCount > 0 ? ` ${response.errorCount}` : '';
    return `${tab === 'body' && response.kind === 'subscription' ? 'Events' : tabs[tab][which]}${count}`;
  };
  for (const [which, gap] of [
    ['name', ' '],
    ['shortName', ''],
  ] as const) {
    const labels = tabsOf(response).map(tab => ({
      tab,
      text: tab === response.tab ? `[${name(tab, which)}]` : ` ${name(tab, which)}${gap}`,
    }));
    const cells = labels.reduce((sum, { text }) => sum + text.length, before + paneTitle.length + behind);
    if (cells <= width) return labels;
  }
  return [{ tab: response.tab, text: `[${name(response.tab, 'name')}]` }];
}

/** The tab at a cell of the pane's top border. @param column from the pane's left border, which is 0 */
export function tabAt(response: ResponseState, width: number, column: number): ResponseTab | undefined {
  let at = before + paneTitle.length;
  for (const { tab, text } of tabLabels(response, width)) {
    if (column >= at && column < at + text.length) return tab;
    at += text.length;
  }
  return undefined;
}
