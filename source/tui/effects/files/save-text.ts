import { sizeText } from '../../../core/response/sizes.js';
import type { Dispatch, EffectContext } from '../context.js';
import { pathOf, writeWhole } from './write.js';

/** @param typed as the user wrote it: relative to the current folder, or from home with `~/` */
export async function performSave(
  typed: string,
  text: string,
  overwrite: boolean,
  { environment }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const done = await writeWhole(pathOf(typed, environment), text, overwrite, environment);
  if (done === 'exists') return dispatch({ type: 'response/exists', path: typed });
  if (done !== undefined) {
    const problem = `Cannot write ${typed}: ${done.problem}.`;
    return dispatch({ type: 'response/ask-save', again: { path: typed, problem } });
  }
  dispatch({ type: 'app/notice', text: `Saved ${typed} (${sizeText(Buffer.byteLength(text))}).` });
}
