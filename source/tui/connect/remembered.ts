/** This server, remembered: what was set on the screen for a server or profile is there again the next time. */
import { isFailure } from '../../core/failure.js';
import { keptUrl } from '../../core/history.js';
import { keptLine, type Remembered } from '../../core/remembered.js';
import { readHeaderLine } from '../../core/request/header-option.js';
import { sentBy } from '../identity/rows.js';
import type { ConnectState } from '../model/connect.js';
import type { Effect, Update } from '../model/effect.js';
import type { HeaderRow, IdentityState } from '../model/identity.js';
import type { State } from '../model/state.js';
import { update, withNotice } from '../update.js';

/** The name that settings are kept by; empty: no endpoint is open. */
const placeOf = ({ url, profile }: Pick<ConnectState, 'url' | 'profile'>): string =>
  url === '' ? '' : profile === undefined ? keptUrl(url) : `@${profile.name}`;

/** After a change by the user, keeps the settings of the server that is open. */
export function followRemembered(before: State, done: Update<State>): Update<State> {
  const { state } = done;
  const place = placeOf(state.connect);
  const isSame =
    state.identity.headers === before.identity.headers &&
    state.identity.sends === before.identity.sends &&
    state.ways === before.ways &&
    state.shift === before.shift &&
    state.rise === before.rise;
  if (isSame || place === '' || place !== placeOf(before.connect) || state.tabs.at !== before.tabs.at) return done;
  const settings = settingsOf(state);
  if (JSON.stringify(settings) === JSON.stringify(settingsOf(before))) return done;
  const remembered = new Map(state.settings.remembered).set(place, settings);
  const kept = { ...state, settings: { ...state.settings, remembered } };
  return update(kept, ...done.effects, { kind: 'remember', place, settings });
}

function settingsOf({ identity, ways, shift, rise }: State): Remembered {
  const typed = identity.headers.filter(row => row.typed === true);
  const lines = typed.flatMap(({ option, on }) => (on ? (keptLine(option) ?? []) : []));
  const left = typed.flatMap(({ option }) => (keptLine(option) === undefined && 'name' in option ? option.name : []));
  return {
    ...(lines.length === 0 ? {} : { headers: lines }),
    ...(left.length === 0 ? {} : { left }),
    ...(ways.get ? { get: true } : {}),
    ...(ways.protocol === 'auto' ? {} : { protocol: ways.protocol }),
    ...(identity.sends.persisted ? { persisted: true } : {}),
    ...(shift === 0 ? {} : { shift }),
    ...(rise === 0 ? {} : { rise }),
  };
}

/** The settings of the server that was opened. A flag wins; a header of the command line or the profile does, too. */
export function withRemembered(state: State): Update<State> {
  const kept = state.settings.remembered.get(placeOf(state.connect));
  if (kept === undefined) return update(state);
  const identity = identityWith(state.identity, kept);
  const added = identity.headers.slice(state.identity.headers.length).map(({ option }) => nameOf(option));
  const ways = {
    get: state.ways.get || kept.get === true,
    protocol: state.ways.protocol === 'auto' ? (kept.protocol ?? 'auto') : state.ways.protocol,
  };
  const next = { ...state, identity, ways, shift: kept.shift ?? state.shift, rise: kept.rise ?? state.rise };
  const left = kept.left ?? [];
  const words = [
    added.length === 0 ? '' : `Headers of last time: ${added.join(', ')}.`,
    left.length === 0 ? '' : `${left.join(', ')} ${left.length === 1 ? 'was' : 'were'} not kept.`,
  ].filter(Boolean);
  const told = words.length === 0 ? next : withNotice(next, `${words.join(' ')} H shows them all.`);
  const effects: readonly Effect[] = added.length === 0 ? [] : [{ kind: 'identify', identity: sentBy(identity) }];
  return update(told, ...effects);
}

/** An identity with the headers kept for a profile: of a tab that is not shown. */
export const identityOf = (identity: IdentityState, profile: string, { settings }: State): IdentityState =>
  identityWith(identity, settings.remembered.get(`@${profile}`) ?? {});

const nameOf = (option: HeaderRow['option']): string => ('name' in option ? option.name : '');

function identityWith(identity: IdentityState, { headers = [], persisted }: Remembered): IdentityState {
  const given = new Set(identity.headers.map(({ option }) => nameOf(option).toLowerCase()));
  const rows = headers.flatMap((line): readonly HeaderRow[] => {
    const option = readHeaderLine(line);
    return isFailure(option) || given.has(option.name.toLowerCase()) ? [] : [{ option, on: true, typed: true }];
  });
  const isHashed = persisted === true && identity.sends.documentId === undefined && !identity.sends.persisted;
  const sends = isHashed ? { ...identity.sends, persisted: true } : identity.sends;
  return rows.length === 0 && !isHashed ? identity : { ...identity, headers: [...identity.headers, ...rows], sends };
}
