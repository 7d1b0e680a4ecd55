/** Files no user means to give: FIFOs nobody writes to, files larger than memory. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeServers, httpServer } from '../support/http-server.js';
import { runProgram, temporaryFolder } from '../support/program.js';

afterEach(closeServers);

const answer = () => httpServer(response => response.setHeader('content-type', 'application/json').end('{"data":{}}'));

function withFifo(): { folder: string; fifo: string } {
  const folder = temporaryFolder();
  const fifo = path.join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  return { folder, fifo };
}

/** Opens the FIFO to write as soon as somebody reads it: until then it is refused. */
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
];

test.each(readers)('%s from a FIFO nobody writes to: an interrupt ends the wait', async (_, argv) => {
  const { url } = await answer();
  const { folder, fifo } = withFifo();
  const { code, signal } = await runProgram(argv(url), {
    folder,
    onStart: child => void writerOf(fifo).then(() => child.kill('SIGINT')),
  });
  expect([code, signal]).toEqual([130, null]);
});

test('what is written into a FIFO is read to its end', async () => {
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
  '%s from a file of a gigabyte is refused, not a bug',
  async (_, argv) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'fifo'), '');
    truncateSync(path.join(folder, 'fifo'), 2 ** 30);
    const { code, stderr } = await runProgram(argv('http://127.0.0.1:9/'), { folder });
    expect([1, 2]).toContain(code);
    expect(stderr).toContain('fifo is larger than 512 MiB.');
  },
);

test('a debug log into a FIFO nobody reads is refused instead of waited for', async () => {
  const { url } = await answer();
  const { folder } = withFifo();
  const { code, stderr } = await runProgram(['GET', url, '--debug-log', 'fifo'], { folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot write fifo: nobody is at its other end.')]);
});
