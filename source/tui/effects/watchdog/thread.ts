/**
 * The watchdog's thread. When the main thread has missed its heartbeats, it restores the terminal, writes the pending draft, prints
 * one line and ends the process. The build bundles it into a separate script (`script:` in `watchdog.ts`).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { blockedCode } from '../../../core/failure.js';
import type { PendingDraft } from '../../../io/drafts.js';
import { errorReason } from '../../../io/files/error-reason.js';
import { writePrivate } from '../../../io/files/private-file.js';
import { processEnvironment } from '../../../platform/process-environment.js';
import { reopenTerminal } from '../../../platform/terminal-device.js';
import { ownChannel } from '../../terminal/channel.js';
import { counterBytes, type WatchdogData, type WatchdogMessage } from './messages.js';

/** Time limits for writing the draft and to the terminal, in milliseconds. */
const draftMs = 3000;
const terminalMs = 700;

/** Ends a control sequence that the main thread may have left half-written. */
const cancel = '\u0018';

function watch({ shared, checkMs, maxMissed }: WatchdogData): void {
  const environment = processEnvironment(new AbortController().signal);
  const counter = new Int32Array(shared, 0, 1);
  let seen = 0;
  let missed = 0;
  let restoring = '';
  let draft: PendingDraft | undefined;

  parentPort?.on('message', (message: WatchdogMessage) => {
    if (message.kind === 'restore') restoring = message.bytes;
    else draft = message.draft;
  });
  const checks = setInterval(() => {
    const beats = Atomics.load(counter, 0);
    missed = beats === seen ? missed + 1 : 0;
    seen = beats;
    if (missed < maxMissed) return;
    clearInterval(checks);
    void end();
  }, checkMs);

  async function end(): Promise<void> {
    print(restoring === '' ? '' : cancel + restoring);
    const draftNote = await saveDraft();
    const action = Buffer.from(shared, counterBytes).toString('latin1').replaceAll('\0', '');
    const seconds = Math.round((checkMs * maxMissed) / 1000);
    const after = action === '' ? '' : ` after ${action}`;
    print(`apiclient did not respond for ${seconds} s${after} and was closed.${draftNote}\r\n`);
    await exitProcess(blockedCode);
    environment.hooks?.kill(environment.hooks.pid, 'SIGKILL');
  }

  /** Never waits for the terminal longer than `terminalMs`. */
  function print(text: string): void {
    const fd = reopenTerminal(1, environment);
    if (fd === undefined || text === '') return;
    ownChannel(fd, environment, { onDrain() {}, onGone() {} }).writeNow(text, terminalMs);
  }

  /** Writes the pending draft. Returns a sentence for the user, which is empty if no draft was pending. */
  async function saveDraft(): Promise<string> {
    if (draft === undefined) return '';
    const written = writePrivate(draft.file, draft.content, environment).then(
      () => ' The draft was saved.',
      error => ` The draft could not be saved: ${errorReason(error)}.`,
    );
    return Promise.race([written, wait(draftMs, ' The draft could not be saved in time.')]);
  }
}

/** `(module (memory (export "memory") 0) (func (export "_start")))`, as small as WASI permits. */
const smallestModule = 'AGFzbQEAAAABBAFgAAADAgEABQMBAAAHEwIGbWVtb3J5AgAGX3N0YXJ0AAAKBAECAAs=';

/**
 * Ends the whole process with `code`, whatever its main thread does. In a thread, `process.exit` ends only the thread; the `proc_exit`
 * of WASI calls the C library's `exit`, which also restores the terminal's line modes. Returns only if WebAssembly is unavailable.
 */
async function exitProcess(code: number): Promise<void> {
  try {
    const { WASI } = await import('node:wasi');
    const wasi = new WASI({ version: 'preview1', returnOnExit: false });
    wasi.start(new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(smallestModule, 'base64'))));
    wasi.wasiImport.proc_exit?.(code);
  } catch {
    // The caller ends the process in another way.
  }
}

watch(workerData as WatchdogData);
