/** The tab bar of open documents, shared by drawing and clicks. */

import { memo, type ReactElement } from 'react';
import { accountWords } from '../../../core/credentials/describe.js';
import { Block } from '../../components/block.js';
import { type Line, lineWidth, renderLine, type Span } from '../../components/line.js';
import { destinationOf } from '../../connect/servers.js';
import { contents, tabName } from '../../documents/tab-content.js';
import { accountIn, sentBy } from '../../identity/rows.js';
import { layout } from '../../layout.js';
import type { ConnectState } from '../../model/connect.js';
import type { Rect } from '../../model/layout.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import { kindWords } from '../../screen-words.js';

/** One tab as displayed. Untrusted text. */
interface DocumentTab {
  /** Kind of the document, if there are tabs of both kinds. */
  readonly kind: string;
  readonly name: string;
  /** True while a run is in progress. */
  readonly running: boolean;
  /** Host of the tab's server, if it differs from the active tab's. */
  readonly host: string;
  /** The account or login, if another tab on the same server has a different one. */
  readonly account: string;
}

/** Tabs from left to right. */
export function documentTabs(state: State): readonly DocumentTab[] {
  const all = contents(state);
  const accounts = all.map(({ identity }) => accountWords(sentBy(identity), accountIn(identity)));
  const isOfBoth = all.some(({ connect }) => connect.kind !== state.connect.kind);
  return all.map(({ connect, response, ...texts }, at) => ({
    kind: isOfBoth ? kindWords[connect.kind].name : '',
    name: tabName(texts),
    running: response.running,
    host: isSameServer(connect, state.connect) ? '' : hostOf(destinationOf(connect)),
    account: all.some((other, index) => other.connect.url === connect.url && accounts[index] !== accounts[at])
      ? (accounts[at] ?? '')
      : '',
  }));
}

/** Tabs of both kinds on one host share a server. */
function isSameServer(one: ConnectState, other: ConnectState): boolean {
  const [url, otherUrl] = [destinationOf(one), destinationOf(other)];
  return url === otherUrl || (one.kind !== other.kind && hostOf(url) === hostOf(otherUrl));
}

const hostOf = (url: string): string => /^[a-z+.-]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';

/** Maximum length of a name if there are several tabs. */
const maxNameLength = 24;

function label(
  { account, host, kind, name, running }: DocumentTab,
  at: number,
  active: boolean,
  { glyphs }: Theme,
): string {
  const short = (text: string) =>
    text.length > maxNameLength ? `${text.slice(0, maxNameLength - 1)}${glyphs.ellipsis}` : text;
  const who = account === '' ? '' : ` (${short(account)})`;
  const kindPrefix = kind === '' ? '' : `${kind}: `;
  const place = host === '' ? '' : ` @ ${host}`;
  const mark = running ? ` ${glyphs.cycle}` : '';
  const text = `${at + 1} ${kindPrefix}${short(name)}${who}${place}${mark}`;
  return active ? `[${text}]` : ` ${text} `;
}

/** The tabs that fit, always including the active one, and the number of cells before each. */
function placed(tabs: readonly DocumentTab[], active: number, width: number, theme: Theme) {
  const labels = tabs.map((tab, at) => label(tab, at, at === active, theme));
  const widths = labels.map(text => lineWidth([{ text }]));
  let first = active;
  let last = active;
  let used = widths[active] ?? 0;
  // Start at the active tab, leaving room for the marks of omitted tabs.
  for (let grown = true; grown; ) {
    grown = false;
    for (const at of [last + 1, first - 1]) {
      const more = widths[at];
      if (more === undefined || used + more > width - 4) continue;
      used += more;
      first = Math.min(first, at);
      last = Math.max(last, at);
      grown = true;
    }
  }
  return { labels, widths, first, last };
}

/** @param active index of the active tab in `tabs` */
export function documentLine(tabs: readonly DocumentTab[], active: number, width: number, theme: Theme): Line {
  const { labels, first, last } = placed(tabs, active, width, theme);
  const spans: Span[] = [{ text: first > 0 ? `${theme.glyphs.ellipsis} ` : ' ', role: 'dim' }];
  for (let at = first; at <= last; at++) {
    spans.push({ text: labels[at] ?? '', role: at === active ? 'strong' : 'dim' });
  }
  if (last < tabs.length - 1) spans.push({ text: ` ${theme.glyphs.ellipsis}`, role: 'dim' });
  return spans;
}

/** The tab whose name is at this cell of the screen. */
export function documentAt(state: State, column: number, row: number): number | undefined {
  const { documents } = layout(state);
  if (documents === undefined || row !== documents.y) return undefined;
  const { widths, first, last } = placed(documentTabs(state), state.tabs.at, documents.width, state.settings.theme);
  let at = first > 0 ? state.settings.theme.glyphs.ellipsis.length + 1 : 1;
  for (let tab = first; tab <= last; tab++) {
    at += widths[tab] ?? 0;
    if (column < at) return tab;
  }
  return undefined;
}

interface DocumentBarProps {
  readonly tabs: readonly DocumentTab[];
  readonly active: number;
  readonly rect: Rect;
  readonly theme: Theme;
}

export const DocumentBar = memo(
  function DocumentBar({ tabs, active, rect, theme }: DocumentBarProps): ReactElement {
    return <Block rect={rect} lines={[renderLine(documentLine(tabs, active, rect.width, theme), rect.width, theme)]} />;
  },
  (a, b) => a.active === b.active && a.theme === b.theme && a.rect.width === b.rect.width && same(a.tabs, b.tabs),
);

const same = (a: readonly DocumentTab[], b: readonly DocumentTab[]): boolean =>
  a.length === b.length &&
  a.every((tab, at) => {
    const other = b[at];
    return other !== undefined && tabMembers.every(member => tab[member] === other[member]);
  });

const tabMembers = ['kind', 'name', 'running', 'host', 'account'] as const;
