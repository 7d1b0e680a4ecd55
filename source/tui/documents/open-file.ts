/** Opening a file: a text of the other kind gets a tab of that kind. */
import { kindOfFile } from '../../core/document-kind.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { activeId } from './files.js';
import { contents, isEmpty } from './tab-content.js';
import { reduceTabs, withTabOn } from './tabs.js';

interface FileToOpen {
  readonly path: string;
  /** The name of the one to select. */
  readonly operation?: string | undefined;
}

/**
 * Reads it into the tab, or into a new one. A text is not run as what it is not: one of the other kind goes into an empty tab of
 * that kind, or a new one, which has no server and no login yet.
 */
export function openFile(state: State, { path, operation }: FileToOpen, inNewTab = false): Update<State> {
  const kind = kindOfFile(path) ?? state.connect.kind;
  const room =
    kind !== state.connect.kind
      ? otherTab(state, kind)
      : inNewTab
        ? reduceTabs(state, { type: 'tabs/new' })
        : update(state);
  return update(room.state, ...room.effects, { kind: 'open-files', tab: activeId(room.state), path, operation });
}

function otherTab(state: State, kind: State['connect']['kind']): Update<State> {
  const empty = contents(state).findIndex(content => content.connect.kind === kind && isEmpty(content));
  const beside = empty < 0 ? withTabOn(state, { kind, url: '' }) : state;
  return reduceTabs(beside, { type: 'tabs/go', at: empty < 0 ? beside.tabs.all.length - 1 : empty });
}
