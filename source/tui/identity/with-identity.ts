/** Changing headers and credentials. */
import { clamp } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { IdentityState } from '../model/identity.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { identityRows, sentBy } from './rows.js';

/** Uses this identity from now on for introspection, operations and subscriptions. */
export function withIdentity(state: State, part: Partial<IdentityState>): Update<State> {
  const identity = { ...state.identity, ...part, changed: true };
  const count = identityRows({ ...state, identity }).length;
  const overlays = state.overlays.map(each =>
    each.kind === 'identity' ? { ...each, selected: clamp(each.selected, 0, count - 1) } : each,
  );
  return update({ ...state, identity, overlays }, { kind: 'identify', identity: sentBy(identity) });
}
