/** Opening a file. A text of the other kind opens in a tab of that kind. */
import { type DocumentKind, kindOfFile } from '../../core/document-kind.js';
import { isWebSocketUrl } from '../../core/request/typed-url.js';
import { textOf } from '../../core/text/editor.js';
import { reduceConnect } from '../connect/reduce.js';
import type { OperationToSelect } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { isHttp } from '../query/http-text.js';
import { run } from '../response/run.js';
import { activeTabId, update } from '../update.js';
import { atRequest } from './files.js';
import { loadTexts } from './load-texts.js';
import { contents, isEmpty } from './tab-content.js';
import { reduceTabs, withTabOn } from './tabs.js';

interface FileToOpen {
  readonly path: string;
  readonly operation?: OperationToSelect | undefined;
}

/**
 * Reads the file into the tab or a new one. A text of the other kind opens in an empty tab of that kind or in a new tab, which
 * has no server and no login yet. The URL of a WebSocket opens as a request that is sent at once.
 */
export function openFile(state: State, { path, operation }: FileToOpen, inNewTab = false): Update<State> {
  if (isWebSocketUrl(path)) return openWebSocket(state, path);
  const room = tabFor(state, kindOfFile(path), inNewTab);
  return update(room.state, ...room.effects, { kind: 'open-files', tab: activeTabId(room.state), path, operation });
}

/**
 * Switches to the tab into which a file is read. A URL prompt closes, or stays in its tab if that tab has no server.
 * @param kind kind of the file, or undefined for other files, which may be imported
 */
function tabFor(state: State, kind: DocumentKind | undefined, inNewTab: boolean): Update<State> {
  const { connect } = state;
  const isAsking = connect.phase === 'asking';
  if (kind !== undefined && (kind !== connect.kind || (isAsking && connect.url === ''))) return otherTab(state, kind);
  if (inNewTab) return reduceTabs(state, { type: 'tabs/new' });
  return isAsking ? reduceConnect(state, { type: 'connect/leave' }) : update(state);
}

/** Switches to the tab that has the file, with the cursor on the request. Without one, the file is read into a new tab. */
export function showFile(state: State, file: FileToOpen): Update<State> {
  const at = contents(state).findIndex(({ files }) => files.path === file.path);
  const { state: shown, effects } = at < 0 ? openFile(state, file, true) : reduceTabs(state, { type: 'tabs/go', at });
  const focused: State = { ...shown, focus: 'query', side: 'query' };
  return update(at < 0 ? focused : atRequest(focused, file.operation), ...effects);
}

/** Switches to an empty tab of the kind without a URL prompt, or to a new one. */
export function otherTab(state: State, kind: DocumentKind): Update<State> {
  const empty = contents(state).findIndex(
    content => content.connect.kind === kind && content.connect.phase !== 'asking' && isEmpty(content),
  );
  const beside = empty < 0 ? withTabOn(state, { kind, url: '' }) : state;
  return reduceTabs(beside, { type: 'tabs/go', at: empty < 0 ? beside.tabs.all.length - 1 : empty });
}

/** Opens the WebSocket in this tab if it is empty or begins with the same request, otherwise in another one. */
function openWebSocket(state: State, url: string): Update<State> {
  const request = `WEBSOCKET ${url.trim()}\n`;
  const text = isHttp(state) ? textOf(state.query.editor).trimStart() : undefined;
  const isSame = text?.startsWith(request) === true;
  const room = text === '' || isSame ? tabFor(state, 'http', false) : otherTab(state, 'http');
  const isLoaded = isSame && room.state.tabs.at === state.tabs.at;
  const loaded = isLoaded ? room.state : loadTexts(room.state, request);
  const { state: started, effects } = run({ ...loaded, focus: 'response', editing: false });
  return update(started, ...room.effects, ...effects);
}
