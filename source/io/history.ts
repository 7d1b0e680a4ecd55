/** The history: runs on this machine, one JSON line each, newest last, and recent endpoints. The files have mode 0600. */
import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFailure } from '../core/failure.js';
import { type HistoryEntry, historyEntry, storableEntry, storableUrl } from '../core/history.js';
import type { Environment } from '../environment.js';
import { privateFileMode } from '../platform/permissions.js';
import { loadConfig } from './config.js';
import { stateFolder } from './directories.js';
import { withLock } from './files/file-lock.js';
import { JsonStore, textList } from './files/json-store.js';
import { readOwn } from './files/own-file.js';
import { privateFolder, writePrivate } from './files/private-file.js';

/** Longer entries, in UTF-16 units, are not stored, because they would displace all others. */
const maxEntry = 512 * 1024;
/** If the file is larger, in bytes, its older half is dropped. */
const maxBytes = 4 * 1024 * 1024;
const maxEndpoints = 20;

const historyFile = (environment: Environment): string => path.join(stateFolder(environment), 'history.jsonl');
const endpoints = new JsonStore('endpoints.json', textList(maxEndpoints));

const textOf = (file: string, environment: Environment): string => readOwn(file, environment)?.toString('utf8') ?? '';

/** Pending entries of a program, in order. Reading waits until they are written. */
const written = new WeakMap<Environment, Promise<void>>();

/** Adds an entry without its secrets, unless it is very long or the configuration has `"history": false`. Never fails. */
export function addToHistory(entry: HistoryEntry, environment: Environment): Promise<void> {
  const done = (written.get(environment) ?? Promise.resolve()).then(() => write(entry, environment));
  written.set(environment, done);
  return done;
}

async function write(entry: HistoryEntry, environment: Environment): Promise<void> {
  const config = loadConfig(environment);
  if (!isFailure(config) && config.history === false) return;
  const file = historyFile(environment);
  try {
    const line = JSON.stringify(storableEntry(entry));
    if (line.length > maxEntry) return;
    await privateFolder(path.dirname(file), environment);
    await withLock(`${file}.lock`, environment.signal, async () => {
      await appendFile(file, `${line}\n`, { mode: privateFileMode });
      if ((await stat(file)).size <= maxBytes) return;
      const lines = textOf(file, environment).split('\n');
      await writePrivate(file, lines.slice(Math.floor(lines.length / 2)).join('\n'), environment);
    });
  } catch {
    // Read-only home, full disk: the request itself succeeded.
  }
}

/** All entries, newest first. Malformed lines are skipped. */
export async function readHistory(environment: Environment): Promise<readonly HistoryEntry[]> {
  await written.get(environment);
  return textOf(historyFile(environment), environment)
    .split('\n')
    .flatMap(line => historyEntry(line) ?? [])
    .reverse();
}

/** Recent endpoints, newest first, without query parameters that look like secrets. */
export const readEndpoints = (environment: Environment): readonly string[] => endpoints.read(environment);

/** Removes an endpoint that will never exist again. */
export const forgetEndpoint = (url: string, environment: Environment): Promise<void> =>
  changeEndpoints(urls => urls.filter(each => each !== storableUrl(url)), environment);

export const rememberEndpoint = (url: string, environment: Environment): Promise<void> =>
  changeEndpoints(urls => {
    const storedUrl = storableUrl(url);
    return [storedUrl, ...urls.filter(each => each !== storedUrl)].slice(0, maxEndpoints);
  }, environment);

async function changeEndpoints(
  change: (urls: readonly string[]) => readonly string[],
  environment: Environment,
): Promise<void> {
  try {
    await endpoints.change(environment, change);
  } catch {
    // The next start prompts for the URL again.
  }
}
