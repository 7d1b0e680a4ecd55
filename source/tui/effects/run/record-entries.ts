/** The history entry for a run of requests of a text. */
import type { Failure } from '../../../core/failure.js';
import { longSecret, maskOf } from '../../../core/masking/mask.js';
import { secretsInUse } from '../../../core/secret.js';
import { addToHistory } from '../../../io/history.js';
import type { HttpResponse } from '../../../io/http/exchange.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Verdict } from '../../model/response.js';
import type { EffectContext } from '../context.js';

/** Observes a run, and writes its history entry at the end. */
interface EntriesRecord {
  head(response: Pick<HttpResponse, 'status' | 'url'>): void;
  failed(failure: Failure): void;
  verdict(verdict: Verdict | undefined): void;
  end(isStopped: boolean): void;
}

/** @param started monotonic time, in milliseconds */
export function recordEntries(request: EntryRequest, { environment }: EffectContext, started: number): EntriesRecord {
  const at = environment.now();
  let [status, url]: [number | undefined, string] = [undefined, request.url];
  let [isSent, isFailed] = [false, false];
  let judged: Verdict | undefined;
  return {
    head(response) {
      isSent = true;
      status = response.status;
      if (url === '') url = response.url;
    },
    failed({ kind }) {
      isFailed = true;
      isSent ||= kind !== 'usage';
    },
    verdict(verdict) {
      judged = verdict;
    },
    end(isStopped) {
      const [first] = request.entries;
      // Requests that were never sent are not recorded.
      if (first === undefined || !(isSent || isStopped)) return;
      // Mask known secrets everywhere.
      const hide = maskOf(secretsInUse(), longSecret);
      const how = isFailed ? 'failed' : isStopped ? 'stopped' : '';
      // The list has little room: of a single request, only what failed.
      const parts = judged?.parts.filter(({ role }) => request.isAll || role === 'error') ?? [];
      const verdict = parts.map(({ text }) => text).join(', ');
      const words = request.isAll ? [verdict] : [status, verdict];
      void addToHistory(
        {
          at,
          url,
          kind: 'request',
          ...(request.isAll
            ? { operationName: 'all requests' }
            : { operationName: hide(first.title), line: hide(first.line), entry: first.at }),
          query: hide(request.text),
          variables: hide(request.variables),
          outcome: [...words, how].filter(Boolean).join(' '),
          took: Math.round(environment.monotonic() - started),
        },
        environment,
      );
    },
  };
}
