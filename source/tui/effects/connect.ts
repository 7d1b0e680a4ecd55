/** Endpoints and schemas. A schema is loaded from the cache, the server or a file; then the graphql-js schema is built. */

import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { GraphQLSchema } from 'graphql';
import { unexpectedFailure } from '../../core/bug.js';
import type { DocumentKind } from '../../core/document-kind.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { buildGraphqlSchema } from '../../core/graphql/build-schema.js';
import { warmUp } from '../../core/graphql/builder/validity.js';
import { diffSchemas, type SchemaChange, tellsOneOf } from '../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { namesSchemaUrl } from '../../core/graphql/sending/options.js';
import { isProblem } from '../../core/problem.js';
import { cachedSchema, type LoadedSchema, loadSchema } from '../../io/graphql/introspect.js';
import { schemaFromFile } from '../../io/graphql/schema-file.js';
import { spokenAt } from '../../io/graphql/spoken.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { readEndpoints, rememberEndpoint } from '../../io/history.js';
import { anySignal } from '../../io/http/stop.js';
import { describedAt } from '../../io/openapi/described.js';
import { rememberPlace, rememberTheme } from '../../io/remembered.js';
import { fromHome, pathOf } from '../../io/sources.js';
import type { SchemaSource } from '../model/connect.js';
import type { ConnectEffect } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import { screenHint } from '../screen-words.js';
import { type Dispatch, type EffectContext, type Performers, showError } from './context.js';
import { endpointNamed, endpointOf, reportAccount, sessionCookies } from './endpoint.js';
import { inSlices } from './in-slices.js';
import { performLoadDescription } from './load-description.js';
import { offerLogin } from './look-for-login.js';
import { loadCompletion } from './query.js';
import { performWriteProfile } from './write-profile.js';

/** Dispatches `connect/loaded` or `connect/failed` with this ID, and the elapsed time every second. */
async function performLoad(
  id: number,
  source: SchemaSource,
  refresh: boolean,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  // Another tab may be active by then.
  const { environment, identity } = world;
  const started = environment.monotonic();
  const stop = new AbortController();
  world.running.set(id, stop);
  const clock = setInterval(() => {
    const seconds = Math.round((environment.monotonic() - started) / 1000);
    dispatch({ type: 'connect/progress', id, text: `${seconds} s (Ctrl-C: stop): ${doing(source)}` });
  }, 1000);
  const before = refresh ? await previousSchema(source, world, identity, stop.signal) : undefined;
  const loaded = await load(source, refresh, world, {
    identity,
    dispatch,
    stop: stop.signal,
    onRefused: source.from === 'endpoint' ? offerLogin(source.url, id, dispatch) : undefined,
  }).finally(() => {
    clearInterval(clock);
    world.running.delete(id);
  });
  if (stop.signal.aborted) {
    const failed = failure('interrupted', 'Stopped before the schema was loaded.');
    dispatch({ type: 'connect/failed', id, failure: failed });
    return;
  }
  if (source.from === 'endpoint' && !(isFailure(loaded) && neverReached.has(loaded.kind))) {
    void rememberEndpoint(source.url, environment);
  }
  if (isFailure(loaded)) {
    dispatch({ type: 'connect/failed', id, failure: loaded });
    return;
  }
  world.loaded.clear();
  world.loaded.set(id, { ...loaded, before });
  dispatch({
    type: 'connect/loaded',
    id,
    index: loaded.index,
    read:
      loaded.from === 'file'
        ? undefined
        : { at: loaded.fetchedAt, now: environment.now(), kept: loaded.from === 'cache' },
  });
  const note = loaded.notes[0];
  if (note !== undefined) dispatch({ type: 'app/notice', text: screenHint(note) });
}

const doing = (source: SchemaSource): string =>
  source.from === 'endpoint' ? 'loading the schema from the server…' : 'reading the schema…';

/** Failures after which an endpoint is not remembered, since nothing responded. */
const neverReached: ReadonlySet<string> = new Set(['network', 'tls', 'timeout', 'usage', 'interrupted', 'login']);

/** Context of one load. */
interface LoadContext {
  readonly identity: Identity;
  readonly dispatch: Dispatch;
  readonly stop: AbortSignal;
  readonly onRefused: RunContext['onRefused'];
}

async function load(
  source: SchemaSource,
  refresh: boolean,
  world: EffectContext,
  { dispatch, identity, onRefused, stop }: LoadContext,
): Promise<LoadedSchema | Failure> {
  const { environment } = world;
  const context = (signal: AbortSignal) => ({
    environment,
    signal,
    onRefused,
    log: world.log,
  });
  if (source.from === 'file' && namesSchemaUrl(source.path)) {
    const endpoint = await endpointNamed(source.path, world);
    if (isFailure(endpoint)) return endpoint;
    const { signal, release } = anySignal([environment.signal, stop]);
    return loadSchema(endpoint, context(signal), { refresh }).finally(release);
  }
  if (source.from === 'file') {
    const read = await schemaFromFile(fromHome(source.path, environment), environment);
    if (isFailure(read)) return read;
    if (read.kind === 'schema') return read.loaded;
    const { position, text } = read.problem;
    const where = position === undefined ? '' : `:${position.line}:${position.column}`;
    return failure('usage', `${source.path}${where}: ${text}`);
  }
  const endpoint = await endpointOf(source.url, world, identity);
  if (isFailure(endpoint)) return endpoint;
  const { signal, release } = anySignal([environment.signal, stop]);
  return loadSchema(
    endpoint,
    { ...context(signal), ...sessionCookies(source.url, world, identity) },
    {
      refresh,
      keep: write => {
        world.writes.cache = pause(drawnMs).then(write);
      },
    },
  ).finally(() => {
    release();
    reportAccount(endpoint, identity, dispatch);
  });
}

/**
 * Probes the kind of a server without credentials. Returns `http` only if a description is found, and undefined if the kind
 * stays unknown or the probe times out.
 */
async function probedKind(url: string, world: EffectContext): Promise<DocumentKind | undefined> {
  const endpoint = await endpointOf(url, world, { auth: { apiKeys: [] }, headers: [] });
  if (isFailure(endpoint)) return undefined;
  const { environment } = world;
  const spoken = await spokenAt(endpoint, environment);
  if (spoken !== 'http') return spoken === 'graphql' ? spoken : undefined;
  const context = { environment, signal: environment.signal, note: () => {} };
  return isFailure(await describedAt(endpoint, url, { refresh: false }, context)) ? undefined : 'http';
}

/** The cached schema of a server, read before the schema is fetched again. */
async function previousSchema(
  source: SchemaSource,
  world: EffectContext,
  identity: Identity,
  signal: AbortSignal,
): Promise<SchemaIndex | undefined> {
  if (source.from === 'file') return undefined;
  const endpoint = await endpointOf(source.url, world, identity);
  if (isFailure(endpoint)) return undefined;
  await world.writes.cache;
  return (await cachedSchema(endpoint, { environment: world.environment, signal }))?.index;
}

/** Time reserved for drawing a loaded tree, in milliseconds. Background work starts afterwards. */
const drawnMs = 30;

/** Builds the schema after the tree has been drawn. */
function performBuild(id: number, world: EffectContext, dispatch: Dispatch): void {
  setTimeout(() => {
    const loaded = world.loaded.get(id);
    if (loaded === undefined) return;
    const built = buildGraphqlSchema(loaded.index, loaded.sdl);
    if (isProblem(built)) {
      dispatch({ type: 'connect/built', id, problem: `Cannot use the schema for ticking: ${built.problem}` });
      return;
    }
    dispatch({ type: 'connect/built', id, schema: built.schema });
    setTimeout(() => warmUp(built.schema), 50);
    setTimeout(() => loadCompletion(built.schema, dispatch), 120);
    setTimeout(() => inSlices(world.whileIdle(loaded.index)), 200);
    const { before } = loaded;
    if (before === undefined) return;
    setTimeout(() => {
      const changes = changesBetween(before, loaded.index, built.schema);
      if (changes.length > 0) dispatch({ type: 'connect/changed', id, changes });
    }, 300);
  }, drawnMs);
}

/** Compares two schemas. Also returns an empty list if they cannot be compared. */
function changesBetween(before: SchemaIndex, now: SchemaIndex, schema: GraphQLSchema): readonly SchemaChange[] {
  try {
    if (isDeepStrictEqual(before.raw, now.raw)) return [];
    const old = buildGraphqlSchema(before);
    if (isProblem(old)) return [];
    return diffSchemas(old.schema, schema, { oneOf: tellsOneOf(before.raw) && tellsOneOf(now.raw) });
  } catch {
    return [];
  }
}

/** Queues a write, so that writes happen one at a time. */
function queueWrite(write: () => Promise<void>, what: string, world: EffectContext, dispatch: Dispatch): void {
  world.writes.settings = (world.writes.settings ?? Promise.resolve()).then(write).catch(() => {
    showError(`Cannot save ${what}: the state folder is not writable.`, dispatch);
  });
}

export const connectEffects: Performers<ConnectEffect> = {
  'load-schema': ({ id, source, refresh }, world, dispatch) =>
    world.currentId
      .run(id, () => performLoad(id, source, refresh, world, dispatch))
      .catch((error: unknown) => dispatch({ type: 'connect/failed', id, failure: unexpectedFailure(error) })),
  'load-description': performLoadDescription,
  async 'ask-kind'({ url, typed, language, said }, world, dispatch) {
    const kind = said ?? (await probedKind(url, world)) ?? language;
    dispatch(kind === language ? { type: 'connect/accept', typed } : { type: 'tabs/connect', kind, typed });
  },
  'build-schema': ({ id }, world, dispatch) => performBuild(id, world, dispatch),
  'write-profile': performWriteProfile,
  remember({ place, settings }, world, dispatch) {
    if (!world.remembers) return;
    const { environment } = world;
    // The next process may start in another folder, so store an absolute path.
    const { schema } = settings;
    const isPath = schema !== undefined && !namesSchemaUrl(schema);
    const stored = isPath ? { ...settings, schema: pathOf(schema, environment) } : settings;
    queueWrite(() => rememberPlace(place, stored, environment), 'the settings of this server', world, dispatch);
  },
  'remember-theme'({ theme }, world, dispatch) {
    if (world.remembers) queueWrite(() => rememberTheme(theme, world.environment), 'the theme', world, dispatch);
  },
  'read-endpoints': async (_, { environment }, dispatch) =>
    dispatch({ type: 'connect/recent', urls: readEndpoints(environment) }),
};
