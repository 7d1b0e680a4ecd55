/** Reads exported files, and folders of Bruno. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { bruNodes } from '../../core/import/bru-nodes.js';
import { type BrunoFile, readBruno } from '../../core/import/bruno.js';
import type { ImportResult, Untranslated } from '../../core/import/collection.js';
import { listIn, member } from '../../core/json/loose.js';
import { readNodes } from '../../core/openapi/document/read.js';
import { isProblem } from '../../core/problem.js';
import type { Environment } from '../../environment.js';
import { filesBelow } from '../document-files.js';
import { pathOf, readText } from '../sources.js';
import { formats, knownFormats, type TextImportReader } from './formats.js';

/** An export, and the name of its file as typed. */
export interface ReadExport extends ImportResult {
  readonly file: string;
}

/** Reads one file or folder and detects its format. */
export async function readExport(
  file: string,
  environment: Environment,
  readers: readonly TextImportReader[],
): Promise<ReadExport | Failure> {
  const isFolder = file !== '-' && (await stat(pathOf(file, environment)).catch(() => undefined))?.isDirectory();
  if (isFolder) return readFolder(file, environment);
  const text = await readText(file === '-' ? { from: 'stdin' } : { from: 'file', path: file }, environment);
  if (isFailure(text)) return text;
  const name = file === '-' ? 'standard input' : file;
  const base = file === '-' ? 'imported' : path.basename(file).replace(/\.[^.]*$/, '');
  if (/\.bru$/i.test(file)) return { ...readBruno([{ path: path.basename(file), root: bruNodes(text) }]), file };
  for (const read of readers) {
    const imported = read(text, base);
    if (imported) return { ...imported, file: name };
  }
  const nodes = nodesOf(text, name);
  if (isFailure(nodes)) return nodes;
  for (const [, read] of formats) {
    const imported = read(nodes.root, base);
    if (!imported) continue;
    const nodeLosses = nodes.problems.map(({ place, text }) => ({ feature: `${place}: ${text}` }));
    return { ...imported, untranslated: [...imported.untranslated, ...nodeLosses], file: name };
  }
  if (isPostman1(nodes.root))
    return usageError(
      `${name} is a Postman collection of format 1.`,
      'Import it into Postman, and export it as Collection v2.1.',
    );
  return usageError(`${name} is not in a format that can be imported.`, knownFormats);
}

/** True for a collection, and for a dump of all collections. */
const isPostman1 = (root: unknown): boolean =>
  [root, ...listIn(root, 'collections')].some(each => isList(each, 'requests') && isList(each, 'order'));

const isList = (node: unknown, key: string): boolean => Array.isArray(member(node, key));

function nodesOf(text: string, name: string) {
  const nodes = readNodes(text);
  if (!isProblem(nodes)) return nodes;
  const place = nodes.line === undefined ? '' : `:${nodes.line}:${nodes.column}`;
  return usageError(`Cannot read ${name}${place}: ${nodes.problem}.`, knownFormats);
}

/** Maximum size of all files in a folder, in UTF-16 units. */
const maxFolder = 64 * 1024 * 1024;

async function readFolder(folder: string, environment: Environment): Promise<ReadExport | Failure> {
  const losses: Untranslated[] = [];
  const pathIn = (name: string): string => path.relative(folder, name).split(path.sep).join('/');
  const names = await filesBelow(
    folder,
    environment.folder,
    name => /(?:\.bru|\.ya?ml|(?:^|\/)bruno\.json)$/i.test(name),
    name => losses.push({ feature: `symbolic link ${pathIn(name)}` }),
  );
  const files: BrunoFile[] = [];
  let [size, unreadable]: [number, Failure | undefined] = [0, undefined];
  for (const name of names) {
    const text = await readText({ from: 'file', path: name }, environment);
    if (isFailure(text)) return text;
    size += text.length;
    if (size > maxFolder) return failure('limit', `The files in ${folder} exceed 64 MiB.`);
    const nodes = /\.bru$/i.test(name) ? { root: bruNodes(text) } : nodesOf(text, name);
    if (isFailure(nodes)) {
      unreadable ??= nodes;
      losses.push({ feature: nodes.text.replace(/^Cannot read |\.$/g, '') });
    } else files.push({ path: pathIn(name), root: nodes.root });
  }
  if (
    !files.some(({ path }) => /(?:\.bru|(?:^|\/)(?:bruno\.json|opencollection\.ya?ml|collection\.ya?ml))$/i.test(path))
  )
    return (
      unreadable ??
      usageError(
        `${folder} contains no Bruno collection.`,
        'Pass an exported file, or a folder with bruno.json or opencollection.yml.',
      )
    );
  const imported = readBruno(files);
  const name =
    imported.collection?.name === 'Bruno' ? path.basename(pathOf(folder, environment)) : imported.collection?.name;
  return {
    ...imported,
    ...(imported.collection ? { collection: { ...imported.collection, name: name ?? '' } } : {}),
    untranslated: [...imported.untranslated, ...losses],
    file: folder,
  };
}
