/** The first screen when no URL was given, and the one after a schema could not be had. */
import type { ReactElement } from 'react';
import type { Failure } from '../../../core/failure.js';
import { Block } from '../../components/block.js';
import { fieldLine, fieldWindow } from '../../components/field.js';
import { frame } from '../../components/frame.js';
import { type Line, renderLine } from '../../components/line.js';
import type { ConnectState } from '../../state/connect.js';
import { connectRect, fieldRow, recentFrom, recentWindow } from '../../state/connect-shape.js';
import type { Rect } from '../../state/layout.js';
import type { Theme } from '../../theme.js';
import { wrapText } from '../docs/wrap.js';

/** The cell of the text cursor inside the URL field. */
export function connectCursor(screen: Rect, connect: ConnectState): { column: number; row: number } {
  const rect = connectRect(screen, connect);
  return { column: rect.x + 2 + fieldWindow(connect.field, rect.width - 4).cursor, row: rect.y + 1 + fieldRow };
}

export function ConnectView({
  connect,
  screen,
  theme,
}: {
  connect: ConnectState;
  screen: Rect;
  theme: Theme;
}): ReactElement {
  const rect = connectRect(screen, connect);
  const width = rect.width - 2;
  const shown = connect.phase === 'asking' ? windowed(connect, rect) : connect;
  const lines = connect.phase === 'asking' ? asking(shown, width, theme) : failed(connect, width);
  return (
    <Block
      rect={rect}
      lines={frame(
        lines.map(line => renderLine(line, width, theme, line === lines[marked(shown)] ? 'cursor' : undefined)),
        {
          ...rect,
          theme,
          focused: true,
          title: [{ text: titleOf(connect), role: 'titleFocus' }],
        },
      )}
    />
  );
}

/** The connection with as many of its endpoints as fit, the marked one among them. */
function windowed(connect: ConnectState, rect: Rect): ConnectState {
  const { from, room } = recentWindow(rect, connect);
  const recent = connect.recent.slice(from, from + room);
  return { ...connect, recent, selected: connect.selected < 0 ? -1 : connect.selected - from };
}

function titleOf({ phase, source }: ConnectState): string {
  if (phase === 'asking') return 'apiclient';
  if (source === undefined) return 'No schema';
  return `No schema from ${source.from === 'file' ? source.path : source.url}`;
}

const marked = (connect: ConnectState): number =>
  connect.phase === 'asking' && connect.selected >= 0 ? recentFrom + connect.selected : -1;

function asking(connect: ConnectState, width: number, theme: Theme): Line[] {
  const lines: Line[] = [
    [{ text: ' URL of a GraphQL endpoint' }],
    [],
    [{ text: ' ' }, ...fieldLine(connect.field, width - 2, theme)],
    [],
    connect.problem === undefined
      ? [{ text: ' Enter connects, Ctrl-C quits', role: 'dim' }]
      : [{ text: ` ${connect.problem}`, role: 'error' }],
  ];
  if (connect.recent.length > 0) {
    lines.push([{ text: ' Used before:', role: 'dim' }]);
    lines.push(...connect.recent.map((url): Line => [{ text: `   ${url}` }]));
  }
  return lines;
}

/** What to do, where it is not one of the keys below anyway: hints speak of flags, for the command line. */
function hintOf(reason: Failure | undefined): string {
  if (reason?.code === 'HTTP_401' || reason?.code === 'HTTP_403')
    return 'It wants other credentials: H sets them, and closing that asks again.';
  return /(?:^| )--(?:schema|query)\b/.test(reason?.hint ?? '') ? '' : (reason?.hint ?? '');
}

function failed(connect: ConnectState, width: number): Line[] {
  const reason = connect.failure;
  return [
    [],
    ...wrapText(reason?.text ?? '', width - 2, 4).map((text): Line => [{ text: ` ${text}`, role: 'error' }]),
    ...wrapText(hintOf(reason), width - 2, 3).map((text): Line => [{ text: ` ${text}` }]),
    [],
    [{ text: ' r ', role: 'key' }, { text: 'try again' }],
    [{ text: ' o ', role: 'key' }, { text: 'open an SDL or introspection file' }],
    [{ text: ' c ', role: 'key' }, { text: 'go on without a schema: typing and running still work' }],
    [
      { text: ' u ', role: 'key' },
      { text: 'another URL     ' },
      { text: 'H ', role: 'key' },
      { text: 'headers and auth     ' },
      { text: 'q ', role: 'key' },
      { text: 'quit' },
    ],
  ];
}
