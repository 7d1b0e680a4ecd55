/** Lines in a rectangle of the screen. A pane is one `<Text>`: one per token costs Ink half as much again per frame. */

import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { Rect } from '../model/layout.js';

interface BlockProps {
  readonly rect: Rect;
  /** Exactly `rect.height` lines of exactly `rect.width` cells. */
  readonly lines: readonly string[];
}

/** Blocks drawn later cover it. */
export function Block({ rect, lines }: BlockProps): ReactElement {
  return (
    <Box position="absolute" marginLeft={rect.x} marginTop={rect.y} width={rect.width} height={rect.height}>
      <Text wrap="truncate">{lines.join('\n')}</Text>
    </Box>
  );
}
