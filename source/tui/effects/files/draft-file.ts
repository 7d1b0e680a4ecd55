/** The file that a draft belongs to: stored by its absolute path, shown as one would type it in this folder. */
import path from 'node:path';
import type { Environment } from '../../../environment.js';
import type { Draft } from '../../../io/drafts.js';
import type { Effect } from '../../model/effect.js';
import type { World } from '../world.js';
import type { LazyDraft } from './draft-writer.js';
import { pathOf } from './write.js';

/** What to keep; nothing if the texts are in their file. */
export function draftOf(
  { query, variables, saved, file }: Extract<Effect, { readonly kind: 'save-draft' }>,
  { environment }: World,
): LazyDraft {
  if (saved) return { query: '', variables: '' };
  return { query, variables, ...(file ? { file: { ...file, path: pathOf(file.path, environment) } } : {}) };
}

/** A draft with the path of its file as one would type it here; absolute where the file is not below this folder. */
export function restoredOf(draft: Draft, { folder }: Environment): Draft {
  const { file } = draft;
  if (file === undefined) return draft;
  const near = path.relative(folder, file.path);
  const isBelow = near !== '' && !near.startsWith('..') && !path.isAbsolute(near);
  return isBelow ? { ...draft, file: { ...file, path: near } } : draft;
}
