/** Unusual files: FIFOs without a writer, files larger than memory. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const answer = () => httpServer(response => response.setHeader('content-type', 'application/json').end('{"data":{}}'));

function withFifo(): { folder: string; fifo: string } {
  const folder = temporaryFolder();
  const fifo = path.join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  return { folder, fifo };
}

/** Opens the FIFO for writing as soon as it has a reader; before that the open fails. */
async function writerOf(fifo: string): Promise<number> {
  for (;;) {
    try {
      return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}

const readers: readonly (readonly [string, (url: string) => readonly string[]])[] = [
  ['a query', url => ['graphql', url, '--query', '@fifo', '--no-validate']],
  ['variables', url => ['graphql', url, '--query', '{ a }', '--no-validate', '--variables', '@fifo']],
  ['a schema', url => ['graphql', url, '--query', '{ a }', '--schema', 'fifo']],
  ['a body', url => ['POST', url, '-d', '@fifo']],
  ['header lines', url => ['GET', url, '-H', '@fifo']],
  ['a secret', url => ['GET', url, '-B', 'file:fifo']],
  ['cookies', url => ['GET', url, '--cookie-jar', 'fifo']],
  ['issuers', url => ['GET', url.replace('http:', 'https:'), '--cacert', 'fifo']],
  ['a certificate', url => ['GET', url.replace('http:', 'https:'), '--cert', 'fifo']],
  ['logins', url => ['GET', url, '--netrc']],
  [
    'a key of an OAuth client',
    url => ['GET', url, '--oauth2', `client_credentials:${url}/token:id`, '--oauth2-client-key', 'fifo'],
  ],
];

test.each(readers)('%s from a FIFO without a writer: an interruption ends the wait', async (_, argv) => {
  const { url } = await answer();
  const { folder, fifo } = withFifo();
  const { code, signal } = await runProgram(argv(url), {
    folder,
    variables: { NETRC: 'fifo' },
    onStart: child => void writerOf(fifo).then(() => child.kill('SIGINT')),
  });
  expect([code, signal]).toEqual([130, null]);
});

test('a FIFO is read to its end', async () => {
  const { url, seen } = await answer();
  const { folder, fifo } = withFifo();
  const write = async () => {
    const fd = await writerOf(fifo);
    writeFileSync(fd, '{ a');
    writeFileSync(fd, ' }');
    closeSync(fd);
  };
  const started = { folder, onStart: () => void write() };
  expect(await runProgram(['graphql', url, '--query', '@fifo', '--no-validate'], started)).toMatchObject({ code: 0 });
  expect(await runProgram(['POST', url, '-d', '@fifo'], started)).toMatchObject({ code: 0 });
  expect(seen.map(each => each.body.toString())).toEqual(['{"query":"{ a }"}', '{ a }']);
});

test.each(readers.filter(([what]) => what !== 'a body'))(
  '%s from a file of a gigabyte is rejected, not reported as a bug',
  async (_, argv) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'fifo'), '');
    truncateSync(path.join(folder, 'fifo'), 2 ** 30);
    const { code, stderr } = await runProgram(argv('http://127.0.0.1:9/'), {
      folder,
      variables: { NETRC: 'fifo' },
      spawn: true,
    });
    expect([1, 2]).toContain(code);
    expect(stderr).toContain('fifo exceeds 512 MiB.');
  },
);

test('a debug log to a FIFO without a reader is rejected instead of waiting', async () => {
  const { url } = await answer();
  const { folder } = withFifo();
  const { code, stderr } = await runProgram(['GET', url, '--debug-log', 'fifo'], { folder, spawn: true });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot write fifo: the other end is closed.')]);
});

test('a summary to a FIFO waits for its reader, and an interruption ends the wait', async () => {
  const { url } = await httpServer((response, _, request) => {
    response.end();
    request.socket.once('close', () => started?.kill('SIGINT'));
  });
  const { folder, fifo } = withFifo();
  let started: ChildProcess | undefined;
  const argv = ['GET', url, '--meta', 'fifo', '-H', 'Connection: close'];
  const stopped = await runProgram(argv, {
    folder,
    onStart: child => {
      started = child;
    },
  });
  expect([stopped.code, stopped.signal]).toEqual([130, null]);
  const reader = spawn('cat', [fifo]);
  let text = '';
  reader.stdout.on('data', chunk => {
    text += chunk;
  });
  const read = new Promise(resolve => reader.once('close', resolve));
  expect(await runProgram(argv, { folder, spawn: true })).toMatchObject({ code: 0, stderr: '' });
  await read;
  expect(JSON.parse(text)).toMatchObject({ status: 200 });
});

test('a configuration that is a FIFO is rejected instead of waiting', async () => {
  const { url } = await answer();
  const { folder, fifo } = withFifo();
  mkdirSync(path.join(folder, 'apiclient'));
  renameSync(fifo, path.join(folder, 'apiclient/config.json'));
  const { code, stderr } = await runProgram(['GET', url], { folder, variables: { XDG_CONFIG_HOME: folder } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('config.json cannot be read (it is a FIFO).')]);
});

test('cookies from a FIFO are sent; new ones cannot be stored, which is reported', async () => {
  const { url, seen } = await httpServer(response => response.setHeader('set-cookie', 'b=2').end('in'));
  const { folder, fifo } = withFifo();
  const ended = await runProgram(['GET', url, '--cookie-jar', 'fifo'], {
    folder,
    onStart: () =>
      void writerOf(fifo).then(fd => {
        writeFileSync(fd, '127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n');
        closeSync(fd);
      }),
  });
  expect(seen[0]?.headers.cookie).toBe('a=1');
  expect([ended.code, ended.stdout]).toEqual([0, 'in']);
  expect(ended.stderr).toContain('could not be written to fifo: it is a FIFO, which can only be read.');
});

// Node 20's mkdir with `recursive` never returns there, and no signal ends it.
test('a cookie jar in a folder such as /proc, where no file can be created, is rejected without hanging', async () => {
  const { url, seen } = await httpServer(response => response.setHeader('set-cookie', 'b=2').end());
  const jar = await runProgram(['GET', url, '--cookie-jar', '/proc/none/deep/jar']);
  const why = 'Cannot write /proc/none/deep/jar: the folder does not exist.';
  expect([jar.code, jar.stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(seen).toEqual([]);
});
