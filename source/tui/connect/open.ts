/** Opening an endpoint. Credentials of one server are not sent to another without confirmation. */

import type { UsedProfile } from '../../core/command.js';
import { authWords } from '../../core/credentials/describe.js';
import { isFilePath } from '../../core/document-kind.js';
import { type Failure, failureLine, isFailure } from '../../core/failure.js';
import { namesProfile, profileAt } from '../../core/profiles.js';
import { isWebSocketUrl, readTypedUrl, type TypedUrl } from '../../core/request/typed-url.js';
import { secret } from '../../core/secret.js';
import { runText } from '../../core/text/commands.js';
import { createText } from '../../core/text/editor.js';
import { reduceIdentity } from '../identity/reduce.js';
import { hasLogin, sentBy } from '../identity/rows.js';
import { withoutSession } from '../identity/session.js';
import { without } from '../identity/transport.js';
import type { Update } from '../model/effect.js';
import type { Identity, IdentityAction } from '../model/identity.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { stopping } from '../response/run.js';
import { startResponseOf } from '../response/start.js';
import { startSchema } from '../schema/rows.js';
import { screenWordsOf } from '../screen-words.js';
import { update } from '../update.js';
import { changeConnect, load } from './load.js';
import { schemaSource, withRemembered } from './remembered.js';
import { usedProfile } from './start.js';

/** Opens the typed URL by the rules of the command line, or the file. Credentials in the URL become Basic auth. */
export function acceptUrl(state: State, typed: string): Update<State> {
  if (namesProfile(typed.trim())) return openProfile(state, typed.trim());
  if (isWebSocketUrl(typed) || isFilePath(typed.trim()))
    return update(state, { kind: 'later', ms: 0, action: { type: 'files/open', path: typed.trim() } });
  const read = readTypedUrl(typed);
  if (isFailure(read)) return update(changeConnect(state, { problem: problemOf(read) }));
  if (read.zone) {
    const problem = 'To use an IPv6 address with a zone, pass it on the command line: apiclient URL.';
    return update(changeConnect(state, { problem }));
  }
  const { url, credentials } = read;
  const before = state.connect.url;
  const isNew = before !== '' && originOf(before) !== originOf(url);
  const identity = withoutSession(state).state.identity;
  if (!isNew || !hasLogin(identity)) return openUrl(state, url, credentials, true);
  // Credentials typed with the URL apply only to that URL, and so does the configuration of a host.
  if (credentials !== undefined || state.identity.hosts.has(originOf(url)))
    return openUrl(state, url, credentials, false);
  return openOverlay(
    state,
    choice(`Also send the credentials for ${hostOf(before)} to ${hostOf(url)}?`, [
      {
        label: 'No, connect without them',
        detail: 'press H there to set others',
        action: { type: 'connect/open', url, keep: false },
      },
      {
        label: 'Yes, send them there too',
        detail: authWords(sentBy(identity)),
        action: { type: 'connect/open', url, keep: true },
      },
    ]),
  );
}

const problemOf = (reason: Failure): string => failureLine(screenWordsOf(reason));

const originOf = (url: string): string => new URL(url).origin;
const hostAt = ({ identity }: State, url: string): Identity | undefined => identity.hosts.get(originOf(url));
const hostOf = (url: string): string => new URL(url).host;

/** Opens a profile with its own identity. */
export function openProfile(state: State, word: string): Update<State> {
  const found = profileAt(state.settings.profiles, word);
  if (isFailure(found)) {
    return update(changeConnect(state, { problem: problemOf(found) }));
  }
  const { name, url, profile } = found;
  const used = usedProfile(name, profile);
  // Even on the same origin this is another environment, so stop the run and discard the old response.
  const left = name === state.connect.profile?.name ? update(state) : withoutRun(state);
  const identified = reduceIdentity(left.state, { type: 'identity/host', identity: profile.identity });
  const opened = openUrl(identified.state, url, undefined, true, used);
  const named = changeConnect(opened.state, { profile: used });
  // The profile's settings override those of the origin.
  const last = reduceIdentity(named, { type: 'identity/host', identity: profile.identity });
  const settled = { ...last.state, identity: { ...last.state.identity, changed: false } };
  const loads = opened.effects.filter(({ kind }) => kind !== 'identify');
  const known = withRemembered(settled);
  return update(known.state, ...left.effects, ...last.effects, ...known.effects, ...loads);
}

/** Cancels the run and clears its response. */
function withoutRun(state: State): Update<State> {
  return update({ ...state, response: startResponseOf(state.connect.kind) }, ...stopping(state.response));
}

/**
 * Returns the identity without what belongs to the last server: identifiers in its responses, and the connection payload and
 * extensions, which may contain a secret. @param elsewhere false if there was no server
 */
function elsewhereIdentity({ identity }: State, elsewhere: boolean): State['identity'] {
  const unseen = { ...identity, seen: [] };
  return elsewhere ? { ...unseen, connectionParams: undefined, sends: without(identity.sends, 'extensions') } : unseen;
}

/** The connection's schema and everything derived from it, before it is loaded. */
const withoutSchema = {
  index: undefined,
  description: undefined,
  server: undefined,
  schema: undefined,
  schemaProblem: undefined,
  origin: undefined,
  changes: [],
} as const;

/**
 * @param keep false to open it without the credentials
 * @param profile the profile that opens it; settings for the plain URL then do not apply
 */
export function openUrl(
  state: State,
  url: string,
  credentials: TypedUrl['credentials'],
  keep: boolean,
  profile?: UsedProfile,
): Update<State> {
  const before = state.connect.url;
  const other = url !== before;
  const field = runText(createText(url), { do: 'move', motion: 'text-end' });
  const elsewhere = before !== '' && originOf(before) !== originOf(url);
  // A session belongs to one origin, even if credentials are transferred.
  const out = elsewhere ? withoutSession(state) : update(state);
  const left = elsewhere ? withoutRun(out.state) : update(state);
  const identity = elsewhere || before === '' ? elsewhereIdentity(left.state, elsewhere) : left.state.identity;
  const moved = { ...left.state, identity };
  // The tree of one endpoint does not apply to another.
  const bare = other ? changeConnect({ ...moved, schema: startSchema }, withoutSchema) : moved;
  const used = elsewhere ? undefined : state.connect.profile;
  const opened = changeConnect(bare, { url, field, problem: undefined, profile: used });
  const host = before === '' || elsewhere ? hostAt(state, url) : undefined;
  const change = identityChange(before, host, keep, elsewhere);
  const identified = change === undefined ? update(opened) : reduceIdentity(opened, change);
  const known = credentials === undefined ? identified : withCredentials(identified.state, credentials);
  const remembered = other && profile === undefined ? withRemembered(known.state) : known;
  const loading = load(
    remembered.state,
    schemaSource(remembered.state, { ...remembered.state.connect, url, profile }),
    false,
  );
  return update(
    loading.state,
    ...out.effects,
    ...left.effects,
    ...identified.effects,
    ...(known === identified ? [] : known.effects),
    ...(remembered === known ? [] : remembered.effects),
    ...loading.effects,
  );
}

/**
 * The change of the login that opening another URL makes, if any.
 * @param before the URL before, or empty if there was none
 * @param host the login configured for the new URL
 */
function identityChange(
  before: string,
  host: Identity | undefined,
  keep: boolean,
  elsewhere: boolean,
): IdentityAction | undefined {
  if (host !== undefined) return { type: 'identity/host', identity: host };
  if (!keep) return { type: 'identity/leave', origin: originOf(before) };
  return elsewhere ? { type: 'identity/forget-values' } : undefined;
}

function withCredentials(state: State, { user, password }: NonNullable<TypedUrl['credentials']>): Update<State> {
  const basic = { user, password: { from: 'text', value: secret(password ?? '') } } as const;
  const { apiKeys } = state.identity.auth;
  return reduceIdentity(state, { type: 'identity/auth', auth: { basic, apiKeys } });
}
