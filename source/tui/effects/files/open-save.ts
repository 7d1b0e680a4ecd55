/** Opens and saves `.graphql` files, with the variables in a file next to it (`me.graphql`, `me.variables.json`). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isImportable } from '../../../core/document-kind.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { mergeTexts } from '../../../core/text/merge.js';
import { rememberFile } from '../../../io/saved-files.js';
import { fileFailure, pathOf, readText } from '../../../io/sources.js';
import type { MergedFiles } from '../../model/documents.js';
import type { EffectOf } from '../../model/effect.js';
import { type Dispatch, type EffectContext, showError } from '../context.js';
import { trustSaved } from '../run/trust.js';
import { offerImport } from './import.js';
import { writeWhole } from './write.js';

/** Path of the variables file: `me.variables.json` for `me.graphql`. */
const variablesPath = (typed: string): string => `${typed.replace(/\.(?:graphql|gql|http|rest)$/i, '')}.variables.json`;

/**
 * Dispatches `files/opened`, or `files/importable` for a file of another tool. An unreadable file becomes a notice; a missing
 * variables file is not an error.
 */
export async function performOpen(
  { path: typed, tab, operation }: EffectOf<'open-files'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { environment, approved } = context;
  if (isImportable(typed)) return offerImport(typed, context, dispatch);
  // "Yes" is valid until the file is opened again.
  approved.delete(pathOf(typed, environment));
  const query = await readText({ from: 'file', path: pathOf(typed, environment) }, environment);
  if (isFailure(query)) return showError(named(query, typed), dispatch);
  const variablesFile = variablesPath(typed);
  const variables = await readText({ from: 'file', path: pathOf(variablesFile, environment) }, environment);
  if (isFailure(variables) && variables.code !== 'ENOENT') return showError(named(variables, variablesFile), dispatch);
  void rememberFile(pathOf(typed, environment), environment);
  dispatch({
    type: 'files/opened',
    tab,
    path: typed,
    query,
    variables: isFailure(variables) ? undefined : variables,
    operation,
  });
}

/** The failure's text with the file name as typed. */
const named = ({ text, code, cause }: Failure, typed: string): string =>
  code === undefined ? text : fileFailure(typed, cause).text;

/** Dispatches `files/saved` or `files/in-the-way`. After a failure, prompts for another name. The query is written first. */
export async function performSaveFiles(
  effect: EffectOf<'save-files'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { environment } = context;
  const { expected } = effect;
  const names: Texts = { query: effect.path, variables: variablesPath(effect.path) };
  const files: Texts = { query: pathOf(names.query, environment), variables: pathOf(names.variables, environment) };
  const texts: Texts = { query: effect.query.toString(), variables: effect.variables.toString() };
  const inTheWay = (text: string, merged?: MergedFiles): void =>
    dispatch({ type: 'files/in-the-way', path: effect.path, text, merged });
  const conflict = expected && (await conflictIn(files, expected, texts));
  if (conflict !== undefined)
    return inTheWay(`${nameOf(names[conflict.changed])} was changed by another program`, conflict.merged);
  const overwrite = effect.overwrite || expected !== undefined;
  const hasVariablesFile = (await contentOf(files.variables)) !== undefined;
  const withVariables = texts.variables.trim() !== '' || (overwrite && hasVariablesFile);
  if (!overwrite && withVariables && hasVariablesFile) return inTheWay(`${nameOf(names.variables)} already exists`);
  const done = await writeWhole(files.query, texts.query, overwrite, environment);
  if (done === 'exists') return inTheWay(`${nameOf(effect.path)} already exists`);
  if (done !== undefined) {
    const problem = `Cannot write ${effect.path}: ${done.problem}.`;
    return dispatch({ type: 'files/ask-save', again: { path: effect.path, problem } });
  }
  const other = withVariables ? await writeWhole(files.variables, texts.variables, true, environment) : undefined;
  if (other !== undefined && other !== 'exists')
    return showError(`Saved ${effect.path}, but cannot write ${names.variables}: ${other.problem}.`, dispatch);
  void rememberFile(files.query, environment);
  if (/\.(?:http|rest)$/i.test(files.query))
    await trustSaved(effect.path, texts.query, effect.opened?.toString(), context);
  const prefix = effect.note === undefined ? '' : `${effect.note} `;
  const text = `${prefix}Saved ${effect.path}${withVariables ? ` and ${nameOf(names.variables)}` : ''}.`;
  dispatch({
    type: 'files/saved',
    tab: effect.tab,
    path: effect.path,
    query: effect.query,
    variables: effect.variables,
    text,
  });
}

/** Changes that another program made to a document since it was read. */
interface Conflict {
  readonly changed: 'query' | 'variables';
  /** Undefined if a line was changed in both versions. */
  readonly merged: MergedFiles | undefined;
}

/** @param expected the texts when they were read */
async function conflictIn(
  files: Texts,
  expected: NonNullable<EffectOf<'save-files'>['expected']>,
  ours: Texts,
): Promise<Conflict | undefined> {
  const before = { query: expected.query.toString(), variables: expected.variables.toString() };
  const theirs = {
    query: (await contentOf(files.query)) ?? before.query,
    variables: (await contentOf(files.variables)) ?? before.variables,
  };
  const isSameQuery = theirs.query === before.query;
  if (isSameQuery && theirs.variables === before.variables) return undefined;
  return { changed: isSameQuery ? 'variables' : 'query', merged: mergedFiles(before, ours, theirs) };
}

const nameOf = (typed: string): string => path.basename(typed);

const contentOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    text => text.replace(/^\ufeff/, ''),
    () => undefined,
  );

type Texts = MergedFiles['theirs'];

/** Merges both versions, or returns undefined if a line was changed in both. */
function mergedFiles(before: Texts, ours: Texts, theirs: Texts): MergedFiles | undefined {
  const query = mergeTexts(before.query, ours.query, theirs.query);
  const variables = mergeTexts(before.variables, ours.variables, theirs.variables);
  if (query === undefined || variables === undefined) return undefined;
  return { query: query.text, variables: variables.text, theirs, lines: query.lines + variables.lines };
}
