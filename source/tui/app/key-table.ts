/** The default key table, in the order of the help. It becomes part of the initial state; no other folder imports it. */
import { connectKeys, endpointKeys, schemaFileKeys } from '../connect/keys.js';
import { documentKeys, documentOverlayKeys, tabKeys } from '../documents/keys.js';
import { identityKeys, identityOverlayKeys } from '../identity/keys.js';
import type { Binding } from '../model/state.js';
import { overlayKeys } from '../overlays/keys.js';
import { completionKeys } from '../query/completion/keys.js';
import { findTextKeys } from '../query/find/keys.js';
import { queryKeys } from '../query/keys.js';
import { copyKeys, responseKeys } from '../response/keys.js';
import { schemaKeys } from '../schema/keys.js';
import { variablesKeys } from '../variables/keys.js';
import { anywhereKeys, commandKeys } from './keys.js';

export const keyTable: readonly Binding[] = [
  ...anywhereKeys,
  ...commandKeys,
  ...endpointKeys,
  ...documentKeys,
  ...tabKeys,
  ...identityKeys,
  ...copyKeys,
  ...schemaFileKeys,
  ...schemaKeys,
  ...queryKeys,
  ...variablesKeys,
  ...findTextKeys,
  ...completionKeys,
  ...responseKeys,
  ...documentOverlayKeys,
  ...identityOverlayKeys,
  ...overlayKeys,
  ...connectKeys,
];
