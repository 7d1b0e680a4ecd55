/** Work in the background: in slices between keys, or until the user stops it. */
import { unexpectedFailure } from '../../core/bug.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Hint } from '../../core/hint.js';
import { screenHint } from '../screen-words.js';
import type { Dispatch, EffectContext } from './context.js';

/** Time reserved for drawing a loaded tree, in milliseconds. Background work starts afterwards. */
export const drawnMs = 30;

/** Runs background work in slices, so that keys are handled in between. */
export function inSlices(work: Iterator<void>): void {
  const end = performance.now() + 5;
  while (performance.now() < end) if (work.next().done) return;
  setTimeout(() => inSlices(work), 5).unref();
}

/** A load of a schema or a description, which Ctrl-C can stop. */
interface Load<T> {
  readonly id: number;
  readonly what: 'schema' | 'description';
  /** Loads it. The result is dropped if the user has stopped the load. */
  load(stop: AbortSignal): Promise<T | Failure>;
  show(loaded: T): void;
}

/** Performs a load. Dispatches `connect/failed` with its ID if it fails or is stopped. */
export function performLoad<T extends object>(
  { id, what, load, show }: Load<T>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const fail = (reason: Failure): void => dispatch({ type: 'connect/failed', id, failure: reason });
  return world.currentId.run(id, async () => {
    const stop = new AbortController();
    world.running.set(id, stop);
    try {
      const loaded = await load(stop.signal).finally(() => world.running.delete(id));
      if (stop.signal.aborted) fail(failure('interrupted', `Stopped before the ${what} was loaded.`));
      else if (isFailure(loaded)) fail(loaded);
      else show(loaded);
    } catch (error) {
      fail(unexpectedFailure(error));
    }
  });
}

/** Intervals for reporting the duration of a run, in milliseconds: by default, and if it may last for days. */
const tickMs = 250;
const slowTickMs = 1000;

/** A run in progress. */
export interface RunInProgress {
  /** Aborts when the user stops the run. */
  readonly signal: AbortSignal;
  /** Monotonic time, in milliseconds. */
  readonly started: number;
  /** Milliseconds since the run began. */
  took(): number;
  /** Adds a note to the status of the run. */
  note(text: Hint): void;
  /** Reports the duration less often. */
  slowDown(): void;
  end(): void;
}

/** Begins a run that Ctrl-C can stop, and reports its duration until it ends. */
export function beginRun(id: number, { environment, running }: EffectContext, dispatch: Dispatch): RunInProgress {
  const stop = new AbortController();
  running.set(id, stop);
  const started = environment.monotonic();
  const took = (): number => environment.monotonic() - started;
  const tick = (): void => dispatch({ type: 'response/elapsed', id, ms: took() });
  let clock = setInterval(tick, tickMs);
  return {
    signal: stop.signal,
    started,
    took,
    note: text => dispatch({ type: 'response/note', id, text: screenHint(text) }),
    slowDown() {
      clearInterval(clock);
      clock = setInterval(tick, slowTickMs);
    },
    end() {
      clearInterval(clock);
      running.delete(id);
    },
  };
}
