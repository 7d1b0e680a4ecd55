/** The list of saved files, with a preview of the marked one. */
import { keyOf } from '../components/key-labels.js';
import type { Line } from '../components/line.js';
import type { SavedEntry } from '../model/documents.js';
import type { SavedOverlay } from '../model/overlays.js';
import type { OverlayKindSpec } from '../overlays/kind.js';
import { drawn, fieldLines, type ListEntry, listLines } from '../overlays/lines.js';
import { operationWords, savedEntries } from './saved.js';

/** Minimum height with a preview. */
const leastForPreview = 14;

const lineOf = (entry: SavedEntry): ListEntry => {
  const words = operationWords(entry);
  return {
    left: [
      { text: ` ${entry.path}`, role: 'strong' },
      ...(words === '' ? [{ text: '  no operations', role: 'warning' as const }] : [{ text: `  ${words}` }]),
      { text: entry.comment === '' ? '' : `  # ${entry.comment}`, role: 'comment' },
    ],
  };
};

export const savedKind: OverlayKindSpec<SavedOverlay> = {
  widest: 110,
  count: overlay => savedEntries(overlay).length,
  draw(overlay, { settings: { theme, bindings } }, size) {
    const { width, height } = size;
    const entries = savedEntries(overlay);
    const typed = overlay.field.doc.length > 0;
    const empty =
      overlay.entries === undefined
        ? 'Being read.'
        : typed
          ? 'Nothing saved fits: Enter opens the path that is typed, Tab completes it.'
          : `Nothing is saved here yet: Esc, then ${keyOf(bindings, 'file.save')} saves. Tab completes a path.`;
    const room = height < leastForPreview ? height : Math.max(7, Math.floor(height / 2));
    const { lines, scroll } = listLines(entries.map(lineOf), overlay, { width, height: room }, theme, empty);
    const list = [...fieldLines(overlay.field, width, theme), ...lines];
    const offered = overlay.offered.length < 2 ? undefined : ` ${overlay.offered.join('  ')}`;
    if (offered !== undefined) list[1] = drawn([[{ text: offered, role: 'dim' }]], width, theme)[0] ?? '';
    const chosen = entries[overlay.selected];
    if (room === height || chosen === undefined) return { lines: list, scroll, ...words };
    while (list.length < room) list.push(' '.repeat(width));
    const below: Line[] = chosen.text
      .split('\n')
      .slice(0, height - room - 1)
      .map(text => [{ text: ` ${text.replace(/\r$/, '').replaceAll('\t', '  ')}` }]);
    const rule = theme.glyphs.box.horizontal.repeat(width);
    return { lines: [...list, ...drawn([[{ text: rule, role: 'border' }], ...below], width, theme)], scroll, ...words };
  },
};

const words = {
  title: 'Saved: type to filter, or a path',
  status: [{ text: 'Enter opens, Ctrl-T in a new tab', role: 'dim' as const }],
};
