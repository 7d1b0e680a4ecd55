/**
 * Ink's text measurements with a bounded cache, since Ink's own caches either last one frame or grow without bound. Replaces
 * Ink's module at build time (`build/replacements.mjs`).
 */
import { linesOf } from './ink-output.js';

/** Width of the widest line of a text, in cells. */
export default function widestLine(text: string): number {
  return linesOf(text).widest;
}

/** Size of a text, like Ink's `measureText`. */
export function measureText(text: string): { readonly width: number; readonly height: number } {
  if (text === '') return { width: 0, height: 0 };
  const { widest, texts } = linesOf(text);
  return { width: widest, height: texts.length };
}

/** Ink drops all sequences except colours. Our texts are already sanitized span by span (line.ts). */
export const sanitizeAnsi = (text: string): string => text;
