/** The output of the built program, into a pipe, a file and a terminal. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseTheme } from '../../source/tui/theme.js';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const serve = (body: string | Uint8Array, headers: Record<string, string> = {}, status = 200) =>
  httpServer(response => response.writeHead(status, headers).end(body));

const json = { 'content-type': 'application/json' };

describe('in a pipe', () => {
  test('stdout has exactly the bytes that the server sent', async () => {
    const every = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) & 0xff));
    for (const type of ['application/json', 'text/html; charset=utf-16', 'application/octet-stream', 'image/png']) {
      const { url } = await serve(every, { 'content-type': type });
      const ended = await runProgram(['GET', url]);
      expect(ended.bytes.equals(every)).toBe(true);
      expect([ended.code, ended.stderr]).toEqual([0, '']);
    }
  });

  test('FORCE_COLOR colours formatted output, never exact bytes', async () => {
    const { url } = await serve('{"a":1}', json);
    const variables = { FORCE_COLOR: '1' };
    expect((await runProgram(['GET', url], { variables })).stdout).toBe('{"a":1}');
    expect((await runProgram(['GET', url, '--pretty', 'format'], { variables })).stdout).toBe('{\n  "a": 1\n}\n');
  });

  test.each([
    ['all', '{\n  \u001b[36m"a"\u001b[39m: \u001b[35m1.0\u001b[39m\n}\n'],
    ['colors', '{\u001b[36m"a"\u001b[39m: \u001b[35m1.0\u001b[39m }'],
    ['format', '{\n  "a": 1.0\n}\n'],
    ['none', '{"a": 1.0 }'],
  ])('--pretty %s', async (pretty, shown) => {
    const { url } = await serve('{"a": 1.0 }', json);
    expect((await runProgram(['GET', url, '--pretty', pretty])).stdout).toBe(shown);
  });

  test('-v colours the method by its effect, and numbers and methods have the colours of the screen', async () => {
    const { styles } = chooseTheme({ ascii: false, variables: { TERM: 'xterm-256color' }, theme: 'dark' });
    const { url } = await serve('[1]', json);
    const coloured = async (method: string): Promise<string> =>
      (await runProgram([method, url, '-v', '--pretty', 'colors'])).stdout;
    for (const [method, style] of [
      ['GET', styles.methodRead],
      ['POST', styles.methodCreate],
      ['PATCH', styles.methodChange],
      ['DELETE', styles.methodDelete],
    ])
      expect(await coloured(method ?? '')).toContain(`\u001b[${style}m${method}\u001b[`);
    expect(await coloured('GET')).toContain(`\u001b[${styles.number}m1\u001b[`);
  });

  test('-i prints the head first', async () => {
    const { url } = await serve('{"a":1}', { ...json, 'x-one': '1' });
    const { stdout } = await runProgram(['GET', url, '-i']);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\ncontent-type: application\/json\nx-one: 1\n/);
    expect(stdout.endsWith('\n\n{"a":1}')).toBe(true);
  });

  test('-v prints the request before that, with secrets masked', async () => {
    const { url } = await serve('answer');
    const { stdout, stderr } = await runProgram([
      ...['POST', `${url}/x`, '-v', '-B', 'hush', '-K', 'key=hush', '-H', 'X-Token: hush', '-b', 'c=hush'],
      ...['-d', '{"sent":true}'],
    ]);
    expect(stdout + stderr).not.toContain('hush');
    expect(stdout).toMatch(/^POST \/x\?key=•••• HTTP\/1\.1\nHost: 127\.0\.0\.1:\d+\n/);
    expect(stdout).toContain('Authorization: Bearer ••••\n');
    expect(stdout).toContain('X-Token: ••••\n');
    expect(stdout).toContain('{"sent":true}');
    expect(stdout.indexOf('{"sent":true}')).toBeLessThan(stdout.indexOf('200 OK'));
    expect(stdout.endsWith('\n\nanswer')).toBe(true);
  });

  test('a response to HEAD has no body to print', async () => {
    const { url } = await serve('', { 'content-length': '5' });
    expect(await runProgram(['HEAD', url])).toMatchObject({ code: 0, stdout: '' });
  });

  test('a stream is printed as it arrives', async () => {
    let more = () => {};
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      more = () => response.end('data: 2\n\n');
    });
    const ended = await runProgram(['GET', url], {
      // The second event is sent only after the first was printed.
      onStart: child => child.stdout?.once('data', (first: Buffer) => String(first) === 'data: 1\n\n' && more()),
    });
    expect(ended.stdout).toBe('data: 1\n\ndata: 2\n\n');
  });
});

describe('on a terminal', () => {
  const start = (url: string, flags: readonly string[] = [], variables = {}) =>
    startInTerminal(['GET', url, ...flags], { columns: 100, rows: 40, variables });
  const onTerminal = (url: string, flags: readonly string[] = [], variables = {}) =>
    runProgram(['GET', url, ...flags], { terminal: true, variables: { TERM: 'xterm-256color', ...variables } });

  test('status line, headers and the body, formatted and coloured', async () => {
    const { url } = await serve('{"big":12345678901234567890,"a":1.0,"a":[true,null,"x"]}', json);
    const program = start(url);
    expect((await program.ended).code).toBe(0);
    const screen = program.screen();
    expect(screen).toMatch(/^HTTP\/1\.1 200 OK\ncontent-type: application\/json\n/);
    expect(screen).toContain(
      '\n\n{\n  "big": 12345678901234567890,\n  "a": 1.0,\n  "a": [\n    true,\n    null,\n    "x"\n  ]\n}',
    );
    expect(program.cellOf('200')).toMatchObject({ foreground: '2', bold: true });
    const colours = ['"big"', '12345678901234567890', 'true', '"x"'].map(each => program.cellOf(each).foreground);
    expect(new Set(colours).size).toBe(4);
    expect(program.cursor.x).toBe(0);
  });

  test.each([
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['TERM=dumb', { TERM: 'dumb' }],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }],
  ])('%s: formatted without colours', async (_, variables) => {
    const { url } = await serve('{"a":1}', json);
    const { stdout } = await onTerminal(url, [], variables);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('{\n  "a": 1\n}');
  });

  test('--pretty none is still safe', async () => {
    const { url } = await serve('{"a":1}\u001b[2J', json);
    const { stdout } = await onTerminal(url, ['--pretty', 'none']);
    expect(stdout).toContain('{"a":1}␛[2J');
    expect(stdout).not.toContain('\u001b');
  });

  test('binary data is replaced by a line with type, size and a suggestion', async () => {
    const { url } = await serve(Buffer.alloc(1500), { 'content-type': 'image/png', 'content-length': '1500' });
    const program = start(url);
    expect((await program.ended).code).toBe(0);
    expect(program.screen()).toMatch(/\n\n\(binary data: image\/png, 1\.5 kB; save it with -o FILE or a pipe\)$/);
  });

  test('an event is shown before the next one is sent', async () => {
    let more = () => {};
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: tick\ndata: {"n":1}\n\n');
      more = () => response.end('data: {"n":2}\n\n');
    });
    const program = start(url);
    await program.untilShown('data: {"n":1}');
    expect(program.screen()).not.toContain('"n":2');
    more();
    await program.untilShown('data: {"n":2}');
    expect((await program.ended).code).toBe(0);
  });

  test('an unfollowed redirect is reported', async () => {
    const { url } = await serve('', { location: '/elsewhere\u009b' }, 302);
    const { stderr } = await onTerminal(url);
    expect(stderr).toContain('apiclient: 302 redirects to /elsewhere<U+009B>. Pass -L to follow it.');
    expect((await onTerminal(url, ['-s'])).stderr).toBe('');
  });

  test('broken JSON is shown to its end, and reported', async () => {
    const { url } = await serve('{"a":1, oops}', json);
    const program = start(url);
    await program.ended;
    expect(program.screen()).toContain('{\n  "a": 1,\n  \noops}\napiclient: Not JSON from line 1, column 9. The rest');
  });
});

describe('in addition to the body', () => {
  test('--meta - and --timing describe the exchange', async () => {
    const { url } = await serve('body', { 'x-odd': 'ü\u009b' }, 404);
    const { stdout, stderr, code } = await runProgram(['GET', `${url}/x`, '--meta', '-', '--timing']);
    expect(code).toBe(0);
    const [body, meta = ''] = stdout.split('\n');
    expect(body).toBe('body');
    expect(meta).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(meta)).toMatchObject({ url: `${url}/x`, method: 'GET', status: 404, version: '1.1', bytes: 4 });
    expect(JSON.parse(meta).headers).toContainEqual(['x-odd', 'ü\u009b']);
    expect(JSON.parse(meta).timing.totalMs).toBeGreaterThan(0);
    expect(stderr).toMatch(
      /^apiclient: 404 Not Found\.\nconnected [\d.]+ m?s, first byte [\d.]+ m?s, total [\d.]+ m?s\n$/,
    );
  });

  test('--meta FILE is written for a truncated body, too', async () => {
    const folder = temporaryFolder();
    const { url } = await httpServer(response => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => response.socket?.destroy());
    });
    const { code } = await runProgram(['GET', url, '--meta', 'meta.json'], { folder });
    expect(code).toBe(1);
    const meta = JSON.parse(readFileSync(path.join(folder, 'meta.json'), 'utf8'));
    expect(meta).toMatchObject({ status: 200, bytes: 4, error: { kind: 'truncated' } });
  });

  test.each([
    ['no/such.json', 'the folder does not exist'],
    ['.', 'it is a folder'],
  ])('--meta %s is rejected before anything is sent', async (file, why) => {
    const server = await serve('{"data":{}}');
    for (const argv of [
      ['POST', server.url, '-d', 'x'],
      ['graphql', server.url, '--query', '{ a }'],
    ]) {
      const ended = await runProgram([...argv, '--meta', file], { folder: temporaryFolder() });
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(new RegExp(`^apiclient: Cannot write ${file}: ${why}\\.\n  Nothing was sent`));
    }
    expect(server.seen).toHaveLength(0);
  });

  test('--curl and --dry-run print and send nothing', async () => {
    const server = await serve('');
    const curl = await runProgram(['PUT', `${server.url}/x`, '-u', 'me:hush', '-d', "it's", '--curl']);
    expect(curl.stdout).toContain("-u 'me:••••'");
    expect(curl.stdout).toContain("--data-raw 'it'\\''s'");
    const dry = await runProgram(['PUT', `${server.url}/x`, '-B', 'hush', '-d', "it's", '--dry-run']);
    expect(dry.stdout).toMatch(/^PUT \/x HTTP\/1\.1\nHost: 127/);
    expect(dry.stdout).toContain('Authorization: Bearer ••••');
    expect(dry.stdout).toContain('\nContent-Length: 4\n');
    expect(dry.stdout).toContain("\n\nit's");
    expect([curl.code, dry.code, server.seen.length]).toEqual([0, 0, 0]);
  });

  test('--debug-log records the exchange, without secrets', async () => {
    const folder = temporaryFolder();
    const { url } = await serve('', { 'set-cookie': 'hush=hush' });
    await runProgram(['GET', url, '-B', 'hush', '-K', 'k=hush', '--debug-log', 'log'], { folder });
    const log = readFileSync(path.join(folder, 'log'), 'utf8');
    expect(log).not.toContain('hush');
    const events = log
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const told = events.filter(each => each.event !== 'connection');
    expect(told.map(each => each.event)).toEqual(['request', 'head', 'response', 'end']);
    expect(told[1].raw).toMatch(/^HTTP\/1\.1 200 OK\r\nset-cookie: ••••\r\n/);
    expect(told[2]).toMatchObject({ status: 200 });
    expect(told[3]).toMatchObject({ code: 0 });
  });
});
