/** Changing headers and credentials. */
import { mayCarryCredential } from '../../core/credentials/header.js';
import { clamp } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { IdentityState } from '../model/identity.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { identityRows, sentBy } from './rows.js';

/** Uses this identity from now on for introspection, operations and subscriptions. */
export function withIdentity(state: State, part: Partial<IdentityState>): Update<State> {
  const next = { ...state.identity, ...part, changed: true };
  const identity = isSameLogin(state.identity, next) ? next : { ...next, seen: [] };
  const count = identityRows({ ...state, identity }).length;
  const overlays = state.overlays.map(each =>
    each.kind === 'identity' ? { ...each, selected: clamp(each.selected, 0, count - 1) } : each,
  );
  return update({ ...state, identity, overlays }, { kind: 'identify', identity: sentBy(identity) });
}

/** Returns whether both send the same credentials, so that objects seen with one may be suggested with the other. */
function isSameLogin(one: IdentityState, other: IdentityState): boolean {
  const options = ({ headers }: IdentityState) =>
    headers.flatMap(({ option, on }) => (on && mayCarryCredential(option) ? [option] : []));
  const [before, after] = [options(one), options(other)];
  const isSameHeaders = before.length === after.length && before.every((option, at) => option === after[at]);
  return one.auth === other.auth && one.session === other.session && isSameHeaders;
}
