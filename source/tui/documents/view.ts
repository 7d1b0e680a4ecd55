/** Overlays for documents: the operations of the text, and the history of runs. */

import { Kind } from 'graphql';
import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import type { HistoryEntry } from '../../core/history.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import type { Line } from '../components/line.js';
import { methodColumn } from '../components/method.js';
import type { HistoryOverlay, OperationsOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { listKind } from '../overlays/list.js';
import { isHttp } from '../query/http-text.js';
import { pathOf, serverOf, when, whenShort } from './history-words.js';

/** A definition of the text as listed. `offset` is the start of its text, in characters. */
export interface OperationEntry {
  /** Index of the definition in the text. */
  readonly definition: number;
  readonly label: string;
  readonly detail: string;
  readonly offset: number;
}

/** Definitions in text order. */
export function operationEntries({ query, settings }: State): readonly OperationEntry[] {
  return query.document.lastValid.definitions.flatMap((node, definition): OperationEntry[] => {
    if (!isOperation(node) && !isFragment(node)) return [];
    const label = node.name?.value ?? '(no name)';
    const kind = isOperation(node) ? node.operation : `fragment on ${node.typeCondition.name.value}`;
    const fields = node.selectionSet.selections
      .map(each => (each.kind === Kind.INLINE_FRAGMENT ? settings.theme.glyphs.spread : each.name.value))
      .join(' ');
    return [{ definition, label, detail: `${kind}  { ${fields} }`, offset: node.loc?.start ?? 0 }];
  });
}

/** Lists the definitions, with `>` before the active operation. */
export const operationsKind = listKind<OperationsOverlay, OperationEntry>({
  title: () => 'Operations',
  status: () => 'Enter: go to, Esc: close',
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
    `No matching operations. Press ${keyOf(bindingsOf(state), 'overlay.operations.add')} to add one.`,
});

/** The request line, or the query on one line. A query without a name starts after its kind, which is displayed as its name. */
function textOf({ query, kind, operationName, line = '' }: HistoryEntry): string {
  if (kind === 'request') return line === operationName ? '' : methodColumn(line).rest;
  const text = query.replace(/\s+/g, ' ').slice(0, 400);
  return operationName === undefined ? text.replace(new RegExp(`^ ?${kind} ?(?=[({@])`), '') : text;
}

/** Newest first, even while the list is filtered. */
export const historyKind = listKind<HistoryOverlay, HistoryEntry>({
  widest: 110,
  title: () => 'History: type to filter',
  status: () => 'Enter: use, Esc: close',
  keepsOrder: true,
  hasField: true,
  all: ({ entries = [] }, state) => entries.filter(({ kind }) => (kind === 'request') === isHttp(state)),
  named: ({ operationName = '', line = '', kind, query, variables, url, outcome }) => ({
    name: operationName,
    others: [line, kind, outcome],
    // For a text of requests, only the one that was sent.
    about: `${kind === 'request' ? '' : query} ${variables} ${url}`,
  }),
  row(entry, { now }) {
    const came: Line = [{ text: `  ${entry.outcome} `, role: /failed|errors/.test(entry.outcome) ? 'error' : 'dim' }];
    const { column, rest } = methodColumn(entry.line ?? entry.operationName ?? '');
    const isRequest = entry.kind === 'request';
    const lead = (time: string): Line => [{ text: ` ${time}  `, role: 'dim' }, ...(isRequest ? column : [])];
    // A request without a name is named by its method and path, because its server has its own column.
    const isUnnamed = entry.operationName === entry.line;
    return {
      lead: lead(when(entry.at)),
      name: isRequest && isUnnamed && rest !== '' ? pathOf(rest) : (entry.operationName ?? entry.kind),
      role: 'strong',
      about: textOf(entry),
      right: [{ text: `  ${serverOf(entry.url)}`, role: 'dim' }, ...came],
      // The request, time and outcome are more useful than the server, which the tab already shows.
      narrow: [
        { below: 50, lead: lead(whenShort(entry.at, now)), right: came },
        { below: 100, right: came },
      ],
    };
  },
  empty: ({ entries, field }, state) => {
    if (entries === undefined) return 'Loading';
    const thing = isHttp(state) ? 'send the request' : 'run the query';
    return field.doc.length > 0
      ? 'No matching runs.'
      : `No history yet. Press ${keyOf(bindingsOf(state), 'run')} to ${thing}.`;
  },
});
