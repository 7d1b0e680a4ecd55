/** The first screen when no URL was given, and the screen after a schema failed to load. */

import type { ReactElement } from 'react';
import { loginHints } from '../../core/credentials/challenges.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { Failure } from '../../core/failure.js';
import { hintText } from '../../core/hint.js';
import { wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { fieldLine, fieldWindow } from '../components/field.js';
import { frame, inner } from '../components/frame.js';
import { type Line, renderLine } from '../components/line.js';
import type { ConnectState } from '../model/connect.js';
import type { FieldCell, Rect } from '../model/layout.js';
import type { Theme } from '../model/theme.js';
import { kindWords } from '../screen-words.js';
import { canGoBack, connectRect, fieldRow, recentFrom, recentWindow } from './layout.js';

/** The cell of the text cursor inside the URL field. */
export function connectCursor(screen: Rect, connect: ConnectState): FieldCell {
  const rect = connectRect(screen, connect);
  const { cursor } = fieldWindow(connect.field, rect.width - 4);
  return { column: rect.x + 2 + cursor, row: rect.y + 1 + fieldRow, typed: cursor };
}

export function ConnectView({
  connect,
  kind,
  screen,
  theme,
}: {
  connect: ConnectState;
  kind: DocumentKind;
  screen: Rect;
  theme: Theme;
}): ReactElement {
  const rect = connectRect(screen, connect);
  const width = rect.width - 2;
  const shown = connect.phase === 'asking' ? windowed(connect, rect) : connect;
  const lines = connect.phase === 'asking' ? asking(shown, kind, width) : failed(connect, kind, inner(rect), theme);
  return (
    <Block
      rect={rect}
      lines={frame(
        lines.map(line => renderLine(line, width, theme, line === lines[marked(shown)] ? 'cursor' : undefined)),
        {
          ...rect,
          theme,
          focused: true,
          title: [{ text: titleOf(connect, kind), role: 'titleFocus' }],
        },
      )}
    />
  );
}

/** The connection box with as many endpoints as fit, including the selected one. */
function windowed(connect: ConnectState, rect: Rect): ConnectState {
  const { from, room } = recentWindow(rect, connect);
  const recent = connect.recent.slice(from, from + room);
  return { ...connect, recent, selected: connect.selected < 0 ? -1 : connect.selected - from };
}

function titleOf({ phase, source }: ConnectState, kind: DocumentKind): string {
  const { sourceName } = kindWords[kind];
  if (phase === 'asking') return 'apiclient';
  if (source === undefined) return `No ${sourceName}`;
  return `No ${sourceName} from ${source.from === 'file' ? source.path : source.url}`;
}

const marked = (connect: ConnectState): number =>
  connect.phase === 'asking' && connect.selected >= 0 ? recentFrom + connect.selected : -1;

function asking(connect: ConnectState, kind: DocumentKind, width: number): Line[] {
  const lines: Line[] = [
    [
      { text: ` ${kindWords[kind].url}` },
      { text: kind === 'http' ? ', :4000 or @profile' : ', :4000/graphql or @profile', role: 'dim' },
    ],
    [],
    [{ text: ' ' }, ...fieldLine(connect.field, width - 2)],
    ...below(connect, width),
  ];
  if (connect.recent.length > 0) {
    lines.push([{ text: ' Recent:', role: 'dim' }]);
    lines.push(...connect.recent.map((url): Line => [{ text: `   ${url}` }]));
  } else if (!canGoBack(connect)) {
    lines.push([{ text: ' No server? Run apiclient demo.', role: 'dim' }]);
  }
  return lines;
}

/** The two rows between the field and the endpoints, with either the problem with the URL or the keys. */
function below(connect: ConnectState, width: number): Line[] {
  const { problem } = connect;
  if (problem === undefined) {
    return [[], [{ text: ` Enter: connect, ${canGoBack(connect) ? 'Esc: back' : 'Ctrl-C: quit'}`, role: 'dim' }]];
  }
  const [first = '', ...more] = wrapText(problem, width - 2, 20);
  const line = (text: string): Line => [{ text: ` ${text}`, role: 'error' }];
  // Longer text is truncated at the end of the second row.
  return more.length === 0 ? [[], line(first)] : [line(first), line(more.join(' '))];
}

/** The hint, unless a key below has the same meaning. */
function hintOf(reason: Failure | undefined): string {
  if (reason?.code === 'HTTP_401' || reason?.code === 'HTTP_403') return loginHints.connect;
  return hintText(reason?.hint ?? '');
}

/** The failure, truncated to the available rows. The keys are always visible. */
function failed(
  { failure }: ConnectState,
  kind: DocumentKind,
  { width, height }: { width: number; height: number },
  theme: Theme,
): Line[] {
  const keys = failedKeys(width, kind);
  const why = wrapText(failure?.text ?? '', width - 2, 4).map((text): Line => [{ text: ` ${text}`, role: 'error' }]);
  const hint = hintOf(failure);
  const how = hint === '' ? [] : wrapText(hint, width - 2, 3);
  const words = [...why, ...how.map((text): Line => [{ text: ` ${text}` }]), ...reply(failure, width)];
  const room = height - keys.length;
  if (words.length + 2 <= room) return [[], ...words, [], ...keys];
  const kept = words.slice(0, Math.max(1, room));
  if (kept.length < words.length) kept.splice(-1, 1, [...(kept.at(-1) ?? []), { text: theme.glyphs.ellipsis }]);
  return [...kept, ...keys];
}

/** Maximum number of rows for the server's response. */
const maxAnswered = 12;

/** Status and body as received. */
function reply(failure: Failure | undefined, width: number): Line[] {
  const { answer } = failure ?? {};
  if (answer === undefined) return [];
  const body = answer.text.trim();
  const note = body === '' ? 'an empty body' : '';
  return [
    [],
    [
      { text: ` ${answer.status}`, role: answer.status < 400 ? 'warning' : 'error' },
      { text: ` ${note}`, role: 'dim' },
    ],
    ...wrapText(body, width - 2, maxAnswered).map((text): Line => [{ text: ` ${text}`, role: 'dim' }]),
  ];
}

function failedKeys(width: number, kind: DocumentKind): Line[] {
  const key = (name: string, words: string): Line => [{ text: ` ${name} `, role: 'key' }, { text: words }];
  const first = [
    key('r', 'try again'),
    key('o', kindWords[kind].openFile[width < 50 ? 0 : 1]),
    key('c', `continue without a ${kindWords[kind].sourceName}${width < 58 ? '' : ' (typing and running still work)'}`),
  ];
  const [e, h, q] = [
    key('E', 'change URL'),
    key('H', width < 50 ? 'headers, auth' : 'headers and auth'),
    key('q', 'quit'),
  ];
  if (width < 50) return [...first, [...e, { text: '  ' }, ...h]];
  const gap = { text: '    ' };
  return [...first, [...e, gap, ...h, gap, ...q]];
}
