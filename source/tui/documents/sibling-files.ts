/**
 * The other request files in the folder of the open file, or in the current directory if there is none. They are read when the
 * tree shows requests, and again when it gets the focus.
 */
import type { SiblingFile } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { showsRequests } from '../schema/api/requests.js';
import { change, rebuild } from '../schema/rows.js';
import { activeTabId, update } from '../update.js';

/**
 * Requests the list if it is missing or may have changed.
 * @param before the state before the action
 */
export function followSiblingFiles(before: State, done: Update<State>): Update<State> {
  const { files, schema, focus, tabs } = done.state;
  if (!showsRequests(done.state)) return done;
  const isEntered = focus === 'schema' && before.focus !== 'schema' && before.tabs.at === tabs.at;
  if (schema.siblings?.of === files.query && !isEntered) return done;
  const siblings = { of: files.query, files: schema.siblings?.files ?? [] };
  const effect = { kind: 'list-sibling-files', tab: activeTabId(done.state), file: files.path } as const;
  return update(change(done.state, { siblings }), ...done.effects, effect);
}

/** Shows the list. */
export const withSiblingFiles = (state: State, files: readonly SiblingFile[]): State =>
  rebuild(change(state, { siblings: { of: state.files.query, files } }));
