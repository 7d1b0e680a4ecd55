/** What came back. */
import { memo, type ReactElement } from 'react';
import { durationText, sizeText } from '../../../core/response/sizes.js';
import { Block } from '../../components/block.js';
import { frame, inner } from '../../components/frame.js';
import { type Line, renderLine, type Span } from '../../components/line.js';
import type { Rect } from '../../state/layout.js';
import { type ResponseState, responseLines, responseTabs } from '../../state/response.js';
import type { Theme } from '../../theme.js';
import { textLines } from '../text-lines.js';

export interface ResponsePaneProps {
  readonly response: ResponseState;
  readonly rect: Rect;
  readonly focused: boolean;
  readonly theme: Theme;
}

export const ResponsePane = memo(function ResponsePane(props: ResponsePaneProps): ReactElement {
  return <Block rect={props.rect} lines={responsePaneLines(props)} />;
});

const names = { body: 'Body', errors: 'Errors', headers: 'Headers', timing: 'Timing', raw: 'Raw' } as const;

export function responsePaneLines({ response, rect, focused, theme }: ResponsePaneProps): string[] {
  const { width, height } = inner(rect);
  const tabs: Span[] = responseTabs.flatMap(tab => {
    const count = tab === 'errors' && response.errors.length > 0 ? ` ${response.errors.length}` : '';
    const label = `${names[tab]}${count}`;
    return [
      {
        text: tab === response.tab ? `[${label}]` : ` ${label} `,
        role: tab === response.tab ? ('strong' as const) : ('dim' as const),
      },
    ];
  });
  return frame(contentOf(response, width, height, theme, focused), {
    ...rect,
    theme,
    focused,
    title: [{ text: '4 Response  ', role: focused ? 'titleFocus' : 'title' }, ...tabs],
    status: statusOf(response),
    scroll: { top: response.top, total: responseLines(response) },
  });
}

function contentOf(response: ResponseState, width: number, height: number, theme: Theme, focused: boolean): string[] {
  const { top } = response;
  const lines = (all: readonly Line[]): string[] =>
    all.slice(top, top + height).map(line => renderLine(line, width, theme));
  if (response.failure !== undefined && response.tab === 'body') {
    const { text, hint } = response.failure;
    return [
      renderLine([{ text, role: 'error' }], width, theme),
      ...(hint === undefined ? [] : [renderLine([{ text: hint }], width, theme)]),
      renderLine([], width, theme),
      ...textLines(response.body, { width, height: height - 3, top, left: 0, theme, active: false, colours: false }),
    ];
  }
  switch (response.tab) {
    case 'body':
      return textLines(response.body, { width, height, top, left: 0, theme, active: focused });
    case 'errors':
      return lines(
        response.errors.flatMap(error => [
          [{ text: error.message, role: 'error' }],
          [{ text: `  at ${error.path || 'the request'}`, role: 'dim' }],
        ]),
      );
    case 'headers':
      return lines([
        [
          {
            text: response.head === undefined ? '' : `${response.head.status} ${response.head.reason}`,
            role: 'strong',
          },
        ],
        ...(response.head?.headers ?? []).map(
          ([name, value]): Line => [{ text: name, role: 'property' }, { text: `: ${value}` }],
        ),
      ]);
    case 'timing':
      return lines(
        response.runId === undefined
          ? []
          : [[{ text: `total  ${durationText(response.tookMs)}` }], [{ text: `size   ${sizeText(response.bytes)}` }]],
      );
    case 'raw':
      return lines(response.raw.split('\n').map((text): Line => [{ text }]));
  }
}

/** `200 · 184 ms · 1.2 kB · partial data` */
function statusOf(response: ResponseState): Line {
  if (response.running) return [{ text: `${response.progress}…  Ctrl-R stops`, role: 'warning' }];
  if (response.failure !== undefined) return [{ text: 'failed', role: 'error' }];
  if (response.head === undefined) return [];
  const parts = [String(response.head.status), durationText(response.tookMs), sizeText(response.bytes)];
  const good = response.head.status < 400;
  const tail: Span[] =
    response.errors.length === 0
      ? []
      : [
          {
            text: ` · ${response.errors.length === 1 ? '1 error' : `${response.errors.length} errors`}`,
            role: 'error',
          },
        ];
  return [{ text: parts.join(' · '), role: good ? 'ok' : 'error' }, ...tail];
}
