/** The top overlay, drawn by its kind. */
import type { ReactElement } from 'react';
import { Block } from '../components/block.js';
import { fieldWindow } from '../components/field.js';
import { frame, inner } from '../components/frame.js';
import type { FieldCell } from '../model/layout.js';
import type { State } from '../model/state.js';
import { kindOf, type OverlayKinds } from './kind.js';
import { overlayRect } from './layout.js';
import { hasField, topOverlay } from './open.js';
import { shownField } from './prompt.js';

/** The cell of the text cursor, if the top overlay has a field. */
export function overlayCursor(state: State, kinds: OverlayKinds): FieldCell | undefined {
  const top = topOverlay(state);
  if (top === undefined || !hasField(top)) return undefined;
  const rect = overlayRect(state, top, kinds);
  const kind = kindOf(kinds, top);
  const before = kind.fieldColumn ?? 1;
  const { cursor } = fieldWindow(shownField(top, state.settings.theme), rect.width - 3 - before);
  const row = kind.fieldRow === undefined ? 0 : kind.fieldRow(inner(rect), top, state);
  if (row === undefined) return undefined;
  return { column: rect.x + 1 + before + cursor, row: rect.y + 1 + row, typed: cursor };
}

export function OverlayView({ state, kinds }: { state: State; kinds: OverlayKinds }): ReactElement | null {
  const top = topOverlay(state);
  if (top === undefined) return null;
  const { theme } = state.settings;
  const rect = overlayRect(state, top, kinds);
  const { lines, title, status, scroll } = kindOf(kinds, top).draw(top, state, inner(rect));
  const framed = frame(lines, {
    ...rect,
    theme,
    focused: true,
    title: [{ text: title, role: 'titleFocus' }],
    status,
    scroll,
  });
  return <Block rect={rect} lines={framed} />;
}
