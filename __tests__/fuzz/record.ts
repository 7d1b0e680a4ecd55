/** The record that `npm run fuzz` writes for a property: the number of inputs and the slowest of them. No input may take a second of CPU time. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { type IRawProperty, PreconditionFailure, stringify } from 'fast-check';

/** One line of the file FUZZ_REPORT. */
export interface Tried {
  readonly file: string;
  readonly test: string;
  readonly seed: number;
  readonly inputs: number;
  readonly slowestMs: number;
  readonly slowest: string;
}

const limitMs = 1000;

/** CPU time of this process, so that other load on the machine is not counted. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Counts and times a property, and writes the record. */
export function recorded<T>(property: IRawProperty<T>, seed: number): [IRawProperty<T>, () => void] {
  let [inputs, slowestMs, slowest] = [0, 0, undefined as T | undefined];
  const tooSlow = (ms: number) =>
    ({ error: new Error(`It took ${ms.toFixed(0)} ms, twice.`) }) as unknown as ReturnType<typeof property.run>;
  // The first input includes compilation, and any input may include a garbage collection, so slow inputs are tried twice.
  const kept = (value: T, ms: number): boolean => {
    if (ms <= slowestMs) return false;
    [slowestMs, slowest] = [ms, value];
    return ms > limitMs;
  };
  const run = (value: T): ReturnType<typeof property.run> => {
    const started = processorMs();
    const result: unknown = property.run(value);
    if (result instanceof Promise) return later(value, started, result) as never;
    const firstMs = processorMs() - started;
    if (!PreconditionFailure.isFailure(result)) inputs += 1;
    if (result !== null || firstMs <= slowestMs) return result as never;
    const again = processorMs();
    property.run(value);
    const ms = Math.min(firstMs, processorMs() - again);
    return kept(value, ms) ? tooSlow(ms) : (result as never);
  };
  const later = async (value: T, started: number, first: Promise<unknown>): Promise<unknown> => {
    const result = await first;
    const firstMs = processorMs() - started;
    if (!PreconditionFailure.isFailure(result)) inputs += 1;
    if (result !== null || firstMs <= slowestMs) return result;
    const again = processorMs();
    await property.run(value);
    const ms = Math.min(firstMs, processorMs() - again);
    return kept(value, ms) ? tooSlow(ms) : result;
  };
  const write = (): void => {
    const { testPath = '', currentTestName = '' } = expect.getState();
    const file = path.relative(path.resolve('__tests__'), testPath);
    const tried: Tried = { file, test: currentTestName, seed, inputs, slowestMs, slowest: shown(slowest) };
    appendFileSync(process.env.FUZZ_REPORT as string, `${JSON.stringify(tried)}\n`);
  };
  const watched: IRawProperty<T> = {
    isAsync: () => property.isAsync(),
    generate: (random, runId) => property.generate(random, runId),
    shrink: value => property.shrink(value),
    run,
    runBeforeEach: () => property.runBeforeEach(),
    runAfterEach: () => property.runAfterEach(),
  };
  return [watched, write];
}

/** A value in ASCII, cut to the width of a table cell. */
const shown = (value: unknown): string => {
  const text = stringify(value).replace(/[^ -~]/gu, character => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};
