/** Loads the description of an HTTP document from a file, the cache or the server. */
import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '../../core/counted.js';
import { type Failure, isFailure } from '../../core/failure.js';
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
import type { EffectOf } from '../model/effect.js';
import { screenHint } from '../screen-words.js';
import { drawnMs, inSlices, performLoad } from './background.js';
import type { Dispatch, EffectContext } from './context.js';
import { endpointNamed, endpointOf, sessionJar } from './endpoint.js';

interface Loaded {
  readonly description: Description;
  readonly fetchedAt?: number;
  readonly isCached?: boolean;
}

/** Dispatches `connect/described` or `connect/failed` with this ID, and progress meanwhile. */
export function performLoadDescription(
  effect: EffectOf<'load-description'>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { id, source } = effect;
  const { environment } = world;
  const note = (text: Hint): void => dispatch({ type: 'connect/progress', id, text: `(Ctrl-C: stop) ${text}` });

  function show({ description, fetchedAt, isCached = false }: Loaded): void {
    if (source.from === 'endpoint') void rememberEndpoint(source.url, environment);
    const read = fetchedAt === undefined ? undefined : { at: fetchedAt, now: environment.now(), kept: isCached };
    dispatch({ type: 'connect/described', id, description, read });
    // Draw the tree first.
    setTimeout(() => inSlices(world.idleWork.description(description)), drawnMs).unref();
    const isElsewhere = source.from === 'endpoint' && description.source !== source.url && !isCached;
    const { length: count } = description.problems;
    const notes = [
      isElsewhere ? `${foundText(description)}.` : '',
      count === 0 ? '' : `${counted(count, 'problem')} in the description. Press p to list them.`,
    ].filter(Boolean);
    if (notes.length > 0) dispatch({ type: 'app/notice', text: screenHint(notes.join(' ')) });
  }

  const load = (stop: AbortSignal) => described(effect, world, stop, note);
  return performLoad({ id, what: 'description', load, show }, world, dispatch);
}

async function described(
  { source, refresh }: EffectOf<'load-description'>,
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
    jar: source.from === 'endpoint' ? sessionJar(source.url, world, identity) : undefined,
    log: world.log,
  };
  const home = source.from === 'endpoint' ? source.url : command.url;
  const described = await describedAt(endpoint, home, { refresh }, context).finally(release);
  // Let progress paint before parsing a large description.
  await pause(0);
  return isFailure(described) ? described : { ...described, description: readDescription(described.prepared) };
}
