/**
 * The file of the token cache, `tokens.json` in the state folder: mode 0600 in a 0700 folder, replaced atomically, changed
 * under a lock. Unknown data is never lost: unknown entries are preserved, a broken file is moved aside, another user's file is
 * not touched.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { nonBlocking } from '../../platform/open-flags.js';
import { isAccessibleToOthers, privateFileMode, writersProblem } from '../../platform/permissions.js';
import { stateFolder } from '../directories.js';
import { errorReason } from '../files/error-reason.js';
import { withLock } from '../files/file-lock.js';
import { closeFolder, linkTarget } from '../files/folders.js';
import { privateFolder, writePrivate } from '../files/private-file.js';

export type Notify = (text: string) => void;

/** Path, which may not exist. */
export const tokenFile = (environment: Environment): string => path.join(stateFolder(environment), 'tokens.json');

/** By key; unvalidated until `tokenFromJson` has parsed it. */
export type Entries = Record<string, unknown>;

interface StoreContent {
  readonly entries: Entries;
  /** Members from other versions, to be written back unchanged. */
  readonly unknown?: Readonly<Record<string, unknown>>;
  /** Not our JSON: a write moves the file aside first. */
  readonly broken?: boolean;
}

const codeOf = (error: unknown): string => errorCode(error) ?? String(error);

/** Reads the file. If others can read it, restricts its mode, with a note. */
export async function loadTokenFile(environment: Environment, note: Notify): Promise<StoreContent | Failure> {
  const file = tokenFile(environment);
  let text: string;
  try {
    // Non-blocking: a FIFO with this name would hang the program.
    const handle = await open(file, constants.O_RDONLY | nonBlocking);
    try {
      const about = await handle.stat();
      if (!about.isFile()) {
        return failure('file', `The token cache ${file} is not an ordinary file, so it is neither read nor written.`, {
          hint: 'Move it away, or continue without it: --oauth2-no-cache.',
        });
      }
      const { userId } = environment;
      const problem = writersProblem(about, userId);
      if (problem !== undefined) {
        return failure('file', `The token cache ${file} ${problem}, so it is neither read nor written.`, {
          hint:
            about.uid === userId
              ? `If its tokens are yours, run chmod 600 ${file}`
              : 'Move it away, or choose another folder with XDG_STATE_HOME.',
        });
      }
      if (userId !== undefined && isAccessibleToOthers(about)) {
        // A link's target belongs to another program (a dotfiles manager), so only print a note.
        const target = await linkTarget(file);
        if (target === undefined) await handle.chmod(privateFileMode);
        note(
          target === undefined
            ? `The token cache ${file} could be read by others. Its mode is now 600.`
            : `The token cache ${file} is a link to a file that others can read. Run chmod 600 ${target}`,
        );
      }
      if (userId !== undefined) await closeFolder(path.dirname(file));
      text = await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { entries: {} };
    return failure('file', `The token cache ${file} cannot be read (${errorReason(error)}).`, {
      hint: 'Fix its permissions, or continue without it: --oauth2-no-cache.',
    });
  }
  return parse(text, file);
}

function parse(text: string, file: string): StoreContent | Failure {
  if (text.trim() === '') return { entries: {} };
  let content: { readonly version?: unknown; readonly tokens?: unknown } | null;
  try {
    content = JSON.parse(text);
  } catch {
    return { entries: {}, broken: true };
  }
  if (typeof content?.version === 'number' && content.version > 1) {
    return failure(
      'file',
      `The token cache ${file} was written by a newer apiclient, so it is neither read nor written.`,
      {
        hint: 'Update apiclient, or continue without it: --oauth2-no-cache.',
      },
    );
  }
  const { tokens, ...unknown } = content ?? {};
  if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) return { entries: {}, broken: true };
  return { entries: tokens as Entries, unknown };
}

/** Moves a broken file aside under a free name, so that its content is not lost. */
async function moveAside(file: string, note: Notify): Promise<void> {
  const aside = `${file}.broken-${createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 8)}`;
  await rename(file, aside);
  note(`The token cache was not readable JSON. It was renamed to ${aside}, and a new one is used.`);
}

/** Changes the entries under the lock. `change` returns false if there is nothing to write. */
export async function updateTokenFile(
  environment: Environment,
  note: Notify,
  change: (entries: Entries) => boolean,
): Promise<Failure | undefined> {
  const file = tokenFile(environment);
  try {
    await privateFolder(path.dirname(file), environment);
    return await withLock(`${file}.lock`, environment.signal, async () => {
      const content = await loadTokenFile(environment, note);
      if (isFailure(content)) return content;
      if (!change(content.entries)) return undefined;
      if (content.broken) await moveAside(file, note);
      const next = { ...content.unknown, version: 1, tokens: content.entries };
      await writePrivate(file, `${JSON.stringify(next, null, '\t')}\n`, environment);
      return undefined;
    });
  } catch (error) {
    if (isFailure(environment.signal.reason)) return environment.signal.reason;
    return failure('file', `The token cache ${file} cannot be written (${errorReason(error)}).`, {
      hint: 'Check the folder, or continue without it: --oauth2-no-cache.',
    });
  }
}
