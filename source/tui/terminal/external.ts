/** $EDITOR and $PAGER on a text of ours. The caller lends the terminal first (`Session.lendNow`). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { runOnTerminal } from './run-on-terminal.js';

/** Which editor: VISUAL, EDITOR, vi. */
export const editorCommand = (variables: Environment['variables']): string =>
  variables.VISUAL || variables.EDITOR || 'vi';

/** Writes the text to a file that only the user can read, and removes it after the work. */
async function withFile<T>(
  text: string,
  name: string,
  { variables }: Environment,
  work: (file: string) => Promise<T>,
): Promise<T> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(variables.TMPDIR || tmpdir(), 'apiclient-'));
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return await work(file);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Edits `text` in the user's editor and answers the new text.
 * @param suffix of the temporary file, so that the editor knows the language: `.graphql`, `.json`
 * @param ended the editor must end now
 * @returns a failure if the editor cannot be started or ends with an error; the old text is then still the text
 */
export async function editText(
  text: string,
  suffix: string,
  environment: Environment,
  ended: AbortSignal,
): Promise<string | Failure> {
  const command = editorCommand(environment.variables);
  try {
    return await withFile(text, `edit${suffix}`, environment, async file => {
      const problem = await runOnTerminal(command, file, environment, ended);
      // One that was ended because we end had no say in its code: what was saved in it until then is the user's text.
      if (problem !== undefined && !ended.aborted) {
        return failure('file', `${problem}; the text is as it was.`, {
          hint: 'Set VISUAL or EDITOR to the editor you want.',
        });
      }
      const edited = await readFile(file, 'utf8');
      // Editors end the last line; a text that had no such end keeps having none.
      return !text.endsWith('\n') && edited.endsWith('\n') ? edited.replace(/\r?\n$/, '') : edited;
    });
  } catch (error) {
    return isFailure(error) ? error : failure('file', 'The text could not be handed to the editor.', { cause: error });
  }
}

/** A pager that ends sooner, in milliseconds, only printed the text (`cat`, `less -F`): nobody can have read it. */
const glanceMs = 500;

/**
 * Waits for a key below what is printed, as vim does after a command. One read takes all of it: the rest of an arrow's sequence
 * would be a command of the screen. The shell around it puts the terminal's modes back.
 */
const untilKey = `sh -c 'printf "\\nAny key goes back to apiclient. "; stty -icanon -echo min 1 time 0 2>/dev/null
dd bs=64 count=1 >/dev/null 2>&1; :' sh`;

/** Shows `text` in PAGER (or less). The text must be safe already. A pager that is missing or fails is told. */
export async function pageText(
  text: string,
  suffix: string,
  environment: Environment,
  ended: AbortSignal,
): Promise<Failure | undefined> {
  const command = environment.variables.PAGER || 'less -R';
  try {
    const problem = await withFile(text, `page${suffix}`, environment, async file => {
      const started = environment.monotonic();
      const failed = await runOnTerminal(command, file, environment, ended);
      const isGlance = failed === undefined && environment.monotonic() - started < glanceMs && !ended.aborted;
      // Ctrl-C is as good as any key.
      if (isGlance) await runOnTerminal(untilKey, file, environment, ended);
      return failed;
    });
    return problem === undefined
      ? undefined
      : failure('file', `${problem}.`, { hint: 'Set PAGER to the pager you want.' });
  } catch (error) {
    return failure('file', 'The text could not be handed to the pager.', { cause: error });
  }
}
