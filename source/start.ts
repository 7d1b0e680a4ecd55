/** The process around the program: signals in, exit code out. */
import { setMaxListeners } from 'node:events';
import { endingSignals } from './platform/signals.js';
import { forgetTerminal } from './platform/terminal-device.js';

type Program = Pick<
  typeof import('./program.js'),
  'exitCodeOf' | 'failure' | 'main' | 'processEnvironment' | 'reportBug'
>;

/** Runs the program with the process's arguments and sets its exit code. @param notice reads the NOTICE of this program */
export function start(program: Program, notice: () => string): void {
  const { exitCodeOf, failure, main, processEnvironment, reportBug } = program;
  const stop = new AbortController();
  // Each pending request listens, and --jobs N allows many.
  setMaxListeners(0, stop.signal);
  process.once('SIGHUP', () => process.once('exit', forgetTerminal));
  for (const [name, [kind, text, signal]] of Object.entries(endingSignals))
    process.once(name, () => stop.abort(failure(kind, text, { signal })));
  // May arrive twice, from the kernel and from the terminal's owner: the second must not interrupt saving.
  process.on('SIGHUP', () => {});
  // Node would open a debugger, to which any user of this machine could attach, and print to standard error.
  process.on('SIGUSR1', () => {});

  // Node would stop verifying certificates and print a warning. Only -k turns the verification off.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const environment = processEnvironment(stop.signal, notice);
  // Uncaught exceptions and rejections are bugs, except for a disconnected reader of our output.
  process.once('uncaughtException', error => process.exit(reportBug(error, environment)));

  // The event loop is empty: pending exchanges fail, and pending work without an exchange is a bug. Neither may look like
  // success.
  const unfinished = (): void => {
    const { pending } = environment;
    if (pending.size === 0)
      process.exit(reportBug(new Error('the program stopped before its work was done'), environment));
    for (const fail of [...pending]) fail();
    // Another turn, after which this is called again.
    setImmediate(() => {});
  };
  process.on('beforeExit', unfinished);

  main(process.argv.slice(2), environment).then(code => {
    process.off('beforeExit', unfinished);
    const hasLeft = (): boolean => process.stdout.writableLength === 0 && process.stderr.writableLength === 0;
    // Do not wait for a stalled reader or an unopened FIFO: exit now, with an error if output was lost.
    if (stop.signal.aborted) process.exit(code === 0 && !hasLeft() ? exitCodeOf(stop.signal.reason) : code);
    process.exitCode = code;
    // Only a stalled reader can delay the exit now.
    stop.signal.addEventListener('abort', () => process.exit(exitCodeOf(stop.signal.reason)));
    // After all output has been written, an abandoned DNS lookup or SOCKS proxy must not delay the exit either.
    setInterval(() => {
      if (hasLeft()) process.exit();
    }, 100).unref();
  });
}
