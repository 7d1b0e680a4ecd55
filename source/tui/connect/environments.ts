/** Switching between the environments of a profile. The new environment's URL, headers and login replace the current ones. */
import { authWords } from '../../core/credentials/describe.js';
import { isFailure } from '../../core/failure.js';
import { placesOf, profileAt } from '../../core/profiles.js';
import { shownEndpoint } from '../../core/request/host.js';
import { startIdentity } from '../identity/rows.js';
import type { Action } from '../model/action.js';
import type { ConnectState } from '../model/connect.js';
import type { Effect, Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State, Tab } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { stopping } from '../response/run.js';
import { startResponseOf } from '../response/start.js';
import { startSchema } from '../schema/rows.js';
import { update, withNotice } from '../update.js';
import { openProfile } from './open.js';
import { identityOf } from './remembered.js';
import { startConnect, usedProfile } from './start.js';

/** The environments of the open profile, by name. Empty if no profile is open or it has no environments. */
export const environmentsHere = ({ settings, connect }: Pick<State, 'settings' | 'connect'>): readonly string[] =>
  connect.profile === undefined ? [] : placesOf(settings.profiles, connect.profile.name);

/** Explains why there are no environments. */
export const noEnvironments = ({ connect }: State): string =>
  connect.profile === undefined
    ? 'Environments require a profile. See apiclient help profiles.'
    : `The profile ${connect.profile.name} has no environments. See apiclient help profiles.`;

/** Finds the URL for the same path in another environment. The query string is dropped because it may contain a key. */
function wordFor({ settings, connect }: Pick<State, 'settings' | 'connect'>, name: string): string {
  const base = settings.profiles.get(connect.profile?.name ?? '')?.url.replace(/[?].*$/s, '') ?? '';
  const path = connect.url.replace(/[?#].*$/s, '');
  const root = base.replace(/\/$/, '');
  return `@${name}${path !== base && path.startsWith(`${root}/`) ? path.slice(root.length) : ''}`;
}

/** Offers the environments as a choice. The current one is marked, so pressing Enter changes nothing. */
export function chooseEnvironment(state: State): Update<State> {
  const { settings, connect } = state;
  const here = connect.profile?.name;
  const names = environmentsHere(state);
  const tabs = tabsOnProfile(state).length + 1;
  const row = (name: string, everywhere: boolean): readonly Choice<Action>[] => {
    const place = profileAt(settings.profiles, wordFor(state, name));
    if (isFailure(place)) return [];
    const { confirm, identity } = place.profile;
    const isHere = name === here;
    const facts = [
      isHere && !everywhere ? 'here' : '',
      shownEndpoint(place.url),
      authWords(identity),
      confirm ? 'confirms mutations' : '',
    ];
    const action: Action =
      isHere && !everywhere ? { type: 'overlay/close' } : { type: 'connect/environment', name, everywhere };
    return [
      { label: everywhere ? `${name}, all ${tabs} tabs` : name, detail: facts.filter(Boolean).join(', '), action },
    ];
  };
  const all = tabs === 1 ? [] : names.flatMap(name => row(name, true));
  const other: Choice<Action> = {
    label: 'Another endpoint',
    detail: 'a URL or a profile',
    action: { type: 'connect/ask' },
  };
  const options = [...names.flatMap(name => row(name, false)), ...all, other];
  return openOverlay(
    state,
    choice(
      'Environment',
      options,
      options.findIndex(({ action }) => action.type === 'overlay/close'),
    ),
  );
}

/** Switches to an environment. The texts remain; the previous environment's headers and login are dropped. */
export function goToEnvironment(state: State, name: string, everywhere: boolean): Update<State> {
  const others = everywhere ? tabsOnProfile(state) : [];
  const { tabs, effects } = movedTabs(state, others, name);
  const isHere = state.connect.profile?.name === name;
  const moved = { ...state, tabs: { ...state.tabs, all: tabs } };
  const opened = isHere ? update(moved) : openProfile(moved, wordFor(state, name));
  const { url, profile } = opened.state.connect;
  const asks = profile?.confirm === true ? ' Mutations need confirmation.' : '';
  const where = others.length === 0 ? '' : ` in ${others.length + 1} tabs`;
  // Remembered settings: the names of restored headers and of missing secrets.
  const { notice } = opened.state;
  const lastTime = isHere || notice === undefined || notice === state.notice ? '' : ` ${notice.text}`;
  const noticed = withNotice(opened.state, `@${name}${where}: ${shownEndpoint(url)}.${asks}${lastTime}`);
  return update(noticed, ...effects, ...opened.effects);
}

/** The other tabs that use an environment of the same profile. */
const tabsOnProfile = ({ settings, connect, tabs }: State): readonly Tab[] => {
  const places = environmentsHere({ settings, connect });
  return tabs.all.filter(({ content }) => places.includes(content?.connect.profile?.name ?? ''));
};

/** The tabs with the new environment, to which they connect when they are shown. */
function movedTabs(
  state: State,
  others: readonly Tab[],
  name: string,
): { tabs: readonly Tab[]; effects: readonly Effect[] } {
  const effects: Effect[] = [];
  const tabs = state.tabs.all.map((tab): Tab => {
    const { content } = tab;
    if (content === undefined || !others.includes(tab) || content.connect.profile?.name === name) return tab;
    const place = profileAt(state.settings.profiles, wordFor({ ...state, connect: content.connect }, name));
    if (isFailure(place)) return tab;
    effects.push(...stopping(content.response));
    const { identity } = place.profile;
    const connect: ConnectState = {
      ...startConnect(content.connect.kind, place.url, content.connect.recent),
      profile: usedProfile(place.name, place.profile),
    };
    const { hosts, sends } = content.identity;
    return {
      ...tab,
      content: {
        ...content,
        connect,
        schema: startSchema,
        response: startResponseOf(connect.kind),
        identity: identityOf(startIdentity(identity, hosts, sends), name, state),
      },
    };
  });
  return { tabs, effects };
}
