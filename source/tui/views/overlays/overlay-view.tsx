/** The box on top: help, palette, a text, a prompt, a choice. */
import type { ReactElement } from 'react';
import { Block } from '../../components/block.js';
import { fieldLine, fieldWindow } from '../../components/field.js';
import { frame } from '../../components/frame.js';
import { type Line, renderLine, spread } from '../../components/line.js';
import { keysLabel } from '../../keys/labels.js';
import { groupOf, paletteEntries } from '../../keys/palette.js';
import { clamp, type Rect } from '../../state/layout.js';
import { layout, type State, topOverlay } from '../../state/state.js';
import type { Role } from '../../theme.js';
import { wrapText } from '../docs/wrap.js';
import { helpLines } from './help-lines.js';

/** The box of the top overlay. */
export function overlayRect(state: State): Rect {
  const { screen } = layout(state);
  const top = topOverlay(state);
  const width = clamp(screen.width - 6, 20, top?.kind === 'help' ? 96 : 84);
  const wanted =
    top?.kind === 'prompt'
      ? 6
      : top?.kind === 'choice'
        ? top.options.length + 2
        : top?.kind === 'text'
          ? wrapText(top.text, width - 4).length + 2
          : 999;
  const height = clamp(wanted, 5, Math.max(5, screen.height - 4));
  return {
    x: Math.floor((screen.width - width) / 2),
    y: Math.max(1, Math.floor((screen.height - height) / 3)),
    width,
    height,
  };
}

/** The cell of the text cursor, if the top overlay has a field. */
export function overlayCursor(state: State): { column: number; row: number } | undefined {
  const top = topOverlay(state);
  if (top === undefined || !('field' in top)) return undefined;
  const rect = overlayRect(state);
  return { column: rect.x + 2 + fieldWindow(top.field, rect.width - 4).cursor, row: rect.y + 1 };
}

export function OverlayView({ state }: { state: State }): ReactElement | null {
  const top = topOverlay(state);
  if (top === undefined) return null;
  const rect = overlayRect(state);
  const { theme } = state.settings;
  const width = rect.width - 2;
  const height = rect.height - 2;
  const draw = (lines: readonly Line[], selected = -1): string[] =>
    lines.map((line, index) => renderLine(line, width, theme, index === selected ? 'cursor' : undefined));
  const boxed = (
    content: readonly string[],
    title: string,
    status: Line,
    scroll?: { top: number; total: number },
  ): ReactElement => (
    <Block
      rect={rect}
      lines={frame(content, {
        ...rect,
        theme,
        focused: true,
        title: [{ text: title, role: 'titleFocus' }],
        status,
        ...(scroll ? { scroll } : {}),
      })}
    />
  );
  switch (top.kind) {
    case 'text': {
      const lines = wrapText(top.text, width - 2);
      const from = clamp(top.top, 0, Math.max(0, lines.length - height));
      const shown = lines.slice(from, from + height).map((text): Line => [{ text: ` ${text}` }]);
      return boxed(draw(shown), top.title, [{ text: 'Esc closes', role: 'dim' }], { top: from, total: lines.length });
    }
    case 'prompt': {
      const problem: Line =
        top.problem === undefined
          ? [{ text: ` ${top.hint}`, role: 'dim' }]
          : [{ text: ` ${top.problem}`, role: 'error' }];
      return boxed(draw([[{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)], [], problem]), top.title, [
        { text: 'Enter takes it, Esc leaves', role: 'dim' },
      ]);
    }
    case 'choice': {
      const from = windowTop(top.selected, height, top.options.length);
      const lines = top.options
        .slice(from, from + height)
        .map(
          (option): Line => [
            { text: ` ${option.label}` },
            ...(option.detail ? [{ text: `  ${option.detail.replace(/\s+/g, ' ')}`, role: 'dim' as Role }] : []),
          ],
        );
      return boxed(draw(lines, top.selected - from), top.title, [{ text: 'Enter chooses, Esc leaves', role: 'dim' }], {
        top: from,
        total: top.options.length,
      });
    }
    case 'palette': {
      const entries = paletteEntries(state);
      const selected = clamp(top.selected, 0, Math.max(0, entries.length - 1));
      const room = Math.max(1, height - 2);
      const from = windowTop(selected, room, entries.length);
      const lines = entries.slice(from, from + room).map((binding, index) => {
        const pane = groupOf(binding);
        const left: Line = [
          { text: ` ${pane === '' ? '' : `${pane}: `}${binding.label}` },
          { text: `  ${binding.help}`, role: 'dim' },
        ];
        return spread(
          left,
          [{ text: `  ${keysLabel(binding.keys, 2)} `, role: 'key' }],
          width,
          theme,
          index + from === selected ? 'cursor' : undefined,
        );
      });
      return boxed([...draw([[{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)], []]), ...lines], 'Commands', [
        { text: 'Enter runs, Esc leaves', role: 'dim' },
      ]);
    }
    case 'help': {
      const all = helpLines(top.field.doc.toString(), theme, width);
      const room = Math.max(1, height - 2);
      const from = clamp(top.top, 0, Math.max(0, all.length - room));
      return boxed(
        [...draw([[{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)], []]), ...all.slice(from, from + room)],
        'Keys: type to filter',
        [{ text: 'Esc closes', role: 'dim' }],
        { top: from, total: all.length },
      );
    }
  }
}

const windowTop = (selected: number, height: number, total: number): number =>
  clamp(selected - Math.floor(height / 2), 0, Math.max(0, total - height));
