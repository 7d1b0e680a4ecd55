/** The cookies of a session beside those of a run or a screen. */
import type { Jar } from '../http/cookies/jar.js';

/** Both take what a server sets; a cookie that both have is sent once. */
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
