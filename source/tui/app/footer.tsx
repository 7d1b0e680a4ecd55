/** The last line: a notice, or the most relevant keys at the cursor. */

import { memo, type ReactElement } from 'react';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { cellWidth } from '../../core/text/cells.js';
import { cutLines, wrapText } from '../../core/text/wrap.js';
import { Block } from '../components/block.js';
import { bindingsOf, chordLabel, isAscii } from '../components/key-labels.js';
import { type Line, lineWidth, renderLine, type Span, spread } from '../components/line.js';
import type { BindingContext } from '../model/binding.js';
import type { Rect } from '../model/layout.js';
import type { Binding, Notice, State } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { isHidden, leader } from '../text/vim.js';
import { contexts, isActiveIn } from './contexts.js';

const labelledKeys = memoizeWeak((bindings: readonly Binding[]) =>
  bindings.filter(({ footer, keys }) => footer !== undefined && keys.length > 0),
);

/** The footer's keys, from the innermost context outwards, each context in its own order. */
export function footerKeys(state: State): readonly Binding[] {
  const seen = new Set<string>();
  const shown: Binding[] = [];
  const bindings = labelledKeys(bindingsOf(state));
  for (const where of contexts(state)) {
    for (const binding of bindings.filter(each => isActiveIn(each, where))) {
      const isListed = seen.has(binding.label) || binding.keys.some(key => isTaken(shown, key));
      if (isListed || !isOffered(state, binding, where)) continue;
      const label = binding.labelNow?.(state);
      if (label === '') continue;
      seen.add(binding.label);
      shown.push(label === undefined ? binding : { ...binding, label });
    }
  }
  return shown.map(each => afterLeader(state, each)).sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0));
}

function isOffered(state: State, binding: Binding, where: BindingContext): boolean {
  const { phase } = state.connect;
  const isReady = phase !== 'asking' && phase !== 'failed';
  // Without an endpoint, there is nothing to run.
  if (!isReady && (binding.id === 'run' || binding.id === 'overlay.accept-run')) return false;
  return where !== 'response' || (binding.when?.(state) ?? true) === true;
}

/** A command whose key vim uses is shown with the key before it. */
const afterLeader = (state: State, binding: Binding): Binding =>
  isHidden(state, binding.keys[0] ?? '') ? { ...binding, keys: binding.keys.map(key => `${leader} ${key}`) } : binding;

const isTaken = (bindings: readonly Binding[], key: string): boolean => bindings.some(each => each.keys.includes(key));

interface FooterProps {
  readonly keys: readonly Binding[];
  readonly notice: Notice | undefined;
  readonly prefix: string | undefined;
  readonly rect: Rect;
  readonly theme: Theme;
  /** Row of a field that is being typed, which a notice must not cover. */
  readonly typedRow: number | undefined;
}

/** Maximum lines of a notice. They cover the bottom of the panes until the next key. */
const maxLines = 4;

/**
 * The lines of a notice. A longer one ends in an ellipsis.
 * @param keys the footer's keys, of which run (or stop), leave and resume stay at the right end of the last line
 * @param most maximum number of lines
 */
export function noticeLines(
  notice: Notice,
  width: number,
  theme: Theme,
  keys: readonly Binding[] = [],
  most = maxLines,
): string[] {
  const room = Math.max(1, width - 2);
  const hints = hintsBeside(keys, Math.floor(room / 2), theme);
  const lines = wrapBeside(notice.text, room, { reserved: lineWidth(hints), most, ellipsis: theme.glyphs.ellipsis });
  const role = notice.tone === 'error' ? 'error' : 'strong';
  return lines.map((text, row) =>
    spread([{ text: ` ${text}`, role }], row < lines.length - 1 ? [] : hints, width, theme),
  );
}

/** The hints that stay next to a notice, or none if they need more than `most` cells. */
function hintsBeside(keys: readonly Binding[], most: number, theme: Theme): Line {
  const ascii = isAscii(theme);
  const hints = (resumes: boolean): Line =>
    keys
      .filter(({ id, label }) => (id !== 'help' && always.has(id)) || (resumes && label === 'resume'))
      .flatMap(each => hintOf(each, ascii));
  return [hints(true), hints(false)].find(line => lineWidth(line) <= most) ?? [];
}

/** Wraps the text with `reserved` cells free after its last line, on an extra line if necessary. */
function wrapBeside(
  text: string,
  room: number,
  { reserved, most, ellipsis }: { readonly reserved: number; readonly most: number; readonly ellipsis: string },
): readonly string[] {
  const wrapped = wrapText(text, room, most + 1);
  const fits = (lines: readonly string[]): boolean =>
    lines.length <= most && cellWidth(lines.at(-1) ?? '') <= room - reserved;
  if (wrapped.length > most) return cutLines(wrapped, most, room - reserved, ellipsis);
  if (fits(wrapped)) return wrapped;
  const narrow = wrapText(text, room - reserved, most + 1);
  if (fits(narrow)) return narrow;
  return most < maxLines ? cutLines(narrow, most, room - reserved, ellipsis) : [...wrapped, ''];
}

const hintOf = ({ keys: [key = ''], label }: Binding, ascii: boolean): Span[] => [
  { text: chordLabel(key, ascii), role: 'key' },
  { text: ` ${label}  ` },
];

/** Run, leave, and the keys that list all other keys. */
const always: ReadonlySet<string> = new Set(['run', 'overlay.operations.run', 'overlay.history.run', 'quit', 'help']);

/** As many keys as fit. Some are always included. */
export function fittingKeys(keys: readonly Binding[], width: number, ascii: boolean): readonly Binding[] {
  const size = (binding: Binding): number =>
    cellWidth(chordLabel(binding.keys[0] ?? '', ascii)) + cellWidth(binding.label) + 3;
  let room = width - 1;
  for (const binding of keys) if (always.has(binding.id)) room -= size(binding);
  return keys.filter(binding => {
    if (always.has(binding.id)) return true;
    if (size(binding) > room) return false;
    room -= size(binding);
    return true;
  });
}

/** One line, or the lines of a long notice, which cover the panes. */
export const Footer = memo(
  function Footer({ keys, notice, prefix, rect, theme, typedRow }: FooterProps): ReactElement {
    if (notice !== undefined) {
      const free = typedRow === undefined ? maxLines : Math.max(1, rect.y - typedRow);
      const drawn = noticeLines(notice, rect.width, theme, keys, Math.min(maxLines, free));
      const height = drawn.length;
      return <Block rect={{ ...rect, y: rect.y - height + 1, height }} lines={drawn} />;
    }
    const ascii = isAscii(theme);
    const spans: Span[] = [{ text: ' ' }];
    if (prefix !== undefined) spans.push({ text: `${prefix}${theme.glyphs.spread} `, role: 'key' });
    for (const binding of fittingKeys(keys, rect.width - lineWidth(spans) + 1, ascii)) {
      spans.push(...hintOf(binding, ascii));
    }
    return <Block rect={rect} lines={[renderLine(spans, rect.width, theme)]} />;
  },
  (a, b) =>
    a.notice === b.notice &&
    a.prefix === b.prefix &&
    a.typedRow === b.typedRow &&
    a.theme === b.theme &&
    a.rect.width === b.rect.width &&
    a.rect.y === b.rect.y &&
    a.keys.length === b.keys.length &&
    a.keys.every((key, index) => key.id === b.keys[index]?.id && key.label === b.keys[index]?.label),
);
