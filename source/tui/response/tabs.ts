/** The tabs of the pane: their contents, and their labels in its top border, for drawing and for clicks. */
import { extensionLines } from '../../core/response/extensions.js';
import { durationText, sizeText } from '../../core/response/sizes.js';
import { sourceOf } from '../../core/response/viewer/source-of.js';
import type { HeaderLines, ResponseState, ResponseTab } from '../model/response.js';
import type { BodyState } from '../model/viewer.js';
import { timeText } from './events/view.js';
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
  /** True if the response has this tab; it always does by default. */
  isShown?(response: TabsInput): boolean;
  /** Content of the tab, if it is text-only. May be untrusted text. */
  text?(response: ResponseState): string;
  /** Suggested name of a file with the content, by default `response.json` or `response.txt`. */
  readonly fileName?: string;
}

/** The members of a response that determine its tabs. */
type TabsInput = Pick<ResponseState, 'protocol' | 'kind' | 'errorCount'>;

/** All tabs in display order. */
const tabs = {
  body: { name: 'Body', shortName: 'Body' },
  errors: { name: 'Errors', shortName: 'Err', isShown: ({ kind, errorCount }) => kind !== 'request' || errorCount > 0 },
  headers: { name: 'Headers', shortName: 'Head', text: headersText, fileName: 'headers.txt' },
  timing: { name: 'Timing', shortName: 'Time', text: timingText, fileName: 'timing.txt' },
  raw: { name: 'Raw', shortName: 'Raw', text: ({ raw }) => raw, fileName: 'response.json' },
  // Appears after the first login message.
  oauth: {
    name: 'OAuth',
    shortName: 'OAuth',
    isShown: ({ protocol }) => protocol.length > 0,
    text: ({ protocol }) => protocol.join('\n'),
  },
} as const satisfies Readonly<Record<string, Tab>>;

declare module '../model/response.js' {
  interface ResponseTabs extends Record<keyof typeof tabs, Tab> {}
}

const tabOf = (tab: ResponseTab): Tab => tabs[tab];

const allTabs = Object.keys(tabs) as readonly ResponseTab[];

/** The available tabs. */
export const tabsOf = (response: TabsInput): readonly ResponseTab[] =>
  allTabs.filter(tab => tabOf(tab).isShown?.(response) ?? true);

/** Names of all tabs, for a sentence. */
export const tabNames = allTabs.map(tab => tabOf(tab).name).join(', ');

/** Suggested name of a file with the content of the open tab, or undefined if it depends on the body. */
export const tabFileName = ({ tab }: ResponseState): string | undefined => tabOf(tab).fileName;

/** The content of the open tab, or undefined if it is not text-only. */
export function tabBody(response: ResponseState): BodyState | undefined {
  const text = tabOf(response.tab).text?.(response);
  if (text === undefined) return undefined;
  const body = bodyOf(sourceOf(text, false));
  return response.tab === 'headers' ? { ...body, isHead: true } : body;
}

/** Minimum width of a pane that shows the time, in cells. */
const minWidthForTime = 50;

/**
 * Position of an earlier response, such as `2 of 5, 14:02`. Empty for the latest one.
 * @param width width of the pane
 */
export const earlierWords = ({ earlier }: Pick<ResponseState, 'earlier'>, width = minWidthForTime): string => {
  if (earlier === undefined) return '';
  const time = width < minWidthForTime ? '' : `, ${timeText(earlier.at, false).slice(0, 5)}`;
  return `${earlier.number} of ${earlier.of}${time}`;
};

/** The title before the tabs. */
export const paneTitle = '4 Response ';

/** Every character of it is one cell wide. */
interface TabLabel {
  readonly tab: ResponseTab;
  readonly text: string;
}

/** Cells of the frame before the title and after the tabs. */
const before = 3;
const after = 3;

/**
 * The tabs by name, by short name if there is less room, or only the open one.
 * @param width width of the pane
 */
export function tabLabels(response: ResponseState, width: number): readonly TabLabel[] {
  const name = (tab: ResponseTab, which: 'name' | 'shortName'): string => {
    const count = tab === 'errors' && response.errorCount > 0 ? ` ${response.errorCount}` : '';
    return `${tab === 'body' && response.kind === 'subscription' ? 'Events' : tabOf(tab)[which]}${count}`;
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
    const cells = labels.reduce((sum, { text }) => sum + text.length, before + paneTitle.length + after + right);
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
