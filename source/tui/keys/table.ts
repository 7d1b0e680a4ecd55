/** The one key table, in the order of the help. */
import { type Failure, isFailure } from '../../core/failure.js';
import type { Binding } from './binding.js';
import { chordLabel } from './labels.js';
import { withKeys } from './overrides.js';
import { aroundKeys, aroundOverlayKeys } from './table-around.js';
import { anywhereKeys, commandKeys } from './table-command.js';
import { completionKeys } from './table-completion.js';
import { connectKeys, overlayKeys } from './table-overlay.js';
import { queryKeys } from './table-query.js';
import { responseKeys } from './table-response.js';
import { findKeys, responseToolKeys } from './table-response-tools.js';
import { schemaKeys } from './table-schema.js';
import { searchKeys } from './table-search.js';
import { variablesKeys } from './table-variables.js';

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
