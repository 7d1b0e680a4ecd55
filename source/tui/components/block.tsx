/**
 * Lines in a rectangle of the screen. A pane is a single `<Text>`, since one per token makes Ink half again as slow per frame.
 */

import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { Rect } from '../model/layout.js';

interface BlockProps {
  readonly rect: Rect;
  /** Exactly `rect.height` lines of exactly `rect.width` cells. */
  readonly lines: readonly string[];
}

/** Blocks drawn later are on top. */
export function Block({ rect, lines }: BlockProps): ReactElement {
  return (
    <Box position="absolute" marginLeft={rect.x} marginTop={rect.y} width={rect.width} height={rect.height}>
      <Text wrap="truncate">{lines.join('\n')}</Text>
    </Box>
  );
}
