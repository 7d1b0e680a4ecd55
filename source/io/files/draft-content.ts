/** What a file of a draft holds: unsaved texts, and what other versions of this program wrote beside them. */
import { nameForm } from '../../core/profiles.js';
import type { Environment } from '../../environment.js';
import { readOwn } from './own-file.js';

/** Unsaved texts of one endpoint. */
export interface Draft {
  readonly query: string;
  /** The variables' text, whatever it is. */
  readonly variables: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The user's file that the texts were read from or saved to last; absent: there is none. */
  readonly file?: DraftFile;
  /** The name of the profile it was written for. */
  readonly profile?: string;
  /** Where its tab stood among others, and what they held. */
  readonly tabs?: DraftTabs;
}

/** Of the file's form. A version that would lose or misread what a newer one wrote leaves its file alone. */
export const version = 1;

/** What a file holds: its draft, and the members that this version does not know, which it writes back as they were. */
export interface Read {
  readonly draft: Draft;
  readonly unknown: Readonly<Record<string, unknown>>;
}

const knownMembers = new Set(['version', 'query', 'variables', 'savedAt', 'file', 'url', 'profile', 'tabs']);

/** Tabs beside the one that was active, which stood at `at`. */
export interface DraftTabs {
  readonly at: number;
  readonly others: readonly DraftTab[];
  /** The endpoint of the active one, if that is another. */
  readonly url?: string;
}

/** A tab, with its endpoint if that is another one. */
export interface DraftTab {
  readonly url?: string;
  readonly query: string;
  readonly variables: string;
  readonly file?: DraftFile;
  readonly profile?: string;
}

/** What a draft belongs to. */
export type DraftOrigin = Pick<DraftTab, 'file' | 'profile'>;

/** A file of the user's, as far as a draft must tell whether the text differs from it. */
export interface DraftFile {
  /** Absolute. */
  readonly path: string;
  /** The texts as the file, and the one beside it, had them. */
  readonly query: string;
  readonly variables: string;
}

/** Empty, which is no JSON, if there is none of ours. */
export const textOf = (file: string, environment: Environment): string =>
  readOwn(file, environment)?.toString('utf8') ?? '';

/** What is JSON in a file of ours; undefined if there is none. */
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

/** Whether a newer version wrote it. */
export const isNewer = (found: ReturnType<typeof parsed>): boolean => Number(found?.version ?? version) > version;

/** Undefined for a file that is no draft, or a newer one. */
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

/** The first line of a draft's query, or of its variables; empty if it has neither, absent if it cannot be read. */
export const firstLineOf =
  (environment: Environment) =>
  (file: string): string | undefined => {
    const draft = readDraft(file, environment)?.draft;
    if (draft === undefined) return undefined;
    const texts = [draft, ...(draft.tabs?.others ?? [])].flatMap(({ query, variables }) => [query, variables]);
    return texts.map(text => text.trim().split('\n', 1)[0] ?? '').find(line => line !== '') ?? '';
  };

/** The members of a tab, if they are what they should be. */
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
