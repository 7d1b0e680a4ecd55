/** The tabs of the pane: their contents, and their labels in its top border, for drawing and for clicks. */
import { extensionLines } from '../../core/response/extensions.js';
import { durationText, sizeText } from '../../core/response/sizes.js';
import { sourceOf } from '../../core/response/viewer/source-of.js';
import type { HeaderLines, ResponseState, ResponseTab } from '../model/response.js';
import type { BodyState } from '../model/viewer.js';
import { earlierWords } from './past/words.js';
import { headLabels } from './viewer/head-pieces.js';
import { bodyOf } from './viewer/reduce.js';

/** The contents of the text-only tabs. */
const headerText = (lines: HeaderLines): string => lines.map(([name, value]) => `${name}: ${value}\n`).join('');
const protocol = (version: string): string => (version === '2.0' || version === '2' ? 'HTTP/2' : `HTTP/${version}`);

/** Notes, the head of the response, redirects, and the head of the request. */
function headersText({ head, notes }: ResponseState): string {
  if (head === undefined) return notes.join('\n');
  const { request, redirects } = head;
  return [
    ...notes.map(note => `${note}\n`),
    ...(notes.length > 0 ? ['\n'] : []),
    `${headLabels.response}\n`,
    `${protocol(head.httpVersion)} ${head.status} ${head.reason}\n`,
    headerText(head.headers),
    '\n',
    ...(redirects.length === 0 ? [] : [`${headLabels.redirects}\n`, ...redirects.map(line => `${line}\n`), '\n']),
    `${headLabels.request}\n`,
    `${request.method} ${request.url}\n`,
    headerText(request.headers),
  ].join('');
}

/** The duration of each phase, and the server's own timing. */
function timingText({ timing, tookMs, bytes, runId, raw }: ResponseState): string {
  if (runId === undefined) return '';
  const rows: [string, string][] = [];
  let before = 0;
  const phase = (name: string, ms: number | undefined): void => {
    if (ms === undefined) return;
    rows.push([name, durationText(Math.max(0, ms - before))]);
    before = ms;
  };
  phase('name lookup', timing.dnsMs);
  phase('connect', timing.connectMs);
  phase('TLS', timing.tlsMs);
  phase('first byte', timing.firstByteMs);
  phase('body', timing.totalMs);
  rows.push(['total', durationText(tookMs)], ['size', sizeText(bytes)]);
  return [...rows.map(([name, value]) => `${name.padEnd(12)} ${value.padStart(10)}`), ...extensionLines(raw)].join(
    '\n',
  );
}

interface Tab {
  readonly name: string;
  /** Short name for narrow panes. */
  readonly shortName: string;
  /** Content of the tab, if it is text-only. May be untrusted text. */
  text?(response: ResponseState): string;
}

/** All tabs in display order. */
const tabs: Readonly<Record<ResponseTab, Tab>> = {
  body: { name: 'Body', shortName: 'Body' },
  errors: { name: 'Errors', shortName: 'Err' },
  headers: { name: 'Headers', shortName: 'Head', text: headersText },
  timing: { name: 'Timing', shortName: 'Time', text: timingText },
  raw: { name: 'Raw', shortName: 'Raw', text: ({ raw }) => raw },
  oauth: { name: 'OAuth', shortName: 'OAuth', text: ({ protocol }) => protocol.join('\n') },
};

const allTabs = Object.keys(tabs) as readonly ResponseTab[];

/** The available tabs. OAuth appears after the first login message, and Errors if there may be errors. */
export const tabsOf = ({
  protocol,
  kind,
  errorCount,
}: Pick<ResponseState, 'protocol' | 'kind' | 'errorCount'>): readonly ResponseTab[] =>
  allTabs.filter(tab =>
    tab === 'oauth' ? protocol.length > 0 : tab !== 'errors' || kind !== 'request' || errorCount > 0,
  );

/** Names of all tabs, for a sentence. */
export const tabNames = Object.values(tabs)
  .map(({ name }) => name)
  .join(', ');

/** The content of the open tab, or undefined if it is not text-only. */
export function tabBody(response: ResponseState): BodyState | undefined {
  const text = tabs[response.tab].text?.(response);
  if (text === undefined) return undefined;
  const body = bodyOf(sourceOf(text, false));
  return response.tab === 'headers' ? { ...body, isHead: true } : body;
}

/** The title before the tabs. */
export const paneTitle = '4 Response ';

/** Every character of it is one cell wide. */
interface TabLabel {
  readonly tab: ResponseTab;
  readonly text: string;
}

/** Cells of the frame before the title and after the tabs. */
const before = 3;
const behind = 3;

/**
 * The tabs by name, by short name if there is less room, or only the open one.
 * @param width width of the pane
 */
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
    const right = response.earlier === undefined ? 0 : earlierWords(response, width).length + 3;
    const cells = labels.reduce((sum, { text }) => sum + text.length, before + paneTitle.length + behind + right);
    if (cells <= width) return labels;
  }
  return [{ tab: response.tab, text: `[${name(response.tab, 'name')}]` }];
}

/**
 * The tab at a cell of the pane's top border.
 * @param column column, counted from 0 at the pane's left border
 */
export function tabAt(response: ResponseState, width: number, column: number): ResponseTab | undefined {
  let at = before + paneTitle.length;
  for (const { tab, text } of tabLabels(response, width)) {
    if (column >= at && column < at + text.length) return tab;
    at += text.length;
  }
  return undefined;
}
