/** The one key table, in the order of the help. */
import { type Failure, isFailure } from '../../core/failure.js';
import { chordLabel } from '../components/key-labels.js';
import { aroundKeys, aroundOverlayKeys } from '../documents/keys.js';
import { connectKeys, overlayKeys } from '../overlays/keys.js';
import { completionKeys } from '../query/completion/keys.js';
import { queryKeys } from '../query/keys.js';
import { responseKeys } from '../response/keys.js';
import { findKeys, responseToolKeys } from '../response/tool-keys.js';
import { schemaKeys } from '../schema/keys.js';
import { searchKeys } from '../schema/search/keys.js';
import { variablesKeys } from '../variables/keys.js';
import type { Binding } from './contexts.js';
import { withKeys } from './key-overrides.js';
import { anywhereKeys, commandKeys } from './keys.js';

const standard: readonly Binding[] = [
  ...anywhereKeys,
  ...commandKeys,
  ...aroundKeys,
  ...schemaKeys,
  ...searchKeys,
  ...queryKeys,
  ...variablesKeys,
  ...completionKeys,
  ...responseKeys,
  ...responseToolKeys,
  ...findKeys,
  ...aroundOverlayKeys,
  ...overlayKeys,
  ...connectKeys,
];

/** The bindings that hold: those above, with the user's keys in the place of ours. */
export let bindings: readonly Binding[] = standard;

/** The key of an action as a person reads it, for a hint; the command's name where the user has taken its keys away. */
export function keyOf(id: string, ascii = false): string {
  const found = bindings.find(binding => binding.id === id);
  const key = found?.keys[0];
  return key === undefined ? `: ${found?.label ?? id}` : chordLabel(key, ascii);
}

/** Takes over the user's keys by action id (configuration); others' uses of the same key in the same place give way. */
export function takeKeys(keys: ReadonlyMap<string, readonly string[]>): Failure | undefined {
  const changed = withKeys(standard, keys);
  if (isFailure(changed)) return changed;
  bindings = changed;
  return undefined;
}
