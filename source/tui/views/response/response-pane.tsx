/** What came back. */
import { memo, type ReactElement } from 'react';
import { Block } from '../../components/block.js';
import { frame, inner } from '../../components/frame.js';
import { type Line, renderLine, type Span } from '../../components/line.js';
import type { Rect } from '../../state/layout.js';
import { failureLines, type ResponseState, type ResponseTab, responseTabs, shownBody } from '../../state/response.js';
import type { Theme } from '../../theme.js';
import { bodyLines, bodyScroll } from './body-lines.js';
import { errorsTab } from './errors-tab.js';
import { statusOf } from './status.js';

export interface ResponsePaneProps {
  readonly response: ResponseState;
  readonly rect: Rect;
  readonly focused: boolean;
  readonly theme: Theme;
}

export const ResponsePane = memo(function ResponsePane(props: ResponsePaneProps): ReactElement {
  return <Block rect={props.rect} lines={responsePaneLines(props)} />;
});

const names: Readonly<Record<ResponseTab, string>> = {
  body: 'Body',
  errors: 'Errors',
  headers: 'Headers',
  timing: 'Timing',
  raw: 'Raw',
};

export function responsePaneLines({ response, rect, focused, theme }: ResponsePaneProps): string[] {
  const { width, height } = inner(rect);
  const { lines, scroll } = content(response, width, height, focused, theme);
  return frame(lines, {
    ...rect,
    theme,
    focused,
    title: [{ text: '4 Response ', role: focused ? 'titleFocus' : 'title' }, ...tabLine(response, rect.width)],
    status: statusOf(response, theme),
    ...(scroll === undefined ? {} : { scroll }),
  });
}

/** The tabs, as many as fit: the chosen one always. */
function tabLine(response: ResponseState, width: number): Span[] {
  const all = responseTabs.map(tab => {
    const count = tab === 'errors' && response.errorCount > 0 ? ` ${response.errorCount}` : '';
    const label = `${names[tab]}${count}`;
    return tab === response.tab ? `[${label}]` : ` ${label} `;
  });
  const fits = all.reduce((sum, each) => sum + each.length, 0) + 18 <= width;
  return all.flatMap((text, index): Span[] => {
    const chosen = responseTabs[index] === response.tab;
    if (!fits && !chosen) return [];
    const alarm = responseTabs[index] === 'errors' && response.errorCount > 0;
    return [{ text, role: chosen ? 'strong' : alarm ? 'error' : 'dim' }];
  });
}

interface Content {
  readonly lines: readonly string[];
  readonly scroll?: { readonly top: number; readonly total: number };
}

function content(response: ResponseState, width: number, height: number, focused: boolean, theme: Theme): Content {
  if (response.tab === 'errors') return errorsTab(response, { width, height, focused, theme });
  const body = shownBody(response);
  const draw = (line: Line): string => renderLine(line, width, theme);
  const failed = response.tab === 'body' ? failureLines(response, { width, height }) : [];
  const words = failed.map(({ text, hint }) => draw([hint ? { text } : { text, role: 'error' }]));
  if (body === undefined) return { lines: words.length > 0 ? words : emptyLines(response).map(draw) };
  const errors = response.tab === 'body' ? response.errors : [];
  const stale = response.stale && response.tab === 'body' ? ({ over: 'dim' } as const) : {};
  const lines = bodyLines(body, { width, height: height - words.length, theme, focused, errors, ...stale });
  return { lines: [...words, ...lines], scroll: bodyScroll(body) };
}

function emptyLines(response: ResponseState): Line[] {
  if (response.running || response.tab !== 'body') return [];
  if (response.connection === 'stopped') return [[{ text: 'Stopped before an answer came.', role: 'dim' }]];
  return [[{ text: 'Nothing was run yet: Ctrl-R runs the query.', role: 'dim' }]];
}
