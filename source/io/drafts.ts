/**
 * Drafts of unsaved texts: a crash or a lost connection costs at most the last second. Each running program has a separate
 * draft file, and a second file that names its owner. The next program on the same endpoint adopts a draft whose owner is gone.
 * Therefore no two programs write the same file, and a suspended program keeps its draft.
 */
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, type Failure, failure } from '../core/failure.js';
import type { OtherTabs } from '../core/tab-texts.js';
import type { Environment } from '../environment.js';
import { type LockOwner, ownerState, thisOwner } from '../platform/lock-owner.js';
import { privateFileMode } from '../platform/permissions.js';
import { stateFolder } from './directories.js';
import {
  type Draft,
  type DraftOrigin,
  firstLineOf,
  isNewer,
  parsed,
  type Read,
  readDraft,
  textOf,
  version,
} from './files/draft-content.js';
import { errorReason } from './files/error-reason.js';
import { keyRenewed, privateFolder, secretName, writePrivate } from './files/private-file.js';
import { removeStaleParts } from './files/replace-file.js';
import { clearForgotten } from './forgotten-drafts.js';

export interface DraftKeeper {
  readonly restored?: Draft;
  /** A sentence for each skipped draft: unreadable, or unopened for long. */
  readonly unread: readonly string[];
  /**
   * Writes the texts. Empty texts without other tabs remove the file. Writes are ordered, and only the newest pending write
   * runs.
   */
  save(query: string, variables: string, of?: DraftOrigin, tabs?: OtherTabs): Promise<Failure | undefined>;
  /** Waits for pending writes and stops the heartbeat. The draft remains for the next start. */
  close(): Promise<void>;
}

const beatMs = 1000;
/** A program on another machine without a heartbeat for this long is considered dead. */
const staleMs = 10_000;
/** Number of abandoned drafts retained per endpoint. */
const maxKept = 20;

/** A draft that is being written to `file`. */
export interface PendingDraft {
  readonly file: string;
  readonly content: string;
}

/** Called before a draft is written, and with `undefined` after that. */
export type OnDraft = (draft: PendingDraft | undefined) => void;

/** Opens the drafts of an endpoint. Only `save` reports an unwritable folder. */
export async function openDrafts(
  url: string,
  environment: Environment,
  onDraft: OnDraft = () => {},
): Promise<DraftKeeper> {
  const drafts = path.join(stateFolder(environment), 'drafts');
  const folder = path.join(drafts, await secretName(environment, 'draft', url));
  const ownPath = path.join(folder, Buffer.from(environment.random(8)).toString('hex'));
  const file = `${ownPath}.json`;
  const live = `${ownPath}.live`;
  const owner = JSON.stringify(thisOwner(environment));
  const unread: string[] = [];
  let beat: NodeJS.Timeout | undefined;
  let restored: Read | undefined;
  try {
    await removeStaleParts(stateFolder(environment), environment);
    if (await keyRenewed(environment)) unread.push(...(await underOldKey(drafts)));
    const reading = {
      firstLine: firstLineOf(environment),
      isAlive: (name: string) => isAlive(name, environment),
      isNewer: (file: string) => isNewer(parsed(file, environment)),
    };
    unread.push(...(await clearForgotten(drafts, reading, environment)));
    await privateFolder(folder, environment);
    await writeFile(live, owner, { mode: privateFileMode, flag: 'wx' });
    beat = setInterval(() => {
      const now = new Date();
      utimes(live, now, now).catch(() => {});
    }, beatMs);
    beat.unref();
    restored = await adopt(folder, ownPath, unread, environment);
  } catch {
    // The first `save` reports it, once there is something to lose.
  }
  async function write(content: string): Promise<void> {
    onDraft({ file, content });
    await writePrivate(file, content, environment).finally(() => onDraft(undefined));
  }
  return keeper(file, environment, { unread, ...restored }, write, async () => {
    clearInterval(beat);
    await rm(live, { force: true }).catch(() => {});
  });
}

/** Drafts of endpoints that are no longer used. */
async function underOldKey(drafts: string): Promise<readonly string[]> {
  const names = await readdir(drafts, { recursive: true });
  const left = names.filter(name => name.endsWith('.json')).map(name => path.join(drafts, name));
  return [
    'The key of this installation (install.key) was empty or truncated and was replaced. Schemas are loaded again.',
    ...left.map(file => `Stored with the old key; you can remove it: ${file}`),
  ];
}

function keeper(
  file: string,
  environment: Environment,
  { unread, draft: restored, unknown = {} }: { readonly unread: readonly string[] } & Partial<Read>,
  writeDraft: (content: string) => Promise<void>,
  onClose: () => Promise<void>,
): DraftKeeper {
  let writing: Promise<Failure | undefined> = Promise.resolve(undefined);
  let waiting: Omit<Draft, 'savedAt'> | undefined;

  async function write(): Promise<Failure | undefined> {
    const next = waiting;
    if (next === undefined) return undefined;
    waiting = undefined;
    try {
      const isEmpty =
        `${next.query}${next.variables}`.trim() === '' && next.tabs === undefined && next.values === undefined;
      // Unknown members may contain text.
      const mayGo = isEmpty && Object.keys(unknown).length === 0;
      const content = { ...unknown, version, ...next, savedAt: environment.now() };
      if (mayGo) await rm(file, { force: true });
      else await writeDraft(JSON.stringify(content));
      return undefined;
    } catch (error) {
      const code = errorCode(error) ?? String(error);
      return failure('file', `The draft cannot be saved in ${path.dirname(file)} (${errorReason(error)}).`, {
        hint: 'Press w to save the query to another file.',
        code,
      });
    }
  }

  return {
    unread,
    restored,
    save(query, variables, of, tabs) {
      waiting = { query, variables, ...of, tabs };
      writing = writing.then(write);
      return writing;
    },
    async close() {
      await writing;
      await onClose();
    },
  };
}

/** Adopts the newest abandoned draft and removes old ones. */
async function adopt(
  folder: string,
  ownPath: string,
  unread: string[],
  environment: Environment,
): Promise<Read | undefined> {
  const orphans: { name: string; read: Read }[] = [];
  for (const file of await readdir(folder)) {
    const name = path.join(folder, file.replace(/\.json$/, ''));
    if (!file.endsWith('.json') || name === ownPath || (await isAlive(name, environment))) continue;
    const read = readDraft(`${name}.json`, environment);
    if (read) orphans.push({ name, read });
    else if (isNewer(parsed(`${name}.json`, environment)))
      unread.push(`Ignored, because it is from a newer apiclient: ${name}.json`);
    else unread.push(`Not readable; you can remove it: ${name}.json`);
  }
  orphans.sort((a, b) => b.read.draft.savedAt - a.read.draft.savedAt);
  for (const { name } of orphans.slice(maxKept)) await forget(name);
  for (const { name, read } of orphans) {
    try {
      // Renaming is atomic: if two programs start together, one gets this draft and the other the next.
      await rename(`${name}.json`, `${ownPath}.json`);
      await rm(`${name}.live`, { force: true });
      return read;
    } catch {
      // Another program was faster.
    }
  }
  return undefined;
}

async function forget(name: string): Promise<void> {
  await rm(`${name}.json`, { force: true });
  await rm(`${name}.live`, { force: true });
}

/** Whether a draft's program is alive: checked by process on this machine, by heartbeat elsewhere. */
async function isAlive(name: string, environment: Environment): Promise<boolean> {
  try {
    const owner = JSON.parse(textOf(`${name}.live`, environment)) as LockOwner;
    const state = ownerState(owner, environment);
    return state === 'elsewhere'
      ? environment.now() - (await stat(`${name}.live`)).mtimeMs < staleMs
      : state === 'running';
  } catch {
    return false;
  }
}
