/**
 * An exception that nobody expected, in words. The engine and Node quote in theirs what they were given, cut anywhere, so
 * pieces of secrets are hidden too.
 */
import { type Failure, failure } from './failure.js';
import { maskPieces } from './masking/mask.js';
import { secretsInUse } from './secret.js';
import { systemErrors } from './system-errors.js';
import { version } from './version.js';

/** As much as is read of an exception's message, and as much as is told, in UTF-16 units. */
const maxRead = 2000;
const maxTold = 300;

/** An exception that reached the edge: the system's refusal, a part of the program that is gone, or else a bug. */
export function unexpectedFailure(error: unknown): Failure {
  const { code = '', syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  const known = syscall === undefined ? undefined : systemErrors[code];
  if (known) {
    const [reason, hint] = known;
    return failure(
      'file',
      `${path === undefined ? `The call ${syscall} failed` : `Cannot ${syscall} ${path}`}: ${reason}.`,
      {
        code,
        cause: error,
        hint,
      },
    );
  }
  // An upgrade replaces our chunks below a program that runs.
  if (code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && syscall === 'open' && /[\\/]dist[\\/]/.test(path ?? '')))
    return failure('file', `A part of apiclient ${version} is gone; it may have been upgraded or removed meanwhile.`, {
      code,
      cause: error,
      hint: 'Start it again, or install it again.',
    });
  return failure('bug', `This is a bug in apiclient ${version}: ${describeBug(error)}`, {
    cause: error,
    hint: 'Please report it with the command you ran, without its secrets.',
  });
}

/** The class of the exception, its message without secrets, and the file, line and column where it was thrown. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return hushed(String(error));
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  const place = placeIn(error);
  return `${name}: ${hushed(error.message)}${place === undefined ? '' : ` (${place})`}`;
}

function hushed(text: string): string {
  const shown = maskPieces(text.slice(0, maxRead), secretsInUse());
  return shown.length > maxTold ? `${shown.slice(0, maxTold)}…` : shown;
}

/** The stack begins with the message, in which anything may stand. */
function placeIn({ stack = '', message }: Error): string | undefined {
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return /^\s+at .*?\(?(?:[^()\n]*[\\/])?([\w.-]+:\d+:\d+)\)?$/m.exec(frames)?.[1];
}
