/**
 * Lines in a rectangle of the screen. A pane is a single node of Ink: one per token makes Ink half again as slow per frame, and a
 * `<Box>` around a `<Text>` takes twice as long as the text element itself.
 */

import { createElement, type ReactElement } from 'react';
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { Rect } from '../model/layout.js';

interface BlockProps {
  readonly rect: Rect;
  /** Exactly `rect.height` lines of exactly `rect.width` cells. */
  readonly lines: readonly string[];
}

/** The style of Ink's element. The same object for the same rectangle, because Ink compares the members of others. */
const styleOf = memoizeWeak(({ x, y, width, height }: Rect) => ({
  position: 'absolute',
  marginLeft: x,
  marginTop: y,
  width,
  height,
  textWrap: 'truncate',
}));

/** Blocks drawn later are on top. */
export const Block = ({ rect, lines }: BlockProps): ReactElement =>
  createElement('ink-text', { style: styleOf(rect) }, lines.join('\n'));
