/** History entries of runs. Requests that were never sent are not recorded. */
import { counted } from '../../../core/counted.js';
import type { Failure } from '../../../core/failure.js';
import { longSecret, maskOf } from '../../../core/masking/mask.js';
import { secretsInUse } from '../../../core/secret.js';
import type { RunEvent } from '../../../io/graphql/transport.js';
import { addToHistory } from '../../../io/history.js';
import type { HttpResponse } from '../../../io/http/exchange.js';
import type { EntryRequest, RunRequest } from '../../model/effect.js';
import type { Verdict } from '../../model/response.js';
import type { EffectContext } from '../context.js';
import type { Prepared } from './prepare.js';

/** Observes the run of an operation, and writes its history entry at the end. */
interface RunRecord {
  take(event: RunEvent): void;
  /** @param took duration in milliseconds */
  end(prepared: Prepared | undefined, isStopped: boolean, took: number): void;
}

export function recordRun(request: RunRequest, { environment }: EffectContext): RunRecord {
  const at = environment.now();
  let status: number | undefined;
  let problem: 'failed' | 'errors' | '' = '';
  let results = 0;
  return {
    take(event) {
      if (event.kind === 'head') status = event.response.status;
      if (event.kind === 'failed') problem = 'failed';
      if (event.kind !== 'result') return;
      results += 1;
      if (event.summary.errors !== undefined) problem ||= 'errors';
    },
    end(prepared, isStopped, took) {
      if (prepared === undefined) return;
      const { kind, operationName } = prepared.operation;
      const { url, query, variables } = request;
      const events = kind === 'subscription' ? counted(results, 'event') : '';
      const ending = isStopped && problem !== 'failed' ? 'stopped' : problem;
      const outcome = outcomeOf(status, events, ending);
      void addToHistory(
        { at, url, kind, operationName, query, variables, outcome, took: Math.round(took) },
        environment,
      );
    },
  };
}

/** Observes a run of requests of a text, and writes its history entry at the end. */
export interface EntriesRecord {
  head(response: Pick<HttpResponse, 'status' | 'url'>): void;
  failed(failure: Failure): void;
  verdict(verdict: Verdict | undefined): void;
  end(isStopped: boolean): void;
}

/** @param started monotonic time, in milliseconds */
export function recordEntries(request: EntryRequest, { environment }: EffectContext, started: number): EntriesRecord {
  const at = environment.now();
  const { isAll } = request;
  let { url } = request;
  let status: number | undefined;
  let isSent = false;
  let isFailed = false;
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
      if (first === undefined || !(isSent || isStopped)) return;
      // Mask known secrets everywhere.
      const hide = maskOf(secretsInUse(), longSecret);
      const stopped = isStopped ? 'stopped' : '';
      const ending = isFailed ? 'failed' : stopped;
      const ofOne = { operationName: hide(first.title), line: hide(first.line), entry: first.at };
      void addToHistory(
        {
          at,
          url,
          kind: 'request',
          ...(isAll ? { operationName: 'all requests' } : ofOne),
          query: hide(request.text),
          variables: hide(request.variables),
          outcome: outcomeOf(isAll ? undefined : status, verdictWords(judged, isAll), ending),
          took: Math.round(environment.monotonic() - started),
        },
        environment,
      );
    },
  };
}

/** The verdict in words. The list has little room: of a single request, only what failed. */
const verdictWords = (verdict: Verdict | undefined, isAll: boolean): string =>
  (verdict?.parts ?? [])
    .filter(({ role }) => isAll || role === 'error')
    .map(({ text }) => text)
    .join(', ');

const outcomeOf = (...parts: readonly (string | number | undefined)[]): string => parts.filter(Boolean).join(' ');
