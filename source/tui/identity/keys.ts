/** Keys for headers and credentials. */
import type { Binding, State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { noValues } from './list-values.js';

/** Explains why there is no session to leave. */
const inNoSession = ({ identity: { session } }: State): true | string =>
  session !== undefined || 'This tab has no session. Use choose session for a list.';

/** Commands without a key appear only in the palette. */
// biome-ignore format: one key, one row
export const identityKeys: readonly Binding[] = [
  { id: 'identity', keys: ['H'], where: ['command', 'failed'], label: 'headers and auth', action: () => ({ type: 'identity/open' }),
    help: 'Edit the headers and credentials sent with every request.' },
  { id: 'identity.new-header', keys: ['g h'], where: 'command', label: 'add header', action: () => ({ type: 'identity/ask-header' }),
    help: 'Send another header with every request.' },
  { id: 'identity.bearer', keys: [], where: 'command', label: 'use a Bearer token',
    action: () => ({ type: 'login-form/open', way: 'bearer' }),
    help: 'Enter a token for the Authorization header.' },
  { id: 'identity.oauth', keys: [], where: 'command', label: 'log in with OAuth 2.0',
    action: () => ({ type: 'login-form/open', way: 'oauth authorization_code' }),
    help: 'Log in with any OAuth flow and client authentication, with a test.' },
  { id: 'identity.described', keys: [], where: 'command', label: 'login from description',
    action: () => ({ type: 'identity/described' }),
    help: 'List the logins of the description. Choosing one prefills the login form.' },
  { id: 'session', keys: [], where: 'command', label: 'choose session', action: () => ({ type: 'session/choose' }),
    help: 'Choose, create or leave a session of this server: a cookie jar with headers and a login.' },
  { id: 'session.leave', keys: [], where: 'command', label: 'leave session', when: inNoSession, action: () => ({ type: 'session/leave' }),
    help: 'Stop sending the login, headers, values and cookies of the session. They remain stored.' },
  { id: 'values', keys: [], where: 'command', label: 'saved values', when: noValues, action: () => ({ type: 'values/list' }),
    help: 'View, change or delete the saved and profile values for {{name}} in Variables and headers.' },
];

/** URL that the login asks the user to open. */
function linkOf(state: State): string {
  const overlay = topOverlay(state);
  const words = overlay?.kind === 'login' ? overlay.lines.flatMap(line => line.split(' ')) : [];
  return words.find(word => /^https?:/.test(word)) ?? '';
}

/** Keys for the overlay of headers and credentials, and for a pending login. */
// biome-ignore format: one key, one row
export const identityOverlayKeys: readonly Binding[] = [
  { id: 'overlay.identity.change', keys: ['enter'], where: 'identity', label: 'change', footer: 1, quiet: true,
    action: () => ({ type: 'identity/enter' }),
    help: 'Edit the selected line.' },
  { id: 'overlay.identity.toggle', keys: ['space'], where: 'identity', label: 'on/off', footer: 2, quiet: true,
    action: () => ({ type: 'identity/toggle' }),
    help: 'Switch this header on or off.' },
  { id: 'overlay.identity.add', keys: ['a', 'n'], where: 'identity', label: 'add header', footer: 3, quiet: true,
    action: () => ({ type: 'identity/ask-header' }),
    help: 'Add another header.' },
  { id: 'overlay.identity.delete', keys: ['d', 'delete'], where: 'identity', label: 'delete', footer: 4, quiet: true,
    action: () => ({ type: 'identity/delete' }),
    help: 'Delete the selected line.' },
  { id: 'overlay.identity.bearer', keys: ['b'], where: 'identity', label: 'Bearer', footer: 5, quiet: true,
    action: () => ({ type: 'login-form/open', way: 'bearer' }),
    help: 'Log in with a token.' },
  { id: 'overlay.identity.basic', keys: ['u'], where: 'identity', label: 'Basic', footer: 6, quiet: true,
    action: () => ({ type: 'login-form/open', way: 'basic' }),
    help: 'Log in with user and password.' },
  { id: 'overlay.identity.oauth', keys: ['o'], where: 'identity', label: 'OAuth', footer: 8, quiet: true,
    action: () => ({ type: 'login-form/open', way: 'oauth authorization_code' }),
    help: 'Log in with OAuth 2.0: as a machine, in a browser or on another device.' },
  { id: 'overlay.identity.key', keys: ['p'], where: 'identity', label: 'API key', footer: 7, quiet: true,
    action: () => ({ type: 'login-form/open', way: 'key' }),
    help: 'Send a key in a header or the URL.' },
  { id: 'overlay.identity.described', keys: ['s'], where: 'identity', label: 'from description', quiet: true,
    action: () => ({ type: 'identity/described' }),
    help: 'List the logins of the description.' },
  { id: 'overlay.form.take', keys: ['enter'], where: 'login-form', label: 'use', footer: 1, quiet: true,
    action: () => ({ type: 'login-form/take' }),
    help: 'Apply the form to all requests. In the last row, test it.' },
  { id: 'overlay.form.next', keys: ['tab', 'down', 'ctrl+n'], where: 'login-form', label: 'next field', footer: 2, quiet: true,
    action: (_, chord) => (chord === 'tab' ? { type: 'login-form/tab' } : { type: 'login-form/move', by: 1 }),
    help: 'Go to the next field. In a partial path, complete it first.' },
  { id: 'overlay.form.previous', keys: ['shift+tab', 'up', 'ctrl+p'], where: 'login-form', label: 'previous field', quiet: true,
    action: () => ({ type: 'login-form/move', by: -1 }),
    help: 'Go to the previous field.' },
  { id: 'overlay.form.turn', keys: ['right', 'left'], where: 'login-form', label: 'choose', quiet: true,
    action: (_, chord) => ({ type: 'login-form/turn', by: chord === 'left' ? -1 : 1 }),
    help: 'Choose the next or previous value. In a text, move the cursor.' },
  { id: 'overlay.form.test', keys: ['ctrl+t'], where: 'login-form', label: 'test login', footer: 3, quiet: true,
    action: () => ({ type: 'login-form/test' }),
    help: 'Test the form on the server without applying it.' },
  { id: 'overlay.login.answer', keys: ['enter'], where: 'login', label: 'send', footer: 1, quiet: true,
    action: () => ({ type: 'login/answer' }),
    help: 'Send the pasted reply.' },
  { id: 'overlay.login.copy', keys: ['ctrl+o'], where: 'login', label: 'copy link', footer: 3, quiet: true,
    action: state => ({ type: 'app/copy', text: linkOf(state), what: 'the link' }),
    help: 'Copy the URL of the login page.' },
  { id: 'overlay.login.cancel', keys: ['escape'], where: 'login', label: 'cancel', footer: 2, quiet: true,
    action: () => ({ type: 'login/cancel' }),
    help: 'Cancel the login.' },
];
