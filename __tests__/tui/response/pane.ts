/** The response pane without a terminal: responses as effects would dispatch them, and the pane's lines as text. */

import { failure } from '../../../source/core/failure.js';
import { airIn, layout } from '../../../source/tui/layout.js';
import type { NewEvent } from '../../../source/tui/model/events.js';
import type { ResponseErrorInfo } from '../../../source/tui/model/viewer.js';
import { responsePaneLines } from '../../../source/tui/response/view.js';
import { plain, Screen, theme } from '../support.js';

/** A screen whose response pane has the focus and waits for the response to a run. */
export function running(query = '{ hello }', size: { columns?: number; rows?: number } = {}): Screen {
  const screen = new Screen({ query, ...size }).press('ctrl+r', '4');
  screen.effects.length = 0;
  return screen;
}

const idOf = (screen: Screen): number => screen.state.response.runId ?? -1;

export interface AnswerOptions {
  readonly errors?: readonly Partial<ResponseErrorInfo>[];
  readonly partial?: boolean;
  readonly isPlain?: boolean;
  readonly status?: number;
}

/** The complete response, or with `partial` its first part. */
export function answer(screen: Screen, raw: string, options: AnswerOptions = {}): Screen {
  const id = idOf(screen);
  const errors = (options.errors ?? []).map(error => ({ message: 'wrong', line: 'wrong', ...error }));
  screen.do(head(screen, options.status ?? 200), {
    type: 'response/result',
    id,
    raw,
    data: /"data":null/.test(raw) ? 'null' : 'present',
    errors,
    errorCount: errors.length,
    bytes: raw.length,
    tookMs: 184,
    timing: { connectMs: 10, firstByteMs: 100, totalMs: 184 },
    partial: options.partial ?? false,
    isPlain: options.isPlain,
  });
  if (options.partial !== true) screen.do({ type: 'response/done', id, tookMs: 184 });
  return settle(screen);
}

const head = (screen: Screen, status: number) =>
  ({
    type: 'response/head',
    id: idOf(screen),
    head: {
      status,
      reason: 'OK',
      headers: [['Content-Type', 'application/json']],
      httpVersion: '1.1',
      request: { method: 'POST', url: 'http://localhost/graphql', headers: [['Authorization', 'Bearer ••••']] },
      redirects: [],
    },
  }) as const;

export const failed = (screen: Screen, text: string, hint: string, raw = ''): Screen =>
  screen.do({
    type: 'response/failed',
    id: idOf(screen),
    failure: failure('protocol', text, { hint }),
    raw,
    bytes: raw.length,
    tookMs: 5,
    timing: {},
  });

/** Dispatches delayed actions until none are left. */
export function settle(screen: Screen): Screen {
  for (let at = 0; at < screen.effects.length; at++) {
    const effect = screen.effects[at];
    if (effect?.kind === 'later') screen.do(effect.action);
  }
  screen.effects.splice(0, screen.effects.length, ...screen.effects.filter(each => each.kind !== 'later'));
  return screen;
}

/** Events numbered from `from` to `to`. */
export function events(screen: Screen, from: number, to: number, more: Partial<NewEvent> = {}): Screen {
  const list = Array.from({ length: to - from + 1 }, (_, index): NewEvent => {
    const text = `{"data":{"tick":${from + index}}}`;
    return { at: Date.UTC(2026, 0, 1) + from + index, text, bytes: text.length, bad: false, ...more };
  });
  return screen.do({ type: 'response/events', id: idOf(screen), events: list, tookMs: 1 });
}

/** The pane's lines with their frame. */
export function pane(screen: Screen): string[] {
  const { response, settings } = screen.state;
  const rect = layout(screen.state).panes.response;
  if (rect === undefined) throw new Error('The response pane is not drawn.');
  return plain(responsePaneLines({ response, bindings: settings.bindings.graphql, rect, focused: true, theme }));
}

/** The lines inside the frame, without padding. */
export const inside = (screen: Screen): string[] =>
  pane(screen)
    .slice(1, -1)
    .map(line => line.slice(1 + airOf(screen), -1).trimEnd());

const airOf = ({ state }: Screen): number => {
  const rect = layout(state).panes.response;
  return rect === undefined ? 0 : airIn(rect);
};

/** Like `inside`, without empty lines. */
export const shown = (screen: Screen): string[] => inside(screen).filter(line => line !== '');

/** The text of the bottom line. */
export const status = (screen: Screen): string => (pane(screen).at(-1) ?? '').replace(/^[└─┗━ ]+|[─┘━┛ ]+$/g, '');
