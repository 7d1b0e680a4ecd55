/** `--pager`: passes standard output to $PAGER. A chunk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { exitCodes, type Failure, isFailure } from '../core/failure.js';
import type { Environment, OutputStream } from '../environment.js';

/** Output that goes to a pager as soon as there is any. */
interface PagedOutput {
  /** The environment to run the command in. Standard error waits until the pager has ended. */
  readonly environment: Environment;
  /** Waits for the pager. Quitting it early is a success. */
  end(ended: number | Failure): Promise<number | Failure>;
}

/** A missing pager is replaced with cat. */
const script = 'if command -v "$1" >/dev/null 2>&1; then eval "$2"; else cat; fi';

/** Started at the first output, so that prompts before it have the terminal. */
export function openPager(environment: Environment): PagedOutput {
  const { stdout, stderr, variables, folder } = environment;
  const command = variables.PAGER || 'less';
  let pager: ChildProcess | undefined;
  let closed: Promise<void> | undefined;
  let isQuit = false;
  const heldChunks: Uint8Array[] = [];

  function start(): ChildProcess {
    // As with git: colours are passed on, and output that fits on the screen is printed without paging.
    const env = { LESS: 'FRX', ...variables };
    const child = spawn('/bin/sh', ['-c', script, 'sh', command.split(' ', 1)[0] ?? '', command], {
      stdio: ['pipe', 'inherit', 'inherit'],
      cwd: folder,
      env,
    });
    child.stdin?.on('error', () => {});
    closed = new Promise(resolve => {
      const end = (): void => {
        isQuit = true;
        for (const text of heldChunks.splice(0)) stderr.write(text);
        resolve();
      };
      child.once('close', end);
      child.once('error', end);
    });
    return child;
  }

  const paged = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      pager ??= start();
      const broken = (): void => done(Object.assign(new Error('The pager was closed.'), { code: 'EPIPE' }));
      if (isQuit || !pager.stdin) broken();
      else pager.stdin.write(chunk, error => (error ? broken() : done()));
    },
  });
  const waiting = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (pager && !isQuit) heldChunks.push(chunk);
      else stderr.write(chunk);
      done();
    },
  });
  const like = (stream: Writable, { isTTY, columns, rows, fd }: OutputStream): OutputStream =>
    Object.assign(stream, { isTTY, columns, rows, fd });
  return {
    environment: { ...environment, stdout: like(paged, stdout), stderr: like(waiting, stderr) },
    async end(ended) {
      pager?.stdin?.end();
      await closed;
      const isBroken = isFailure(ended) ? ended.kind === 'broken_pipe' : ended === exitCodes.broken_pipe;
      return pager && isBroken ? 0 : ended;
    },
  };
}
