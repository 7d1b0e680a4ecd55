/**
 * The field that is typed into, as Ink's own component has it: what it adds to its value is typed. The value ends at the cursor, because the
 * component's own cursor would know nothing of words, clusters and undo; all of that is done by the key table, and comes back as
 * another value.
 */
import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactElement, useEffect } from 'react';
import type { State } from '../../model/state.js';
import { beforeCursor, typedField } from './typed-field.js';

/** Who types, and wants to know which field is ready for more. */
export interface TypingTarget {
  /** The component has added this text to its value. */
  typed(text: string): void;
  /** The field is drawn, and hears what is typed next. @param field its text; undefined: none is */
  ready(field: unknown): void;
}

/** Draws the part before the cursor over the same part of the pane, and listens. */
export function TypedFieldView({ state, typist }: { state: State; typist: TypingTarget }): ReactElement | null {
  const field = typedField(state);
  const before = field && beforeCursor(state, field);
  const ready = before === undefined ? undefined : field?.field;
  // Runs after the component's own effects: from here on it hears.
  useEffect(() => typist.ready(ready), [typist, ready]);
  if (before === undefined) return null;
  const { place, width, text } = before;
  return (
    <Box position="absolute" marginLeft={place.column} marginTop={place.row} width={Math.max(1, width)} height={1}>
      <TextInput
        // Another value, another component: it keeps its cursor at the end only when it begins.
        key={text}
        value={text}
        showCursor={false}
        onChange={next => typist.typed(next.slice(text.length))}
      />
    </Box>
  );
}
