/** Small JSON files in the state folder: readable by their owner only, replaced atomically, changed under a lock. */
import path from 'node:path';
import { isObject } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../directories.js';
import { withLock } from './file-lock.js';
import { readOwn } from './own-file.js';
import { privateFolder, writePrivate } from './private-file.js';

export class JsonStore<Content> {
  readonly #name: string;
  readonly #contentOf: (parsed: unknown) => Content;
  readonly #version: number | undefined;

  /**
   * @param name file name in the state folder
   * @param contentOf converts parsed JSON, or undefined if the file is missing, damaged or writable by others. Members that
   * other versions of the program wrote should be preserved.
   * @param version format version, stored in the member `version`. A newer file is read, but never written.
   */
  constructor(name: string, contentOf: (parsed: unknown) => Content, version?: number) {
    this.#name = name;
    this.#contentOf = contentOf;
    this.#version = version;
  }

  read(environment: Environment): Content {
    return this.#contentOf(this.#parsed(environment));
  }

  /** Replaces the content. Rejects if the file cannot be written. */
  async change(environment: Environment, change: (content: Content) => Content): Promise<void> {
    const file = this.#file(environment);
    await privateFolder(path.dirname(file), environment);
    await withLock(`${file}.lock`, environment.signal, async () => {
      const parsed = this.#parsed(environment);
      const version = this.#version;
      if (version !== undefined && isObject(parsed) && Number(parsed.version ?? version) > version) return;
      const next = change(this.#contentOf(parsed));
      const stored = version === undefined ? next : { ...next, version };
      await writePrivate(file, `${JSON.stringify(stored, undefined, 1)}\n`, environment);
    });
  }

  #file(environment: Environment): string {
    return path.join(stateFolder(environment), this.#name);
  }

  #parsed(environment: Environment): unknown {
    try {
      return JSON.parse(readOwn(this.#file(environment), environment)?.toString('utf8') ?? '');
    } catch {
      return undefined;
    }
  }
}

/** Converts a list of texts with at most `maxLength` of them. */
export const textList =
  (maxLength: number) =>
  (parsed: unknown): readonly string[] =>
    Array.isArray(parsed) ? parsed.filter(each => typeof each === 'string').slice(0, maxLength) : [];

/** Converts an object, whose members are not validated. */
export const looseObject = (parsed: unknown): Readonly<Record<string, unknown>> => (isObject(parsed) ? parsed : {});

/** Returns the members with one of them replaced or added at the end. Only the last `maxMembers` remain. */
export const withLatest = (
  members: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
  maxMembers: number,
): Readonly<Record<string, unknown>> => {
  const others = Object.entries(members).filter(([other]) => other !== name);
  return Object.fromEntries([...others.slice(1 - maxMembers), [name, value]]);
};
