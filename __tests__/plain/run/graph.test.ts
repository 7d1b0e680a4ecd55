/** A run as a graph: after a failure, only the requests that depend on it are skipped. */
import { failure } from '../../../source/core/failure.js';
import { graphOf, withNeeds } from '../../../source/core/http-file/graph.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { graphOptions } from '../../core/http-file/graph-options.js';
import { type Answering, closeServers } from '../../support/servers/http-server.js';
import { run } from './run-text.js';

afterEach(closeServers);

/** `/fail` answers 500, every other path its name as an id. */
const answer: Answering = (response, { path }) => {
  response.writeHead(path.includes('fail') ? 500 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ id: path.slice(1).replaceAll('/', '-') }));
};

const failing = '### login\n# @assert status == 200\n# @capture token = $.id\nPOST {{base}}/fail\n';
const me = '### me\nGET {{base}}/me\nAuthorization: Bearer {{token}}\n';
const ping = '### ping\nGET {{base}}/ping\n';

describe('After a failure', () => {
  test('only requests that need the failed one are skipped, with the reason', async () => {
    const after = '### after\n# @ref me\nGET {{base}}/after\n';
    const ran = await run(failing + me + after + ping, [], { answer });
    expect([ran.code, ran.seen]).toEqual([11, ['POST /fail', 'GET /ping']]);
    expect(ran.out).toMatch(/skipped me .* needs \{\{token\}\} from login\n/);
    expect(ran.out).toMatch(/skipped after .* needs me\n/);
  });

  test('names are followed through variables of the file and responses', async () => {
    const text = `@auth = Bearer {{token}}\n${failing}### a\nGET {{base}}/a\nAuthorization: {{auth}}\n### b\nGET {{base}}/{{login.response.body.id}}\n`;
    const ran = await run(text, [], { answer });
    expect(ran.seen).toEqual(['POST /fail']);
    expect(ran.out).toContain('needs {{login.response.body.id}} from login');
  });

  test('a value from the command line needs no request', async () => {
    expect((await run(failing + me, ['token=x'], { answer })).seen).toEqual(['POST /fail', 'GET /me']);
  });

  test('--bail sends nothing else, and --keep-going sends dependents whose names have a value', async () => {
    const bail = await run(failing + me + ping, ['--bail'], { answer });
    expect(bail.seen).toEqual(['POST /fail']);
    expect(bail.out).toContain('not sent, because login failed');
    const keep = await run(failing + me + ping, ['--keep-going'], { answer });
    expect(keep.seen).toEqual(['POST /fail', 'GET /me', 'GET /ping']);
    const without = failing.replace('$.id', '$.none');
    expect((await run(without + me, ['--keep-going'], { answer })).out).toContain('needs {{token}} from login');
  });
});

test('# @ref needs the nearest request above it, if several have its name', () => {
  const text = '### a\nGET http://a\n'.repeat(2000) + '### b\n# @ref a\nGET http://b\n'.repeat(2000);
  const nodes = graphOf(parseHttpFile(text).entries, graphOptions);
  expect(nodes.slice(2000).every(({ needs }) => needs.length === 1 && needs[0]?.on === 1999)).toBe(true);
});

describe('Cleanup', () => {
  test('requests with # @always wait for everything above them, with few entries in the graph', () => {
    const text = '###\nGET http://a\n###\n# @always\nGET http://a\n'.repeat(2000);
    const nodes = graphOf(parseHttpFile(text).entries, {
      variables: [],
      commandLineNames: new Set(),
      extraTexts: () => [],
      session: () => undefined,
      cleanup: false,
    });
    expect(nodes.slice(0, 6).map(({ waits }) => waits)).toEqual([[], [0], [], [1, 2], [], [3, 4]]);
    expect(nodes.flatMap(({ waits }) => waits).length).toBeLessThan(5000);
  });

  const create = '### create\n# @capture id = $.id\nPOST {{base}}/things\n';
  const use = '### use\n# @assert status == 200\nGET {{base}}/fail/{{id}}\n';
  const remove = '### remove\nDELETE {{base}}/things/{{id}}\n';

  test.each([
    ['# @after create', remove.replace('\n', '\n# @after create\n'), []],
    ['# @always', remove.replace('\n', '\n# @always\n'), []],
    ['--cleanup', remove, ['--cleanup']],
  ])('%s is sent after a failure, even with --bail', async (_, cleanup, argv) => {
    const ran = await run(create + use + ping + cleanup, ['--bail', ...argv], { answer });
    expect(ran.seen).toEqual(['POST /things', 'GET /fail/things', 'DELETE /things/things']);
  });

  test('a cleanup of something that was not created is skipped', async () => {
    const text = create.replace('/things', '/fail') + remove.replace('\n', '\n# @after create\n');
    const ran = await run(text, ['--check-status'], { answer });
    expect(ran.seen).toEqual(['POST /fail']);
    expect(ran.out).toContain('nothing to clean up, because create did not succeed');
  });

  test.each([1, 4])('after Ctrl-C, cleanups are sent only for resources that were created (--jobs %d)', async jobs => {
    const stop = new AbortController();
    const hanging: Answering = (response, seen) => {
      if (seen.path !== '/slow') void answer(response, seen, response.req);
      else stop.abort(failure('interrupted', 'Interrupted.'));
    };
    const text = [
      create,
      '### slow\n# @ref create\nGET {{base}}/slow\n',
      '### later\n# @ref slow\nGET {{base}}/later\n',
      '### other\n# @capture other = $.id\n# @ref slow\nPOST {{base}}/other\n',
      '### undo other\n# @after other\nDELETE {{base}}/other/{{other}}\n',
      remove.replace('\n', '\n# @after create\n'),
    ].join('');
    const ran = await run(text, ['--jobs', String(jobs)], { answer: hanging, signal: stop.signal });
    expect([ran.code, ran.seen]).toEqual([130, ['POST /things', 'GET /slow', 'DELETE /things/things']]);
    expect(ran.out).toMatch(/failed {2}slow [\s\S]*skipped later .* interrupted\n[\s\S]*ok {6}remove /);
    expect(ran.err).toContain('Sending cleanups. Press Ctrl-C again to exit without them.');
  });

  test('# @after above its request is sent last, and a circular one is rejected', async () => {
    const ran = await run(`### remove\n# @after create\nDELETE {{base}}/all\n${create}${use}`, [], { answer });
    expect(ran.seen).toEqual(['POST /things', 'GET /fail/things', 'DELETE /all']);
    expect(ran.out.split('\n')[0]).toMatch(/^ok {6}remove/);
    const circular = '### a\n# @capture id = $.id\n# @after b\nGET {{base}}/a\n### b\nGET {{base}}/{{id}}\n';
    const refused = await run(circular, [], { answer });
    expect([refused.code, refused.seen]).toEqual([2, []]);
    expect(refused.err).toContain('api.http:3: # @after b waits for a request that needs this one.');
    expect((await run('# @after creat\nGET {{base}}/\n### create\nGET {{base}}/', [])).err).toContain(
      'Did you mean create?',
    );
  });
});

describe('--jobs', () => {
  test('independent requests are sent at the same time, and results are printed in file order', async () => {
    const waiting: (() => void)[] = [];
    const both: Answering = (response, { path }) => {
      if (!path.startsWith('/slow')) return void response.end('{"id": "x"}');
      waiting.push(() => response.end(`body of ${path}\n`));
      // The last to arrive is answered first, so that a run of one at a time would never end.
      if (waiting.length === 2) for (const end of waiting.reverse()) end();
    };
    const text = '### a\nGET {{base}}/slow/a\n### b\nGET {{base}}/slow/b\n### c\n# @ref a\nGET {{base}}/c\n';
    const ran = await run(text, ['--jobs', '3', '-p', 'b'], { answer: both });
    expect(ran.code).toBe(0);
    expect(ran.out).toBe('body of /slow/a\nbody of /slow/b\n{"id": "x"}');
    expect(ran.err.split('\n').map(line => line.slice(8, 9))).toEqual(['a', 'b', 'c', 't', '']);
    expect(ran.seen.at(-1)).toBe('GET /c');
  });

  test('requests that change what others read are sent in file order', () => {
    const text =
      '### create\n# @capture id = $.id\nPOST /a\n### read\nGET /a/{{id}}\n### change\nPUT /a/{{id}}\n### again\nGET /a/{{id}}\n### other\nGET /b\n';
    const http = parseHttpFile(text.replaceAll(' /', ' http://a.example/'));
    const nodes = graphOf(http.entries, graphOptions);
    expect(nodes.map(({ waits }) => waits)).toEqual([[], [0], [0, 1], [0, 2], []]);
    expect(withNeeds(nodes, [3])).toEqual([0, 3]);
  });
});

describe('Choosing', () => {
  const login = '### login\n# @tag auth\n# @capture token = $.id\nPOST {{base}}/login\n';
  const text = `${login}${me.replace('\n', '\n# @tag smoke, fast\n')}### ping\n# @tag slow\nGET {{base}}/ping\n`;

  test.each([
    [
      ['--request', 'me'],
      ['POST /login', 'GET /me'],
    ],
    [['--request', 'p*'], ['GET /ping']],
    [
      ['--tag', 'smoke'],
      ['POST /login', 'GET /me'],
    ],
    [
      ['--tag', '!slow'],
      ['POST /login', 'GET /me'],
    ],
    [
      ['--tag', '!nightly', '--tag', 'smoke'],
      ['POST /login', 'GET /me'],
    ],
    [['api.http:10'], ['GET /ping']],
    [['*.http', '--tag', 'slow'], ['GET /ping']],
    [['.', '--request', 'ping'], ['GET /ping']],
  ])('%j', async (argv, seen) => {
    const ran = await run(text, argv, { answer });
    expect([ran.code, ran.seen]).toEqual([0, seen]);
  });

  test('requests that were added are named', async () => {
    const { err } = await run(text, ['--request', 'me'], { answer });
    expect(err).toContain('Also sending login from api.http, which the selected requests need.');
  });

  test.each([
    [['--tag', 'smoek'], 'No request has the tag smoek.'],
    [['--request', 'x*'], 'api.http has no request x*.'],
    [['no/*.http'], 'no/*.http matches no .http file.'],
    [['api.http:99'], 'No request at api.http:99.'],
    [['api.http', 'api.http:0'], 'No request at api.http:0.'],
    [['--tag', '!smoek'], 'Did you mean smoke?'],
    [['--rows', 'none.csv'], 'Cannot read none.csv'],
    [['--bail', '--keep-going'], '--bail and --keep-going cannot be combined.'],
    [['--json'], '--json has no effect without --list, --graph or --manifest.'],
  ])('%j is rejected', async (argv, words) => {
    const ran = await run(text, argv, { answer });
    expect([ran.code, ran.seen]).toEqual([2, []]);
    expect(ran.err).toContain(words);
  });

  test('--list shows tags, and --graph what each request needs', async () => {
    expect((await run(text, ['--list', '--tag', 'slow'])).out).toBe('api.http:11\tping\tGET {{base}}/ping\t#slow\n');
    expect((await run(text, ['--graph', '--request', 'me'])).out).toBe(
      'api.http:4\tlogin\tPOST {{base}}/login\t#auth\napi.http:7\tme\tGET {{base}}/me\t#smoke\t#fast\n  needs {{token}} from login\n',
    );
    const json = JSON.parse((await run(text, ['--graph', '--json'])).out);
    expect(json[1]).toMatchObject({ name: 'me', line: 7, needs: [{ request: 'login', value: 'token' }] });
  });

  test('a file without requests is rejected, because nothing would be tested', async () => {
    const ran = await run('# later\n', ['api.http'], { answer });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('api.http contains no requests.');
  });

  test('--rerun-failed reports requests that no longer exist, and matches a file by any path', async () => {
    const files = { 'api.http': `${login}### bad\n# @assert status == 200\nGET {{base}}/fail/{{token}}\n` };
    const report = (names: readonly string[]): string =>
      JSON.stringify({ results: names.map(title => ({ file: './api.http', title, line: 1, outcome: 'failed' })) });
    const both = { ...files, 'r.json': report(['bad', 'old']), 'o.json': report(['old']) };
    const ran = await run('', ['api.http', '--rerun-failed', 'r.json'], { answer, files: both });
    expect(ran.seen).toEqual(['POST /login', 'GET /fail/login']);
    expect(ran.err).toContain('r.json also lists requests that these files do not contain: old.');
    const stale = await run('', ['api.http', '--rerun-failed', 'o.json'], { answer, files: both });
    expect([stale.code, stale.seen]).toEqual([2, []]);
    expect(stale.err).toContain('The failed requests in o.json are not in these files.');
  });

  test('--rerun-failed sends what did not pass, and what that needs', async () => {
    const files = { 'api.http': `${login}${me}${ping}### bad\n# @assert status == 200\nGET {{base}}/fail/{{token}}\n` };
    const first = await run('', ['api.http', '--report', 'json=r.json'], { answer, files });
    expect(first.code).toBe(11);
    const report = first.file('r.json');
    const again = await run('', ['api.http', '--rerun-failed', 'r.json'], {
      answer,
      files: { ...files, 'r.json': report },
    });
    expect(again.seen).toEqual(['POST /login', 'GET /fail/login']);
    const bad = await run('', ['api.http', '--rerun-failed', 'api.http'], { answer, files });
    expect([bad.code, bad.err]).toEqual([
      2,
      expect.stringContaining('api.http is not a JSON report of apiclient run.'),
    ]);
  });
});

test('--report github annotates the line of each failed check, with its differences', async () => {
  const text =
    '### a, b\n# @assert $ == {"id": "x"}\n# @assert status == 200\nGET {{base}}/a%0A::error\n###\nGET http://127.0.0.1:1/\n';
  const ran = await run(text, ['--report', 'github'], { answer });
  expect(ran.out.split('\n')).toEqual([
    '::error file=api.http,line=2,title=a%2C b::line 2: $ == {"id": "x"}: expected {"id": "x"}, got {"id":"a%250A::error"} (line 1, column 1 of the body)%0A$.id: - "x"%0A$.id: + "a%250A::error"',
    expect.stringMatching(/^::error file=api\.http,line=6,title=GET http%3A\/\/127\.0\.0\.1%3A1\/::.*127\.0\.0\.1/),
    '',
  ]);
});
