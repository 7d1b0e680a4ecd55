/** Which files of ours run while something is done: whoever is said to be tried is tried. */
import { Session } from 'node:inspector/promises';
import path from 'node:path';

/** Does it, and tells which files of `source/` had a function of theirs called meanwhile. */
export async function calledWhile(act: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const source = `${path.resolve('source')}${path.sep}`;
    return new Set(
      result.flatMap(({ url, functions }) => {
        const file = url.replace(/^file:\/\//, '');
        const isCalled = functions.some(each => each.functionName !== '' && (each.ranges[0]?.count ?? 0) > 0);
        return file.startsWith(source) && isCalled ? [file.slice(source.length)] : [];
      }),
    );
  } finally {
    await session.post('Profiler.disable').catch(() => {});
    session.disconnect();
  }
}
