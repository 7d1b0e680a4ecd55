/** Clicks and the wheel, resolved with the layout used for drawing. */

import { selectedText } from '../../core/text/editor.js';
import { inner } from '../components/frame.js';
import { bindingsOf } from '../components/key-labels.js';
import { connectAt } from '../connect/layout.js';
import { airIn, clamp, contains, layout, paneAt } from '../layout.js';
import type { Action, Overlay } from '../model/action.js';
import type { PaneId, Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf } from '../overlays/kind.js';
import { overlayRect } from '../overlays/layout.js';
import { isList, topOverlay } from '../overlays/open.js';
import { itemAt } from '../query/completion/layout.js';
import { tabAt } from '../response/tabs.js';
import type { MouseEvent } from '../terminal/events.js';
import { documentAt } from './bars/document-bar.js';
import { paneTabAt } from './bars/tabs.js';
import { bindingOf } from './key-index.js';
import { overlayKinds } from './overlay-kinds.js';

/** Lines that one step of the wheel scrolls. */
const wheelSteps: Readonly<Partial<Record<MouseEvent['action'], number>>> = { 'wheel-up': -3, 'wheel-down': 3 };

const isPress = ({ button, action }: MouseEvent): boolean => button === 'left' && action === 'press';

/** The actions to dispatch, in order; none if nothing is under the mouse. */
export function mouseActions(state: State, event: MouseEvent): readonly Action[] {
  const wheel = wheelSteps[event.action] ?? 0;
  const overlay = topOverlay(state);
  if (overlay !== undefined) return overlayMouse(state, overlay, event, wheel);
  if (state.connect.phase === 'asking') return connectMouse(state, event, wheel);
  if (state.connect.phase === 'failed') return [];
  const item = itemAt(state, event.column, event.row);
  if (item !== undefined) return listActions(item, event, wheel);
  const tab = tabAction(state, event);
  if (tab !== undefined) return isPress(event) ? [tab] : [];
  return paneMouse(state, event, wheel);
}

/** The action of a tab in the bar of documents or panes. */
function tabAction(state: State, { column, row }: MouseEvent): Action | undefined {
  const at = documentAt(state, column, row);
  if (at !== undefined) return { type: 'tabs/go', at };
  const pane = paneTabAt(state, column, row);
  return pane && { type: 'app/focus', pane };
}

/** A cell of a pane, relative to its content. */
interface PaneCell {
  readonly column: number;
  readonly row: number;
  readonly rect: Rect;
}

/** In a pane, the wheel scrolls, a click focuses the pane and moves its cursor, and dragging selects text. */
function paneMouse(state: State, event: MouseEvent, wheel: number): readonly Action[] {
  const shape = layout(state);
  const { action } = event;
  const isHeld = action === 'drag' || action === 'release';
  // A selection that began in a pane stays in it, wherever the mouse goes.
  const pane = isHeld ? state.focus : paneAt(shape, event.column, event.row);
  const rect = pane === undefined ? undefined : shape.panes[pane];
  if (pane === undefined || rect === undefined) return [];
  if (wheel !== 0) return [{ type: `${pane}/scroll`, by: wheel } as Action];
  if (event.button !== 'left') return [];
  const column = event.column - rect.x - 1 - (pane === 'schema' ? 0 : airIn(rect));
  const cell: PaneCell = { column, row: event.row - rect.y - 1, rect };
  if (isHeld) return held(state, pane, action, cell);
  const focus: readonly Action[] = state.focus === pane ? [] : [{ type: 'app/focus', pane }];
  const click = clickAction(state, pane, event, cell);
  return click === undefined ? focus : [...focus, click];
}

function clickAction(state: State, pane: PaneId, event: MouseEvent, cell: PaneCell): Action | undefined {
  const { column, row, rect } = cell;
  if (pane === 'response' && row === -1 && event.action === 'press') {
    const tab = tabAt(state.response, rect.width, event.column - rect.x);
    return tab && { type: 'response/show-tab', tab };
  }
  if (row < 0 || row >= rect.height - 2) return undefined;
  switch (pane) {
    case 'schema':
      return { type: 'schema/click', column, row };
    case 'response':
      return { type: 'response/click', column, row, how: 'press' };
    default:
      return { type: `${pane}/click`, column, row, extend: event.shift };
  }
}

/** Selects text while the button is held, in the pane where it was pressed, and copies the text when it is released. */
function held(state: State, pane: PaneId, how: 'drag' | 'release', at: PaneCell): readonly Action[] {
  const column = clamp(at.column, 0, at.rect.width - 3);
  const row = clamp(at.row, 0, at.rect.height - 3);
  if (pane === 'schema') return [];
  if (pane === 'response') return [{ type: 'response/click', column, row, how }];
  if (how === 'drag') return [{ type: `${pane}/click`, column, row, extend: true }];
  const { editor } = state[pane];
  if (editor.selection.main.empty) return [];
  return [{ type: 'app/copy', text: selectedText(editor), what: 'the selection' }];
}

/** A click on an endpoint selects it, and a click on the selected endpoint connects. The wheel moves the selection. */
function connectMouse(state: State, event: MouseEvent, wheel: number): readonly Action[] {
  if (wheel !== 0) return [{ type: 'connect/move', by: Math.sign(wheel) }];
  if (!isPress(event)) return [];
  const at = connectAt(layout(state).screen, state.connect, event.column, event.row);
  if (at === undefined) return [];
  const { selected } = state.connect;
  if (at === selected) return [{ type: 'connect/accept' }];
  return [{ type: 'connect/move', by: (at === 'field' ? -1 : at) - selected }];
}

/** In the completion list, the wheel moves the selection and a click accepts an item. */
function listActions(item: number | 'border', event: MouseEvent, wheel: number): readonly Action[] {
  if (wheel !== 0) return [{ type: 'completion/move', by: Math.sign(wheel) }];
  if (item === 'border' || !isPress(event)) return [];
  return [{ type: 'completion/accept', item }];
}

/**
 * A click on an entry selects it, and a click on the selected entry accepts it. A click outside closes the overlay, unless it
 * is a form.
 * @param wheel number of lines, negative for upwards
 */
function overlayMouse(state: State, overlay: Overlay, event: MouseEvent, wheel: number): readonly Action[] {
  if (wheel !== 0) return [{ type: 'overlay/move', by: Math.sign(wheel) }];
  if (!isPress(event)) return [];
  const rect = overlayRect(state, overlay, overlayKinds);
  // A misplaced click must not discard input.
  const stays = overlay.kind === 'login' || overlay.kind === 'login-form';
  if (!contains(rect, event.column, event.row)) return stays ? [] : [{ type: 'overlay/close' }];
  const size = inner(rect);
  const kind = kindOf(overlayKinds, overlay);
  if (kind.clicked !== undefined || !isList(overlay))
    return kind.clicked?.(event.row - rect.y - 1, size, overlay, state) ?? [];
  const window = kind.window?.(overlay, state, size);
  if (window === undefined) return [];
  const { from, room, above, total } = window;
  const selected = clamp(overlay.selected, 0, total - 1);
  const row = event.row - rect.y - 1 - above;
  const at = from + row;
  if (row < 0 || row >= room || at >= total) return [];
  if (at !== selected) return [{ type: 'overlay/pick', at }];
  const enter = bindingOf(bindingsOf(state), overlay.kind, 'enter');
  return [enter?.action(state) ?? { type: 'overlay/accept' }];
}
