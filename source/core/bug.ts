/**
 * An exception that nobody expected, in words. The engine and Node quote in theirs what they were given, cut anywhere, so
 * pieces of secrets are hidden too.
 */
import { hidePieces } from './request/echo-mask.js';
import { secretsInUse } from './secret.js';

/** As much as is read of an exception's message, and as much as is told, in UTF-16 units. */
const maxRead = 2000;
const maxTold = 300;

/** The class of the exception, its message without secrets, and the file, line and column where it was thrown. */
export function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return hushed(String(error));
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  const place = placeIn(error);
  return `${name}: ${hushed(error.message)}${place === undefined ? '' : ` (${place})`}`;
}

function hushed(text: string): string {
  const shown = hidePieces(text.slice(0, maxRead), secretsInUse());
  return shown.length > maxTold ? `${shown.slice(0, maxTold)}…` : shown;
}

/** The stack begins with the message, in which anything may stand. */
function placeIn({ stack = '', message }: Error): string | undefined {
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  return /^\s+at .*?\(?(?:[^()\n]*[\\/])?([\w.-]+:\d+:\d+)\)?$/m.exec(frames)?.[1];
}
