/** The box on top: help, palette, a text, a prompt, a choice. */
import type { ReactElement } from 'react';
import { createText, type EditorState, select } from '../../core/text/editor.js';
import { wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { fieldLine, fieldWindow } from '../components/field.js';
import { frame } from '../components/frame.js';
import { keysLabel } from '../components/key-labels.js';
import { type Line, renderLine, spread } from '../components/line.js';
import { historyEntries } from '../documents/history.js';
import { clamp } from '../layout.js';
import { type State, topOverlay } from '../model/state.js';
import type { Role, Theme } from '../theme.js';
import { helpLines } from './help.js';
import { listWindow, overlayRect, promptWords } from './layout.js';
import { alwaysSent, historyLines, identityLines, type ListEntry, operationLines } from './list-lines.js';
import { groupOf, paletteEntries } from './palette.js';
import type { Overlay } from './reduce.js';

/** The cell of the text cursor, if the top overlay has a field. */
export function overlayCursor(state: State): { column: number; row: number } | undefined {
  const top = topOverlay(state);
  if (top === undefined || !('field' in top)) return undefined;
  const rect = overlayRect(state);
  const { cursor } = fieldWindow(shownField(top, state.settings.theme), rect.width - 4);
  return { column: rect.x + 2 + cursor, row: rect.y + (top.kind === 'login' ? rect.height - 3 : 1) };
}

/** The field as it is drawn: bullets for what is secret. */
function shownField(top: Extract<Overlay, { readonly field: EditorState }>, theme: Theme): EditorState {
  if (top.kind !== 'prompt' || top.hidden !== true) return top.field;
  const head = top.field.selection.main.head;
  return select(createText(theme.glyphs.mask.charAt(0).repeat(top.field.doc.length)), head);
}

const emptyWords: Readonly<Record<string, string>> = {
  operations: 'There is no operation yet: n begins one.',
  history: 'Nothing that fits was run yet.',
  waiting: 'Being read.',
};

/** Nothing while there is no overlay. */
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
  const scrolled = (entries: readonly ListEntry[], overlay: Overlay & { readonly selected: number }) => ({
    top: listWindow(state, overlay, entries.length).from,
    total: entries.length,
  });
  const list = (entries: readonly ListEntry[], overlay: Overlay & { readonly selected: number }): string[] => {
    if (entries.length === 0) {
      const waits = overlay.kind === 'history' && overlay.entries === undefined;
      return draw([[{ text: ` ${emptyWords[waits ? 'waiting' : overlay.kind] ?? ''}`, role: 'dim' }]]);
    }
    const { from, room, selected } = listWindow(state, overlay, entries.length);
    return entries
      .slice(from, from + room)
      .map(({ left, right }, index) =>
        spread(left, right ?? [], width, theme, index + from === selected ? 'cursor' : undefined),
      );
  };
  const status: Line = [{ text: 'Esc closes', role: 'dim' }];
  switch (top.kind) {
    case 'text': {
      const lines = wrapText(top.text, width - 2);
      const from = clamp(top.top, 0, Math.max(0, lines.length - height));
      const shown = lines.slice(from, from + height).map((text): Line => [{ text: ` ${text}` }]);
      return boxed(draw(shown), top.title, [{ text: 'Esc closes', role: 'dim' }], { top: from, total: lines.length });
    }
    case 'prompt': {
      const role = top.problem === undefined ? 'dim' : 'error';
      const words = promptWords(top, width).map((text): Line => [{ text: ` ${text}`, role }]);
      return boxed(
        draw([[{ text: ' ' }, ...fieldLine(shownField(top, theme), width - 2, theme)], [], ...words]),
        top.title,
        [{ text: 'Enter takes it, Esc leaves', role: 'dim' }],
      );
    }
    case 'choice': {
      const { from } = listWindow(state, top, top.options.length);
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
      const { from, room, selected } = listWindow(state, top, entries.length);
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
      return boxed(
        [...draw([[{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)], []]), ...lines],
        'Commands: type to find one',
        [{ text: 'Enter runs, Esc leaves', role: 'dim' }],
      );
    }
    case 'operations': {
      const entries = operationLines(state);
      return boxed(list(entries, top), 'Operations', status, { ...scrolled(entries, top) });
    }
    case 'identity': {
      const entries = identityLines(state);
      return boxed([...list(entries, top), ...draw(alwaysSent(state))], 'Headers and auth', status);
    }
    case 'history': {
      const entries = historyLines(historyEntries(top));
      const field = draw([[{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)], []]);
      return boxed([...field, ...list(entries, top)], 'History: type to filter', status, scrolled(entries, top));
    }
    case 'login': {
      const text = top.lines.flatMap(line => wrapText(line, width - 2));
      const paste: Line[] = top.pastes
        ? [[], [{ text: ' Or paste the URL you were sent back to, or the code:' }]]
        : [[], [{ text: ` Waiting for the server to say yes${theme.glyphs.spread}`, role: 'dim' }]];
      const lines = [[], ...text.map((each): Line => [{ text: ` ${each}` }]), ...paste].slice(0, height - 2);
      const filled = [...lines, ...Array.from({ length: Math.max(0, height - 2 - lines.length) }, (): Line => [])];
      const field: Line = top.pastes ? [{ text: ' ' }, ...fieldLine(top.field, width - 2, theme)] : [];
      return boxed(draw([...filled, field]), 'Log in', [
        { text: top.pastes ? 'Enter sends, Esc gives up' : 'Esc gives up', role: 'dim' },
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
