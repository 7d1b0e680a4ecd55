/** Loads the description of an HTTP document from a file, the cache or the server. */

import { setTimeout as pause } from 'node:timers/promises';
import { unexpectedFailure } from '../../core/bug.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { namesSchemaUrl } from '../../core/graphql/sending/options.js';
import type { Hint } from '../../core/hint.js';
import { readDescription } from '../../core/openapi/document/description.js';
import { foundText } from '../../core/openapi/document/discovery.js';
import type { Description } from '../../core/openapi/document/types.js';
import { rememberEndpoint } from '../../io/history.js';
import { anySignal } from '../../io/http/stop.js';
import { describedAt } from '../../io/openapi/described.js';
import { loadFile } from '../../io/openapi/load.js';
import { fromHome } from '../../io/sources.js';
import type { Effect } from '../model/effect.js';
import { screenHint } from '../screen-words.js';
import type { Dispatch, EffectContext } from './context.js';
import { endpointNamed, endpointOf, sessionCookies } from './endpoint.js';
import { inSlices } from './in-slices.js';

type LoadDescription = Extract<Effect, { readonly kind: 'load-description' }>;

/** Dispatches `connect/described` or `connect/failed` with this ID, and progress meanwhile. */
export function performLoadDescription(
  effect: LoadDescription,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { id } = effect;
  return world.currentId
    .run(id, () => load(effect, world, dispatch))
    .catch((error: unknown) => dispatch({ type: 'connect/failed', id, failure: unexpectedFailure(error) }));
}

/** Time reserved for drawing a tree, in milliseconds. */
const drawnMs = 30;

interface Loaded {
  readonly description: Description;
  readonly fetchedAt?: number;
  readonly isKept?: boolean;
}

async function load(effect: LoadDescription, world: EffectContext, dispatch: Dispatch): Promise<void> {
  const { id, source } = effect;
  const { environment } = world;
  const stop = new AbortController();
  world.running.set(id, stop);
  const loaded = await described(effect, world, stop.signal, text =>
    dispatch({ type: 'connect/progress', id, text: `(Ctrl-C: stop) ${text}` }),
  ).finally(() => world.running.delete(id));
  if (stop.signal.aborted) {
    const stopped = failure('interrupted', 'Stopped before the description was loaded.');
    return dispatch({ type: 'connect/failed', id, failure: stopped });
  }
  if (isFailure(loaded)) return dispatch({ type: 'connect/failed', id, failure: loaded });
  if (source.from === 'endpoint') void rememberEndpoint(source.url, environment);
  const { description, fetchedAt, isKept = false } = loaded;
  const read = fetchedAt === undefined ? undefined : { at: fetchedAt, now: environment.now(), kept: isKept };
  dispatch({ type: 'connect/described', id, description, read });
  // Draw the tree first.
  setTimeout(() => inSlices(world.whileIdle(description)), drawnMs).unref();
  const isElsewhere = source.from === 'endpoint' && description.source !== source.url && !isKept;
  const { length: count } = description.problems;
  const notes = [
    ...(isElsewhere ? [`${foundText(description)}.`] : []),
    ...(count === 0
      ? []
      : [`${count === 1 ? '1 problem' : `${count} problems`} in the description. Press p to list them.`]),
  ];
  if (notes.length > 0) dispatch({ type: 'app/notice', text: screenHint(notes.join(' ')) });
}

async function described(
  { source, refresh }: LoadDescription,
  world: EffectContext,
  stop: AbortSignal,
  note: (text: Hint) => void,
): Promise<Loaded | Failure> {
  const { environment, identity, command } = world;
  if (source.from === 'file' && !namesSchemaUrl(source.path)) {
    const read = await loadFile(fromHome(source.path, environment), environment);
    return isFailure(read) ? read : { description: readDescription(read) };
  }
  const endpoint =
    source.from === 'file' ? await endpointNamed(source.path, world) : await endpointOf(source.url, world, identity);
  if (isFailure(endpoint)) return endpoint;
  const { signal, release } = anySignal([environment.signal, stop]);
  const context = {
    environment: { ...environment, signal },
    signal,
    note,
    ...(source.from === 'endpoint' ? sessionCookies(source.url, world, identity) : {}),
    log: world.log,
  };
  const home = source.from === 'endpoint' ? source.url : command.url;
  const described = await describedAt(endpoint, home, { refresh }, context).finally(release);
  // Let progress paint before parsing a large description.
  await pause(0);
  return isFailure(described) ? described : { ...described, description: readDescription(described.prepared) };
}
