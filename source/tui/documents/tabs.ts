/** Tabs: open, close, reopen and switch them, and restore those of an earlier session. */
import type { DocumentKind } from '../../core/document-kind.js';
import type { TabTexts } from '../../core/tab-texts.js';
import { isAsking } from '../connect/kind.js';
import { changeConnect, hasSchema, isLoading, load } from '../connect/load.js';
import { acceptUrl } from '../connect/open.js';
import { reduceConnect } from '../connect/reduce.js';
import { schemaSource, withRemembered } from '../connect/remembered.js';
import { startConnect, usedProfile } from '../connect/start.js';
import { sentBy, startIdentity } from '../identity/rows.js';
import type { TabsAction } from '../model/documents.js';
import type { Effect, Update } from '../model/effect.js';
import type { ClosedTab, State, TabContent, TabsState } from '../model/state.js';
import { stoppedResponse, stopping } from '../response/run.js';
import { startSchema } from '../schema/rows.js';
import { stopWaySearch } from '../schema/search/ways.js';
import { kindWords } from '../screen-words.js';
import { activeTabId, notify, update, withNotice } from '../update.js';
import { withDraftValues } from './captured-values.js';
import { fileWith, noFile } from './files.js';
import { originOf, restoreProfile } from './restored-profile.js';
import { contentOf, isEmpty, sharesConnection, startDocument, tabName, withContent } from './tab-content.js';

/** Maximum number of closed tabs that can be reopened. */
const maxClosed = 20;
/** Limit for session files, which may be untrusted. */
const maxTabs = 100;

/** A single tab, whose content is the state itself. */
export const startTabs: TabsState = { all: [{ id: 0, content: undefined }], at: 0, closed: [], justClosed: false };

/** Shares the connection of a tab on the same server. The login is separate; a new tab copies it from the previous one. */
export function reduceTabs(state: State, action: TabsAction): Update<State> {
  const { tabs } = state;
  switch (action.type) {
    case 'tabs/new':
      return enter(inserted(state, tabs.at + 1, newContent(state)), tabs.at + 1);
    case 'tabs/connect':
      return connectOther(state, action.kind, action.typed);
    case 'tabs/close':
      return close(state);
    case 'tabs/reopen':
      return reopen(state);
    case 'tabs/step':
      if (tabs.all.length === 1) return notify(state, 'Only one tab is open. Press Ctrl-T for a new one.');
      return enter(state, (tabs.at + action.by + tabs.all.length) % tabs.all.length);
    case 'tabs/go':
      if (tabs.all[action.at] === undefined) return notify(state, `No tab ${action.at + 1}.`);
      return enter(state, action.at);
    case 'tabs/restore':
      return update(restored(state, action.at, action.others));
  }
}

/** Opens a new tab with the same server and an empty text. */
const newContent = (state: State): TabContent => ({
  ...contentOf(state),
  ...startDocument('', '', state.connect.kind),
  schema: startSchema,
  focus: 'schema',
  side: 'query',
  editing: false,
});

function inserted(state: State, at: number, content: TabContent): State {
  const { tabs, nextId } = state;
  const all = [...tabs.all.slice(0, at), { id: nextId, content }, ...tabs.all.slice(at)];
  const active = at <= tabs.at ? tabs.at + 1 : tabs.at;
  return { ...state, nextId: nextId + 1, tabs: { ...tabs, all, at: active } };
}

/** Adds a tab after the others without switching to it. */
export const withTabOn = (state: State, place: TabPlace): State =>
  inserted(state, state.tabs.all.length, contentOn(state, place));

/** Makes another tab the active one. */
function enter(before: State, at: number): Update<State> {
  const { tabs } = before;
  const target = tabs.all[at];
  if (target?.content === undefined) return update(before);
  const left = withContent(before, tabs.at, contentOf(before));
  return show(left, { ...left.tabs, at, justClosed: false }, target.content);
}

/** Moves the content of the tab at `tabs.at` into the state. */
function show(state: State, tabs: TabsState, content: TabContent): Update<State> {
  const { connect } = state;
  const own = content.connect;
  const isShared = sharesConnection(own, connect);
  const shown: State = {
    ...state,
    ...content,
    connect: isShared ? connect : own,
    // Run checks that were postponed while another tab was active.
    query: { ...content.query, checkInput: { ...content.query.checkInput, schema: undefined } },
    variablesCheck: {
      ...content.variablesCheck,
      seen: { ...content.variablesCheck.seen, operation: undefined, schema: undefined, request: undefined },
    },
    tabs: { ...tabs, all: tabs.all.map((tab, index) => (index === tabs.at ? { ...tab, content: undefined } : tab)) },
    completion: { ...state.completion, list: undefined },
    prefix: undefined,
    lastClick: undefined,
    quitAsked: false,
  };
  const identified: readonly Effect[] =
    shown.identity === state.identity ? [] : [{ kind: 'identify', identity: sentBy(shown.identity) }];
  if (!isUnseen(shown)) return update(shown, ...identified);
  const known = withRemembered(shown);
  const loading = load(known.state, schemaSource(known.state, shown.connect), false);
  return update(loading.state, ...identified, ...known.effects, ...loading.effects);
}

/** True for an initial or restored tab, which connects when it is shown for the first time. */
export const isUnseen = ({ connect: { phase, loadId } }: TabContent): boolean =>
  phase === 'loading' && loadId === undefined;

/**
 * Opens a server of the other kind in a separate tab without this tab's login. This tab's text stays on its server. An empty
 * tab without a schema changes its kind instead.
 */
function connectOther(state: State, kind: DocumentKind, typed: string): Update<State> {
  const { connect, tabs } = state;
  if (!isAsking(connect, typed)) return update(state);
  const guess = kind === 'http' ? ({ isGuess: true } as const) : {};
  if (!hasSchema(connect) && isEmpty(state)) {
    const turned = { ...connect, kind, ...guess };
    return acceptUrl({ ...state, ...startDocument('', '', kind), connect: turned, notice: undefined }, typed);
  }
  const left = reduceConnect(state, { type: 'connect/leave' }).state;
  const content = contentOn(left, { kind, url: '' });
  const asking = { ...startConnect(kind, undefined, connect.recent), ...guess, field: connect.field };
  const entered = enter(inserted(left, tabs.at + 1, { ...content, connect: asking }), tabs.at + 1);
  const opened = acceptUrl(entered.state, typed);
  const { name } = kindWords[kind];
  const { notice } = opened.state;
  const isUnsaved = notice === state.notice ? undefined : notice?.text;
  const text = `Opened a new tab: this URL is ${name}.${isUnsaved === undefined ? '' : ` ${isUnsaved}`}`;
  return update(withNotice(opened.state, text), ...entered.effects, ...opened.effects);
}

/** Closes a tab and stops its work. The last tab becomes an empty one. */
function close(state: State): Update<State> {
  const { tabs } = state;
  if (tabs.all.length === 1 && isEmpty(state)) return notify(state, 'This empty tab is the last one.');
  const name = tabName(state).replace(/ \*$/, '');
  const stopped = withoutWork(state);
  const closed: ClosedTab = { id: activeTabId(state), content: contentOf(stopped.state), at: tabs.at };
  const shared = withContent(state, tabs.at, contentOf(state));
  const alone = tabs.all.length === 1 ? inserted(shared, 1, newContent(state)) : shared;
  const all = alone.tabs.all.filter((_, at) => at !== tabs.at);
  const at = Math.min(tabs.at, all.length - 1);
  const left = { all, at, closed: [closed, ...tabs.closed].slice(0, maxClosed), justClosed: true };
  const next = show(alone, left, all[at]?.content ?? newContent(state));
  return update(
    withNotice(next.state, `Closed tab "${name}". Press u to reopen it.`),
    ...stopped.effects,
    ...next.effects,
  );
}

/** The active tab before it is closed: its run, filter command, search for ways and load are cancelled. */
function withoutWork(state: State): Update<State> {
  const { response, connect, tabs } = state;
  const { state: stopped, effects } = stopWaySearch({ ...state, response: stoppedResponse(response), editing: false });
  const running = [...stopping(response), ...effects];
  if (!isLoading(connect) || connect.loadId === undefined) return update(stopped, ...running);
  const idle = changeConnect(stopped, { loadId: undefined, progress: '' });
  // An empty tab that replaces the last one waits for the same load.
  const isShared =
    tabs.all.length === 1 || tabs.all.some(({ content }) => content && sharesConnection(content.connect, connect));
  return isShared ? update(idle, ...running) : update(idle, ...running, { kind: 'cancel', id: connect.loadId });
}

function reopen(state: State): Update<State> {
  const [last, ...closed] = state.tabs.closed;
  if (last === undefined) return notify(state, 'No tab was closed.');
  const at = Math.min(last.at, state.tabs.all.length);
  // Drop the empty tab that replaced the last one.
  const isStandIn = state.tabs.justClosed && state.tabs.all.length === 1 && isEmpty(state);
  const back = inserted({ ...state, tabs: { ...state.tabs, closed } }, at, last.content);
  const next = enter(back, at);
  if (!isStandIn) return next;
  const { tabs } = next.state;
  return update(
    { ...next.state, tabs: { ...tabs, all: tabs.all.filter((_, index) => index === at), at: 0 } },
    ...next.effects,
  );
}

/** Adds the tabs of an earlier session around the active one. Tabs on other servers connect when they are first shown. */
function restored(state: State, at: number, others: readonly TabTexts[]): State {
  let next = state;
  for (const [index, tab] of others.slice(0, maxTabs).entries()) {
    const to = index < at ? next.tabs.at : next.tabs.all.length;
    const content = restoredContent(state, tab);
    const identity = withDraftValues({ ...content.identity, values: new Map() }, tab.values);
    next = inserted(next, to, { ...content, identity });
  }
  return next;
}

function restoredContent(state: State, tab: TabTexts): TabContent {
  const { url = state.connect.url, language = state.connect.kind } = tab;
  const document = startDocument(tab.query, tab.variables, language);
  const files = tab.file === undefined ? noFile : fileWith(tab.file);
  const { profile } = state.connect;
  const place = { kind: language, url, profile: tab.profile };
  const isHere =
    url === state.connect.url && language === state.connect.kind && (tab.profile ?? profile?.name) === profile?.name;
  const content = isHere ? newContent(state) : contentOn(state, place);
  return { ...content, ...document, files };
}

/** Server and profile of a tab. */
export interface TabPlace {
  readonly kind: DocumentKind;
  /** URL of the server, or empty if there is none. */
  readonly url: string;
  /** Name of the profile. */
  readonly profile?: string | undefined;
}

/** A tab with an empty text and the login configured for its server. */
function contentOn(state: State, { kind, url, profile: name }: TabPlace): TabContent {
  const { hosts } = state.identity;
  const profile = name === undefined ? undefined : restoreProfile(state, name, url);
  const host = profile?.identity ?? hosts.get(originOf(url)) ?? hosts.get('') ?? { auth: { apiKeys: [] }, headers: [] };
  const used = profile && usedProfile(profile.name, profile);
  return {
    ...newContent(state),
    ...startDocument('', '', kind),
    connect: { ...startConnect(kind, url, state.connect.recent), profile: used },
    identity: startIdentity(host, hosts),
  };
}

/** True while `u` reopens the closed tab, because nothing has been typed since. */
export const canReopenTab = ({ tabs }: State): boolean => tabs.justClosed && tabs.closed.length > 0;

/** The texts have changed, so `u` undoes text edits again. */
export const followTabs = (before: State, state: State): State =>
  state.tabs.justClosed &&
  before.tabs === state.tabs &&
  (before.query.editor.doc !== state.query.editor.doc || before.variables.editor.doc !== state.variables.editor.doc)
    ? { ...state, tabs: { ...state.tabs, justClosed: false } }
    : state;
