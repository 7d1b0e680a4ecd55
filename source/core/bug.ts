/**
 * Describes an unexpected exception. V8 and Node quote truncated input in their messages, so fragments of secrets are masked
 * too.
 */
import { type Failure, failure } from './failure.js';
import { maskPieces } from './masking/mask.js';
import { secretsInUse } from './secret.js';
import { systemErrors } from './system-errors.js';
import { version } from './version.js';

/** Maximum length of an exception's message to read and to report, in UTF-16 units. */
const maxRead = 2000;
const maxTold = 300;

/** Converts an exception that reached the edge: an error from the system, a missing part of the program, or otherwise a bug. */
export function unexpectedFailure(error: unknown): Failure {
  const { code = '', syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  const explanation = syscall === undefined ? undefined : systemErrors[code];
  if (explanation) {
    const [reason, hint] = explanation;
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
  // An upgrade replaces apiclient's chunks while the program is running.
  if (code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && syscall === 'open' && /[\\/]dist[\\/]/.test(path ?? '')))
    return failure(
      'file',
      `A file of apiclient ${version} is missing. It may have been upgraded or removed while it was running.`,
      {
        code,
        cause: error,
        hint: 'Start apiclient again, or reinstall it.',
      },
    );
  return failure('bug', `This is a bug in apiclient ${version}: ${describeBug(error)}`, {
    cause: error,
    hint: 'Please report it with the command you ran, but without secrets.',
  });
}

/** Returns the class of the exception, its message without secrets, and the file, line and column where it was thrown. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return hushed(String(error));
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  const position = placeIn(error);
  return `${name}: ${hushed(error.message)}${position === undefined ? '' : ` (${position})`}`;
}

function hushed(text: string): string {
  const shown = maskPieces(text.slice(0, maxRead), secretsInUse());
  return shown.length > maxTold ? `${shown.slice(0, maxTold)}…` : shown;
}

/** Finds the position in a stack. The stack starts with the message, which may contain any text. */
function placeIn({ stack = '', message }: Error): string | undefined {
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return /^\s+at .*?\(?(?:[^()\n]*[\\/])?([\w.-]+:\d+:\d+)\)?$/m.exec(frames)?.[1];
}
