/** All requests of a text, as sent by the full screen and by line mode: in the order of their graph. */
import { configured } from '../../../source/command/configured.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { readConfig } from '../../../source/core/config.js';
import type { Failure } from '../../../source/core/failure.js';
import { testEnvironment } from '../../support/environment.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { entryContext, entryRequest, sentActions } from './entry-context.js';

afterEach(closeServers);

/** Sends all requests of a text. Returns the lines of the report and the requests that the server received. */
async function runAll(text: string, statuses: Readonly<Record<string, number>> = {}) {
  const { url, seen } = await httpServer((response, { path }) =>
    response.writeHead(statuses[path] ?? 200, { 'Content-Type': 'application/json' }).end('{"id": 7}'),
  );
  const environment = testEnvironment();
  const read = (argv: readonly string[], under: readonly string[]) =>
    configured(argv, () => readConfig('{}', 'c.json'), 'c.json', under) as RequestCommand | Failure;
  const request = entryRequest(text.replaceAll('BASE', url), { isAll: true });
  const actions = await sentActions(request, entryContext(environment, read));
  const [result] = actions.flatMap(action => (action.type === 'response/result' ? [action] : []));
  return {
    report:
      result?.raw
        .trimEnd()
        .replace(/ {2}[\d.]+ m?s/g, '')
        .split('\n') ?? actions,
    verdict: result?.verdict,
    errors: result?.errors,
    seen: seen.map(each => `${each.method} ${each.path}`),
  };
}

test('after a failure only the requests that need it are skipped, each with the reason', async () => {
  const { report, seen, verdict } = await runAll(
    [
      '### login\n# @assert status == 200\n# @capture token = $.id\nPOST BASE/login\n',
      '### mine\nGET BASE/me?x={{token}}\n',
      '### ref\n# @ref mine\nGET BASE/ref\n',
      '### other\nGET BASE/other\n',
    ].join('\n'),
    { '/login': 500 },
  );
  expect(seen).toEqual(['POST /login', 'GET /other']);
  expect(report).toEqual([
    'FAILED  login  500  checks 0 of 1',
    expect.stringContaining('expected 200, got 500'),
    'skipped  mine  needs {{token}} from login',
    'skipped  ref  needs mine',
    'passed  other  200',
  ]);
  expect(verdict).toEqual({
    parts: [
      { text: '1 of 2 passed', role: 'error' },
      { text: '2 skipped', role: 'warning' },
      { text: 'checks 0 of 1', role: 'error' },
    ],
    ok: false,
  });
});

test('an error in the report of all requests has the line of its check in the text', async () => {
  const { errors } = await runAll('### a\n# @assert status == 201\nGET BASE/a\n');
  expect(errors).toEqual([expect.objectContaining({ position: { line: 2, column: 1 } })]);
});

test('cleanups are sent after the requests they clean up, and only if something was created', async () => {
  const suite = [
    '### undo\n# @after create\nDELETE BASE/things/{{id}}\n',
    '### create\n# @capture id = $.id\n# @assert status == 200\nPOST BASE/things\n',
    '### use\n# @assert status == 200\nPUT BASE/things/{{id}}\n',
    '### logout\n# @always\nPOST BASE/logout\n',
  ].join('\n');
  const broken = await runAll(suite, { '/things/7': 500 });
  expect(broken.seen).toEqual(['POST /things', 'PUT /things/7', 'DELETE /things/7', 'POST /logout']);
  const nothing = await runAll(suite, { '/things': 500 });
  expect(nothing.seen).toEqual(['POST /things', 'POST /logout']);
  expect(nothing.report).toContain('skipped  undo  nothing to clean up, because create did not succeed');
});

test('a request with # @disabled is skipped, and so are those that need it', async () => {
  const { report, seen } = await runAll(
    [
      '@live = true\n',
      '### gone\n# @disabled live\n# @capture id = $.id\nDELETE BASE/gone\n',
      '### later\nGET BASE/later/{{id}}\n',
      '### other\nGET BASE/other\n',
    ].join('\n'),
  );
  expect(seen).toEqual(['GET /other']);
  expect(report).toEqual([
    'skipped  gone  The request is disabled: # @disabled live.',
    'skipped  later  needs {{id}} from gone',
    'passed  other  200',
  ]);
});

test('retries, captures and references to the sent request work as in a run', async () => {
  const { report, seen } = await runAll(
    [
      '### first\n# @retry 2 every 1ms\n# @assert status == 200\nPOST BASE/first\nContent-Type: application/json\n\n{"name": "Ada"}\n',
      '### second\nGET BASE/{{first.request.body.$.name}}\n',
    ].join('\n'),
    { '/first': 503 },
  );
  expect(seen).toEqual(['POST /first', 'POST /first', 'POST /first']);
  expect(report).toContain('skipped  second  needs {{first.request.body.$.name}} from first');
  const { seen: again } = await runAll(
    '### first\nPOST BASE/first\nContent-Type: application/json\n\n{"name": "Ada"}\n\n### second\nGET BASE/{{first.request.body.$.name}}\n',
  );
  expect(again).toEqual(['POST /first', 'GET /Ada']);
});

test('after a stop only cleanups are sent, and a notice reports them', async () => {
  const stopped = await stoppedIn('/things/7', 200);
  expect(stopped.seen).toEqual(['POST /things', 'PUT /things/7', 'DELETE /things/7', 'POST /logout']);
  expect(stopped.notices).toEqual(['Stopped. Sending cleanups.', 'Stopped. 2 cleanups sent.']);
  const failed = await stoppedIn('/things/7', 500);
  expect(failed.notices.at(-1)).toBe('1 cleanup failed: undo (500)');
});

/** Stops a run of all requests while the server holds back the answer to a PUT. @param status of the cleanup's response */
async function stoppedIn(held: string, status: number) {
  const environment = testEnvironment();
  const read = (argv: readonly string[], under: readonly string[]) =>
    configured(argv, () => readConfig('{}', 'c.json'), 'c.json', under) as RequestCommand | Failure;
  const context = entryContext(environment, read);
  const { url, seen } = await httpServer((response, { method, path }) => {
    if (method === 'PUT' && path === held) context.running.get(1)?.abort();
    else
      response.writeHead(method === 'DELETE' ? status : 200, { 'Content-Type': 'application/json' }).end('{"id": 7}');
  });
  const suite = [
    '### undo\n# @after create\nDELETE BASE/things/{{id}}\n',
    '### create\n# @capture id = $.id\nPOST BASE/things\n',
    '### use\nPUT BASE/things/{{id}}\n',
    '### other\nGET BASE/other\n',
    '### logout\n# @always\nPOST BASE/logout\n',
    '### asks\n# @always\n# @note Really?\nPOST BASE/asks\n',
  ];
  const request = entryRequest(suite.join('\n').replaceAll('BASE', url), { isAll: true, confirmed: ['asks'] });
  const actions = await sentActions(request, context);
  return {
    notices: actions.flatMap(action => (action.type === 'app/notice' ? [action.text] : [])),
    seen: seen.map(each => `${each.method} ${each.path}`),
  };
}
