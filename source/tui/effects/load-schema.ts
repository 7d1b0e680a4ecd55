/** Loads a GraphQL schema from a file, the cache or the server; then the graphql-js schema is built. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { GraphQLSchema } from 'graphql';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { buildGraphqlSchema } from '../../core/graphql/build-schema.js';
import { warmUp } from '../../core/graphql/builder/validity.js';
import { diffSchemas, type SchemaChange, tellsOneOf } from '../../core/graphql/schema-diff/diff.js';
import type { SchemaIndex } from '../../core/graphql/schema-types.js';
import { namesSchemaUrl } from '../../core/graphql/sending/options.js';
import { isProblem } from '../../core/problem.js';
import { cachedSchema, type LoadedSchema, loadSchema } from '../../io/graphql/introspect.js';
import { schemaFromFile } from '../../io/graphql/schema-file.js';
import type { RunContext } from '../../io/graphql/transport.js';
import { rememberEndpoint } from '../../io/history.js';
import { anySignal } from '../../io/http/stop.js';
import { fromHome } from '../../io/sources.js';
import type { SchemaSource } from '../model/connect.js';
import type { Effect } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import { screenHint } from '../screen-words.js';
import { drawnMs, inSlices, performLoad } from './background.js';
import type { Dispatch, EffectContext } from './context.js';
import { endpointNamed, endpointOf, reportAccount, sessionJar } from './endpoint.js';
import { offerLogin } from './look-for-login.js';
import { loadCompletion } from './query.js';

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>;

/** Dispatches `connect/loaded` or `connect/failed` with this ID, and the elapsed time every second. */
export function performLoadSchema(
  { id, source, refresh }: EffectOf<'load-schema'>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  // Another tab may be active by then.
  const { environment, identity } = world;
  const started = environment.monotonic();
  const isEndpoint = source.from === 'endpoint';
  const doing = isEndpoint ? 'loading the schema from the server…' : 'reading the schema…';
  const onRefused = isEndpoint ? offerLogin(source.url, id, dispatch) : undefined;
  let before: SchemaIndex | undefined;

  async function timedLoad(stop: AbortSignal): Promise<LoadedSchema | Failure> {
    const clock = setInterval(() => {
      const seconds = Math.round((environment.monotonic() - started) / 1000);
      dispatch({ type: 'connect/progress', id, text: `${seconds} s (Ctrl-C: stop): ${doing}` });
    }, 1000);
    try {
      before = refresh ? await previousSchema(source, world, identity, stop) : undefined;
      const loaded = await load(source, refresh, world, { identity, dispatch, stop, onRefused });
      const isReached = !(isFailure(loaded) && neverReached.has(loaded.kind));
      if (isEndpoint && isReached && !stop.aborted) void rememberEndpoint(source.url, environment);
      return loaded;
    } finally {
      clearInterval(clock);
    }
  }

  function show(loaded: LoadedSchema): void {
    const { index, fetchedAt: at, from, notes } = loaded;
    world.loaded.clear();
    world.loaded.set(id, { ...loaded, before });
    const read = from === 'file' ? undefined : { at, now: environment.now(), kept: from === 'cache' };
    dispatch({ type: 'connect/loaded', id, index, read });
    if (notes[0] !== undefined) dispatch({ type: 'app/notice', text: screenHint(notes[0]) });
  }

  return performLoad({ id, what: 'schema', load: timedLoad, show }, world, dispatch);
}

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
  if (source.from === 'file' && !namesSchemaUrl(source.path)) {
    const read = await schemaFromFile(fromHome(source.path, environment), environment);
    if (isFailure(read)) return read;
    if (read.kind === 'schema') return read.loaded;
    const { position, text } = read.problem;
    const where = position === undefined ? '' : `:${position.line}:${position.column}`;
    return failure('usage', `${source.path}${where}: ${text}`);
  }
  const isNamed = source.from === 'file';
  const endpoint = isNamed ? await endpointNamed(source.path, world) : await endpointOf(source.url, world, identity);
  if (isFailure(endpoint)) return endpoint;
  const { signal, release } = anySignal([environment.signal, stop]);
  const jar = isNamed ? undefined : sessionJar(source.url, world, identity);
  const keep = (write: () => Promise<void>): void => {
    world.writes.cache = pause(drawnMs).then(write);
  };
  const context = { environment, signal, onRefused, jar, log: world.log };
  return loadSchema(endpoint, context, { refresh, keep: isNamed ? undefined : keep }).finally(() => {
    release();
    if (!isNamed) reportAccount(endpoint, identity, dispatch);
  });
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

/** Builds the schema after the tree has been drawn. */
export function performBuildSchema({ id }: EffectOf<'build-schema'>, world: EffectContext, dispatch: Dispatch): void {
  const { signal } = world.environment;
  /** Starts work after that many milliseconds, unless the screen has been closed by then. */
  const later = (ms: number, work: () => void): void =>
    void setTimeout(() => {
      if (!signal.aborted) work();
    }, ms);
  later(drawnMs, () => {
    const loaded = world.loaded.get(id);
    if (loaded === undefined) return;
    const built = buildGraphqlSchema(loaded.index, loaded.sdl);
    if (isProblem(built)) {
      dispatch({ type: 'connect/built', id, problem: `Cannot use the schema for ticking: ${built.problem}` });
      return;
    }
    dispatch({ type: 'connect/built', id, schema: built.schema });
    later(50, () => warmUp(built.schema));
    later(120, () => loadCompletion(built.schema, dispatch));
    later(200, () => inSlices(world.idleWork.schema(loaded.index)));
    const { before } = loaded;
    if (before === undefined) return;
    later(300, () => {
      const changes = changesBetween(before, loaded.index, built.schema);
      if (changes.length > 0) dispatch({ type: 'connect/changed', id, changes });
    });
  });
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
