/** Reads exported files. */
import path from 'node:path';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Imported } from '../../core/import/collection.js';
import { readNodes } from '../../core/openapi/document/read.js';
import type { Environment } from '../../environment.js';
import { readText } from '../../io/sources.js';
import { formats } from './formats.js';

/** An export, and the name of its file as typed. */
export interface ReadExport extends Imported {
  readonly file: string;
}

/** Reads one file and detects its format. */
export async function readExport(file: string, environment: Environment): Promise<ReadExport | Failure> {
  const text = await readText(file === '-' ? { from: 'stdin' } : { from: 'file', path: file }, environment);
  if (isFailure(text)) return text;
  const name = file === '-' ? 'standard input' : file;
  const nodes = readNodes(text);
  if ('problem' in nodes) {
    const place = nodes.line === undefined ? '' : `:${nodes.line}:${nodes.column}`;
    return usageError(`Cannot read ${name}${place}: ${nodes.problem}.`, knownFormats);
  }
  const base = path.basename(file).replace(/\.[^.]*$/, '');
  for (const [, read] of formats) {
    const imported = read(nodes.root, base);
    if (!imported) continue;
    const cut = nodes.problems.map(({ place, text }) => ({ what: `${place}: ${text}` }));
    return { ...imported, untranslated: [...imported.untranslated, ...cut], file: name };
  }
  return usageError(`${name} is not in a format that can be imported.`, knownFormats);
}

const knownFormats = `Formats: ${formats.map(([name]) => name).join(', ')}. See apiclient help import.`;
