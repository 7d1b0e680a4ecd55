/** Runs $EDITOR and $PAGER on a text. The caller lends the terminal first (`Session.lendNow`). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { privateFileMode } from '../../platform/permissions.js';
import { runOnTerminal, untilKey } from '../../platform/run-on-terminal.js';

/** Command from VISUAL or EDITOR, or vi. */
export const editorCommand = (variables: Environment['variables']): string =>
  variables.VISUAL || variables.EDITOR || 'vi';

/** Writes the text to a temporary file that only the user can read, and removes it afterwards. */
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
    await writeFile(file, text, { mode: privateFileMode });
    return await work(file);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Edits `text` in the user's editor and returns the new text.
 * @param suffix suffix of the temporary file, which indicates the language to the editor: `.graphql`, `.json`
 * @param ended aborts the editor
 * @returns a failure if the editor cannot be started or fails; the text is then unchanged
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
      // Ignore the exit code of an aborted editor. The text is the version that was last saved.
      if (problem !== undefined && !ended.aborted) {
        return failure('file', `${problem}. The text is unchanged.`, {
          hint: 'Set VISUAL or EDITOR to your editor.',
        });
      }
      const edited = await readFile(file, 'utf8');
      // Editors add a final newline. Remove it from a text that had none.
      return !text.endsWith('\n') && edited.endsWith('\n') ? edited.replace(/\r?\n$/, '') : edited;
    });
  } catch (error) {
    return isFailure(error) ? error : failure('file', 'Cannot pass the text to the editor.', { cause: error });
  }
}

/** Command from PAGER, or less. */
const pagerCommand = (variables: Environment['variables']): string => variables.PAGER || 'less -R';

/**
 * Shows `text`, already sanitized, in PAGER (or less). The terminal stays as the pager leaves it.
 * @returns the problem of a missing or failing pager, as a sentence without its full stop
 */
export const throughPager = (text: string, environment: Environment, ended: AbortSignal): Promise<string | undefined> =>
  withFile(text, 'page.txt', environment, file =>
    runOnTerminal(pagerCommand(environment.variables), file, environment, ended),
  );

/**
 * Minimum running time in milliseconds of a pager that the user can have read. One that exits sooner only printed the text
 * (`cat`, `less -F`).
 */
const glanceMs = 500;

/** Shows `text`, already sanitized, in PAGER (or less). A missing or failing pager is reported. */
export async function pageText(
  text: string,
  suffix: string,
  environment: Environment,
  ended: AbortSignal,
): Promise<Failure | undefined> {
  try {
    const problem = await withFile(text, `page${suffix}`, environment, async file => {
      const started = environment.monotonic();
      const failed = await runOnTerminal(pagerCommand(environment.variables), file, environment, ended);
      const isGlance = failed === undefined && environment.monotonic() - started < glanceMs && !ended.aborted;
      // Ctrl-C counts as a key.
      if (isGlance) await runOnTerminal(untilKey, file, environment, ended);
      return failed;
    });
    return problem === undefined ? undefined : failure('file', `${problem}.`, { hint: 'Set PAGER to your pager.' });
  } catch (error) {
    return failure('file', 'Cannot pass the text to the pager.', { cause: error });
  }
}
