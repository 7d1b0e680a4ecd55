/** Paths in a file: whether they lead out of its folder, and how a manifest shows them. */
import path from 'node:path';
import { type Right, rightOf } from './right.js';

/** Folder of a file, and what its paths lead to. */
export interface FilePlace {
  /** Folder of the file, absolute. Its body files and saved responses are relative to it. */
  readonly folder: string;
  /** Folder that flags resolve paths against, absolute. */
  readonly current: string;
  readonly home: string;
  /** A path with the links of its existing part resolved. */
  readonly realPath: (file: string) => string;
}

/** A path in a file. */
interface FilePath {
  /** With its names filled in. */
  readonly actual: string;
  /** With names for values that are only known when the request is sent. */
  readonly template: string;
  /** Folder that it is relative to, absolute. */
  readonly base: string;
  /** Flag that has it. */
  readonly by?: string;
  /** Part of the path is a secret, so it may lead anywhere. */
  readonly isHidden?: boolean;
}

/** The right to use a file, or `undefined` if the file may use it without trust. */
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

/** Below the folder of the file. Of a home folder, hidden files are not part of it. @param isReal its links are resolved */
function isInside(file: string, { folder, home, realPath }: FilePlace, isReal = true): boolean {
  const [root, own] = isReal ? [realPath(folder), realPath(home)] : [folder, home];
  return isBelow(file, root) && !(isBelow(own, root) && /^\./.test(path.relative(own, file)) && isBelow(file, own));
}

const isBelow = (file: string, folder: string): boolean => {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
};

/** As seen from the folder of the file, so that a line means the same wherever it is approved. */
function shownPath(typed: string, base: string, { folder }: FilePlace): string {
  if (path.isAbsolute(typed) || /^(?:~(?=\/|$)|\{\{)/.test(typed)) return typed;
  return path.relative(folder, path.resolve(base, typed)) || '.';
}
