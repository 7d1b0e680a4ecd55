/** The variables as JSON text. */
import { memo, type ReactElement } from 'react';
import { Block } from '../../components/block.js';
import { frame, inner } from '../../components/frame.js';
import type { Rect } from '../../state/layout.js';
import type { TextPane } from '../../state/text-pane.js';
import type { Theme } from '../../theme.js';
import { textLines } from '../text-lines.js';

export interface VariablesPaneProps {
  readonly variables: TextPane;
  readonly rect: Rect;
  readonly focused: boolean;
  readonly editing: boolean;
  readonly theme: Theme;
}

export const VariablesPane = memo(function VariablesPane(props: VariablesPaneProps): ReactElement {
  return <Block rect={props.rect} lines={variablesLines(props)} />;
});

export function variablesLines({ variables, rect, focused, editing, theme }: VariablesPaneProps): string[] {
  const { width, height } = inner(rect);
  const { editor, top, left } = variables;
  return frame(textLines(editor, { width, height, top, left, theme, active: focused }), {
    ...rect,
    theme,
    focused,
    title: [{ text: '3 Variables', role: focused ? 'titleFocus' : 'title' }],
    titleRight: editing ? [{ text: ' editing ', role: 'selection' }] : [],
    scroll: { top, total: editor.doc.lines },
  });
}
