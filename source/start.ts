/** The process around the program, in each of its forms: signals in, exit code out. */
import { closeSync, fstatSync, openSync } from 'node:fs';

type Program = Pick<
  typeof import('./program.js'),
  'exitCodeOf' | 'failure' | 'main' | 'processEnvironment' | 'reportBug'
>;

/**
 * Puts nothing in the place of a terminal that has gone. At its end Node gives each of the three streams the modes it had at the
 * beginning, and crashes (SIGSEGV in Node 20) where the terminal cannot take them any more.
 */
function forgetTerminal(): void {
  for (const fd of [0, 1, 2]) {
    try {
      if (!fstatSync(fd).isCharacterDevice()) continue;
      closeSync(fd);
      // The lowest number that is free: the same one.
      openSync('/dev/null', 'r+');
    } catch {
      // Closed already.
    }
  }
}

/**
 * Runs the program with the process's arguments and sets its exit code.
 * @param notice reads the file NOTICE that comes with the program
 */
export function start(program: Program, notice: () => string): void {
  const { exitCodeOf, failure, main, processEnvironment, reportBug } = program;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(failure('interrupted', 'Interrupted.')));
  process.once('SIGTERM', () => stop.abort(failure('terminated', 'Terminated.')));
  process.once('SIGHUP', () => {
    process.once('exit', forgetTerminal);
    stop.abort(failure('terminated', 'The terminal went away.'));
  });
  // It may be said twice, by the kernel and by whoever had the terminal: the second must not end what is being written down.
  process.on('SIGHUP', () => {});
  // Node would open a debugger: any user of this machine could attach to it, and it speaks on standard error.
  process.on('SIGUSR1', () => {});

  const environment = processEnvironment(stop.signal, notice);
  // Exceptions and rejections nobody caught are bugs, but for a reader of our output that went away.
  process.once('uncaughtException', error => process.exit(reportBug(error, environment)));

  // Nothing left to wait for, and no response: that must not look like success.
  const unfinished = () =>
    process.exit(reportBug(new Error('the program stopped before its work was done'), environment));
  process.once('beforeExit', unfinished);

  main(process.argv.slice(2), environment).then(code => {
    process.off('beforeExit', unfinished);
    // What waits for a reader that does not read, or for a FIFO nobody opens, would keep a stopped program alive.
    if (stop.signal.aborted) process.exit(code);
    process.exitCode = code;
    // Only a reader that does not read can keep us here now.
    stop.signal.addEventListener('abort', () => process.exit(exitCodeOf(stop.signal.reason)));
    // Nor may a look-up or a SOCKS proxy that was given up and still says nothing, once all output has left.
    setInterval(() => {
      if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
    }, 100).unref();
  });
}
