/** Servers that repeat the query in Location, as most do when they add a slash. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeServers, httpServer } from '../support/http-server.js';
import { runProgram, temporaryFolder } from '../support/program.js';

afterEach(closeServers);

test('an API key that a redirect repeats is in no log and no summary', async () => {
  const { url, seen } = await httpServer((response, { path: asked }) => {
    if (asked.startsWith('/a/')) response.end('done');
    else response.writeHead(301, { location: asked.replace('/a', '/a/') }).end();
  });
  const folder = temporaryFolder();
  const argv = ['GET', `${url}/a?q=1`, '-L', '-K', 'key=s3 cret', '--debug-log', 'log', '--meta', 'meta'];
  const { code, stderr } = await runProgram(argv, { folder });
  expect([code, stderr]).toEqual([0, '']);
  expect(seen[1]?.path).toBe('/a/?q=1&key=s3%20cret');
  for (const file of ['log', 'meta']) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain('/a/?q=1');
    expect(text).not.toMatch(/s3.{0,3}cret/);
  }
});
