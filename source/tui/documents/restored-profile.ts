/** The profile of a restored text. Mutations that needed confirmation still need it, even if the profile no longer exists. */
import type { UsedProfile } from '../../core/command.js';
import { changeConnect } from '../connect/load.js';
import { usedProfile } from '../connect/start.js';
import type { Identity } from '../model/identity.js';
import type { State } from '../model/state.js';

interface RestoredIdentity extends UsedProfile {
  /** Identity of the profile, or absent if unknown. */
  readonly identity?: Identity;
}

/** Finds a profile by name. A profile that was removed or now has another server cannot waive confirmation. */
export function restoreProfile({ settings }: State, name: string, url: string): RestoredIdentity {
  const profile = settings.profiles.get(name);
  if (profile === undefined || originOf(profile.url) !== originOf(url)) return { name, confirm: true };
  return { ...usedProfile(name, profile), identity: profile.identity };
}

/** Requires confirmation in the current tab again if the restored text was written under a profile that requires it. */
export function restoreGuard(state: State, name: string | undefined): State {
  const { url, profile } = state.connect;
  if (name === undefined || profile !== undefined) return state;
  const { confirm } = restoreProfile(state, name, url);
  return confirm ? changeConnect(state, { profile: { name, confirm } }) : state;
}

/** Notice about the change. */
export const guardWords = (state: State, name: string | undefined): string => {
  const { profile } = state.connect;
  if (name === undefined || profile?.name !== name || !profile.confirm) return '';
  return ` @${name}${settled(state, name)} requires confirmation for ${state.connect.kind === 'http' ? 'unsafe requests' : 'mutations'}.`;
};

const settled = ({ settings }: State, name: string): string =>
  settings.profiles.has(name) ? '' : ' (no longer configured)';

/** The origin of a URL, or empty if the URL is invalid. */
export const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};
