/** Overlays for identity: headers and credentials, and a pending login. */

import { headerWords, loginWords } from '../../core/credentials/describe.js';
import { acceptResult } from '../../core/graphql/request.js';
import { defaultHeaders } from '../../core/request/headers.js';
import { bullets } from '../../core/secret.js';
import { wrapText } from '../../core/text/wrap.js';
import { fieldLine } from '../components/field.js';
import { bindingsOf, isAscii, keyOf } from '../components/key-labels.js';
import { type Line, renderLines } from '../components/line.js';
import { firstShown } from '../components/list.js';
import type { IdentityRow } from '../model/identity.js';
import type { IdentityOverlay, LoginOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import type { OverlayKindSpec, OverlayWindow } from '../overlays/kind.js';
import { accountIn, headerName, identityRows, payloadWords, sessionWords } from './rows.js';

const identityLines = (state: State): readonly Line[] => identityRows(state).map(row => identityLine(state, row));

const windowOf = ({ selected }: IdentityOverlay, total: number, room: number): OverlayWindow => ({
  total,
  room,
  from: firstShown(selected, total, room),
  above: 0,
});

function identityLine(state: State, row: IdentityRow): Line {
  const { auth, headers, offered, sends } = state.identity;
  switch (row.kind) {
    case 'auth': {
      const account = accountIn(state.identity);
      const line = valueLine('Auth', loginWords(auth) || undefined);
      return account === undefined ? line : [...line, { text: ` as ${account}` }];
    }
    case 'offered':
      return valueLine('Advertised', offered?.metadataUrl ?? '');
    case 'key':
      return valueLine('In the URL', `${auth.apiKeys[row.at]?.name ?? ''}=${bullets}`);
    case 'header': {
      const header = headers[row.at];
      return header === undefined ? [] : switchLine(header.on, headerWords(header.option));
    }
    case 'persisted':
      return switchLine(sends.persisted, 'Persisted: hash first, full text on request');
    case 'document':
      return valueLine('Document ID', sends.documentId);
    case 'extensions':
      return valueLine('Extensions', sends.extensions);
    case 'payload': {
      const words = payloadWords(state);
      return valueLine('Connection', words && `init with ${words}`, 'init with login and headers');
    }
    case 'session':
      return valueLine('Session', sessionWords(state));
  }
}

/** @param none shown for a value that is undefined */
const valueLine = (name: string, value: string | undefined, none = 'none'): Line => [
  { text: ` ${name.padEnd(12)} ` },
  { text: value ?? none, role: value === undefined ? 'dim' : 'strong' },
];

const switchLine = (isOn: boolean, text: string): Line => [
  { text: isOn ? ' [x] ' : ' [ ] ', role: isOn ? 'ticked' : 'dim' },
  { text, role: isOn ? 'text' : 'dim' },
];

/** The default headers, unless the user overrides them. */
function alwaysSent(state: State): Line[] {
  const { identity, connect } = state;
  const { session } = identity;
  const isHttp = connect.kind === 'http';
  const own = new Set(identity.headers.filter(({ on }) => on).map(({ option }) => headerName(option)));
  const contentType = { name: 'Content-Type', value: 'application/json' };
  const forResults = [{ name: 'Accept', value: acceptResult }, contentType];
  const defaults = [...defaultHeaders.filter(each => each.name !== 'Accept'), ...(isHttp ? [] : forResults)];
  const lines = defaults.filter(each => !own.has(each.name.toLowerCase()));
  const to = connect.url === '' ? '' : ` to ${connect.url}`;
  return [
    [],
    [{ text: ` Also sent${to}:`, role: 'dim' }],
    ...lines.map((each): Line => [{ text: `     ${each.name}: ${each.value}`, role: 'dim' }]),
    ...(session === undefined ? [] : [[{ text: `     Cookies of the session ${session.name}`, role: 'dim' } as const]]),
    [],
    [
      {
        text: ` Applies to ${isHttp ? 'the description and all requests' : 'schema, operations and subscriptions'}.`,
        role: 'dim',
      },
    ],
  ];
}

/** Additional keys of the overlay, omitted from a narrow footer. */
function moreKeys(state: State, width: number): Line[] {
  const bindings = bindingsOf(state);
  const words = ['add', 'bearer', 'basic', 'oauth', 'key', 'described', 'delete'].flatMap(name => {
    // GraphQL APIs have no description.
    const binding = bindings.find(({ id }) => id === `overlay.identity.${name}`);
    return binding === undefined
      ? []
      : `${keyOf(bindings, binding.id, isAscii(state.settings.theme))} ${binding.label}`;
  });
  return [[], ...wrapText(words.join(', '), width - 2).map((text): Line => [{ text: ` ${text}` }])];
}

export const identityKind: OverlayKindSpec<IdentityOverlay> = {
  entries: (_, state) => identityRows(state),
  window: (overlay, state, { height }) => windowOf(overlay, identityRows(state).length, height),
  height: (_, state, width) => identityRows(state).length + moreKeys(state, width).length + 10,
  draw(overlay, state, size) {
    const { theme } = state.settings;
    const rows = identityLines(state);
    const { from } = windowOf(overlay, rows.length, size.height);
    const lines = renderLines(rows.slice(from, from + size.height), size.width, theme, overlay.selected - from);
    return {
      lines: [...lines, ...renderLines([...moreKeys(state, size.width), ...alwaysSent(state)], size.width, theme)],
      title: 'Headers and auth',
      status: [{ text: 'Esc: close', role: 'dim' }],
    };
  },
};

export const loginKind: OverlayKindSpec<LoginOverlay> = {
  height: ({ lines }, _, width) => lines.flatMap(line => wrapText(line, width - 2)).length + 8,
  fieldRow: ({ height }) => height - 2,
  draw({ lines, pastes, field }, { settings: { theme } }, { width, height }) {
    const text = lines.flatMap(line => wrapText(line, width - 2)).map((each): Line => [{ text: ` ${each}` }]);
    const below: Line = pastes
      ? [{ text: ' Or paste the redirect URL or the code:' }]
      : [{ text: ` Waiting for approval${theme.glyphs.spread}`, role: 'dim' }];
    const shown: Line[] = [[], ...text, [], below].slice(0, height - 2);
    const filled = [...shown, ...Array.from({ length: Math.max(0, height - 2 - shown.length) }, (): Line => [])];
    const typed: Line = pastes ? [{ text: ' ' }, ...fieldLine(field, width - 2)] : [];
    return {
      lines: renderLines([...filled, typed], width, theme),
      title: 'Log in',
      status: [{ text: pastes ? 'Enter: send, Esc: cancel' : 'Esc: cancel', role: 'dim' }],
    };
  },
};
