/** Determines a file's rights: approved before, accepted for this run, or confirmed on the terminal. */
import path from 'node:path';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { shellWord } from '../../core/request/shell.js';
import { safeLine } from '../../core/response/safe-text.js';
import { type Grants, grantsOf, manifestLines, type Right, rightLine } from '../../core/rights/right.js';
import type { Environment } from '../../environment.js';
import { trustedLines, trustFile } from '../../io/files/trust-store.js';
import { note } from '../note.js';
import { ask, canAsk, isYes } from '../parts/ask.js';
import type { ScannedFile } from '../run/loaded-file.js';

/**
 * Grants the rights in a manifest, or fails.
 * @param isAccepted `--trust`: for this run
 */
export async function grantsFor(
  { name, text }: Pick<ScannedFile, 'name' | 'text'>,
  rights: readonly Right[],
  isAccepted: boolean,
  environment: Environment,
): Promise<Grants | Failure> {
  const lines = rights.map(rightLine);
  if (isAccepted || lines.length === 0) return grantsOf(lines);
  const file = name === '-' ? undefined : path.resolve(environment.folder, name);
  const approvedLines = file === undefined ? [] : await trustedLines(file, environment);
  const fresh = rights.filter(right => !approvedLines.includes(rightLine(right)));
  if (fresh.length === 0) return grantsOf(lines);
  const wants = `${name} ${fresh.length < rights.length ? 'now also wants' : 'wants'} to:`;
  environment.stderr.write(`${safeLine(wants)}\n${manifestText(fresh)}`);
  if (!canAsk(environment))
    return usageError(
      `${name} is not trusted to do this.`,
      file === undefined
        ? 'Pass --trust to accept it for this run.'
        : `Run \`apiclient trust ${shellWord(name)}\` to approve it, or pass --trust to accept it for this run.`,
    );
  const duration = await askForTrust(file !== undefined, environment);
  if (isFailure(duration)) return duration;
  if (duration === 'always' && file !== undefined) {
    const problem = await storeTrust(file, text, lines, environment);
    if (problem) note(environment, problem.text);
  }
  return grantsOf(lines);
}

/** @param isStorable false for standard input, which can only be allowed once */
async function askForTrust(isStorable: boolean, environment: Environment): Promise<'once' | 'always' | Failure> {
  const reply = await ask(
    `Allow this file to do so? [y]es, once / ${isStorable ? '[a]lways / ' : ''}[N]o`,
    environment,
  );
  if (isFailure(reply)) return reply;
  if (isStorable && /^a(?:lways)?$/.test(reply)) return 'always';
  if (isYes(reply)) return 'once';
  return usageError('Nothing was sent.', 'Answer y to allow it once, or a to allow it always.');
}

/** The lines of a manifest, indented. Untrusted text is made safe. */
export const manifestText = (rights: readonly Right[]): string =>
  manifestLines(rights)
    .map(line => `  ${safeLine(line)}\n`)
    .join('');

/** Stores approved lines, or returns a failure. */
export const storeTrust = (
  file: string,
  text: string,
  lines: readonly string[],
  environment: Environment,
): Promise<Failure | undefined> =>
  trustFile(file, text, lines, environment).then(
    () => undefined,
    (error: NodeJS.ErrnoException) =>
      usageError(`Cannot store the approval of ${file}: ${error.code ?? error.message}.`, 'Check the state folder.'),
  );
