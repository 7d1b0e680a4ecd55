import type { GraphqlCommand, KnownProfile, UsedProfile } from '../../core/command.js';
import type { EditorKeys } from '../../core/config.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { namesCachedSchema, type SendOptions } from '../../core/graphql/sending/options.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { FlagWord } from '../../core/openapi/intelligence/complete-directive.js';
import type { Remembered } from '../../core/remembered.js';
import { builtInSynonyms, type Synonyms } from '../../core/search/synonyms.js';
import { schemaSource, withRemembered } from '../connect/remembered.js';
import { startConnect } from '../connect/start.js';
import { startDrafts } from '../documents/drafts.js';
import { startDocument } from '../documents/tab-content.js';
import { startTabs, type TabPlace, withTabOn } from '../documents/tabs.js';
import { sentBy, startIdentity } from '../identity/rows.js';
import type { Action } from '../model/action.js';
import type { Identity, IdentityState, SessionPlace } from '../model/identity.js';
import type { TransportOptions } from '../model/response.js';
import type { Binding, GivenNetwork, State, Workspace } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { noCompletion } from '../query/completion/reduce.js';
import { startSchema } from '../schema/rows.js';
import { warmDescription, warmMatches } from '../schema/search/prepare.js';
import { startVim } from '../text/vim.js';
import { graphqlKeys, httpKeys } from './http-keys.js';
import { keyTable } from './key-table.js';
import { startTour } from './tour.js';

export { sessionOfLastTime } from '../connect/remembered.js';
export { startedIn } from '../identity/session.js';

/** The screen and its keys. Size in cells. */
interface ScreenOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly mouse: boolean;
  /** Key tables for all kinds of documents; the default table if omitted. */
  readonly bindings?: readonly Binding[];
  /** Keys of the text panes. */
  readonly editor?: EditorKeys | undefined;
  /** The user's Latin keys of other characters. */
  readonly layout?: ReadonlyMap<string, string> | undefined;
  /** Synonyms for searches; the built-in ones if omitted. */
  readonly synonyms?: Synonyms;
  /** Flags allowed in the requests of a text. */
  readonly flags?: readonly FlagWord[];
  /** True to start the guided tour. */
  readonly tour?: boolean;
}

/** The first tab: its texts, server and login. */
interface TabOptions {
  /** Kind of the document; GraphQL by default. */
  readonly kind?: DocumentKind;
  readonly query: string;
  readonly variables: string;
  readonly url?: string;
  /** Set if the endpoint is not known to have a description. If none is found, requests are typed by hand. */
  readonly isGuess?: true;
  /** The profile that `url` was expanded from. */
  readonly profile?: UsedProfile;
  /** Headers and credentials, if any. */
  readonly identity?: Identity;
  /** `--session`: `identity` includes the session, `outside` does not. */
  readonly session?: SessionPlace & {
    readonly values: CapturedValues;
    readonly outside: Pick<Identity, 'auth' | 'headers'>;
  };
}

/** How operations are sent. */
interface SendingOptions {
  readonly sends?: SendOptions;
  readonly transport?: TransportOptions;
  /** URL to which `--connection-params` applies, if the flag was given. */
  readonly connectionParams?: string;
  readonly network?: GivenNetwork;
}

/** Other servers: open tabs, the configuration, and earlier sessions. */
interface ServerOptions {
  /** Further tabs, which connect when they are first shown. */
  readonly otherTabs?: readonly TabPlace[];
  /** Profiles by name. */
  readonly profiles?: ReadonlyMap<string, KnownProfile>;
  /** Configured identities by origin. */
  readonly hosts?: ReadonlyMap<string, Identity>;
  readonly recent?: readonly string[];
  /** Remembered settings of servers and profiles. */
  readonly remembered?: ReadonlyMap<string, Remembered>;
}

/** Initial settings from flags, configuration and files. */
export interface StartOptions extends ScreenOptions, TabOptions, SendingOptions, ServerOptions {}

/** The initial state, before any request. Without a URL, the prompt is shown. */
export function startState(options: StartOptions): State {
  const { kind = 'graphql', bindings = keyTable, otherTabs = [] } = options;
  const identity = options.identity ?? { auth: { apiKeys: [] }, headers: [] };
  const document = startDocument(options.query, options.variables, kind);
  const [query, variables] = [document.query.editor.doc, document.variables.editor.doc];
  const workplace: Workspace = {
    focus: 'schema',
    side: 'query',
    editing: false,
    connect: {
      ...startConnect(kind, options.url, options.recent ?? []),
      profile: options.profile,
      isGuess: options.isGuess,
    },
    schema: startSchema,
    identity: withStartSession(startIdentity(identity, options.hosts, options.sends), options.session),
  };
  const started: State = {
    ...document,
    ...workplace,
    tabs: startTabs,
    settings: {
      theme: options.theme,
      mouse: options.mouse,
      bindings: { graphql: graphqlKeys(bindings), http: httpKeys(bindings) },
      profiles: options.profiles ?? new Map(),
      remembered: options.remembered ?? new Map(),
      network: options.network,
      connectionParams: options.connectionParams,
      synonyms: options.synonyms ?? builtInSynonyms,
      flags: options.flags ?? [],
      layout: options.layout ?? new Map(),
      keepsNothing: options.session?.isReadOnly,
    },
    size: { columns: options.columns, rows: options.rows },
    zoomed: false,
    wrap: true,
    shift: 0,
    rise: undefined,
    grouping: 'tag',
    docsRows: 0,
    lastClick: undefined,
    prefix: undefined,
    vim: startVim(options.editor),
    notice: undefined,
    tour: options.tour === true ? startTour(bindings) : undefined,
    quitAsked: false,
    overlays: [],
    completion: noCompletion,
    drafts: startDrafts(query, variables),
    transport: options.transport ?? { get: false, protocol: 'auto' },
    past: [],
    now: 0,
    nextId: 1,
  };
  const all = otherTabs.reduce(withTabOn, started);
  return withRemembered({ ...all, drafts: { ...all.drafts, tabs: all.tabs.all } }).state;
}

function withStartSession(identity: IdentityState, session: StartOptions['session']): IdentityState {
  if (session === undefined) return identity;
  const { name, origin, isReadOnly, values, outside } = session;
  const headers = outside.headers.map(option => ({ option, on: true }));
  const before = { auth: outside.auth, headers, values: new Map() };
  return { ...identity, values, session: { name, origin, isReadOnly, before } };
}

/** The identity of the first requests. */
export const firstIdentity = ({ identity }: State): Identity => sentBy(identity);

/** The action that starts the first load. Flags take precedence over a remembered schema file. */
export function firstAction(state: State, command: Pick<GraphqlCommand, 'url' | 'schema' | 'refreshSchema'>): Action {
  const { url, schema, refreshSchema } = command;
  // The screen shows the cached schema at the start anyway.
  if (schema !== undefined && !(namesCachedSchema(schema) && url !== undefined))
    return { type: 'connect/load', source: { from: 'file', path: schema } };
  if (url === undefined) return { type: state.connect.isGuess ? 'connect/without' : 'connect/ask' };
  const isEndpoint = refreshSchema || (schema !== undefined && namesCachedSchema(schema));
  const source = isEndpoint ? ({ from: 'endpoint', url } as const) : schemaSource(state, state.connect);
  return { type: 'connect/load', source, refresh: refreshSchema };
}

/** Prepares a schema or a description in slices. */
export const idleWork = (theme: Theme) => ({
  schema: (view: SchemaIndex) => warmMatches(view, theme),
  description: (description: Description) => warmDescription(description, theme),
});
