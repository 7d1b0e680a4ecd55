/** Choosing among the servers of a description, with a value for each of their variables. */
import { authWords } from '../../core/credentials/describe.js';
import { serverAt } from '../../core/openapi/document/servers.js';
import type { Server } from '../../core/openapi/document/types.js';
import { readUrl } from '../../core/request/read-url.js';
import { hasLogin, sentBy } from '../identity/rows.js';
import type { Action } from '../model/action.js';
import type { ChosenServer, ConnectState } from '../model/connect.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { rebuild } from '../schema/rows.js';
import { notify, refuse, update, withNotice } from '../update.js';
import { environmentsHere } from './environments.js';
import { changeConnect } from './load.js';
import { serverOfLastTime } from './remembered.js';

/** True if a description has several servers, or one with variables. */
export const offersServers = ({ connect: { description } }: Pick<State, 'connect'>): boolean => {
  const servers = description?.servers ?? [];
  return servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
};

/** Destination of new requests: the chosen server, or the opened URL. Empty if neither is set. */
export const destinationOf = ({ server, url }: Pick<ConnectState, 'server' | 'url'>): string => server?.url ?? url;

/** Offers the description's servers and any other endpoint. */
export function chooseAmong(state: State): Update<State> {
  const { description, server } = state.connect;
  if (description === undefined || description.servers.length === 0)
    return notify(state, 'The description lists no servers. Press E to type a URL.');
  const options = description.servers.map((each, at): Choice<Action> => {
    const names = each.variables.map(([name]) => name).join(', ');
    const words = [each.description, names === '' ? '' : `requires ${names}`].filter(Boolean);
    return { label: each.template, detail: words.join(', '), action: { type: 'connect/server', at, values: [] } };
  });
  const more: Choice<Action> = {
    label: 'Another endpoint',
    detail: environmentsHere(state).length > 0 ? 'an environment, a URL or a profile' : 'a URL or a profile',
    action: { type: environmentsHere(state).length > 0 ? 'connect/ask-environment' : 'connect/ask' },
  };
  const here = server === undefined ? 0 : server.at;
  return openOverlay(state, choice('Server', [...options, more], here));
}

/**
 * Prompts for the next variable. After the last one, the server becomes the destination of new requests.
 * @param values values of the first variables
 */
export function chooseServerAt(state: State, at: number, values: readonly string[]): Update<State> {
  const { description } = state.connect;
  const server = description?.servers[at];
  if (description === undefined || server === undefined) return update(state);
  const next = server.variables[values.length];
  if (next !== undefined) return askVariable(state, server, at, values, next);
  const url = serverAt(server, values, description.source);
  if (url === undefined) return refuse(state, `${server.template} with these values is not a valid URL.`);
  const takesLogin = takesLoginAt(state, url);
  if (takesLogin !== undefined) return withServer(state, { at, values, url, takesLogin });
  const home = originOf(state.connect.url);
  const use = (isWanted: boolean): Action => ({
    type: 'connect/use-server',
    server: { at, values, url, takesLogin: isWanted },
  });
  return openOverlay(
    state,
    choice(`Also send the credentials for ${home} to ${originOf(url)}?`, [
      { label: 'No, send requests without them', action: use(false) },
      { label: 'Yes, also send them there', detail: authWords(sentBy(state.identity)), action: use(true) },
    ]),
  );
}

function askVariable(
  state: State,
  server: Server,
  at: number,
  values: readonly string[],
  [name, offered]: Server['variables'][number],
): Update<State> {
  const go = (value: string): Action => ({ type: 'connect/server', at, values: [...values, value] });
  const title = `${name} in ${server.template}`;
  const [standard = ''] = offered;
  if (offered.length > 1)
    return openOverlay(
      state,
      choice(
        title,
        offered.map((label, index) => ({ label, detail: index === 0 ? 'default' : undefined, action: go(label) })),
      ),
    );
  return openOverlay(
    state,
    prompt(title, value => go(value.trim()), { text: standard, hint: 'Part of the URL' }),
  );
}

/** Returns whether credentials are sent to that server, or undefined if the user must decide. */
function takesLoginAt({ connect, identity }: State, url: string): boolean | undefined {
  const home = originOf(connect.url);
  if (home === undefined || home === originOf(url)) return true;
  // The description came from a file, so later credentials belong only to this server.
  return hasLogin(identity) ? undefined : connect.source?.from === 'file';
}

/** Sends new requests to this server. */
export const withServer = (state: State, server: ChosenServer): Update<State> =>
  update(goingTo(state, server, '; existing requests are unchanged'));

function goingTo(state: State, server: ChosenServer, words: string): State {
  const home = originOf(state.connect.url);
  const login = server.takesLogin
    ? ''
    : ` Credentials are sent only to ${home}. After a login, choose the server again to send them here.`;
  const text = `New requests go to ${server.url}${words}.${login}`;
  return rebuild(withNotice(changeConnect(state, { server }), text));
}

/** Restores the server chosen last time. Credentials are never sent to another origin without asking. */
export function withServerOfLastTime(state: State): State {
  const { description, server } = state.connect;
  const last = serverOfLastTime(state);
  if (description === undefined || server !== undefined || last === undefined) return state;
  const at = description.servers.findIndex(({ template }) => template === last.url);
  const found = description.servers[at];
  const values = valuesOf(found, new Map(Object.entries(last.variables)));
  const url = found && values && serverAt(found, values, description.source);
  const before = state.notice === undefined ? '' : `${state.notice.text} `;
  if (values === undefined || url === undefined)
    return withNotice(state, `${before}The description no longer offers the last server: ${last.url}.`);
  const next = goingTo(state, { at, values, url, takesLogin: takesLoginAt(state, url) ?? false }, ', as before');
  return withNotice(next, `${before}${next.notice?.text ?? ''}`, state.notice?.tone);
}

/** Undefined if one of the values is no longer available. */
function valuesOf(server: Server | undefined, kept: ReadonlyMap<string, string>): readonly string[] | undefined {
  const values = server?.variables.map(([name, [standard = '']]) => kept.get(name) ?? standard);
  const isOffered = server?.variables.every(
    ([, offered], at) => offered.length <= 1 || offered.includes(values?.[at] ?? ''),
  );
  return isOffered ? values : undefined;
}

const originOf = (url: string): string | undefined => readUrl(url)?.origin;
