/** Paths in a file: whether they lead out of its folder, and how a manifest shows them. */
import path from 'node:path';
import { type Right, rightOf } from './right.js';

/** Folder of a file, and the targets of its paths. */
export interface FilePlace {
  /** Absolute path of the file's folder. Body files and saved responses are relative to it. */
  readonly folder: string;
  /** Absolute path of the folder that flags resolve paths against. */
  readonly current: string;
  readonly home: string;
  /** Returns a path with the links of its existing part resolved. */
  readonly realPath: (file: string) => string;
}

interface FilePath {
  /** Path with its names filled in. */
  readonly actual: string;
  /** Path with names for values that are only known when the request is sent. */
  readonly template: string;
  /** Absolute path of the folder it is relative to. */
  readonly base: string;
  /** Flag that contains the path. */
  readonly by?: string;
  /** True if part of the path is secret, so that it may lead anywhere. */
  readonly isHidden?: boolean;
}

/** Returns the right to use a file, or `undefined` if no trust is needed. */
export function fileRight(
  kind: 'read' | 'read-any' | 'write',
  { actual, template, base, by, isHidden = false }: FilePath,
  place: FilePlace,
): Right | undefined {
  const targets = [path.resolve(base, actual), ...(/^~(?=\/|$)/.test(actual) ? [atHome(actual, place)] : [])];
  const linked = targets.map(place.realPath).find(each => !isInside(each, place));
  if (kind === 'read' && linked === undefined && !isHidden) return undefined;
  const shown = shownPath(template, base, place);
  const isLink = actual === template && linked !== undefined && targets.every(each => isInside(each, place, false));
  return rightOf(kind, isLink ? `${shown} (a link to ${linked})` : shown, by === undefined ? {} : { by });
}

const atHome = (typed: string, { home }: FilePlace): string => path.join(home, typed.slice(1));

/**
 * Returns true for a file below the folder. If this is a home folder, hidden files are excluded. @param isReal true if its
 * links have been resolved
 */
function isInside(file: string, { folder, home, realPath }: FilePlace, isReal = true): boolean {
  const [root, own] = isReal ? [realPath(folder), realPath(home)] : [folder, home];
  return isBelow(file, root) && !(isBelow(own, root) && /^\./.test(path.relative(own, file)) && isBelow(file, own));
}

const isBelow = (file: string, folder: string): boolean => {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
};

/** Returns a path relative to the folder of the file, so that a line has the same meaning wherever it is approved. */
function shownPath(typed: string, base: string, { folder }: FilePlace): string {
  if (path.isAbsolute(typed) || /^(?:~(?=\/|$)|\{\{)/.test(typed)) return typed;
  return path.relative(folder, path.resolve(base, typed)) || '.';
}
