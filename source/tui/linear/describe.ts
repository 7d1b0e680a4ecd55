/** Describes the state as text for a screen reader: no boxes, no glyphs, one fact after the other. */

import { headerWords, loginWords } from '../../core/credentials/describe.js';
import { textOf } from '../../core/text/editor.js';
import { bindingsOf } from '../components/key-labels.js';
import { operationWords, savedKind } from '../documents/saved-view.js';
import { historyKind, operationsKind } from '../documents/view.js';
import { identityRows, payloadWords, sessionWords } from '../identity/rows.js';
import type { Overlay } from '../model/action.js';
import type { HeaderRow, IdentityRow } from '../model/identity.js';
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

const numbered = (texts: readonly string[]): readonly string[] => [
  ...texts.map((text, index) => `${index + 1}. ${text}`),
  texts.length === 0
    ? 'The list is empty. Type back.'
    : `Type a number${texts.length > 8 ? ', filter WORDS' : ''}, or back.`,
];

/** Maximum number of listed past requests and saved files. */
const maxListed = 20;

export type OverlayOf<K extends Overlay['kind']> = Extract<Overlay, { readonly kind: K }>;

/** The prompt or the entries of an overlay. */
export function overlayWords(overlay: Overlay, state: State): readonly string[] {
  switch (overlay.kind) {
    case 'text':
      return [`${overlay.title}:`, ...overlay.text.split('\n')];
    case 'prompt':
      return promptWords(overlay);
    case 'choice':
      return choiceWords(overlay, state);
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
      return historyWords(overlay, state);
    case 'saved':
      return savedWords(overlay, state);
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

function promptWords({ title, hint, hidden, problem, field }: OverlayOf<'prompt'>): readonly string[] {
  const sentence = hint === '' || hint.endsWith('.') ? hint : `${hint}.`;
  if (hidden === true) return [`${title}: ${sentence} Typed text is hidden.`];
  return [`${title}: ${sentence}`.trimEnd(), problem ?? `Now ${textOf(field) || 'empty'}. Type it, or back.`];
}

function choiceWords(overlay: OverlayOf<'choice'>, state: State): readonly string[] {
  const { title } = overlay;
  const options = choiceKind.shown(overlay, state).map(({ label, detail }) => (detail ? `${label}, ${detail}` : label));
  return [...(title.includes('\n') ? title.split('\n') : [`${title}:`]), ...numbered(options)];
}

function historyWords(overlay: OverlayOf<'history'>, state: State): readonly string[] {
  if (overlay.entries === undefined) return ['Reading the history.'];
  const entries = historyKind.shown(overlay, state).slice(0, maxListed);
  const words = entries.map(
    each => `${each.operationName ?? each.kind}, ${each.outcome}, ${each.query.replace(/\s+/g, ' ')}`,
  );
  return ['History, newest first:', ...numbered(words), 'Also: run again N.'];
}

function savedWords(overlay: OverlayOf<'saved'>, state: State): readonly string[] {
  if (overlay.entries === undefined) return ['Reading the saved files.'];
  const entries = savedKind.shown(overlay, state).slice(0, maxListed);
  const words = entries.map(each => [each.path, operationWords(each), each.comment].filter(Boolean).join(', '));
  return ['Saved files:', ...numbered(words), 'Or type a path.'];
}

const identityWords = (state: State): readonly string[] => identityRows(state).map(row => identityRowWords(row, state));

function identityRowWords(row: IdentityRow, state: State): string {
  const { auth, headers, offered, sends } = state.identity;
  switch (row.kind) {
    case 'auth':
      return `Login: ${loginWords(auth) || 'none'}`;
    case 'offered':
      return `Log in as the API describes: ${offered?.metadataUrl ?? ''}`;
    case 'key':
      return `Key in the URL: ${auth.apiKeys[row.at]?.name ?? ''}`;
    case 'persisted':
      return `Persisted queries: ${sends.persisted ? 'hash first' : 'off'}`;
    case 'document':
      return `Document ID: ${sends.documentId ?? 'none'}`;
    case 'extensions':
      return `Extensions: ${sends.extensions ?? 'none'}`;
    case 'payload':
      return `Connection payload: ${payloadWords(state) ?? 'login and headers'}`;
    case 'session':
      return `Session: ${sessionWords(state) ?? 'none'}`;
    case 'header':
      return headerRowWords(headers[row.at]);
  }
}

const headerRowWords = (header: HeaderRow | undefined): string =>
  header === undefined ? '' : `${headerWords(header.option)}, ${header.on ? 'sent' : 'not sent'}`;
