/** Drafts: texts saved to disk while the user types, and restored in the next session. */
import { storableUrl } from '../../core/history.js';
import type { TabTexts } from '../../core/tab-texts.js';
import { replaceText, textOf } from '../../core/text/editor.js';
import { sentBy } from '../identity/rows.js';
import type { ConnectState } from '../model/connect.js';
import type { DraftsAction, DraftsState, FilesState, RestoredDraft } from '../model/documents.js';
import type { Effect, Update } from '../model/effect.js';
import type { State, Tab, TabContent } from '../model/state.js';
import type { Doc, LazyText } from '../model/text.js';
import { setEditor } from '../query/text.js';
import { update, withNotice } from '../update.js';
import { draftValues, sameValues, withDraftValues } from './captured-values.js';
import { fileWith, isChanged, noFile } from './files.js';
import { guardWords, restoreGuard } from './restored-profile.js';
import { contents, isEmpty } from './tab-content.js';
import { isUnseen, reduceTabs } from './tabs.js';

/** No endpoint yet. The initial texts wait for one. */
export const startDrafts = (query: Doc, variables: Doc): DraftsState => ({
  of: undefined,
  query,
  variables,
  tabs: undefined,
  profile: undefined,
  broken: false,
});

/** If a draft cannot be written, the user is notified once, and again when quitting. */
export function reduceDrafts(state: State, action: DraftsAction): Update<State> {
  switch (action.type) {
    case 'drafts/opened':
      return action.restored === undefined || action.of !== state.drafts.of
        ? update(state)
        : restoredAll(withoutUnseen(state, action.restored), action.restored);
    case 'drafts/saved':
      return update(state.drafts.broken ? { ...state, drafts: { ...state.drafts, broken: false } } : state);
    case 'drafts/failed': {
      const isReported = state.drafts.broken && !action.quitting;
      const next = { ...state, drafts: { ...state.drafts, broken: true } };
      if (isReported) return update(next);
      const question = action.quitting ? ' Press q again to quit without saving it.' : '';
      return update({
        ...next,
        quitAsked: action.quitting || state.quitAsked,
        notice: { text: `${action.text}${question}`, tone: 'error' },
      });
    }
  }
}

/** Replaces unvisited initial tabs with the tabs of the draft. */
function withoutUnseen(state: State, { others = [] }: RestoredDraft): State {
  if (others.length === 0) return state;
  const { all, at } = state.tabs;
  const drafts = all.filter(({ content }) => content === undefined || !isEmpty(content) || !isUnseen(content));
  return drafts.length === all.length
    ? state
    : { ...state, tabs: { ...state.tabs, all: drafts, at: drafts.indexOf(all[at] as Tab) } };
}

/** Replaces this tab with the restored active tab, and opens the others. */
function restoredAll(state: State, draft: RestoredDraft): Update<State> {
  const { at = 0, others = [], url, language } = draft;
  const { connect } = state;
  const isHere = (url ?? connect.url) === connect.url && (language ?? connect.kind) === connect.kind;
  if (!isHere) return restoredElsewhere(state, draft);
  // Values belong to a login, so they are not restored under another profile.
  const isOwn = draft.values !== undefined && draft.profile === state.connect.profile?.name;
  const known = isOwn ? { ...state, identity: withDraftValues(state.identity, draft.values) } : state;
  const effects: readonly Effect[] = isOwn ? [{ kind: 'identify', identity: sentBy(known.identity) }] : [];
  const next = withProfile(restored(known, draft), draft.profile);
  if (others.length === 0) return update(next, ...effects);
  const all = reduceTabs(next, { type: 'tabs/restore', at, others }).state;
  return update({ ...all, notice: next.notice }, ...effects);
}

/** Restores the profile of the text, and reports its effect. */
function withProfile(state: State, name: string | undefined): State {
  const guarded = restoreGuard(state, name);
  const { notice } = guarded;
  const words = notice === undefined ? '' : guardWords(guarded, name);
  return words === '' || notice === undefined
    ? guarded
    : { ...guarded, notice: { ...notice, text: `${notice.text}${words}` } };
}

/** Opens the restored active tab, which is on another server, next to this one. An empty tab is closed. */
function restoredElsewhere(state: State, draft: RestoredDraft): Update<State> {
  const { at = 0, others = [], ...own } = draft;
  const all = [...others.slice(0, at), own, ...others.slice(at)];
  const beside = reduceTabs(state, { type: 'tabs/restore', at: 0, others: all }).state;
  const active = beside.tabs.all.length - all.length + at;
  const entered = reduceTabs(beside, { type: 'tabs/go', at: active });
  const { tabs } = entered.state;
  const left = isEmpty(state) ? { ...tabs, all: tabs.all.toSpliced(beside.tabs.at, 1), at: active - 1 } : tabs;
  const notified = withNotice({ ...entered.state, tabs: left }, 'Restored unsaved text.');
  return update(withProfile(notified, draft.profile), ...entered.effects);
}

/** Restores the texts, each as one undo step. Text typed in the meantime is appended. */
function restored(state: State, draft: RestoredDraft): State {
  const typed = textOf(state.query.editor);
  const held = textOf(state.variables.editor);
  if (typed === draft.query && held === draft.variables) return state;
  const query = state.editing && typed.trim() !== '' ? `${draft.query}\n${typed}` : draft.query;
  const withQuery =
    draft.query.trim() === '' ? state : setEditor(state, 'query', replaceText(state.query.editor, query));
  const withTexts =
    draft.variables.trim() === '' || held.trim() !== ''
      ? withQuery
      : setEditor(withQuery, 'variables', replaceText(withQuery.variables.editor, draft.variables));
  const back = typed.trim() === '' ? '' : ' Press u for the previous text.';
  const of = draft.file === undefined ? '' : ` It belongs to ${draft.file.path}.`;
  return {
    ...withTexts,
    files: filesOf(state, draft),
    notice: { text: `Restored unsaved text.${of}${back}`, tone: 'info' },
  };
}

/** A restored text belongs to its own file, not to a file opened for another endpoint. */
function filesOf({ files }: State, { query, file }: RestoredDraft): FilesState {
  if (file !== undefined) return fileWith(file);
  return files.path === undefined || query.trim() === '' ? files : noFile;
}

/** Runs after any change: opens the draft of another endpoint, and saves changed texts. */
export function followDrafts(done: Update<State>): Update<State> {
  const { state } = done;
  const { connect, drafts, tabs } = state;
  const query = state.query.editor.doc;
  const variables = state.variables.editor.doc;
  const first = tabs.all[0]?.content?.connect ?? connect;
  const of = first.phase === 'asking' ? drafts.of : draftName(first);
  const isMoved = of !== undefined && of !== drafts.of;
  const isEdited = hasUnsavedDraft(state);
  if (!isMoved && !isEdited) return done;
  const profile = connect.profile?.name;
  const next = {
    ...state,
    drafts: { ...drafts, of, query, variables, profile, values: state.identity.values, tabs: tabs.all },
  };
  if (of === undefined) return { ...done, state: next };
  const open = isMoved ? [{ kind: 'open-draft', of } as const] : [];
  if (!isEdited && query.length === 0 && variables.length === 0) return update(next, ...open, ...done.effects);
  const others = tabs.all.flatMap(({ content }) => (content === undefined ? [] : [lazyTab(content, state)]));
  const save = { kind: 'save-draft', saved: isKept(state), ...lazyTab(state, state), at: tabs.at, others } as const;
  return update(next, ...open, save, ...done.effects);
}

/** True if the texts, their values, profile or tabs have changed since the draft was saved. */
function hasUnsavedDraft({ drafts, query, variables, connect, identity, tabs }: State): boolean {
  const { doc } = query.editor;
  const hasTabs = tabs.all.length > 1 || (drafts.tabs?.length ?? 1) > 1;
  return (
    doc !== drafts.query ||
    variables.editor.doc !== drafts.variables ||
    (connect.profile?.name !== drafts.profile && doc.length > 0) ||
    !sameValues(identity.values, drafts.values) ||
    (hasTabs && tabs.all !== drafts.tabs)
  );
}

/** Key of the draft. Texts of requests and of operations on the same URL have separate drafts. */
const draftName = ({ kind, url }: ConnectState): string => `${kind === 'http' ? 'http ' : ''}${url || 'no endpoint'}`;

/**
 * The texts of a tab, for writing. Includes its endpoint without secrets if it is not the draft's. If there are tabs of both
 * kinds, each tab stores its kind and URL, so a version without kinds ignores the draft.
 */
function lazyTab({ query, variables, files, connect, identity }: TabContent, state: State): TabTexts<LazyText> {
  const { kind, url, profile } = connect;
  const all = contents(state).map(each => each.connect);
  const isOfBoth = all.some(each => each.kind !== kind);
  const shown = storableUrl(url) === url ? url : '';
  const isNamed = isOfBoth || (shown !== '' && url !== all[0]?.url);
  const { path } = files;
  return {
    query: query.editor.doc,
    variables: variables.editor.doc,
    profile: profile?.name,
    language: isOfBoth ? kind : undefined,
    url: isNamed ? shown : undefined,
    file: path === undefined ? undefined : { ...files, path },
    values: draftValues(identity.values),
  };
}

/** True if the texts are saved in a file, so no draft is needed. */
const isKept = (state: State): boolean => state.files.path !== undefined && !isChanged(state);
