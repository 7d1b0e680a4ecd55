/** The entire screen. Each part is redrawn only when its contents have changed. */

import { Box } from 'ink';
import { type ReactElement, useSyncExternalStore } from 'react';
import { authWords } from '../../core/credentials/describe.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { Block } from '../components/block.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import { renderLine } from '../components/line.js';
import { ConnectView } from '../connect/view.js';
import { fileWords } from '../documents/files.js';
import { tabName } from '../documents/tab-content.js';
import { sentBy, sessionWords } from '../identity/rows.js';
import { formOf, layout } from '../layout.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { OverlayView } from '../overlays/view.js';
import { CompletionView } from '../query/completion/view.js';
import { activeName, QueryPane } from '../query/view.js';
import { outdatedWords } from '../response/outdated.js';
import { ResponsePane } from '../response/view.js';
import { DocsStrip } from '../schema/docs-strip.js';
import { cursorRow } from '../schema/rows.js';
import { treeSource } from '../schema/sources.js';
import { SchemaPane } from '../schema/view.js';
import type { Store } from '../store.js';
import { statusOf } from '../text/vim.js';
import { VariablesPane } from '../variables/view.js';
import { DocumentBar, documentTabs } from './bars/document-bar.js';
import { shownTab, Tabs } from './bars/tabs.js';
import { cursorPlace } from './cursor.js';
import { Footer, footerKeys } from './footer.js';
import { Header } from './header.js';
import { overlayKinds } from './overlay-kinds.js';
import { TypedFieldView, type TypingTarget } from './typing/typed-field-view.js';

/** Draws the store's state, and redraws it when the store notifies. */
export function App({ store, target }: { store: Store<State, Action>; target?: TypingTarget }): ReactElement {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { size } = state;
  return (
    <Box width={size.columns} height={size.rows}>
      <Screen state={state} />
      {target && <TypedFieldView state={state} target={target} />}
    </Box>
  );
}

const sentWords = memoizeWeak((identity: State['identity']) => authWords(sentBy(identity)));

function Screen({ state }: { state: State }): ReactElement {
  const { connect, settings, focus } = state;
  const { theme } = settings;
  const bindings = bindingsOf(state);
  const shape = layout(state);
  if (shape.form === 'tiny') return <TooSmall state={state} />;
  const typed = cursorPlace(state);
  const footer = (
    <Footer
      typedRow={typed?.typed === undefined ? undefined : typed.row}
      keys={footerKeys(state)}
      notice={state.notice ?? state.tour?.notice}
      prefix={state.prefix}
      rect={shape.footer}
      theme={theme}
    />
  );
  if (connect.phase === 'asking' || connect.phase === 'failed') {
    return (
      <>
        {(connect.phase === 'failed' || state.overlays.length === 0) && (
          <ConnectView connect={connect} kind={connect.kind} screen={shape.screen} theme={theme} />
        )}
        {footer}
        <OverlayView state={state} kinds={overlayKinds} />
      </>
    );
  }
  const { schema, query, variables, response } = shape.panes;
  const common = (pane: State['focus']): { readonly focused: boolean; readonly theme: typeof theme } => ({
    // Panes below an overlay are drawn as well, so opening and closing a box only redraws the cells it covers.
    focused: focus === pane,
    theme,
  });
  return (
    <>
      <Header
        connect={connect}
        kind={connect.kind}
        now={state.now}
        auth={sentWords(state.identity)}
        session={sessionWords(state)}
        operation={activeName(state.query)}
        file={fileWords(state)}
        rect={shape.header}
        theme={theme}
      />
      {shape.documents && (
        <DocumentBar tabs={documentTabs(state)} active={state.tabs.at} rect={shape.documents} theme={theme} />
      )}
      {schema && (
        <SchemaPane
          schema={state.schema}
          phase={connect.phase}
          kind={connect.kind}
          progress={connect.progress}
          ticked={treeSource(state).ticked(state)}
          stale={state.query.document.problem !== undefined}
          rect={schema}
          {...common('schema')}
        />
      )}
      {shape.docs && <DocsStrip row={cursorRow(state)} rect={shape.docs} theme={theme} />}
      {shape.tabs && (
        <Tabs {...shownTab(state)} kind={connect.kind} zoomed={zoomWords(state)} rect={shape.tabs} theme={theme} />
      )}
      {query && (
        <QueryPane
          query={state.query}
          kind={connect.kind}
          bindings={bindings}
          checks={(connect.schema ?? connect.description) !== undefined}
          bare={connect.phase === 'without'}
          rect={query}
          status={statusOf(state, 'query')}
          wrap={state.wrap}
          {...common('query')}
        />
      )}
      {variables && (
        <VariablesPane
          variables={state.variables}
          kind={connect.kind}
          check={state.variablesCheck}
          bindings={bindings}
          bare={connect.phase === 'without'}
          rect={variables}
          status={statusOf(state, 'variables')}
          wrap={state.wrap}
          {...common('variables')}
        />
      )}
      {response && (
        <ResponsePane
          response={state.response}
          outdated={outdatedWords(state)}
          bindings={bindings}
          rect={response}
          {...common('response')}
        />
      )}
      {footer}
      <CompletionView state={state} />
      <OverlayView state={state} kinds={overlayKinds} />
    </>
  );
}

/** Title of the only visible pane: the name of its text and how to return to the other panes. */
function zoomWords(state: State): string {
  if (!state.zoomed || formOf(state.size) === 'narrow') return '';
  const name = tabName(state);
  return `${name === 'new' ? '' : `${name}: `}zoomed, ${keyOf(bindingsOf(state), 'zoom')}: restore`;
}

function TooSmall({ state }: { state: State }): ReactElement {
  const { columns, rows } = state.size;
  const texts = [`${columns}x${rows} is too small:`, 'apiclient needs 40x10.', 'Press q to quit.'];
  const lines = texts.slice(0, rows).map(text => renderLine([{ text }], columns, state.settings.theme));
  return <Block rect={{ x: 0, y: 0, width: columns, height: Math.min(rows, 3) }} lines={lines} />;
}
