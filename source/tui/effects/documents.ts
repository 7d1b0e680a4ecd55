import { isWebSocketUrl } from '../../core/request/typed-url.js';
import { readHistory } from '../../io/history.js';
import { pathsLike } from '../../io/saved-files.js';
import { pathOf } from '../../io/sources.js';
import type { DocumentsEffect } from '../model/effect.js';
import type { Performers } from './context.js';
import { draftOf, restoredOf } from './files/draft-file.js';
import { performImport, performReadCurl } from './files/import.js';
import { performOpen, performSaveFiles } from './files/open-save.js';
import { performCompletePath, performListSaved, performListSiblingFiles } from './files/saved.js';

export const documentsEffects: Performers<DocumentsEffect> = {
  async 'open-draft'({ of }, context, dispatch) {
    const { drafts, environment } = context;
    const { file } = context.start;
    const draft = await drafts.open(file === undefined ? of : `${of} ${pathOf(file, environment)}`);
    const restored = draft.restored && restoredOf(draft.restored, environment);
    dispatch({ type: 'drafts/opened', of, restored });
    // Unsaved changes to the file take precedence over its content. A WebSocket is opened anyway.
    if (file !== undefined && (restored === undefined || isWebSocketUrl(file)))
      dispatch({ type: 'files/open', path: file });
    if (draft.unread.length === 0) return;
    const text = draft.unread.join('\n');
    dispatch({ type: 'overlay/open', overlay: { kind: 'text', title: 'Drafts that were not restored', text, top: 0 } });
  },
  'save-draft': (effect, context, dispatch) =>
    context.drafts.save(draftOf(effect, context), problem => {
      if (problem === undefined) dispatch({ type: 'drafts/saved' });
      else dispatch({ type: 'drafts/failed', text: problem.text, quitting: false });
    }),
  'list-saved': performListSaved,
  'list-sibling-files': performListSiblingFiles,
  'complete-path': performCompletePath,
  async 'list-paths'({ text }, { environment }, dispatch) {
    const all = await pathsLike(text, typed => pathOf(typed, environment));
    dispatch({ type: 'completion/paths', of: text, all });
  },
  'read-history': async (_, { environment }, dispatch) =>
    dispatch({ type: 'history/read', entries: await readHistory(environment), now: environment.now() }),
  'open-files': performOpen,
  'import-file': performImport,
  'read-curl': performReadCurl,
  'save-files': performSaveFiles,
};
