/** Keys for the endpoint and its schema, the URL prompt, and the screen after a failure. */
import type { Action } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { environmentsHere, noEnvironments } from './environments.js';
import { canGoBack } from './layout.js';
import { offersServers } from './servers.js';

function chooseOtherEndpoint(state: State): Action {
  if (offersServers(state)) return { type: 'connect/ask-server' };
  return { type: environmentsHere(state).length > 0 ? 'connect/ask-environment' : 'connect/ask' };
}

const networkFlags = `Pass these flags at the next start, or set them in the configuration, as in {"flags": {"timeout": 30}}:

--timeout SECONDS   time limit for each request
--proxy URL         use a proxy
--cacert FILE       trust this certificate authority
--cert FILE         client certificate
--insecure          skip the verification of certificates

apiclient help network and apiclient help tls explain them.`;

/** Keys active in any pane: open another endpoint, or reload this one's schema. */
// biome-ignore format: one key, one row
export const endpointKeys: readonly Binding[] = [
  { id: 'refresh', keys: ['R'], where: 'command', label: 'refresh schema',
    when: state => state.connect.source !== undefined || 'No endpoint.', action: () => ({ type: 'connect/retry' }),
    help: 'Load the schema from the server again.' },
  { id: 'endpoint', keys: ['E'], where: 'command', label: 'change endpoint', action: chooseOtherEndpoint,
    help: 'Switch this tab or all tabs to another environment, type another URL, or choose a profile.' },
  { id: 'environment', keys: [], where: 'command', label: 'switch environment',
    when: state => environmentsHere(state).length > 0 || noEnvironments(state), action: () => ({ type: 'connect/ask-environment' }),
    help: 'Switch to another environment of the profile (dev, live), with its URL, headers and login.' },
  { id: 'server', keys: [], where: 'command', label: 'choose server', action: () => ({ type: 'connect/ask-server' }),
    when: state => offersServers(state) || 'The description offers no choice of servers. Press E to type a URL.',
    help: 'Choose a server from the description, with values for its variables. New requests use it.' },
  { id: 'profile.write', keys: [], where: 'command', label: 'save as profile',
    when: state => state.connect.url !== '' || 'No endpoint.', action: () => ({ type: 'connect/ask-profile' }),
    help: 'Save this endpoint with its login in the configuration, under a short name.' },
  { id: 'network', keys: [], where: 'command', label: 'timeout, proxy, certificates',
    action: () => ({ type: 'overlay/open', overlay: { kind: 'text', title: 'Network flags', text: networkFlags, top: 0 } }),
    help: 'Show the flags for time limits, proxies and certificates.' },
];

/** Commands available only in the palette. */
// biome-ignore format: one key, one row
export const schemaFileKeys: readonly Binding[] = [
  { id: 'schema-file', keys: [], where: 'command', label: 'schema from a file', action: () => ({ type: 'connect/ask-file' }),
    help: 'Load the schema from a file: SDL or introspection JSON.' },
];

/** Keys of the URL prompt and of the screen after a failure. */
// biome-ignore format: one key, one row
export const connectKeys: readonly Binding[] = [
  { id: 'connect.accept', keys: ['enter'], where: 'connect', label: 'connect', footer: 1, quiet: true,
    action: () => ({ type: 'connect/accept' }),
    help: 'Connect to this URL.' },
  { id: 'connect.down', keys: ['down', 'ctrl+n'], where: 'connect', label: 'recent endpoints',
    labelNow: ({ connect }) => (connect.recent.length > 0 ? 'recent endpoints' : ''), footer: 2, quiet: true,
    action: () => ({ type: 'connect/move', by: 1 }),
    help: 'Choose a recent endpoint.' },
  { id: 'connect.up', keys: ['up'], where: 'connect', label: 'up', quiet: true, action: () => ({ type: 'connect/move', by: -1 }),
    help: 'Choose a recent endpoint.' },
  { id: 'connect.leave', keys: ['escape'], where: 'connect', label: 'back', labelNow: ({ connect }) => (canGoBack(connect) ? 'back' : ''),
    footer: 3, quiet: true, action: () => ({ type: 'connect/leave' }),
    help: 'Return to the current endpoint.' },
  { id: 'failed.retry', keys: ['r', 'R', 'enter'], where: 'failed', label: 'try again', footer: 1, quiet: true,
    action: () => ({ type: 'connect/retry' }),
    help: 'Load the schema from the server again.' },
  { id: 'failed.file', keys: ['o', 'O'], where: 'failed', label: 'open an SDL file', footer: 2, quiet: true,
    action: () => ({ type: 'connect/ask-file' }),
    help: 'Load the schema from a file: SDL or introspection JSON.' },
  { id: 'failed.without', keys: ['c'], where: 'failed', label: 'continue without a schema', footer: 3, quiet: true,
    action: () => ({ type: 'connect/without' }),
    help: 'You can still type and run queries.' },
  { id: 'failed.other', keys: ['E', 'u'], where: 'failed', label: 'change URL', footer: 4, quiet: true,
    action: (state, chord) => (chord === 'E' ? chooseOtherEndpoint(state) : { type: 'connect/ask' }),
    help: 'Choose another environment of the profile (E), or type another URL.' },
];
