/**
 * Converts the events of a run to actions. Events and partial responses are dispatched once per frame, everything else
 * immediately.
 */

import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { shownSecret } from '../../../core/credentials/header.js';
import type { Failure } from '../../../core/failure.js';
import { positionOfPath } from '../../../core/graphql/error-position.js';
import type { ResultSummary } from '../../../core/graphql/response.js';
import { errorLine, readErrors } from '../../../core/graphql/result-errors.js';
import { contentOf } from '../../../core/response/content-kind.js';
import { sizeText } from '../../../core/response/sizes.js';
import { TextStream } from '../../../core/response/text-stream.js';
import { isSecret } from '../../../core/secret.js';
import type { HeadEvent, ResultEvent, RunEvent } from '../../../io/graphql/transport.js';
import { headerOf } from '../../../io/http/exchange.js';
import type { NewEvent } from '../../model/events.js';
import type { ResponseHeadInfo } from '../../model/response.js';
import type { ResponseErrorInfo } from '../../model/viewer.js';
import { screenHint } from '../../screen-words.js';
import type { Dispatch } from '../context.js';
import { eventBatch } from './event-batch.js';
import type { Prepared } from './prepare.js';

/** Interval for redrawing a partial response, in milliseconds. Assembling one takes time proportional to its length. */
const partialMs = 80;

/** Reports one run to the screen. The last call is `fail`, `done` or `leave`. */
interface RunReport {
  /** Resolves when the next event may arrive. Until then, the connection waits. */
  take(event: RunEvent): Promise<void>;
  fail(reason: Failure, body?: Uint8Array): void;
  done(): void;
  /** Ends the report after the user stopped the run. Pending results are still shown. */
  leave(): void;
}

/** The run to report, and its clocks. */
interface ReportOptions {
  readonly id: number;
  readonly dispatch: Dispatch;
  /** Milliseconds since the run began. */
  readonly took: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absent if the operation could not even be parsed. */
  readonly prepared: () => Prepared | undefined;
}

export function runReport({ id, dispatch, took, now, prepared }: ReportOptions): RunReport {
  let timing: HeadEvent['timing'] = {};
  let contentType: string | undefined;
  let badEvent: ResultSummary | undefined;
  const partial = delayed(showResult);

  const batch = eventBatch(events => {
    const infos = badEvent && resultErrors(badEvent, prepared());
    badEvent = undefined;
    const counts = { errors: infos?.errors, errorCount: infos?.total };
    dispatch({ type: 'response/events', id, events, tookMs: took(), ...counts });
  });

  function showResult(event: ResultEvent): void {
    const { errors, total } = resultErrors(event.summary, prepared());
    dispatch({
      type: 'response/result',
      id,
      raw: event.text,
      data: event.summary.data,
      errors,
      errorCount: total,
      bytes: event.bytes?.length ?? Buffer.byteLength(event.text),
      tookMs: took(),
      timing: { ...timing },
      partial: event.partial,
      note: event.note && screenHint(event.note),
    });
  }

  function flush(): void {
    batch.flush();
    partial.flush();
  }

  function fail(failure: Failure, body?: Uint8Array): void {
    flush();
    const [raw, bytes] = body === undefined ? ['', 0] : [textOfBody(body, contentType), body.length];
    dispatch({ type: 'response/failed', id, failure, at: now(), raw, bytes, tookMs: took(), timing: { ...timing } });
  }

  async function takeResult(event: ResultEvent): Promise<void> {
    if (prepared()?.operation.kind === 'subscription') {
      if (event.summary.errors !== undefined) badEvent = event.summary;
      batch.add(newEvent(event, now()));
      await batch.room();
    } else if (event.partial) {
      partial.set(event);
    } else {
      partial.drop();
      showResult(event);
    }
  }

  return {
    async take(event) {
      switch (event.kind) {
        case 'head':
          timing = event.timing;
          contentType = headerOf(event.response, 'content-type');
          dispatch({ type: 'response/head', id, head: headInfo(event) });
          return;
        case 'state':
          batch.flush();
          dispatch({ type: 'response/state', id, state: event.state, text: event.text, at: now() });
          return;
        case 'failed':
          fail(event.failure, event.body);
          return;
        case 'result':
          await takeResult(event);
      }
    },
    fail,
    done() {
      flush();
      dispatch({ type: 'response/done', id, tookMs: took(), at: now() });
    },
    leave: flush,
  };
}

/** Shows the newest partial result after a delay. */
export function delayed<T>(show: (partial: T) => void) {
  let newest: T | undefined;
  let timer: NodeJS.Timeout | undefined;

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    newest = undefined;
  }

  function flush(): void {
    const event = newest;
    drop();
    if (event !== undefined) show(event);
  }

  return {
    set(event: T): void {
      newest = event;
      timer ??= setTimeout(flush, partialMs);
    },
    drop,
    flush,
  };
}

function resultErrors(summary: ResultSummary, operation: Prepared | undefined): ListedErrors {
  if (operation === undefined || summary.errors === undefined) return { errors: [], total: 0 };
  return errorInfos(summary, operation.document, operation.node, operation.operation.query);
}

/** An untrusted body decoded by its charset, or only the size of a binary body. */
function textOfBody(body: Uint8Array, contentType: string | undefined): string {
  const { kind, charset } = contentOf(contentType, body);
  if (kind === 'binary') return `Binary body, ${sizeText(body.length)}.`;
  const stream = new TextStream(charset);
  return stream.write(body) + stream.end();
}

const newEvent = ({ text, summary }: ResultEvent, at: number): NewEvent => ({
  at,
  text,
  bytes: Buffer.byteLength(text),
  bad: summary.errors !== undefined,
});

export function headInfo({ request, response, redirects, url }: HeadEvent): ResponseHeadInfo {
  return {
    status: response.status,
    reason: response.reason,
    headers: response.headers,
    httpVersion: response.httpVersion,
    request: {
      method: request.method,
      url: url ?? request.shownUrl,
      headers: request.headers.map(({ name, value }) => [name, isSecret(value) ? shownSecret(value) : value] as const),
    },
    redirects: redirects.map(
      hop => `${hop.request.method} ${hop.request.shownUrl}: ${hop.response.status} ${hop.response.reason}`,
    ),
  };
}

/** Maximum number of errors listed and marked. The others are only counted. */
export const maxListed = 200;

interface ListedErrors {
  readonly errors: readonly ResponseErrorInfo[];
  /** Number of errors, including those not listed. */
  readonly total: number;
}

/** The errors of a result as in plain mode, each with its path and its position in the query. A server may send any value. */
export function errorInfos(
  { errors, errorCount }: Pick<ResultSummary, 'errors' | 'errorCount'>,
  document: DocumentNode,
  node: OperationDefinitionNode,
  query: string,
): ListedErrors {
  const read = readErrors(errors, maxListed, errorCount);
  const infos = read.errors.map((error, index): ResponseErrorInfo => {
    const place = error.position ?? (error.pathKeys && positionOfPath(document, node, error.pathKeys, query));
    const json = jsonOf(Array.isArray(errors) ? errors[index] : errors);
    return {
      message: error.message,
      line: errorLine(place ? { ...error, position: place } : error),
      path: error.pathKeys,
      pathText: error.pathKeys && (error.path ?? ''),
      position: place,
      code: error.code,
      extensions: error.extensions,
      json,
    };
  });
  return { errors: infos, total: read.total };
}

/** Formats an error nested too deeply for the stack by its message alone. */
function jsonOf(error: unknown): string | undefined {
  try {
    const text = JSON.stringify(error, undefined, 2);
    return text === undefined || text.length > 100_000 ? undefined : text;
  } catch {
    return undefined;
  }
}
