/** Approved rights of `.http` files, by real path. The store has mode 0600, in the state folder. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { JsonStore, looseObject, withLatest } from './json-store.js';
import { realPath } from './real-path.js';

/** Maximum number of files; those approved longest ago are forgotten first. */
const maxFiles = 2000;

/** A file, and the manifest lines that the user approved. */
interface TrustedFile {
  readonly device: number;
  /** User ID of the file's owner. */
  readonly owner: number;
  /** SHA-256 of the most recently approved text. */
  readonly digest: string;
  readonly lines: readonly string[];
}

const store = new JsonStore(
  'trust.json',
  parsed => {
    const content = looseObject(parsed);
    return { ...content, files: looseObject(content.files) };
  },
  1,
);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function readRecord(value: unknown): TrustedFile | undefined {
  if (!isObject(value)) return undefined;
  const { device, owner, digest, lines } = value;
  if (typeof device !== 'number' || typeof owner !== 'number' || typeof digest !== 'string' || !Array.isArray(lines))
    return undefined;
  return { device, owner, digest, lines: lines.filter(each => typeof each === 'string') };
}

/**
 * Trusted files by real path, the most recently approved last. Empty if the store is missing, damaged or writable by others.
 */
export const trustedFiles = (environment: Environment): ReadonlyMap<string, TrustedFile> =>
  new Map(
    Object.entries(store.read(environment).files).flatMap(([file, value]) => {
      const record = readRecord(value);
      return record ? [[file, record] as const] : [];
    }),
  );

/** Returns the approved lines of a file, or none if another device or user has replaced it. */
export async function trustedLines(file: string, environment: Environment): Promise<readonly string[]> {
  const record = trustedFiles(environment).get(realPath(file));
  if (record === undefined) return [];
  const { device, owner } = await placeOf(file);
  return record.device === device && record.owner === owner ? record.lines : [];
}

const placeOf = async (file: string): Promise<Pick<TrustedFile, 'device' | 'owner'>> => {
  const { dev: device, uid: owner } = await stat(file);
  return { device, owner };
};

/** Stores the lines of a text that the user approved, in addition to earlier ones. Rejects if it cannot. */
export async function trustFile(
  file: string,
  text: string,
  lines: readonly string[],
  environment: Environment,
): Promise<void> {
  const known = await trustedLines(file, environment);
  const record: TrustedFile = {
    ...(await placeOf(file)),
    digest: digestOf(text),
    lines: [...new Set([...known, ...lines])],
  };
  await store.change(environment, content => ({
    ...content,
    files: withLatest(content.files, realPath(file), record, maxFiles),
  }));
}

/** Forgets a file, which may no longer exist. Returns false if it was not trusted. */
export async function distrustFile(file: string, environment: Environment): Promise<boolean> {
  const names = [realPath(file), path.resolve(file)];
  if (!names.some(name => trustedFiles(environment).has(name))) return false;
  await store.change(environment, content => ({
    ...content,
    files: Object.fromEntries(Object.entries(content.files).filter(([name]) => !names.includes(name))),
  }));
  return true;
}
