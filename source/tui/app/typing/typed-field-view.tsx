/**
 * The focused field as Ink's text input component. Text that the component appends is input. Its value ends at the cursor,
 * because the component's own cursor does not support words, clusters and undo. The key table handles those and passes a new
 * value.
 */
import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactElement, useEffect } from 'react';
import type { State } from '../../model/state.js';
import { beforeCursor, typedField } from './typed-field.js';

/** Receives the input, and is notified which field is ready for more. */
export interface TypingTarget {
  /** The component has appended this text to its value. */
  typed(text: string): void;
  /**
   * The field has been drawn and is ready for input.
   * @param field its text, or undefined if there is no field
   */
  ready(field: unknown): void;
}

/** Draws the part before the cursor over the same part of the pane, and listens for input. */
export function TypedFieldView({ state, target }: { state: State; target: TypingTarget }): ReactElement | null {
  const field = typedField(state);
  const before = field && beforeCursor(state, field);
  const ready = before === undefined ? undefined : field?.field;
  // Runs after the component's own effects, from which point it receives input.
  useEffect(() => target.ready(ready), [target, ready]);
  if (before === undefined) return null;
  const { cell, width, text } = before;
  return (
    <Box position="absolute" marginLeft={cell.column} marginTop={cell.row} width={Math.max(1, width)} height={1}>
      <TextInput
        // Use a new component for each value: only a new one puts its cursor at the end.
        key={text}
        value={text}
        showCursor={false}
        onChange={next => target.typed(next.slice(text.length))}
      />
    </Box>
  );
}
