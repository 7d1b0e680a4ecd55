import { memo, type ReactElement } from 'react';
import { safeLine } from '../../core/response/safe-text.js';
import { sizeText } from '../../core/response/sizes.js';
import { Block } from '../components/block.js';
import { frame, hintLines, textArea } from '../components/frame.js';
import { keyOf } from '../components/key-labels.js';
import { type Line, renderLine, type Span } from '../components/line.js';
import { airIn } from '../layout.js';
import type { Rect } from '../model/layout.js';
import type { ResponseState } from '../model/response.js';
import type { Binding } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { errorsTab } from './errors-view.js';
import { logLines } from './events/view.js';
import { headLines } from './layout.js';
import { displayOf } from './shown.js';
import { statusOf } from './status.js';
import { rowCount } from './table/table.js';
import { tableLines } from './table/view.js';
import { earlierWords, paneTitle, tabLabels, tabsOf } from './tabs.js';
import { bodyLines, bodyScroll } from './viewer/view.js';

interface ResponsePaneProps {
  readonly response: ResponseState;
  /** Changes since the request, as text. Empty if there are none. */
  readonly outdated?: string;
  /** Bindings for the hint of an empty pane. */
  readonly bindings: readonly Binding[];
  readonly rect: Rect;
  readonly focused: boolean;
  readonly theme: Theme;
}

export const ResponsePane = memo(function ResponsePane(props: ResponsePaneProps): ReactElement {
  return <Block rect={props.rect} lines={responsePaneLines(props)} />;
});

/** The pane with its frame, `rect.height` lines of `rect.width` cells. */
export function responsePaneLines(props: ResponsePaneProps): string[] {
  const { response, rect, focused, theme } = props;
  const { lines, scroll } = content(props);
  return frame(lines, {
    ...rect,
    air: airIn(rect),
    theme,
    focused,
    title: [{ text: paneTitle, role: focused ? 'titleFocus' : 'title' }, ...tabLine(response, rect.width)],
    titleRight:
      response.earlier === undefined ? [] : [{ text: ` ${earlierWords(response, rect.width)} `, role: 'selection' }],
    status: statusOf(response, theme, rect.width - 6, props.outdated),
    scroll,
  });
}

function tabLine(response: ResponseState, width: number): Span[] {
  const labels = tabLabels(response, width);
  const spans = labels.map(({ tab, text }): Span => {
    if (tab === response.tab) return { text, role: 'strong' };
    return { text, role: tab === 'errors' && response.errorCount > 0 ? 'error' : 'dim' };
  });
  if (labels.length > 1 || response.earlier !== undefined) return spans;
  return [
    ...spans,
    { text: ` ${tabsOf(response).indexOf(response.tab) + 1} of ${tabsOf(response).length}`, role: 'dim' },
  ];
}

interface PaneContent {
  readonly lines: readonly string[];
  readonly scroll?: { readonly top: number; readonly total: number };
}

function content(props: ResponsePaneProps): PaneContent {
  const { response, rect, focused, theme } = props;
  const { width, height } = textArea(rect);
  if (response.tab === 'errors') return errorsTab(response, { width, height, focused, theme });
  const draw = (line: Line): string => renderLine(line, width, theme);
  const words = headLines(response, { width, height }).map(({ text: headText, tone }) => {
    const text = headText === '…' ? theme.glyphs.spread : headText;
    return draw([tone === 'error' ? { text, role: 'error' } : { text }]);
  });
  const room = { width, height: height - words.length, theme, focused };
  const display = displayOf(response);
  if (display.kind === 'events') {
    const { log } = response;
    const isEmpty = log.listed.length === 0 && words.length === 0;
    const lines = isEmpty ? emptyLines(props) : logLines(log, room);
    return { lines: [...words, ...lines], scroll: { top: log.top, total: log.listed.length } };
  }
  const { body } = display;
  if (body === undefined) return { lines: words.length > 0 ? words : emptyLines(props) };
  if (body.table !== undefined) {
    const scroll = { top: body.table.top, total: rowCount(body.table) + 1 };
    return { lines: [...words, ...tableLines(body, body.table, room)], scroll };
  }
  const isResponse = display.kind === 'response';
  const none = isResponse ? bodyHint(props) : '';
  if (none !== '') return { lines: [...words, ...hintLines(none, textArea(rect), theme)] };
  const stale = response.stale && isResponse ? ({ over: 'dim' } as const) : {};
  const errors = isResponse ? response.errors : (response.opened?.errors ?? []);
  const lines = bodyLines(body, { ...room, errors, ...stale });
  return { lines: [...words, ...lines], scroll: bodyScroll(body) };
}

/** The hint of an empty pane. */
function emptyLines({ response, bindings, rect, theme }: ResponsePaneProps): readonly string[] {
  const display = displayOf(response);
  if (display.kind === 'output' || display.kind === 'tab') return [];
  const isSelection = display.kind === 'selection';
  const selected = isSelection && display.narrowed.count === 0 ? 'No value at this path.' : '';
  const hint = isSelection ? selected : (waitingHint(response) ?? runHint(response, bindings));
  return hint === '' ? [] : hintLines(hint, textArea(rect), theme);
}

/** The hint of a response without text. Empty if there is text, or none has arrived yet. */
function bodyHint({ response, bindings }: ResponsePaneProps): string {
  const { raw, binary, running, failure, head } = response;
  if (raw !== '' || running || failure !== undefined || head === undefined) return '';
  if (binary === undefined) return `Empty body. Press ${keyOf(bindings, 'response.next-tab')} for the headers.`;
  const type = binary.type === '' ? 'Binary data' : safeLine(binary.type);
  return `${type}, ${sizeText(binary.bytes.length)}. Press ${keyOf(bindings, 'response.save')} to save it.`;
}

/** The hint of a run without a visible result, or undefined if nothing has been run. */
function waitingHint({ kind, log, running, connection }: ResponseState): string | undefined {
  const isStream = kind === 'subscription';
  if (isStream && log.received > 0) return log.filter === '' ? 'Cleared.' : 'No matching events.';
  if (running) return isStream ? 'No events yet.' : '';
  if (connection === 'stopped') return 'Stopped before a response arrived.';
  return isStream && connection !== '' ? 'The subscription ended without events.' : undefined;
}

const runHint = ({ kind }: ResponseState, bindings: readonly Binding[]): string =>
  `No response yet. Press ${keyOf(bindings, 'run')} to ${kind === 'request' ? 'send the request' : 'run the query'}.`;
