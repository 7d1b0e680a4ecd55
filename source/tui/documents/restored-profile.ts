/** The profile that a restored text was written for: what it guarded stays guarded, also where it has gone meanwhile. */
import type { UsedProfile } from '../../core/command.js';
import { changeConnect } from '../connect/load.js';
import type { Identity } from '../model/identity.js';
import type { State } from '../model/state.js';

interface RestoredIdentity extends UsedProfile {
  /** As whom its requests went; absent: nobody knows any more. */
  readonly identity?: Identity;
}

/** What is known of a profile by its name. One that is gone, or is for another server now, cannot say that it need not ask. */
export function restoreProfile({ settings }: State, name: string, url: string): RestoredIdentity {
  const known = settings.profiles.get(name);
  if (known === undefined || originOf(known.url) !== originOf(url)) return { name, confirm: true };
  return { name, confirm: known.confirm, identity: known.identity };
}

/** The tab on screen asks before mutations again, if the text that comes back into it was written where that is so. */
export function restoreGuard(state: State, name: string | undefined): State {
  const { url, profile } = state.connect;
  if (name === undefined || profile !== undefined) return state;
  const { confirm } = restoreProfile(state, name, url);
  return confirm ? changeConnect(state, { profile: { name, confirm } }) : state;
}

/** What a person is told of it. */
export const guardWords = (state: State, name: string | undefined): string => {
  const { profile } = state.connect;
  if (name === undefined || profile?.name !== name || !profile.confirm) return '';
  return ` It was written for @${name}${settled(state, name)}: mutations ask first.`;
};

const settled = ({ settings }: State, name: string): string =>
  settings.profiles.has(name) ? '' : ', which is not configured any more';

/** The origin of a URL; empty if it is none. */
export const originOf = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};
