/**
 * fast-check, with one seed and one bound for every property of this project: `import * as fc from '…/support/property.js'`.
 *
 * `npm test` tries the same cases each time, so that only a change of ours can make a property fail; `SEED=7 npm test` tries
 * others. `npm run fuzz` goes on for long with a seed of its own. The seed is printed as a run begins, and again where a
 * property fails.
 */
import fastCheck, { type IAsyncProperty, type IProperty, type IRawProperty, type Parameters } from 'fast-check';

/** No property holds up `npm test` for longer: what was tried until then counts. */
const limitMs = 50_000;

/** How many cases `npm run fuzz` tries of a property, if its time is long enough. */
const fuzzRuns = 100_000;

/** The parameters of a property, bounded as this run demands: `FUZZ_SECONDS` is set by `npm run fuzz` alone. */
export function bounded<T>(
  parameters: Parameters<T> = {},
  { SEED: seed = '1', FUZZ_SECONDS: seconds }: Readonly<Record<string, string | undefined>> = process.env,
): Parameters<T> {
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`SEED must be a number, and is ${seed}.`);
  const ours = { ...parameters, seed: Number(seed) };
  return seconds === undefined
    ? { ...ours, interruptAfterTimeLimit: limitMs }
    : { ...ours, numRuns: fuzzRuns, interruptAfterTimeLimit: Number(seconds) * 1000 };
}

/** fast-check's own, bounded. */
export function assert<T>(property: IAsyncProperty<T>, parameters?: Parameters<T>): Promise<void>;
export function assert<T>(property: IProperty<T>, parameters?: Parameters<T>): void;
export function assert<T>(property: IRawProperty<T>, parameters?: Parameters<T>): Promise<void> | void {
  return fastCheck.assert(property, bounded(parameters));
}

export * from 'fast-check';
