/** Past responses of all tabs, for stepping through and comparing. */
import { operationAt } from '../../../core/graphql/builder/text/query-document.js';
import { parseHttpFile } from '../../../core/http-file/parse.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { shownEndpoint } from '../../../core/request/host.js';
import { durationText, sizeText } from '../../../core/response/sizes.js';
import type { PastResponse, ResponseState } from '../../model/response.js';
import type { State } from '../../model/state.js';
import { nameOf as titleOf } from '../../query/http-text.js';
import { startLog } from '../events/log.js';

/** Maximum number for one tab. */
const maxPast = 10;
/** Maximum size for all tabs together, in bytes. The latest response is always retained. */
const maxBytes = 16_000_000;

/** Retains a complete response or a failure. Events are retained in their own list. */
export function withPast(state: State): State {
  const { response, past, now } = state;
  const { runId, kind, sent } = response;
  if (runId === undefined || kind === 'subscription' || response.stale) return state;
  const own: PastResponse = {
    id: runId,
    tab: sent?.tab ?? 0,
    at: response.at ?? now,
    name: nameOf(state),
    detail: detailOf(state),
    text: response.raw,
    isJson: response.shown?.source.json === true,
    response: withoutViews(response),
  };
  const all = [own, ...past.filter(({ id }) => id !== runId)];
  const ofTab = all.filter(({ tab }) => tab === own.tab);
  const old = new Set(ofTab.slice(maxPast));
  let left = maxBytes;
  const responses = all.filter(each => {
    left -= bytesHeld(each);
    return each === own || (left >= 0 && !old.has(each));
  });
  return { ...state, past: responses };
}

/** Everything except data that can be derived from the text again. */
const withoutViews = (response: ResponseState): ResponseState => ({
  ...response,
  shown: undefined,
  side: undefined,
  opened: undefined,
  filtered: undefined,
  narrowed: undefined,
  find: undefined,
  log: startLog,
  protocol: [],
  path: '',
  earlier: undefined,
});

/** Estimates memory: the engine stores a text with one byte per character, or two if any character needs them. */
const bytesOf = (text: string): number => text.length * (/[^\u0000-\u00ff]/.test(text) ? 2 : 1);

const bytesHeld = memoizeWeak(({ response }: PastResponse): number => {
  const { raw, binary, errors, head, notes, sent } = response;
  const texts = [raw, ...notes, ...errors.flatMap(({ message, line, json = '' }) => [message, line, json])];
  const headers = [...(head?.headers ?? []), ...(head?.request.headers ?? [])].flat();
  const typed = (sent?.query.length ?? 0) + (sent?.variables.length ?? 0);
  return [...texts, ...headers].reduce((sum, text) => sum + bytesOf(text), typed * 2 + (binary?.bytes.length ?? 0));
});

function detailOf({ response, connect }: State): string {
  const { sent, head, tookMs, bytes, failure } = response;
  const place = connect.profile === undefined || sent?.url !== connect.url ? '' : `@${connect.profile.name} `;
  return [
    `${place}${shownEndpoint(sent?.url ?? connect.url)}`,
    head === undefined ? '' : String(head.status),
    failure === undefined ? '' : 'failed',
    durationText(tookMs),
    sizeText(bytes),
  ]
    .filter(Boolean)
    .join(', ');
}

function nameOf({ query, response: { sent } }: State): string {
  if (sent?.entry !== undefined) {
    const [entry, ...more] = parseHttpFile(sent.entry).entries;
    return entry === undefined || more.length > 0 ? 'all requests' : titleOf(entry);
  }
  const operation = operationAt(query.document, query.active);
  return operation?.name?.value ?? operation?.operation ?? 'query';
}
