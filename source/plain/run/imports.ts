/** Requests and variables of other files (`# @import FILE`, `import FILE`). */
import path from 'node:path';
import { isFailure } from '../../core/failure.js';
import type { Entry, FileVariable, HttpFile, LineText } from '../../core/http-file/document.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import { fileRight } from '../../core/rights/paths.js';
import type { Right } from '../../core/rights/right.js';
import type { Environment } from '../../environment.js';
import { filePlace } from '../../io/files/real-path.js';
import { readUnicodeText } from '../../io/sources.js';

/** A file and everything that it imports. */
interface WithImports {
  readonly http: HttpFile;
  /** Rights to read files outside its folder. */
  readonly importRights: readonly Right[];
}

/** Maximum number of imported files. */
const maxImports = 100;

/**
 * Adds the requests and variables of imported files. The imported requests come last, and are only sent if they
 * are referred to. Variables of the file override imported variables.
 */
export async function withImports(http: HttpFile, folder: string, environment: Environment): Promise<WithImports> {
  if (http.imports.length === 0) return { http, importRights: [] };
  const place = filePlace(folder, environment);
  const entries: Entry[] = [...http.entries];
  const variables: FileVariable[] = [];
  const sections: string[] = [...http.sections];
  const problems: LineText[] = [...http.problems];
  const importRights: Right[] = [];
  const files = new Set<string>();
  const add = async ({ text: typed, line }: LineText, base: string): Promise<void> => {
    const name = path.resolve(base, typed);
    const displayPath = path.relative(folder, name);
    if (files.has(name)) return;
    files.add(name);
    const problem = (text: string): number => problems.push({ text: `# @import ${typed}: ${text}`, line });
    if (files.size > maxImports) return void problem(`more than ${maxImports} files are imported.`);
    if (!/\.(?:http|rest)$/i.test(name)) return void problem('only .http and .rest files can be imported.');
    const right = fileRight('read', { actual: displayPath, template: displayPath, base: folder }, place);
    if (right) importRights.push(right);
    const content = await readUnicodeText({ from: 'file', path: name }, environment);
    if (isFailure(content)) return void problem(content.text);
    const importedFile = parseHttpFile(content);
    const [first] = importedFile.problems;
    if (first) return void problem(`${displayPath}:${first.line}: ${first.text}`);
    for (const each of importedFile.imports) await add({ ...each, line }, path.dirname(name));
    // Before the first line of the file.
    for (const each of importedFile.variables)
      variables.push({ ...each, after: 0, line: each.line - Number.MAX_SAFE_INTEGER });
    sections.push(...importedFile.sections);
    for (const entry of importedFile.entries)
      entries.push({ ...relocate(entry, path.dirname(displayPath)), at: entries.length, importedFrom: displayPath });
  };
  for (const each of http.imports) await add(each, folder);
  return { http: { ...http, entries, variables: [...variables, ...http.variables], sections, problems }, importRights };
}

/** Paths in an imported file are relative to its folder. */
const relocate = (entry: Entry, folder: string): Entry => ({
  ...entry,
  body: entry.body.map(piece => (piece.kind === 'file' ? { ...piece, path: under(folder, piece.path) } : piece)),
  saves: entry.saves.map(each => ({ ...each, path: under(folder, each.path) })),
});

const under = (folder: string, file: string): string =>
  path.isAbsolute(file) || /^(?:~|\{\{)/.test(file) ? file : path.join(folder, file);
