/** The one key table (design 4.1), in the order of the help. */
import type { Binding } from './binding.js';
import { aroundKeys } from './table-around.js';
import { anywhereKeys, commandKeys } from './table-command.js';
import { completionKeys } from './table-completion.js';
import { connectKeys, overlayKeys } from './table-overlay.js';
import { queryKeys } from './table-query.js';
import { responseKeys } from './table-response.js';
import { findKeys, responseToolKeys } from './table-response-tools.js';
import { schemaKeys } from './table-schema.js';
import { searchKeys } from './table-search.js';
import { variablesKeys } from './table-variables.js';

export const bindings: readonly Binding[] = [
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
  ...overlayKeys,
  ...connectKeys,
];
