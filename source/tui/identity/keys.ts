/** Keys of headers and credentials. */
import type { Binding, State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';

/** Those without a key are reached by name, in the palette. */
export const identityKeys: readonly Binding[] = [
  {
    id: 'identity',
    keys: ['H'],
    where: ['command', 'failed'],
    label: 'headers and auth',
    help: 'What is sent with every request; add or switch off a header, log in another way.',
    action: () => ({ type: 'identity/open' }),
  },
  {
    id: 'identity.new-header',
    keys: [],
    where: 'command',
    label: 'add header',
    help: 'Send another header with every request.',
    action: () => ({ type: 'identity/ask-header' }),
  },
  {
    id: 'identity.bearer',
    keys: [],
    where: 'command',
    label: 'use a Bearer token',
    help: 'Type a token for the Authorization header.',
    action: () => ({ type: 'identity/ask', way: 'bearer' }),
  },
  {
    id: 'identity.oauth',
    keys: [],
    where: 'command',
    label: 'log in with OAuth 2.0',
    help: 'Client credentials, a browser or another device; asks for the server and the client.',
    action: () => ({ type: 'identity/ask-oauth' }),
  },
];

/** The page that the login asks the user to open. */
function linkOf(state: State): string {
  const overlay = topOverlay(state);
  const words = overlay?.kind === 'login' ? overlay.lines.flatMap(line => line.split(' ')) : [];
  return words.find(word => /^https?:/.test(word)) ?? '';
}

/** Keys of the overlay of headers and credentials, and of a pending login. */
export const identityOverlayKeys: readonly Binding[] = [
  {
    id: 'overlay.identity.change',
    keys: ['enter'],
    where: 'identity',
    label: 'change',
    help: 'Change the marked line.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'identity/enter' }),
  },
  {
    id: 'overlay.identity.toggle',
    keys: ['space'],
    where: 'identity',
    label: 'on/off',
    help: 'Send this header or not.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'identity/toggle' }),
  },
  {
    id: 'overlay.identity.add',
    keys: ['a', 'n'],
    where: 'identity',
    label: 'add header',
    help: 'Another header.',
    footer: 3,
    quiet: true,
    action: () => ({ type: 'identity/ask-header' }),
  },
  {
    id: 'overlay.identity.delete',
    keys: ['d', 'delete'],
    where: 'identity',
    label: 'delete',
    help: 'Delete the marked line.',
    footer: 4,
    quiet: true,
    action: () => ({ type: 'identity/delete' }),
  },
  {
    id: 'overlay.identity.bearer',
    keys: ['b'],
    where: 'identity',
    label: 'Bearer',
    help: 'Log in with a token.',
    footer: 5,
    quiet: true,
    action: () => ({ type: 'identity/ask', way: 'bearer' }),
  },
  {
    id: 'overlay.identity.basic',
    keys: ['u'],
    where: 'identity',
    label: 'Basic',
    help: 'Log in with user and password.',
    footer: 6,
    quiet: true,
    action: () => ({ type: 'identity/ask', way: 'basic' }),
  },
  {
    id: 'overlay.identity.oauth',
    keys: ['o'],
    where: 'identity',
    label: 'OAuth',
    help: 'Log in with OAuth 2.0: a machine, a browser, another device.',
    footer: 8,
    quiet: true,
    action: () => ({ type: 'identity/ask-oauth' }),
  },
  {
    id: 'overlay.identity.key',
    keys: ['p'],
    where: 'identity',
    label: 'API key',
    help: 'Send a key in the URL.',
    footer: 7,
    quiet: true,
    action: () => ({ type: 'identity/ask', way: 'key' }),
  },
  {
    id: 'overlay.login.answer',
    keys: ['enter'],
    where: 'login',
    label: 'send',
    help: 'Send what was pasted.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'login/answer' }),
  },
  {
    id: 'overlay.login.copy',
    keys: ['ctrl+o'],
    where: 'login',
    label: 'copy link',
    help: 'Copy the page to open.',
    footer: 3,
    quiet: true,
    action: state => ({ type: 'app/copy', text: linkOf(state), what: 'the link' }),
  },
  {
    id: 'overlay.login.cancel',
    keys: ['escape'],
    where: 'login',
    label: 'give up',
    help: 'Give the login up.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'login/cancel' }),
  },
];
