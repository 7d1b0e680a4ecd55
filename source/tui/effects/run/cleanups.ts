/** Cleanups that are sent after the user stopped a run of all requests. */
import { counted } from '../../../core/counted.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { cleanupLimit } from '../../../io/http/cleanup-limit.js';
import type { SentEntry } from '../../../io/http/text-request.js';
import type { Dispatch } from '../context.js';

/** The cleanups of a stopped run: their common time limit and their results. */
export interface Cleanups {
  /** Aborts when the time limit for all cleanups ends. It starts with the first call. */
  signal(): AbortSignal;
  add(title: string, result: SentEntry | Failure): void;
  /** Reports the results in a notice, if there are any. */
  end(): void;
}

export function cleanupsAfterStop(dispatch: Dispatch): Cleanups {
  let limit: AbortSignal | undefined;
  let sent = 0;
  const failed: string[] = [];
  return {
    signal() {
      if (!limit) dispatch({ type: 'app/notice', text: 'Stopped. Sending cleanups.', tone: 'info' });
      limit ??= cleanupLimit();
      return limit;
    },
    add(title, result) {
      sent++;
      if (isFailure(result)) failed.push(`${title} (${result.text})`);
      else if (result.response.status >= 400) failed.push(`${title} (${result.response.status})`);
    },
    end() {
      if (failed.length > 0)
        dispatch({
          type: 'app/notice',
          text: `${counted(failed.length, 'cleanup')} failed: ${failed.join(', ')}`,
          tone: 'error',
        });
      else if (sent > 0)
        dispatch({ type: 'app/notice', text: `Stopped. ${counted(sent, 'cleanup')} sent.`, tone: 'info' });
    },
  };
}
