/**
 * What Ink measures of every text in every frame, remembered within bounds: its own caches either last one frame or grow
 * without end. Put in Ink's place by the build (`build/replacements.mjs`).
 */
import { linesOf } from './ink-output.js';

/** The widest line of a text, in cells. */
export default function widestLine(text: string): number {
  return linesOf(text).widest;
}

/** Size of a text, as Ink's `measureText`. */
export function measureText(text: string): { readonly width: number; readonly height: number } {
  if (text === '') return { width: 0, height: 0 };
  const { widest, texts } = linesOf(text);
  return { width: widest, height: texts.length };
}

/** Ink drops all sequences but colours from texts; ours hold nothing else, because every span was made safe (line.ts). */
export const sanitizeAnsi = (text: string): string => text;
