/** Which of our files run while something is done, to show that a test reaches the file it is about. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

const bundle = process.env.APICLIENT_TEST_BUNDLE ?? '';

/** The files in the bundle of the run (`support/run/bundle.mjs`), by the comment that esbuild writes before each. */
let files: readonly (readonly [offset: number, file: string])[] | undefined;

function fileAt(offset: number): string | undefined {
  files ??= [...readFileSync(bundle, 'utf8').matchAll(/^\s*\/\/ (\S+\.\w+)$/gm)].map(
    ({ index, 1: file = '' }) => [index, file] as const,
  );
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((files[middle]?.[0] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return files[low - 1]?.[1];
}

/** Counts calls until the test file ends: to begin and to end that takes a walk over the whole heap of the worker. */
let counting: Promise<Session> | undefined;

async function count(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

afterAll(async () => {
  const session = await counting;
  await session?.post('Profiler.disable').catch(() => {});
  session?.disconnect();
});

/** Does it, and returns the files of `source/` of which a function was called meanwhile. */
export async function calledWhile(act: () => Promise<void>): Promise<ReadonlySet<string>> {
  counting ??= count();
  const session = await counting;
  // To take the numbers sets them to zero.
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => url === path.basename(bundle)).flatMap(script => script.functions);
  // A module's own evaluation has its path for a name.
  const called = functions.filter(
    ({ functionName, ranges }) => !/^$|\//.test(functionName) && (ranges[0]?.count ?? 0) > 0,
  );
  return new Set(
    called.flatMap(({ ranges: [range] }) => {
      const file = range && fileAt(range.startOffset);
      return file?.startsWith('source/') ? [file.slice('source/'.length)] : [];
    }),
  );
}
