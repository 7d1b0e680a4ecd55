/** A suite of realistic size: 25 requests, two environments, a login, and cleanups. Its files are also written for other tools. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { type Answering, closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const fixtures = '__tests__/support/fixtures/week';

/** A store that fails to rename the kind in `broken`, and answers creations only when `together` of them have arrived. */
function api(user: string): {
  readonly answer: Answering;
  broken: string;
  together: number;
  readonly left: () => number;
} {
  const items = new Map<string, { id: number; kind: string; title: string }>();
  const created: (() => void)[] = [];
  const state = {
    broken: '',
    together: 1,
    left: () => items.size,
    answer: ((response, { method, path: at, headers, body }) => {
      const send = (status: number, value?: unknown) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(value && JSON.stringify(value));
      const [, kind = '', id] = at.split('/');
      const isOpen = method === 'GET' && kind !== 'me';
      if (kind === 'login')
        return send(method === 'POST' ? 200 : 204, method === 'POST' ? { access_token: user } : undefined);
      if (kind === 'health') return send(200, { ok: true });
      if (!isOpen && headers.authorization !== `Bearer ${user}`) return send(401);
      if (kind === 'me') return send(200, { name: user });
      if (method === 'PUT' && kind === state.broken) return send(500);
      const found = items.get(kind);
      const { title = '' } = body.length > 0 ? JSON.parse(body.toString()) : {};
      if (method === 'DELETE') return send(items.delete(kind) ? 204 : 404);
      if (method === 'POST') items.set(kind, { id: 1, kind, title });
      if (method === 'PUT' && found) items.set(kind, { ...found, title });
      const item = items.get(kind);
      if (method === 'POST') {
        created.push(() => send(201, item));
        if (created.length >= state.together) for (const answer of created.splice(0)) answer();
        return;
      }
      return send(item ? 200 : 404, id === undefined && method === 'GET' ? [item] : item);
    }) satisfies Answering,
  };
  return state;
}

interface Week {
  readonly run: (env: string, ...argv: string[]) => Promise<{ code: number; out: string; seen: readonly string[] }>;
  readonly apis: Readonly<Record<string, ReturnType<typeof api>>>;
  readonly report: () => { results: readonly { name: string; outcome: string; reason?: string }[] };
}

async function week(): Promise<Week> {
  const apis = { dev: api('ada'), ci: api('bot') };
  const servers: Record<string, TestServer> = {
    dev: await httpServer(apis.dev.answer),
    ci: await httpServer(apis.ci.answer),
  };
  const { folder } = testEnvironment();
  cpSync(path.join(fixtures, 'apiclient'), folder, { recursive: true });
  return {
    apis,
    report: () => JSON.parse(readFileSync(path.join(folder, 'r.json'), 'utf8')),
    async run(env, ...argv) {
      const environment = { ...testEnvironment(), folder };
      const before = servers[env]?.seen.length ?? 0;
      const words = ['run', 'week.http', '--env', env, '--report', 'json=r.json', ...argv];
      const code = await main([...words, `base=${servers[env]?.url}`], environment);
      const seen = (servers[env]?.seen ?? []).slice(before).map(each => `${each.method} ${each.path}`);
      return { code, out: environment.out() + environment.err(), seen };
    },
  };
}

test('the suite passes in both environments, one at a time and three creations in parallel, and removes what it creates', async () => {
  const { run, apis } = await week();
  for (const env of ['dev', 'ci']) {
    for (const jobs of ['1', '8']) {
      const api = apis[env];
      if (api) api.together = jobs === '1' ? 1 : 3;
      const { code, out, seen } = await run(env, '--jobs', jobs);
      expect([code, seen.length, apis[env]?.left()]).toEqual([0, 24, 0]);
      expect(out).toContain('25 requests: 24 passed, 1 skipped');
      expect(seen.at(-1)).toBe('DELETE /login');
    }
  }
});

test('after a forced failure the rest runs, and everything is cleaned up', async () => {
  const { run, apis, report } = await week();
  if (apis.dev) apis.dev.broken = 'books';
  const { code, seen } = await run('dev', '--jobs', '4', '--bail');
  expect([code, apis.dev?.left()]).toEqual([11, 0]);
  expect(seen.at(-1)).toBe('DELETE /login');
  const all = await run('dev');
  expect([all.code, all.seen.length, apis.dev?.left()]).toEqual([11, 24, 0]);
  const failed = report().results.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ name }) => name)).toEqual(['rename books', 'read books again']);
});

test('--rerun-failed sends only the failed requests, their dependencies and their cleanups', async () => {
  const { run, apis } = await week();
  if (apis.ci) apis.ci.broken = 'authors';
  await run('ci');
  if (apis.ci) apis.ci.broken = '';
  const again = await run('ci', '--rerun-failed', 'r.json');
  expect([again.code, again.seen, apis.ci?.left()]).toEqual([
    0,
    ['POST /login', 'POST /authors', 'PUT /authors/1', 'GET /authors/1', 'DELETE /authors/1', 'DELETE /login'],
    0,
  ]);
});

test('--tag sends the chosen requests with their login', async () => {
  const { run } = await week();
  expect((await run('dev', '--tag', 'smoke')).seen).toEqual(['POST /login', 'GET /health', 'GET /me', 'DELETE /login']);
});

/** The number of lines with text in all files of a folder. */
function linesIn(folder: string): number {
  return readdirSync(folder)
    .map(name => path.join(folder, name))
    .map(file =>
      statSync(file).isDirectory() ? linesIn(file) : (readFileSync(file, 'utf8').match(/^.*\S.*$/gm) ?? []).length,
    )
    .reduce((sum, count) => sum + count, 0);
}

// With httpyac 6.16 and Bruno 4.1, these files send the same 24 requests to this API, and the same two of them fail if it is broken.
test('the suite needs fewer lines than in httpyac, Bruno and Hurl', () => {
  const lines = ['apiclient', 'httpyac', 'hurl', 'bruno'].map(tool => linesIn(path.join(fixtures, tool)));
  expect(lines).toEqual([114, 139, 140, 389]);
});
