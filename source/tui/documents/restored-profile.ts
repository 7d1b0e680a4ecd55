/** The profile of a restored text: mutations it guarded stay guarded, even if it no longer exists. */
import type { UsedProfile } from '../../core/command.js';
import { changeConnect } from '../connect/load.js';
import { usedProfile } from '../connect/start.js';
import type { Identity } from '../model/identity.js';
import type { State } from '../model/state.js';

interface RestoredIdentity extends UsedProfile {
  /** Its identity; absent: unknown. */
  readonly identity?: Identity;
}

/** A profile by name. One that was removed, or is for another server now, cannot waive confirmation. */
export function restoreProfile({ settings }: State, name: string, url: string): RestoredIdentity {
  const known = settings.profiles.get(name);
  if (known === undefined || originOf(known.url) !== originOf(url)) return { name, confirm: true };
  return { ...usedProfile(name, known), identity: known.identity };
}

/** Guards the current tab again if the restored text was written under a guarding profile. */
export function restoreGuard(state: State, name: string | undefined): State {
  const { url, profile } = state.connect;
  if (name === undefined || profile !== undefined) return state;
  const { confirm } = restoreProfile(state, name, url);
  return confirm ? changeConnect(state, { profile: { name, confirm } }) : state;
}

/** The notice about it. */
export const guardWords = (state: State, name: string | undefined): string => {
  const { profile } = state.connect;
  if (name === undefined || profile?.name !== name || !profile.confirm) return '';
  return ` It was written for @${name}${settled(state, name)}: ${state.connect.kind === 'http' ? 'what may change something asks' : 'mutations ask'} first.`;
};

const settled = ({ settings }: State, name: string): string =>
  settings.profiles.has(name) ? '' : ', which is not configured any more';

/** The origin of a URL; empty if it is invalid. */
export const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};
