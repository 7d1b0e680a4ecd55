/** `--debug-log FILE`: one JSON line per event. Secrets are masked by type, credential headers by name. */
import { closeSync, constants, writeSync } from 'node:fs';
import { carriesCredential } from '../core/credentials/header.js';
import { errorCode, type Failure, failure, failureIn, isFailure } from '../core/failure.js';
import { asciiJson } from '../core/response/ascii-json.js';
import { messageLine } from '../core/response/message-line.js';
import { bullets, type Secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { nonBlocking } from '../platform/open-flags.js';
import { privateFileMode } from '../platform/permissions.js';
import { errorReason } from './files/error-reason.js';
import { openNamed } from './files/named-file.js';
import { headerMask, rawHeadMask } from './http/echoes.js';
import type { Timing } from './http/exchange.js';
import type { WireEvent } from './http/wire-event.js';
import { pathOf } from './sources.js';

/** Without `--debug-log`, events are discarded. */
export interface DebugLog {
  /** Appends a line. Never throws. */
  write(event: string, details?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

const appending = constants.O_APPEND | nonBlocking;

const silent: DebugLog = { write: () => {}, close: () => {} };

/**
 * Opens the log for appending, readable by its owner only. Without a path, returns a log that discards events.
 * @param warn called once if lines are lost: a full disk must not end the logged request
 */
export function openDebugLog(
  file: string | undefined,
  environment: Environment,
  warn = (text: string): void => void environment.stderr.write(`apiclient: ${messageLine(text)}\n`),
): DebugLog | Failure {
  if (file === undefined) return silent;
  let fd: number;
  try {
    // Opening a FIFO without a reader would block in a call that no signal interrupts.
    fd = openNamed(pathOf(file, environment), appending, privateFileMode, environment);
  } catch (error) {
    const hint = 'Nothing was sent. Pass another file to --debug-log.';
    const text = `Cannot write ${file}: ${errorReason(error)}.`;
    return failureIn(error) ?? failure('usage', text, { code: errorCode(error), hint, cause: error });
  }
  const began = environment.monotonic();
  let isWhole = true;
  return {
    write(event, details = {}) {
      const line = {
        at: new Date(environment.now()).toISOString(),
        ms: Math.round(environment.monotonic() - began),
        event,
      };
      try {
        const bytes = Buffer.from(`${asciiJson({ ...line, ...details })}\n`);
        // A nearly full disk accepts a part; writing the rest returns the error.
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      } catch (error) {
        if (isWhole) warn(`Lines are missing from the debug log ${file}: ${errorReason(error)}.`);
        isWhole = false;
      }
    },
    close() {
      try {
        closeSync(fd);
      } catch (error) {
        // Network disks report lost writes on close.
        if (isWhole) warn(`Lines are missing from the debug log ${file}: ${errorReason(error)}.`);
      }
    },
  };
}

const loggedHeaders = (
  lines: readonly (readonly [name: string, value: string | Secret])[],
): readonly (readonly [string, string])[] =>
  lines.map(([name, value]) => [name, carriesCredential({ name, value }) ? bullets : String(value)]);

/** Logs each step of an exchange as it occurs. */
export const logSteps =
  (log: DebugLog): ((event: WireEvent) => void) =>
  event => {
    switch (event.kind) {
      case 'sent': {
        const { method, shownUrl, headers } = event.request;
        const sent = headers.map(each => [each.name, each.value] as const);
        return log.write('request', { method, url: shownUrl, headers: loggedHeaders(sent) });
      }
      case 'head':
        return log.write('head', { raw: rawHeadMask(event.request)(event.bytes) });
      case 'answer': {
        const { status, reason, headers, irregularities = [] } = event.response;
        const mask = headerMask(event.request);
        const received = headers.map(([name, value]) => [name, mask(name, value)] as const);
        const broken = irregularities.map(({ text }) => text);
        return log.write('response', {
          status,
          reason,
          headers: loggedHeaders(received),
          irregularities: broken.length > 0 ? broken : undefined,
        });
      }
      default: {
        // Subject and dates of the certificate are enough.
        const { kind: step, ...details } = event.kind === 'secure' ? { ...event, chain: undefined } : event;
        return log.write('connection', { step, ...details });
      }
    }
  };

export const logEnd = (log: DebugLog, ended: number | Failure, timing: Timing | undefined): void =>
  log.write('end', {
    ...(isFailure(ended) ? { failure: ended.kind, text: ended.text } : { code: ended }),
    timing,
  });
