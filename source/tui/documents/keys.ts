/** Keys for what is around the panes: files, operations, history, headers and auth. */

import type { Binding } from '../app/contexts.js';
import { type State, topOverlay } from '../model/state.js';

/** Those without a key are reached by name, in the palette. */
export const aroundKeys: readonly Binding[] = [
  {
    id: 'file.save',
    keys: ['w'],
    where: 'command',
    label: 'save',
    help: 'Save query and variables to their files; asks for a name first.',
    action: () => ({ type: 'files/save' }),
  },
  {
    id: 'file.save-as',
    keys: [],
    where: 'command',
    label: 'save as',
    help: 'Save query and variables to files of another name.',
    action: () => ({ type: 'files/ask-save' }),
  },
  {
    id: 'file.open',
    keys: ['O'],
    where: 'command',
    label: 'open file',
    help: 'Open a .graphql file, with name.variables.json beside it.',
    action: () => ({ type: 'files/ask-open' }),
  },
  {
    id: 'operations',
    keys: ['o'],
    where: 'command',
    label: 'operations',
    help: 'The operations of the text: go to one, new, rename, delete.',
    action: () => ({ type: 'operations/open' }),
  },
  {
    id: 'operations.new',
    keys: [],
    where: 'command',
    label: 'new operation',
    help: 'Begin another operation at the end of the text.',
    action: () => ({ type: 'operations/ask-new' }),
  },
  {
    id: 'history',
    keys: ['P'],
    where: 'command',
    label: 'history',
    help: 'What was run before; typing filters.',
    action: () => ({ type: 'history/open' }),
  },
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
  {
    id: 'copy.apiclient',
    keys: [],
    where: 'command',
    label: 'copy as apiclient command',
    help: 'The active operation as a command for this program, without its secrets.',
    action: () => ({ type: 'app/copy-command', program: 'apiclient' }),
  },
  {
    id: 'copy.curl',
    keys: [],
    where: 'command',
    label: 'copy as curl command',
    help: 'The active operation as a command for curl, without its secrets.',
    action: () => ({ type: 'app/copy-command', program: 'curl' }),
  },
  {
    id: 'schema-file',
    keys: [],
    where: 'command',
    label: 'schema from a file',
    help: 'Take the schema from a file: SDL or introspection JSON.',
    action: () => ({ type: 'connect/ask-file' }),
  },
];

const inList = (
  where: 'operations' | 'identity' | 'history' | 'login',
  id: string,
  keys: readonly string[],
  label: string,
  help: string,
  footer: number,
  action: Binding['action'],
): Binding => ({ id: `overlay.${where}.${id}`, keys, where, label, help, footer, quiet: true, action });

/** The page a login asks to open. */
function linkOf(state: State): string {
  const overlay = topOverlay(state);
  const words = overlay?.kind === 'login' ? overlay.lines.flatMap(line => line.split(' ')) : [];
  return words.find(word => /^https?:/.test(word)) ?? '';
}

/** Keys of the overlays that these open. */
export const aroundOverlayKeys: readonly Binding[] = [
  inList('operations', 'go', ['enter'], 'go to', 'Put the cursor there.', 1, () => ({ type: 'operations/go' })),
  inList('operations', 'add', ['n', 'a'], 'new', 'Begin another operation.', 2, () => ({ type: 'operations/ask-new' })),
  inList('operations', 'rename', ['r'], 'rename', 'Give it another name.', 3, () => ({
    type: 'operations/ask-rename',
  })),
  inList('operations', 'delete', ['d', 'delete'], 'delete', 'Delete it from the text.', 4, () => ({
    type: 'operations/delete',
  })),
  inList('operations', 'run', ['ctrl+r'], 'run', 'Go to it and run it.', 5, () => ({
    type: 'operations/go',
    run: true,
  })),
  inList('history', 'take', ['enter'], 'take', 'Put it into the editor; u undoes that.', 1, () => ({
    type: 'history/take',
    run: false,
  })),
  inList('history', 'run', ['ctrl+r'], 'run again', 'Put it into the editor and run it.', 2, () => ({
    type: 'history/take',
    run: true,
  })),
  inList('identity', 'change', ['enter'], 'change', 'Change the marked line.', 1, () => ({ type: 'identity/enter' })),
  inList('identity', 'toggle', ['space'], 'on/off', 'Send this header or not.', 2, () => ({ type: 'identity/toggle' })),
  inList('identity', 'add', ['a', 'n'], 'add header', 'Another header.', 3, () => ({ type: 'identity/ask-header' })),
  inList('identity', 'delete', ['d', 'delete'], 'delete', 'Delete the marked line.', 4, () => ({
    type: 'identity/delete',
  })),
  inList('identity', 'bearer', ['b'], 'Bearer', 'Log in with a token.', 5, () => ({
    type: 'identity/ask',
    way: 'bearer',
  })),
  inList('identity', 'basic', ['u'], 'Basic', 'Log in with user and password.', 6, () => ({
    type: 'identity/ask',
    way: 'basic',
  })),
  inList(
    'identity',
    'oauth',
    ['o'],
    'OAuth',
    'Log in with OAuth 2.0: a machine, a browser, another device.',
    8,
    () => ({
      type: 'identity/ask-oauth',
    }),
  ),
  inList('identity', 'key', ['p'], 'API key', 'Send a key in the URL.', 7, () => ({
    type: 'identity/ask',
    way: 'key',
  })),
  inList('login', 'answer', ['enter'], 'send', 'Send what was pasted.', 1, () => ({ type: 'login/answer' })),
  inList('login', 'copy', ['ctrl+o'], 'copy link', 'Copy the page to open.', 3, state => ({
    type: 'app/copy',
    text: linkOf(state),
    what: 'the link',
  })),
  inList('login', 'cancel', ['escape'], 'give up', 'Give the login up.', 2, () => ({ type: 'login/cancel' })),
];
