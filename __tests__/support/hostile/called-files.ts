/** Records which source files run during an action, to show that a test covers its file. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

const bundle = process.env.APICLIENT_TEST_BUNDLE ?? '';

/** The files in the bundle of the run (`support/run/bundle.mjs`), identified by the comment that esbuild writes before each. */
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

/** Counts calls until the end of the test file, because starting and stopping the count walks the worker's entire heap. */
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

/** Runs the action and returns the files in `source/` of which a function was called. */
export async function calledWhile(act: () => Promise<void>): Promise<ReadonlySet<string>> {
  counting ??= count();
  const session = await counting;
  // Reading the counts resets them.
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => url === path.basename(bundle)).flatMap(script => script.functions);
  // The evaluation of a module is named after its path.
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
