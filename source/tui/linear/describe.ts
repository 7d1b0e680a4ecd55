/** Describes the state as text for a screen reader: no boxes, no glyphs, one fact after the other. */

import { headerWords, loginWords } from '../../core/credentials/describe.js';
import { textOf } from '../../core/text/editor.js';
import { bindingsOf } from '../components/key-labels.js';
import { operationWords, savedKind } from '../documents/saved-view.js';
import { historyKind, operationsKind } from '../documents/view.js';
import { identityRows, payloadWords, sessionWords } from '../identity/rows.js';
import type { Overlay } from '../model/action.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { choiceKind } from '../overlays/choice.js';
import { paletteKind } from '../overlays/palette.js';
import { cursorRow } from '../schema/rows.js';
import { fieldWords, formUsage } from './form.js';

const markWords: Readonly<Record<Row['mark'], string>> = {
  none: '',
  ticked: 'ticked',
  partial: 'ticked but needs a field',
  absent: 'not ticked',
};

/** A row in words: `books: BookConnection!, ticked, closed`. */
function rowWords(row: Row, state: State): string {
  const name = row.kind === 'on' ? `on ${row.name}` : row.name;
  const isArgument = row.kind === 'argument' || row.kind === 'input';
  const required = row.required === true ? 'required argument' : 'argument';
  const openState = state.schema.open.has(row.key) ? 'open' : 'closed';
  const parts = [
    `${row.alias === undefined ? '' : `${row.alias}: `}${name}${row.type === undefined ? '' : `: ${row.type.text}`}`,
    isArgument ? required : '',
    row.value === undefined ? '' : `value ${row.value}`,
    isArgument && row.mark === 'absent' ? '' : markWords[row.mark],
    row.children === undefined ? '' : openState,
    row.detail ?? '',
    row.deprecated === undefined ? '' : `deprecated: ${row.deprecated}`,
    row.skipped === undefined ? '' : `skipped: ${row.skipped}`,
    `level ${row.depth + 1}`,
  ];
  return parts.filter(Boolean).join(', ').replace(/ {2,}/g, ', ');
}

/** Explains why there is no tree. */
export const noTree = ({ connect }: State): string =>
  connect.kind === 'http' ? 'No description loaded and no requests.' : 'No schema loaded.';

/** The current row in words, such as `books: BookConnection!, ticked, closed`, or a sentence if there is no row. */
export const cursorWords = (state: State): string => {
  const row = cursorRow(state);
  return row === undefined ? noTree(state) : rowWords(row, state);
};

/** The rows from the cursor on. */
export const rowsFrom = (state: State, count: number): readonly string[] =>
  state.schema.rows
    .slice(state.schema.cursor, state.schema.cursor + count)
    .map((row, index) => `${index === 0 ? 'here: ' : ''}${rowWords(row, state)}`);

/** The first line of a question, without its colon. */
export const titleWords = (title: string): string => (title.split('\n', 1)[0] ?? '').replace(/:$/, '');

/** The prompt or the entries of an overlay. */
export function overlayWords(overlay: Overlay, state: State): readonly string[] {
  const numbered = (texts: readonly string[]): readonly string[] => [
    ...texts.map((text, index) => `${index + 1}. ${text}`),
    texts.length === 0
      ? 'The list is empty. Type back.'
      : `Type a number${texts.length > 8 ? ', filter WORDS' : ''}, or back.`,
  ];
  switch (overlay.kind) {
    case 'text':
      return [`${overlay.title}:`, ...overlay.text.split('\n')];
    case 'prompt':
      if (overlay.hidden === true) return [`${overlay.title}: ${overlay.hint}. Typed text is hidden.`];
      return [
        `${overlay.title}:${overlay.hint === '' ? '' : ` ${overlay.hint}.`}`,
        overlay.problem ?? `Now ${textOf(overlay.field) || 'empty'}. Type it, or back.`,
      ];
    case 'choice':
      return [
        ...(overlay.title.includes('\n') ? overlay.title.split('\n') : [`${overlay.title}:`]),
        ...numbered(
          choiceKind.shown(overlay, state).map(({ label, detail }) => (detail ? `${label}, ${detail}` : label)),
        ),
      ];
    case 'operations':
      return [
        'Operations:',
        ...numbered(operationsKind.shown(overlay, state).map(each => `${each.label}, ${each.detail}`)),
        'Also: new, rename N, delete N, run N.',
      ];
    case 'identity':
      return [
        'Headers and auth:',
        ...numbered(identityWords(state)),
        'Also: add header, on/off N, delete N, Bearer, Basic, API key, OAuth.',
      ];
    case 'history':
      if (overlay.entries === undefined) return ['Reading the history.'];
      return [
        'History, newest first:',
        ...numbered(
          historyKind
            .shown(overlay, state)
            .slice(0, 20)
            .map(each => `${each.operationName ?? each.kind}, ${each.outcome}, ${each.query.replace(/\s+/g, ' ')}`),
        ),
        'Also: run again N.',
      ];
    case 'saved':
      if (overlay.entries === undefined) return ['Reading the saved files.'];
      return [
        'Saved files:',
        ...numbered(
          savedKind
            .shown(overlay, state)
            .slice(0, 20)
            .map(each => [each.path, operationWords(each), each.comment].filter(Boolean).join(', ')),
        ),
        'Or type a path.',
      ];
    case 'login-form':
      return ['Log in, one field at a time.', ...fieldWords(overlay), formUsage];
    case 'login':
      return [...overlay.lines, overlay.pastes ? 'Paste the reply here, or type back to cancel.' : 'Waiting.'];
    case 'help':
      return [`${bindingsOf(state).length} keys.`];
    case 'palette':
      return [`${paletteKind.shown(overlay, state).length} commands.`];
  }
}

const identityWords = (state: State): readonly string[] =>
  identityRows(state).map(row => {
    const { auth, headers, sends } = state.identity;
    if (row.kind === 'auth') return `Login: ${loginWords(auth) || 'none'}`;
    if (row.kind === 'offered') return `Log in as the API describes: ${state.identity.offered?.metadataUrl ?? ''}`;
    if (row.kind === 'key') return `Key in the URL: ${auth.apiKeys[row.at]?.name ?? ''}`;
    if (row.kind === 'persisted') return `Persisted queries: ${sends.persisted ? 'hash first' : 'off'}`;
    if (row.kind === 'document') return `Document ID: ${sends.documentId ?? 'none'}`;
    if (row.kind === 'extensions') return `Extensions: ${sends.extensions ?? 'none'}`;
    if (row.kind === 'payload') return `Connection payload: ${payloadWords(state) ?? 'login and headers'}`;
    if (row.kind !== 'header') return `Session: ${sessionWords(state) ?? 'none'}`;
    const header = headers[row.at];
    return header === undefined ? '' : `${headerWords(header.option)}, ${header.on ? 'sent' : 'not sent'}`;
  });
