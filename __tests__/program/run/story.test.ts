/** A CI job: log in, create, wait until it is ready, check, clean up; the result is a report for other tools. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'junit2json';
import { type Ended, runProgram, temporaryFolder } from '../../support/program.js';
import { type Answering, closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';

afterAll(closeServers);

const story = `
@name = report {{$randomInt 1 9}}

### log in
# @assert status == 200
# @assert $.access_token is string
# @capture token = $.access_token
POST {{base}}/login
Content-Type: application/x-www-form-urlencoded

user=ada
&password={{password}}

### create
# @assert status == 201
# @assert header location startsWith /jobs/
# @capture job = header location
POST {{base}}/jobs
Authorization: Bearer {{token}}
Content-Type: application/json

{ "name": "{{name}}", "size": 12345678901234567890 }

### wait until it is ready
# @retry 10 every 5ms until $.state == "done"
# @assert $.size == 12345678901234567890
GET {{base}}{{job}}
Authorization: Bearer {{token}}

### <its "result" & all>
# @assert $.name == "{{name}}"
# @assert $.rows count == {{rows}}
GET {{base}}{{job}}/result
Authorization: Bearer {{token}}

### clean up
# @assert status == 204
DELETE {{base}}{{job}}
Authorization: Bearer {{token}}
`;

/** A job that is done at its third request. */
const jobs = (): Answering => {
  let [asked, name] = [0, ''];
  return (response, { method, path: at, headers, body }) => {
    response.setHeader('Content-Type', 'application/json');
    if (at === '/login') {
      const good = body.toString() === 'user=ada&password=hunter2';
      return response
        .writeHead(good ? 200 : 401)
        .end(good ? '{"access_token": "T0k3n!"}' : '{"error": "hunter2 is wrong"}');
    }
    if (headers.authorization !== 'Bearer T0k3n!') return response.writeHead(401).end();
    if (method === 'POST') {
      ({ name } = JSON.parse(body.toString()));
      return response.writeHead(201, { Location: '/jobs/1' }).end();
    }
    if (method === 'DELETE') return response.writeHead(204).end();
    if (at.endsWith('/result')) return response.end(JSON.stringify({ name, rows: [1, 2] }));
    return response.end(`{"state": "${++asked < 3 ? 'waiting' : 'done'}", "size": 12345678901234567890}`);
  };
};

interface RunOutput extends Ended {
  readonly server: TestServer;
  readonly folder: string;
}

async function tell(rows: number, argv: readonly string[], password = 'hunter2'): Promise<RunOutput> {
  const server = await httpServer(jobs());
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'story.http'), story);
  writeFileSync(
    path.join(folder, 'http-client.env.json'),
    JSON.stringify({ ci: { base: server.url, password: 'env:PASSWORD' } }),
  );
  const line = ['run', 'story.http', '--env', 'ci', `rows=${rows}`, '--trust', '--report', 'junit=report.xml', ...argv];
  const ended = await runProgram(line, { folder, home: folder, variables: { PASSWORD: password } });
  return { ...ended, server, folder };
}

test('a passing run prints a line for each request, and counts the checks', async () => {
  const { code, stdout, stderr, server } = await tell(2, []);
  expect([code, stderr]).toEqual([0, '']);
  expect(server.seen.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
    'POST /login',
    'POST /jobs',
    'GET /jobs/1',
    'GET /jobs/1',
    'GET /jobs/1',
    'GET /jobs/1/result',
    'DELETE /jobs/1',
  ]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[2]).toMatch(
    /^ok {6}wait until it is ready {2}GET http:\S+\/jobs\/1 {2}200 OK .*2 of 2 checks, 3 tries$/,
  );
  expect(lines[5]).toMatch(/^5 requests: 5 passed; 9 of 9 checks passed; /);
  expect(stdout).not.toMatch(/hunter2|T0k3n/);
});

test('a wrong password stops the run at once, and is not printed', async () => {
  const { code, stdout, server, folder } = await tell(
    2,
    ['--check-status', '--report', 'json=report.json'],
    'sesame-0pen',
  );
  expect([code, server.seen.length]).toEqual([1, 1]);
  expect(stdout).toContain('Nothing to capture for token.');
  expect(stdout).toContain('5 requests: 0 passed, 1 failed, 4 skipped');
  for (const text of [stdout, readFileSync(path.join(folder, 'report.json'), 'utf8')])
    expect(text).not.toContain('sesame');
});

test('a JUnit parser reads the XML: a suite, a case for each request, failed and skipped ones', async () => {
  const { code, folder } = await tell(3, ['--bail']);
  expect(code).toBe(11);
  const report = await parse(readFileSync(path.join(folder, 'report.xml'), 'utf8'));
  expect(report).toMatchObject({ tests: 5, failures: 1, errors: 0, time: expect.any(Number) });
  if (!report || !('testsuite' in report)) throw new Error('no suites');
  const [suite, ...more] = report.testsuite ?? [];
  expect(more).toEqual([]);
  expect(suite).toMatchObject({ name: 'story.http', tests: 5, failures: 1, errors: 0, skipped: 1 });
  const cases = suite?.testcase ?? [];
  expect(
    cases.map(({ classname, name, failure, error, skipped }) => [
      classname,
      name,
      [failure, error, skipped].map(each => each?.length ?? 0),
    ]),
  ).toEqual([
    ['story.http', 'log in', [0, 0, 0]],
    ['story.http', 'create', [0, 0, 0]],
    ['story.http', 'wait until it is ready', [0, 0, 0]],
    ['story.http', '<its "result" & all>', [1, 0, 0]],
    ['story.http', 'clean up', [0, 0, 1]],
  ]);
  expect(cases[3]?.failure?.[0]?.message).toMatch(/^line 32: \$\.rows count == 3: expected a count of 3, got 2/);
});
