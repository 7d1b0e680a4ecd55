/** The entries of the lists around the panes, as lines. */

import { headerWords, loginWords } from '../../core/credentials/words.js';
import { acceptResult } from '../../core/graphql/request.js';
import type { HistoryEntry } from '../../core/history.js';
import { defaultHeaders } from '../../core/request/headers.js';
import type { Line } from '../components/line.js';
import { operationEntries } from '../documents/operations.js';
import { type IdentityRow, identityRows } from '../identity/reduce.js';
import type { State } from '../model/state.js';

/** What a line has at its left and at its right end. */
export interface ListEntry {
  readonly left: Line;
  readonly right?: Line;
}

/** The active operation has a `>` before it. */
export const operationLines = (state: State): readonly ListEntry[] =>
  operationEntries(state).map(({ definition, label, detail }) => ({
    left: [
      { text: definition === state.query.active ? ' > ' : '   ', role: 'key' },
      { text: label, role: 'strong' },
      { text: `  ${detail}`, role: 'dim' },
    ],
  }));

/** Secrets are bullets. */
export const identityLines = (state: State): readonly ListEntry[] =>
  identityRows(state).map(row => ({ left: identityLine(state, row) }));

function identityLine({ identity }: State, row: IdentityRow): Line {
  if (row.kind === 'auth') {
    const words = loginWords(identity.auth);
    return [
      { text: ' Log in with  ' },
      { text: words === '' ? 'nothing' : words, role: words === '' ? 'dim' : 'strong' },
    ];
  }
  if (row.kind === 'key') {
    return [{ text: ' In the URL   ' }, { text: `${identity.auth.apiKeys[row.at]?.name ?? ''}=••••`, role: 'strong' }];
  }
  const header = identity.headers[row.at];
  if (header === undefined) return [];
  return [
    { text: header.on ? ' [x] ' : ' [ ] ', role: header.on ? 'ticked' : 'dim' },
    { text: headerWords(header.option), role: header.on ? 'text' : 'dim' },
  ];
}

/** Newest first, as they come. */
export const historyLines = (entries: readonly HistoryEntry[]): readonly ListEntry[] =>
  entries.map(entry => ({
    left: [
      { text: ` ${when(entry.at)}  `, role: 'dim' },
      { text: entry.operationName ?? entry.kind, role: 'strong' },
      { text: `  ${entry.query.replace(/\s+/g, ' ').slice(0, 400)}`, role: 'dim' },
    ],
    right: [{ text: `  ${entry.outcome} `, role: /failed|errors/.test(entry.outcome) ? 'error' : 'dim' }],
  }));

/** Local date and time, without Intl. */
function when(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What goes along unless the user's own headers take its place. */
export function alwaysSent({ identity, connect }: State): Line[] {
  const own = new Set(
    identity.headers.flatMap(({ option, on }) => (on && 'name' in option ? [option.name.toLowerCase()] : [])),
  );
  const contentType = { name: 'Content-Type', value: 'application/json' };
  const defaults = [...defaultHeaders.filter(each => each.name !== 'Accept'), { name: 'Accept', value: acceptResult }];
  const lines = [...defaults, contentType].filter(each => !own.has(each.name.toLowerCase()));
  const to = connect.url === '' ? '' : ` to ${connect.url}`;
  return [
    [],
    [{ text: ` Sent as well${to}:`, role: 'dim' }],
    ...lines.map((each): Line => [{ text: `     ${each.name}: ${each.value}`, role: 'dim' }]),
    [],
    [{ text: ' It holds for schema, operations and subscriptions.', role: 'dim' }],
  ];
}
