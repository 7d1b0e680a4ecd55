/** `npm run advisories`, against a registry with advisories. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lockOf, namedIn } from '../../source/build/advisories.mjs';
import { cliFile } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';

afterEach(closeServers);

const notice = path.join(path.dirname(cliFile), 'NOTICE');
const { bundled, all } = namedIn(readFileSync(notice, 'utf8'));
const versionOf = (name: string): string | undefined => all.find(([each]) => each === name)?.[1];

test('the query contains all bundled packages: those in the lock file and those bundled inside them', () => {
  const names = all.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['got', 'graphql', 'ink', 'ws', 'yargs-parser']));
  expect(names).not.toContain('jest');
  expect(bundled.map(([name]) => name)).not.toContain('yargs-parser');
});

test('the query contains both versions of one package', () => {
  const { packages } = lockOf([
    ['a', '1.0.0'],
    ['a', '2.0.0'],
    ['b', '1.0.0'],
  ]);
  expect(packages).toMatchObject({
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b/node_modules/a': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0' },
  });
});

/** Runs the script with a registry that responds with this status and these advisories. */
async function run(status: number, advisories: object) {
  const server = await httpServer((response, seen) => {
    if (seen.method !== 'POST') response.writeHead(404).end('{}');
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(advisories));
  });
  const child = spawn(process.execPath, ['source/build/advisories.mjs', notice], {
    env: {
      ...process.env,
      npm_config_registry: server.url,
      npm_config_userconfig: '/dev/null',
      npm_config_fetch_retries: '0',
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', text => {
    stdout += text;
  });
  child.stderr.on('data', text => {
    stderr += text;
  });
  const code = await new Promise(resolve => child.once('close', resolve));
  const asked = server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(gunzipSync(body).toString()));
  return { code, stdout, stderr, asked };
}

const advisory = (id: number, range: string) => ({
  id,
  url: `https://advisories.example/${id}`,
  title: 'Something leaks',
  severity: 'high',
  vulnerable_versions: range,
  cwe: [],
  cvss: { score: 7, vectorString: null },
});

test('without advisories the exit code is 0', async () => {
  const { code, stdout, asked } = await run(200, {});
  expect(stdout).toBe(`${all.length} bundled packages, no known advisory.\n`);
  expect(code).toBe(0);
  expect(asked[0]).toMatchObject({ got: [versionOf('got')], 'yargs-parser': [versionOf('yargs-parser')] });
  expect(Object.keys(asked[0]).sort()).toEqual([...new Set(all.map(([name]) => name))].sort());
});

test('an advisory is reported with its package, range, title and URL', async () => {
  const { code, stdout } = await run(200, { got: [advisory(1, '<99')], ws: [advisory(2, '<0.0.1')] });
  expect(stdout).toBe(
    `${all.length} bundled packages, 1 known advisory.\nhigh: got <99: Something leaks (https://advisories.example/1)\n`,
  );
  expect(code).toBe(1);
});

test('if the registry rejects the query, the exit code is 2', async () => {
  const { code, stderr } = await run(405, {});
  expect(stderr).toMatch(/^The registry returned no advisories: .*405/);
  expect(code).toBe(2);
});
