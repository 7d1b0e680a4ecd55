/** The format of draft files: unsaved texts, and members written by other versions of this program. */
import { nameForm } from '../../core/profiles.js';
import type { Environment } from '../../environment.js';
import { readOwn } from './own-file.js';

export interface Draft {
  readonly query: string;
  /** Text of the variables, valid or not. */
  readonly variables: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The user's file last read from or saved to. */
  readonly file?: DraftFile;
  readonly profile?: string;
  readonly tabs?: DraftTabs;
}

/** Format version. A program that would lose or misread newer data leaves the file alone. */
export const version = 1;

/** A draft, and unknown members to be written back unchanged. */
export interface Read {
  readonly draft: Draft;
  readonly unknown: Readonly<Record<string, unknown>>;
}

const knownMembers = new Set(['version', 'query', 'variables', 'savedAt', 'file', 'url', 'profile', 'tabs']);

/** Tabs other than the active one, which is at index `at`. */
export interface DraftTabs {
  readonly at: number;
  readonly others: readonly DraftTab[];
  /** The active tab's endpoint, if different. */
  readonly url?: string;
}

/** A tab, with its endpoint if different. */
export interface DraftTab {
  readonly url?: string;
  readonly query: string;
  readonly variables: string;
  readonly file?: DraftFile;
  readonly profile?: string;
}

export type DraftOrigin = Pick<DraftTab, 'file' | 'profile'>;

/** A user's file, with enough to tell whether the text differs from it. */
export interface DraftFile {
  /** Absolute. */
  readonly path: string;
  /** The texts as in the file, and in the one beside it. */
  readonly query: string;
  readonly variables: string;
}

/** Empty, which is invalid JSON, if there is no file of ours. */
export const textOf = (file: string, environment: Environment): string =>
  readOwn(file, environment)?.toString('utf8') ?? '';

/** Undefined unless it is JSON in a file of ours. */
export function parsed(
  file: string,
  environment: Environment,
): Partial<Draft & { readonly version: number }> | null | undefined {
  try {
    return JSON.parse(textOf(file, environment));
  } catch {
    return undefined;
  }
}

/** Written by a newer version. */
export const isNewer = (found: ReturnType<typeof parsed>): boolean => Number(found?.version ?? version) > version;

/** Undefined for a newer draft, or none. */
export function readDraft(file: string, environment: Environment): Read | undefined {
  const found = parsed(file, environment);
  const text = found && !isNewer(found) ? tabOf(found) : undefined;
  if (!found || text === undefined) return undefined;
  const { at, others, url } = found.tabs ?? {};
  const own = typeof url === 'string' ? { url } : {};
  const tabs = Array.isArray(others)
    ? { tabs: { at: Number(at) || 0, others: others.flatMap(each => tabOf(each) ?? []), ...own } }
    : {};
  return {
    draft: { ...text, savedAt: Number(found.savedAt) || 0, ...tabs },
    unknown: Object.fromEntries(Object.entries(found).filter(([name]) => !knownMembers.has(name))),
  };
}

/** The first line of a draft's query, or of its variables; empty without either, undefined if unreadable. */
export const firstLineOf =
  (environment: Environment) =>
  (file: string): string | undefined => {
    const draft = readDraft(file, environment)?.draft;
    if (draft === undefined) return undefined;
    const texts = [draft, ...(draft.tabs?.others ?? [])].flatMap(({ query, variables }) => [query, variables]);
    return texts.map(text => text.trim().split('\n', 1)[0] ?? '').find(line => line !== '') ?? '';
  };

/** Undefined if malformed. */
function tabOf(found: Partial<DraftTab> | null): DraftTab | undefined {
  const { query, variables, file, url, profile } = found ?? {};
  if (typeof query !== 'string' || typeof variables !== 'string') return undefined;
  return {
    query,
    variables,
    ...(isFile(file) ? { file } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof profile === 'string' && nameForm.test(profile) ? { profile } : {}),
  };
}

const isFile = (file: Partial<DraftFile> | undefined): file is DraftFile =>
  [file?.path, file?.query, file?.variables].every(each => typeof each === 'string');
