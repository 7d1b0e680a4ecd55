/** The list of saved files, and path completion. */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { kindOfFile } from '../../../core/document-kind.js';
import { type SavedOperations, savedOperations } from '../../../core/graphql/saved-operations.js';
import { storableText } from '../../../core/history.js';
import { parseHttpFile } from '../../../core/http-file/parse.js';
import { entryTitle } from '../../../core/masking/by-name.js';
import { filesFirst } from '../../../io/document-files.js';
import { readHistory } from '../../../io/history.js';
import { filesIn, pathsLike, recentFiles, type SavedFile } from '../../../io/saved-files.js';
import { pathOf } from '../../../io/sources.js';
import type { SavedEntry, SiblingFile } from '../../model/documents.js';
import type { EffectOf } from '../../model/effect.js';
import type { Dispatch, EffectContext } from '../context.js';
import { nearPath } from './draft-file.js';

/** Maximum length of a preview, in characters. */
const maxPreviewLength = 20_000;

/**
 * Dispatches `saved/read`. Lists the folder of the tab's file (or the current folder), the configured folder, then recent
 * files. Each file appears once, and files of the tab's kind come first.
 */
export async function performListSaved(
  { file, language }: EffectOf<'list-saved'>,
  { environment, command }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { queries } = command.screen;
  const folder = file === undefined ? environment.folder : path.dirname(pathOf(file, environment));
  const [here, configured, recent, runs] = await Promise.all([
    filesIn(folder, false),
    queries === undefined ? [] : filesIn(pathOf(queries, environment), true),
    recentFiles(environment),
    readHistory(environment),
  ]);
  // Newest first, so the most recent run of a text counts.
  const lastRuns = new Map([...runs].reverse().map(run => [run.query.trim(), run]));
  const seen = new Set<string>();
  const entry = ({ path: at, text, writtenAt }: SavedFile): SavedEntry[] => {
    if (seen.has(at)) return [];
    seen.add(at);
    const isHttp = kindOfFile(at) === 'http';
    const lastRun = lastRuns.get(storableText(isHttp ? 'request' : 'query', text).trim());
    const preview = text.slice(0, maxPreviewLength);
    return [
      {
        path: nearPath(at, environment.folder),
        text: preview,
        ...(isHttp ? savedRequests(text) : savedOperations(text)),
        writtenAt,
        lastRun,
      },
    ];
  };
  const all = [...here, ...configured, ...recent].flatMap(entry);
  const isOwn = (each: SavedEntry): boolean => (kindOfFile(each.path) ?? 'graphql') === language;
  dispatch({
    type: 'saved/read',
    entries: [...all.filter(isOwn), ...all.filter(each => !isOwn(each))],
    now: environment.now(),
  });
}

/** Dispatches `files/siblings`, with an empty list if the folder cannot be read. */
export async function performListSiblingFiles(
  { file, tab }: EffectOf<'list-sibling-files'>,
  { environment, start }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const ownPath = file === undefined ? undefined : pathOf(file, environment);
  const files: SiblingFile[] = [];
  const root = start.folder === undefined ? undefined : pathOf(start.folder, environment);
  const isInRoot = root !== undefined && (ownPath === undefined || !path.relative(root, ownPath).startsWith('..'));
  const candidates = isInRoot
    ? (await filesIn(root, true, 'http')).toSorted((a, b) => filesFirst(a.path, b.path))
    : await filesIn(ownPath === undefined ? environment.folder : path.dirname(ownPath), false, 'http');
  for (const each of candidates) {
    if (each.path === ownPath) continue;
    // Let keys be handled between two files.
    await setImmediate();
    const requests = parseHttpFile(each.text).entries.map(({ name, method, url, skip }) => ({
      method,
      url,
      name,
      skip,
    }));
    files.push({ path: nearPath(each.path, environment.folder), requests });
  }
  dispatch({ type: 'files/siblings', tab, files });
}

/** Dispatches `overlay/completed`. */
export async function performCompletePath(
  { text }: EffectOf<'complete-path'>,
  { environment }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const all = await pathsLike(text, typed => pathOf(typed, environment));
  dispatch({ type: 'overlay/completed', of: text, to: common(all) ?? text, all });
}

/** The longest common prefix of the paths. */
function common([first, ...rest]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  let length = first.length;
  for (const each of rest) while (!each.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** The same for a file of requests. */
const savedRequests = (text: string): SavedOperations => ({
  comment: '',
  operations: parseHttpFile(text).entries.map(entry => ({ kind: 'request', name: entryTitle(entry) })),
});
