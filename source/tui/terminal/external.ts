/** $EDITOR and $PAGER on a text of ours. The caller lends the terminal first (`Session.lend`). */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';

/** Runs a shell command line with the terminal as its three streams; answers its exit code. */
function runOnTerminal(command: string, argument: string, environment: Environment): Promise<number | Failure> {
  return new Promise(resolve => {
    // Through sh, because EDITOR may hold arguments ("code --wait"); the file name is a parameter, never part of the script.
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', argument], {
      stdio: 'inherit',
      cwd: environment.folder,
      env: { ...environment.variables },
    });
    child.once('error', error => resolve(failure('file', `Cannot start ${command}.`, { cause: error })));
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128));
  });
}

/** Which editor: VISUAL, EDITOR, vi. */
export const editorCommand = (variables: Environment['variables']): string =>
  variables.VISUAL || variables.EDITOR || 'vi';

/**
 * Edits `text` in the user's editor and answers the new text.
 * @param suffix of the temporary file, so that the editor knows the language: `.graphql`, `.json`
 * @returns a failure if the editor cannot be started or ends with an error; the old text is then still the text
 */
export async function editText(text: string, suffix: string, environment: Environment): Promise<string | Failure> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(environment.variables.TMPDIR || tmpdir(), 'apiclient-'));
    const file = path.join(folder, `edit${suffix}`);
    await writeFile(file, text, { mode: 0o600 });
    const command = editorCommand(environment.variables);
    const code = await runOnTerminal(command, file, environment);
    if (isFailure(code)) return code;
    if (code !== 0) {
      return failure('file', `${command} ended with code ${code}; the text is as it was.`, {
        hint: 'Set VISUAL or EDITOR to the editor you want.',
      });
    }
    const edited = await readFile(file, 'utf8');
    // Editors end the last line; a text that had no such end keeps having none.
    return !text.endsWith('\n') && edited.endsWith('\n') ? edited.replace(/\r?\n$/, '') : edited;
  } catch (error) {
    return failure('file', 'The text could not be handed to the editor.', { cause: error });
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Shows `text` in PAGER (or less). The text must be safe already. */
export async function pageText(text: string, suffix: string, environment: Environment): Promise<Failure | undefined> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(environment.variables.TMPDIR || tmpdir(), 'apiclient-'));
    const file = path.join(folder, `page${suffix}`);
    await writeFile(file, text, { mode: 0o600 });
    const code = await runOnTerminal(environment.variables.PAGER || 'less -R', file, environment);
    return isFailure(code) ? code : undefined;
  } catch (error) {
    return failure('file', 'The text could not be handed to the pager.', { cause: error });
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
