/**
 * The focused field as Ink's own component: its additions are input. The value ends at the cursor, because the component's own
 * cursor knows nothing of words, clusters and undo; the key table handles those, and passes another value.
 */
import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactElement, useEffect } from 'react';
import type { State } from '../../model/state.js';
import { beforeCursor, typedField } from './typed-field.js';

/** Receives the input, and learns which field is ready for more. */
export interface TypingTarget {
  /** The component has appended this text to its value. */
  typed(text: string): void;
  /** The field is drawn and ready for input. @param field its text; undefined: none */
  ready(field: unknown): void;
}

/** Draws the part before the cursor over the same part of the pane, and listens. */
export function TypedFieldView({ state, target }: { state: State; target: TypingTarget }): ReactElement | null {
  const field = typedField(state);
  const before = field && beforeCursor(state, field);
  const ready = before === undefined ? undefined : field?.field;
  // Runs after the component's own effects: from here on it receives input.
  useEffect(() => target.ready(ready), [target, ready]);
  if (before === undefined) return null;
  const { place, width, text } = before;
  return (
    <Box position="absolute" marginLeft={place.column} marginTop={place.row} width={Math.max(1, width)} height={1}>
      <TextInput
        // A new component for each value: only a new one puts its cursor at the end.
        key={text}
        value={text}
        showCursor={false}
        onChange={next => target.typed(next.slice(text.length))}
      />
    </Box>
  );
}
