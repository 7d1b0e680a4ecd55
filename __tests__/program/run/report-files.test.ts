/** Files of `--report`, `--meta` and `-w '%output{…}'`: complete or unchanged, whatever fails or interrupts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../../../source/core/failure.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';
import { runShell } from '../../support/shells/shell.js';

afterEach(closeServers);

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = temporaryFolder();
  server = await httpServer(response => response.end('{"a": 1}'));
  writeFileSync(path.join(folder, 'good.http'), `GET ${server.url}/a\n`);
  writeFileSync(path.join(folder, 'bad.http'), `# @assert status == 201\nGET ${server.url}/a\n`);
});

const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const fullDisk = 'apiclient: Cannot write /dev/full: the disk is full.\n';
const reports = [
  '--report',
  'json=/dev/full',
  '--report',
  'junit=r.xml',
  '--report',
  'html=r.html',
  '--meta',
  'm.json',
];

withPrograms(['procfs'], () => {
  test.each([
    ['good.http', exitCodes.file],
    ['bad.http', exitCodes.check],
  ])('a report of run on a full disk is reported and does not prevent the others: %s', async (name, code) => {
    const ended = await runProgram(['run', name, ...reports], { folder });
    expect(ended).toMatchObject({ code, stderr: fullDisk });
    expect(read('r.xml')).toContain('</testsuites>');
    expect(read('r.html')).toContain('</html>');
    expect(JSON.parse(read('m.json'))).toHaveLength(1);
  });

  test.each([
    ['errors == 0', exitCodes.file],
    ['errors > 0', exitCodes.check],
  ])(
    'a report of --repeat on a full disk is reported and does not prevent the others: -a "%s"',
    async (check, code) => {
      const files = ['--report', 'json=/dev/full', '--report', 'json=r.json', '--meta', 'm.json'];
      const ended = await runProgram(['GET', server.url, '--repeat', '3', '-s', '-a', check, ...files], { folder });
      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain(fullDisk);
      for (const name of ['r.json', 'm.json']) expect(JSON.parse(read(name))).toMatchObject({ repeat: 3 });
    },
  );

  test('--meta and %output on a full disk are reported, and the exit code of the request is unchanged', async () => {
    const format = '%output{/dev/full}x%output{w.txt}%{http_code}';
    const flags = ['--meta', '/dev/full', '-w', format, '--check-status', '-s'];
    const failing = await httpServer(response => response.writeHead(404).end());
    const ended = await runProgram(['GET', failing.url, ...flags], { folder });
    expect(ended).toMatchObject({ code: 4, stderr: fullDisk + fullDisk });
    expect(read('w.txt')).toBe('404');
    expect(await runProgram(['GET', server.url, ...flags], { folder })).toMatchObject({ code: exitCodes.file });
    const code = ['--meta', '/dev/full', '-w', '%{exitcode}', '-o', 'body', '-s'];
    expect((await runProgram(['GET', server.url, ...code], { folder })).stdout).toBe(String(exitCodes.file));
  });

  test('a report of --validate on a full disk is reported and does not prevent the others', async () => {
    writeFileSync(path.join(folder, 's.graphql'), 'type Query { a: Int }');
    writeFileSync(path.join(folder, 'q.graphql'), '{ b }');
    const flags = ['--schema', 's.graphql', '--validate', 'q.graphql', '-s'];
    const files = ['--report', 'json=/dev/full', '--report', 'junit=r.xml'];
    const ended = await runProgram(['graphql', ...flags, ...files], { folder });
    expect(ended).toMatchObject({ code: exitCodes.usage, stderr: fullDisk });
    expect(read('r.xml')).toContain('</testsuites>');
  });

  test('a report is written even if standard output is on a full disk', async () => {
    const line = 'apiclient run good.http --report junit=r.xml > /dev/full';
    expect((await runShell(line, { folder })).code).toBe(exitCodes.file);
    expect(read('r.xml')).toContain('</testsuites>');
    expect((await runShell(`apiclient GET ${server.url} --repeat 3 --meta m.json > /dev/full`, { folder })).code).toBe(
      exitCodes.file,
    );
    expect(JSON.parse(read('m.json'))).toMatchObject({ repeat: 3 });
  });
});

test('an old report is unchanged if the new one cannot be written, and no temporary file remains', async () => {
  writeFileSync(path.join(folder, 'r.html'), 'old');
  // In units of 512 or 1024 bytes; an HTML report is larger.
  const line = 'ulimit -f 2; apiclient run good.http -s --report html=r.html --report tap=r.tap';
  const ended = await runShell(line, { folder });
  expect(ended).toMatchObject({
    code: exitCodes.file,
    stderr: 'apiclient: Cannot write r.html: the file would become too large.\n',
  });
  expect(read('r.html')).toBe('old');
  expect(read('r.tap')).toContain('ok 1');
  expect(readdirSync(folder).filter(name => name.includes('r.'))).toEqual(['r.html', 'r.tap']);
});

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during --repeat leaves a complete report of the finished requests', async (signal, code) => {
  let hasStarted = () => {};
  const started = new Promise<void>(resolve => {
    hasStarted = resolve;
  });
  const slow = await httpServer(response => {
    response.end('x');
    if (slow.seen.length === 20) hasStarted();
  });
  writeFileSync(path.join(folder, 'r.json'), 'old');
  const argv = ['GET', slow.url, '--repeat', '1000000', '--report', 'json=r.json', '--meta', 'm.json', '-s'];
  const ended = await runProgram(argv, { folder, onStart: child => void started.then(() => child.kill(signal)) });
  expect(ended.code).toBe(code);
  for (const name of ['r.json', 'm.json'])
    expect(JSON.parse(read(name)).requests[0].responses).toBeGreaterThanOrEqual(19);
});

test('Ctrl-C during a body leaves a complete --meta', async () => {
  let hasStarted = () => {};
  const started = new Promise<void>(resolve => {
    hasStarted = resolve;
  });
  const slow = await httpServer(response => {
    response.writeHead(200);
    response.write('begun');
  });
  const ended = await runProgram(['GET', slow.url, '--meta', 'm.json'], {
    folder,
    onStart: async child => {
      child.stdout?.once('data', hasStarted);
      await started;
      child.kill('SIGINT');
    },
  });
  expect(ended.code).toBe(130);
  expect(JSON.parse(read('m.json'))).toMatchObject({ status: 200, error: { kind: 'interrupted' } });
});

test('a report in a link, a device or a FIFO is written through', async () => {
  const line =
    'ln -s target link; mkfifo fifo; cat fifo > copy & apiclient run good.http -s --report tap=link --report tap=fifo --report tap=/dev/stdout | cat; wait';
  const ended = await runShell(line, { folder });
  expect(ended.stdout).toContain('ok 1');
  expect([read('target'), read('copy')]).toEqual([ended.stdout, ended.stdout]);
});
