/** The identity as a list of lines, and as sent by requests. */

import { hasCredentials } from '../../core/credentials/flags.js';
import { mayCarryCredential } from '../../core/credentials/header.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { HeaderRow, Identity, IdentityRow, IdentityState } from '../model/identity.js';
import type { State } from '../model/state.js';

/** Operations are sent as text. */
const plainTransport: SendOptions = { persisted: false };

/** All headers are on. `hosts` is by origin, as in the state. */
export const startIdentity = (
  { auth, headers }: Identity,
  hosts: ReadonlyMap<string, Identity> = new Map(),
  sends: SendOptions = plainTransport,
): IdentityState => ({
  sends,
  auth,
  given: auth,
  headers: headers.map(option => ({ option, on: true })),
  hosts,
  changed: false,
});

/** The lines of the overlay, top to bottom: the login, keys in the URL, headers, how operations are sent. */
export const identityRows = ({ identity }: State): readonly IdentityRow[] => [
  { kind: 'auth' },
  ...identity.auth.apiKeys.map((_, at) => ({ kind: 'key', at }) as const),
  ...identity.headers.map((_, at) => ({ kind: 'header', at }) as const),
  { kind: 'persisted' },
  { kind: 'document' },
  { kind: 'extensions' },
];

/** The identity that requests carry now. */
export const sentBy = ({ auth, headers }: Pick<IdentityState, 'auth' | 'headers'>): Identity => ({
  auth,
  headers: headers.filter(each => each.on).map(each => each.option),
});

/** True for a header that is sent and may hold credentials. A header file may, as its contents are unknown here. */
export const carriesCredentials = ({ option, on }: HeaderRow): boolean => on && mayCarryCredential(option);

/** True if requests carry credentials. */
export const hasLogin = (identity: IdentityState): boolean => hasCredentials(sentBy(identity));
