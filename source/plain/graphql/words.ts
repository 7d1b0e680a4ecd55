/** Lines on standard error: problems in the user's input, ages. */

import { markedLine } from '../../core/graphql/error-position.js';
import { safeText } from '../../core/response/safe-text.js';
import type { Position } from '../../core/text/position.js';
import type { Environment } from '../../environment.js';
import { note } from '../note.js';

export function printProblem(
  environment: Environment,
  name: string,
  text: string,
  position: Position | undefined,
  source: string | undefined,
): void {
  const plain = text.replace('<EOF>', 'the end of the text');
  note(environment, position ? `${name}, line ${position.line}, column ${position.column}: ${plain}` : plain);
  const shown = position && source !== undefined ? markedLine(source, position) : undefined;
  if (shown !== undefined) environment.stderr.write(`${safeText(shown).replace(/^/gm, '  ')}\n`);
}

/** `5 s`, `3 min`, `2 h`, `9 d`. @param ms milliseconds */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
