/** The format of draft files: unsaved texts, and members written by other versions of this program. */
import { isJson } from '../../core/json/is-json.js';
import { placeForm } from '../../core/profiles.js';
import type { OtherTabs, TabTexts, TextFile } from '../../core/tab-texts.js';
import type { Environment } from '../../environment.js';
import { readOwn } from './own-file.js';

export interface Draft extends Omit<TabTexts, 'url' | 'language'> {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly tabs?: OtherTabs;
}

/** Format version. A program that would lose or misread newer data does not change the file. */
export const version = 1;

/** A draft, and unknown members to be written back unchanged. */
export interface Read {
  readonly draft: Draft;
  readonly unknown: Readonly<Record<string, unknown>>;
}

const tabMembers = ['query', 'variables', 'file', 'url', 'language', 'profile', 'values'];
const knownMembers = new Set(['version', 'savedAt', 'tabs', ...tabMembers]);

export type DraftOrigin = Pick<TabTexts, 'file' | 'profile' | 'values'>;

/** Returns an empty string, which is invalid JSON, if it is not one of our files. */
export const textOf = (file: string, environment: Environment): string =>
  readOwn(file, environment)?.toString('utf8') ?? '';

/** Returns undefined unless the file is ours and contains JSON. */
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

/** Whether a newer version wrote it, or a version that stores more per tab than would be written back. */
export const isNewer = (draft: ReturnType<typeof parsed>): boolean =>
  Number(draft?.version ?? version) > version ||
  !isKind(draft?.tabs?.language) ||
  tabsIn(draft).some(tab => !isTabOfOurs(tab));

/** A kind of document that this version knows, or undefined. */
const isKind = (kind: unknown): boolean => [undefined, 'graphql', 'http'].includes(kind as undefined);

const tabsIn = (draft: ReturnType<typeof parsed>): readonly unknown[] =>
  Array.isArray(draft?.tabs?.others) ? draft.tabs.others : [];

const isTabOfOurs = (tab: unknown): boolean =>
  tabOf(tab as Partial<TabTexts> | null) !== undefined &&
  Object.keys(tab as object).every(name => tabMembers.includes(name));

/** The draft, or undefined if it is newer or missing. */
export function readDraft(file: string, environment: Environment): Read | undefined {
  const draft = parsed(file, environment);
  const text = draft && !isNewer(draft) ? tabOf(draft) : undefined;
  if (!draft || text === undefined) return undefined;
  const { at, url, language } = draft.tabs ?? {};
  const own = { ...(typeof url === 'string' ? { url } : {}), language };
  const tabs = Array.isArray(draft.tabs?.others)
    ? { tabs: { at: Number(at) || 0, others: tabsIn(draft).flatMap(each => tabOf(each as TabTexts) ?? []), ...own } }
    : {};
  return {
    draft: { ...text, savedAt: Number(draft.savedAt) || 0, ...tabs },
    unknown: Object.fromEntries(Object.entries(draft).filter(([name]) => !knownMembers.has(name))),
  };
}

/** The first line of a draft's query or, failing that, of its variables; empty without either, undefined if unreadable. */
export const firstLineOf =
  (environment: Environment) =>
  (file: string): string | undefined => {
    const draft = readDraft(file, environment)?.draft;
    if (draft === undefined) return undefined;
    const texts = [draft, ...(draft.tabs?.others ?? [])].flatMap(({ query, variables }) => [query, variables]);
    return texts.map(text => text.trim().split('\n', 1)[0] ?? '').find(line => line !== '') ?? '';
  };

/** Undefined if malformed. */
function tabOf(tab: Partial<TabTexts> | null): TabTexts | undefined {
  const { query, variables, file, url, language, profile, values } = tab ?? {};
  if (typeof query !== 'string' || typeof variables !== 'string' || !isKind(language)) return undefined;
  return {
    query,
    variables,
    ...(isFile(file) ? { file } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    language,
    ...(typeof profile === 'string' && placeForm.test(profile) ? { profile } : {}),
    ...(typeof values === 'object' && values !== null ? { values: validValues(values) } : {}),
  };
}

/** Headers that are JSON, as the screen writes them. */
const validValues = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => {
      const [, json] = entry;
      return typeof json === 'string' && isJson(json);
    }),
  );

const isFile = (file: Partial<TextFile> | undefined): file is TextFile =>
  [file?.path, file?.query, file?.variables].every(each => typeof each === 'string');
