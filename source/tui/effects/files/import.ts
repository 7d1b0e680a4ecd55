/** Imports files of other tools, and converts pasted curl lines. */
import { isFailure } from '../../../core/failure.js';
import type { EffectOf } from '../../model/effect.js';
import { type Dispatch, type EffectContext, showError } from '../context.js';

const prepare = async (path: string, { environment }: EffectContext) =>
  (await import('../../../io/import/open.js')).prepareImport(path, environment);

/** Dispatches `files/importable`, or a notice if the file cannot be imported. */
export async function offerImport(path: string, context: EffectContext, dispatch: Dispatch): Promise<void> {
  const preparedImport = await prepare(path, context);
  if (isFailure(preparedImport)) return showError(preparedImport.text, dispatch);
  const { folder, requests, files, replacedFiles, losses } = preparedImport;
  dispatch({ type: 'files/importable', path, folder, requests, files, replacedFiles, losses });
}

/** Writes the files and opens the first one. */
export async function performImport(
  { path }: EffectOf<'import-file'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const preparedImport = await prepare(path, context);
  const writeFailure = isFailure(preparedImport) ? preparedImport : await preparedImport.write();
  if (writeFailure || isFailure(preparedImport)) return showError(writeFailure?.text ?? '', dispatch);
  if (preparedImport.first === undefined)
    return dispatch({ type: 'app/notice', text: `Wrote the environments to ${preparedImport.folder}.` });
  dispatch({ type: 'files/open', path: preparedImport.first });
}

/** Dispatches `files/pasted`. */
export async function performReadCurl(
  { text }: EffectOf<'read-curl'>,
  { start }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const entry = await start.readCurl(text);
  if (isFailure(entry)) showError(entry.text, dispatch);
  else dispatch({ type: 'files/pasted', text: entry });
}
