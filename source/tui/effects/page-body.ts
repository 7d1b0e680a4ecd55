/** A body in $PAGER, sanitized, and formatted if it is JSON. */
import { JsonFormatter } from '../../core/response/json-format.js';
import { safeText } from '../../core/response/safe-text.js';
import { pageText } from '../terminal/external.js';
import type { Dispatch, EffectContext } from './context.js';

/** The pager has the terminal until it ends; a notice if it cannot be started. */
export async function performPage(
  text: string,
  json: boolean,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const problem = await world
    .session()
    .lendNow(ended =>
      pageText(safeText(json ? laidOut(text) : text), json ? '.json' : '.txt', world.environment, ended),
    );
  if (problem !== undefined) dispatch({ type: 'app/notice', text: problem.text, tone: 'error' });
}

function laidOut(text: string): string {
  const parts: string[] = [];
  let pieces: string[] = [];
  // Tokens are joined early: a list of all of them would be many times as large as the text.
  const formatter = new JsonFormatter(
    piece => {
      if (pieces.push(piece) < 10_000) return;
      parts.push(pieces.join(''));
      pieces = [];
    },
    { indent: true },
  );
  formatter.write(text);
  formatter.end();
  return `${parts.join('')}${pieces.join('')}\n`;
}
