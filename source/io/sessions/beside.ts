/** Combines a session's cookies with those of a run or a screen. */
import type { Jar } from '../http/cookies/jar.js';

/** Both store the cookies that a server sets. A cookie in both is sent once. */
export const besideSession = (session: Jar, run: Jar): Jar => ({
  warnings: session.warnings,
  async header(url) {
    const headers = [await session.header(url), await run.header(url)];
    return [...new Set(headers.flatMap(text => text.split('; ').filter(Boolean)))].join('; ');
  },
  async take(lines, url) {
    await session.take(lines, url);
    await run.take(lines, url);
  },
  save: () => session.save(),
});
