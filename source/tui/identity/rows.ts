/** The identity as a list of lines, and as sent with requests. */

import { hasCredentials } from '../../core/credentials/flags.js';
import { mayCarryCredential } from '../../core/credentials/header.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import { allValues } from '../../core/http-file/captured-values.js';
import { jsonObject } from '../../core/json/tree.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { HeaderOption } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { boundHeader } from '../../core/session/words.js';
import type { HeaderRow, Identity, IdentityRow, IdentityState, TabSession } from '../model/identity.js';
import type { State } from '../model/state.js';
import { listed } from '../variables/listed.js';

/** Default options: operations are sent as text. */
const plainTransport: SendOptions = { persisted: false };

/** Initial state, with all headers on. `hosts` is keyed by origin, as in the state. */
export const startIdentity = (
  { auth, headers, configured = new Map(), unread = new Map() }: Identity,
  hosts: ReadonlyMap<string, Identity> = new Map(),
  sends: SendOptions = plainTransport,
): IdentityState => ({
  sends,
  auth,
  given: auth,
  values: new Map(),
  configured,
  unread,
  headers: headers.map(option => ({ option, on: true })),
  hosts,
  changed: false,
});

/** Lines of the overlay from top to bottom: the login, keys in the URL, headers, and how operations are sent. */
export const identityRows = ({ identity, connect }: State): readonly IdentityRow[] => [
  { kind: 'auth' },
  ...(identity.offered === undefined ? [] : [{ kind: 'offered' } as const]),
  ...identity.auth.apiKeys.map((_, at) => ({ kind: 'key', at }) as const),
  ...identity.headers.map((_, at) => ({ kind: 'header', at }) as const),
  ...(connect.kind === 'http' ? [] : sendRows),
  { kind: 'session' },
];

const sendRows: readonly IdentityRow[] = [
  { kind: 'persisted' },
  { kind: 'document' },
  { kind: 'extensions' },
  { kind: 'payload' },
];

const sent = memoizeWeak((_auth: object) =>
  memoizeWeak((_headers: object) => memoizeWeak((_values: object) => new WeakMap<object, Identity>())),
);
const noSession = {};

/**
 * The identity of requests at present. It is the same object as long as nothing changes, because data read for it is cached by
 * object identity.
 */
export function sentBy(
  identity: Pick<IdentityState, 'auth' | 'headers' | 'values'> & Partial<Pick<IdentityState, 'configured' | 'session'>>,
): Identity {
  const { auth, headers, session, configured = new Map() } = identity;
  const values = allValues({ values: identity.values, configured });
  const bySession = sent(auth)(headers)(values);
  const carried = bySession.get(session ?? noSession) ?? {
    auth,
    headers: headers.flatMap(({ option, on }) =>
      on ? [session && !isOwn(option, session) ? boundHeader(option) : option] : [],
    ),
    ...(values.size === 0 ? {} : { values }),
    ...(configured.size === 0 ? {} : { configured }),
    ...(session === undefined ? {} : { session }),
  };
  bySession.set(session ?? noSession, carried);
  return carried;
}

/** Returns whether a header belongs to the tab rather than to its session. */
const isOwn = (option: HeaderOption, { before }: TabSession): boolean =>
  before.headers.some(
    ({ option: own }) =>
      own === option ||
      (own.kind === 'set' && option.kind === 'set' && own.name === option.name && own.value === option.value),
  );

/** The payload of `connection_init` in words. Its values may be secrets, so only its members are named. */
export function payloadWords({ identity, connect, settings }: State): string | undefined {
  const { connectionParams } = identity;
  if (connectionParams !== undefined) {
    const names = jsonObject(connectionParams)?.members.map(({ name }) => name) ?? [];
    return names.length === 0 ? '{}' : listed(names, name => name, 10);
  }
  const { connectionParams: given } = settings;
  const isGiven = given !== undefined && (given === '' || readUrl(given)?.origin === readUrl(connect.url)?.origin);
  return isGiven ? '--connection-params' : undefined;
}

/** The account of the OAuth login from the ID token, or undefined if unknown. Untrusted text. */
export const accountIn = ({ auth, known }: IdentityState): string | undefined =>
  known?.login === auth.oauth2 ? known?.account : undefined;

/** Name of a header in lower case; empty for a file of headers. */
export const headerName = (option: HeaderOption): string => (option.kind === 'file' ? '' : option.name.toLowerCase());

/** True for a header that is sent and may contain credentials. This includes header files, whose contents are unknown here. */
export const carriesCredentials = ({ option, on }: HeaderRow): boolean => on && mayCarryCredential(option);

/** True if requests carry credentials. */
export const hasLogin = (identity: IdentityState): boolean => hasCredentials(sentBy(identity));

/** The tab's session in words, or undefined if there is none. */
export const sessionWords = ({ identity: { session } }: State): string | undefined =>
  session && `${session.name}${session.isReadOnly ? ' (read-only)' : ''}`;
