/** Adds a run to the history when it ends. */
import type { HistoryEntry } from '../../../core/history.js';
import type { RunEvent } from '../../../io/graphql/transport.js';
import { addToHistory } from '../../../io/history.js';
import type { RunRequest } from '../../model/effect.js';
import type { EffectContext } from '../context.js';
import type { Prepared } from './prepare.js';

/** Follows one run, and writes its entry at the end. */
interface RunRecord {
  take(event: RunEvent): void;
  /** @param took milliseconds */
  end(prepared: Prepared | undefined, stopped: boolean, took: number): void;
}

export function recordRun(request: RunRequest, { environment }: EffectContext): RunRecord {
  let status: number | undefined;
  let errors = false;
  let failed = false;
  let results = 0;
  const at = environment.now();
  return {
    take(event) {
      if (event.kind === 'head') status = event.response.status;
      if (event.kind === 'failed') failed = true;
      if (event.kind === 'result') {
        results += 1;
        errors ||= event.summary.errors !== undefined;
      }
    },
    end(prepared, stopped, took) {
      // A request that was never sent is not history.
      if (prepared === undefined) return;
      const { kind, operationName } = prepared.operation;
      const how = failed ? 'failed' : stopped ? 'stopped' : errors ? 'errors' : '';
      const events = kind === 'subscription' ? `${results} ${results === 1 ? 'event' : 'events'}` : '';
      const outcome = [status === undefined ? '' : String(status), events, how].filter(Boolean).join(' ');
      const entry: HistoryEntry = {
        at,
        url: request.url,
        kind,
        operationName,
        query: request.query,
        variables: request.variables,
        outcome,
        took: Math.round(took),
      };
      void addToHistory(entry, environment);
    },
  };
}
