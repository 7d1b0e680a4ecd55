/** The lists of this room: the operations of the text, and the history of runs. */
import type { HistoryEntry } from '../../core/history.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import type { HistoryOverlay, OperationsOverlay } from '../model/overlays.js';
import { listKind } from '../overlays/list.js';
import { isHttp } from '../query/http-text.js';
import { serverOf, when } from './history-words.js';
import { type OperationEntry, operationEntries } from './operation-entries.js';

/** The active operation has a `>` before it. */
export const operationsKind = listKind<OperationsOverlay, OperationEntry>({
  title: () => 'Operations',
  status: 'Enter goes there, Esc closes',
  keepsOrder: true,
  all: (_, state) => operationEntries(state),
  key: ({ definition }) => definition,
  row: ({ definition, label, detail }, { query }) => ({
    lead: [{ text: definition === query.active ? ' > ' : '   ', role: 'key' }],
    name: label,
    role: 'strong',
    about: detail,
  }),
  empty: (_, state) =>
    `Nothing here is called so: ${keyOf(bindingsOf(state), 'overlay.operations.add')} begins a new operation.`,
});

/** The request line, or the query on one line; without a name it begins after its kind, which is shown as its name. */
function textOf({ query, kind, operationName, line = '' }: HistoryEntry): string {
  if (kind === 'request') return line === operationName ? '' : line;
  const text = query.replace(/\s+/g, ' ').slice(0, 400);
  return operationName === undefined ? text.replace(new RegExp(`^ ?${kind} ?(?=[({@])`), '') : text;
}

/** Newest first, also while it is filtered. */
export const historyKind = listKind<HistoryOverlay, HistoryEntry>({
  widest: 110,
  title: () => 'History: type to filter',
  status: 'Enter takes it, Esc closes',
  keepsOrder: true,
  hasField: true,
  all: ({ entries = [] }, state) => entries.filter(({ kind }) => (kind === 'request') === isHttp(state)),
  named: ({ operationName = '', line = '', kind, query, variables, url, outcome }) => ({
    name: operationName,
    others: [line, kind, outcome],
    // Of a text of requests only the one that was sent.
    about: `${kind === 'request' ? '' : query} ${variables} ${url}`,
  }),
  row: entry => ({
    lead: [{ text: ` ${when(entry.at)}  `, role: 'dim' }],
    name: entry.operationName ?? entry.kind,
    role: 'strong',
    about: textOf(entry),
    right: [
      { text: `  ${serverOf(entry.url)}`, role: 'dim' },
      { text: `  ${entry.outcome} `, role: /failed|errors/.test(entry.outcome) ? 'error' : 'dim' },
    ],
  }),
  empty: ({ entries, field }, state) => {
    if (entries === undefined) return 'Being read.';
    const thing = isHttp(state) ? 'sends the request' : 'runs the query';
    return field.doc.length > 0 ? 'No run fits.' : `Nothing was run yet: ${keyOf(bindingsOf(state), 'run')} ${thing}.`;
  },
});
