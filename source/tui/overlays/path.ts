/** Paths in overlays: an entire field, or the part after `@` or `file:` if the field accepts a file. */
import type { Overlay } from '../model/action.js';

/** An overlay in which Tab can complete a path. */
type PathOverlay = Extract<Overlay, { readonly offered?: readonly string[] }>;

/** The path typed so far, and the text before it in the field. */
interface TypedPath {
  readonly before: string;
  readonly text: string;
}

/** Undefined if no path is being typed. */
export function pathIn(top: Overlay | undefined): TypedPath | undefined {
  if (top?.kind !== 'saved' && top?.kind !== 'prompt' && top?.kind !== 'login-form') return undefined;
  const typed = top.field.doc.toString();
  if (top.kind === 'saved' || top.isPath === true) return { before: '', text: typed };
  const before = top.isPath === '@' ? '@' : 'file:';
  const mayRefer = top.isPath === '@' || (top.kind === 'login-form' && top.hidden === true);
  return mayRefer && typed.startsWith(before) ? { before, text: typed.slice(before.length) } : undefined;
}

export const isPath = (top: Overlay | undefined): top is PathOverlay => pathIn(top) !== undefined;
