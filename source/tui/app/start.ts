import type { GraphqlCommand, KnownProfile, UsedProfile } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import type { KeptValues } from '../../core/http-file/kept-values.js';
import type { Description } from '../../core/openapi/document/types.js';
import type { FlagWord } from '../../core/openapi/intelligence/complete-directive.js';
import type { Remembered } from '../../core/remembered.js';
import { schemaSource, withRemembered } from '../connect/remembered.js';
import { startConnect } from '../connect/start.js';
import { startDrafts } from '../documents/drafts.js';
import { startDocument } from '../documents/start.js';
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
import { graphqlKeys, httpKeys } from './http-keys.js';
import { keyTable } from './key-table.js';
import { startTour } from './tour.js';

export { sessionOfLastTime } from '../connect/remembered.js';
export { startedIn } from '../identity/session.js';

/** Settings of the first screen from flags, configuration and files. Size in cells. */
export interface StartOptions {
  /** Absent: GraphQL. */
  readonly kind?: DocumentKind;
  /** Tabs beside the first one, which connect when they are shown. */
  readonly beside?: readonly TabPlace[];
  /** Nobody said that there is a description: without one, requests are typed. */
  readonly isGuess?: true;
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly mouse: boolean;
  /** Of all kinds; absent: the standard key table. */
  readonly bindings?: readonly Binding[];
  readonly url?: string;
  /** Absent: neither headers nor credentials. */
  readonly identity?: Identity;
  readonly sends?: SendOptions;
  /** By origin. */
  readonly hosts?: ReadonlyMap<string, Identity>;
  readonly recent?: readonly string[];
  readonly ways?: TransportOptions;
  /** By name. */
  readonly profiles?: ReadonlyMap<string, KnownProfile>;
  /** The profile that `url` was typed by. */
  readonly profile?: UsedProfile;
  /** Settings kept for servers and profiles. */
  readonly remembered?: ReadonlyMap<string, Remembered>;
  readonly network?: GivenNetwork;
  readonly flags?: readonly FlagWord[];
  /** `--session`: `identity` has what it keeps, and `outside` what it has without. */
  readonly session?: SessionPlace & {
    readonly values: KeptValues;
    readonly outside: Pick<Identity, 'auth' | 'headers'>;
  };
  readonly query: string;
  readonly variables: string;
  /** Begins the guided tour. */
  readonly tour?: boolean;
}

/** Nothing has been requested yet; without a URL the prompt is shown. */
export function startState(options: StartOptions): State {
  const { kind = 'graphql', bindings = keyTable, beside = [] } = options;
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
      ...(options.isGuess ? { isGuess: true } : {}),
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
      flags: options.flags ?? [],
      ...(options.session?.isReadOnly ? { keepsNothing: true as const } : {}),
    },
    size: { columns: options.columns, rows: options.rows },
    zoomed: false,
    wrap: true,
    shift: 0,
    rise: 0,
    grouping: 'tag',
    docsRows: 0,
    lastClick: undefined,
    prefix: undefined,
    notice: undefined,
    tour: options.tour === true ? startTour(bindings) : undefined,
    quitAsked: false,
    overlays: [],
    completion: noCompletion,
    drafts: startDrafts(query, variables),
    ways: options.ways ?? { get: false, protocol: 'auto' },
    past: [],
    now: 0,
    nextId: 1,
  };
  const all = beside.reduce(withTabOn, started);
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

/** The action that starts the first load; a schema file of last time gives way to the flags. */
export function firstAction(state: State, command: Pick<GraphqlCommand, 'url' | 'schema' | 'refreshSchema'>): Action {
  const { url, schema, refreshSchema } = command;
  // The screen begins with the kept schema by itself.
  if (schema !== undefined && !(schema === 'kept' && url !== undefined))
    return { type: 'connect/load', source: { from: 'file', path: schema } };
  if (url === undefined) return { type: state.connect.isGuess ? 'connect/without' : 'connect/ask' };
  const source =
    refreshSchema || schema === 'kept' ? ({ from: 'endpoint', url } as const) : schemaSource(state, state.connect);
  return { type: 'connect/load', source, refresh: refreshSchema };
}

/** Warms up a schema or a description, in slices. */
export const whileIdle = (read: SchemaIndex | Description): Iterator<void> =>
  'operations' in read ? warmDescription(read) : warmMatches(read);
