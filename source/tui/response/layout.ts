/** The fixed lines above the text, and the remaining space. */
import { hintText } from '../../core/hint.js';
import { wrapText } from '../../core/text/wrap.js';
import { viewOf } from '../layout.js';
import type { ResponseState } from '../model/response.js';
import type { State } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { displayOf } from './shown.js';

/** Inner size of the part of the pane that shows the text or the log, below the message of a failure. */
export function bodyView(state: State): { width: number; height: number } {
  const view = viewOf(state, 'response');
  return { ...view, height: Math.max(1, view.height - headLines(state.response, view).length) };
}

/** The space for lines inside the pane, in cells, and their appearance. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly focused: boolean;
}

/** A line of the pane that does not scroll. May be untrusted text. */
interface HeadLine {
  readonly text: string;
  readonly tone: 'error' | 'plain';
}

/** The lines above the text: the reason for a failed run, or a filter's error output. */
export function headLines(
  response: ResponseState,
  view: { readonly width: number; readonly height: number },
): readonly HeadLine[] {
  const display = displayOf(response);
  if (display.kind === 'tab') return [];
  const { failure } = response;
  const lines: HeadLine[] = [];
  const add = (text: string, tone: HeadLine['tone']): void => {
    if (text !== '') lines.push(...wrapText(text, view.width, view.height + 1).map(line => ({ text: line, tone })));
  };
  if (display.kind === 'output') {
    const { filtered } = display;
    add(filtered.problem ?? '', 'error');
    add(filtered.stderr, filtered.problem === undefined ? 'plain' : 'error');
  } else if (failure !== undefined && response.opened === undefined) {
    add(failure.text, 'error');
    add(hintText(failure.hint ?? ''), 'plain');
  }
  if (lines.length === 0) return lines;
  const below = display.body !== undefined || response.log.listed.length > 0;
  const most = below ? Math.max(2, Math.floor(view.height / 2)) : view.height;
  // The last line shows that the message is truncated. Timing and Headers have room for all of it.
  const kept = lines.length > most ? [...lines.slice(0, most - 1), { text: '…', tone: 'plain' } as const] : lines;
  return below ? [...kept, { text: '', tone: 'plain' }] : kept;
}
