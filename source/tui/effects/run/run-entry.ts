/** Sends a request of a `.http` text, and holds its response against the description. */
import { unexpectedFailure } from '../../../core/bug.js';
import { carriesAnyCredential, forOtherOrigin } from '../../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { readVariables } from '../../../core/graphql/variables.js';
import { printRaw, type RawValue } from '../../../core/json/raw.js';
import { responseMisfits } from '../../../core/openapi/check/check-response.js';
import type { RequestSpec } from '../../../core/request/spec.js';
import { contentOf } from '../../../core/response/content-kind.js';
import { sizeText } from '../../../core/response/sizes.js';
import { TextStream } from '../../../core/response/text-stream.js';
import { collect } from '../../../io/graphql/collect.js';
import { headEvent } from '../../../io/graphql/http.js';
import type { Endpoint } from '../../../io/graphql/transport.js';
import { type HttpResponse, headerOf } from '../../../io/http/exchange.js';
import { send } from '../../../io/http/send.js';
import type { Effect, EntryRequest } from '../../model/effect.js';
import { screenHint } from '../../screen-words.js';
import type { Dispatch, EffectContext } from '../context.js';
import { endpointOf } from '../endpoint.js';
import { tellOffer } from '../look-for-login.js';
import { headInfo } from './report.js';

/** How often the run reports its duration, in milliseconds. */
const tickMs = 250;

/** Never rejects: failures are actions. */
export function performRunEntry(
  { id, request }: Extract<Effect, { readonly kind: 'run-http' }>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  return world.asking.run(id, () => run(id, request, world, dispatch));
}

async function run(id: number, request: EntryRequest, world: EffectContext, dispatch: Dispatch): Promise<void> {
  const stop = new AbortController();
  world.running.set(id, stop);
  const { environment, identity } = world;
  const started = environment.monotonic();
  const took = (): number => environment.monotonic() - started;
  const clock = setInterval(() => dispatch({ type: 'response/elapsed', id, ms: took() }), tickMs);
  const fail = (reason: Failure): void => {
    if (!stop.signal.aborted)
      dispatch({ type: 'response/failed', id, failure: reason, raw: '', bytes: 0, tookMs: took(), timing: {} });
  };
  const note = (text: string): void => dispatch({ type: 'response/note', id, text: screenHint(text) });
  try {
    const spec = await specOf(request, world);
    if (isFailure(spec)) return fail(spec);
    // Credentials are for the origin of the API, whatever the text says.
    const isHome = request.url === '' || originOf(spec.url) === originOf(request.url);
    const endpoint = await endpointOf(isHome ? spec.url : request.url, world, identity);
    if (isFailure(endpoint)) return fail(endpoint);
    if (!isHome && carriesAnyCredential(endpoint)) note(`The login is for ${originOf(request.url)}: it was not sent.`);
    const whole = identified(spec, isHome ? endpoint : forOtherOrigin(endpoint));
    const onRefused = tellOffer(spec.url, id, dispatch);
    const renew = isHome && whole.credentials === endpoint.credentials ? endpoint.renewRefused : undefined;
    const response = await send(whole, environment, { signal: stop.signal, onNote: note, ...(renew ? { renew } : {}) });
    if (isFailure(response)) return fail(response);
    if (response.status === 401) onRefused(response);
    dispatch({ type: 'response/head', id, head: headInfo(headEvent(response)) });
    const body = await collect(response.body, whole.network.maxSize);
    if (isFailure(body)) return fail(body);
    if (stop.signal.aborted) return undefined;
    show(id, request, response, body, took(), dispatch);
    dispatch({ type: 'response/done', id, tookMs: took() });
  } catch (error) {
    fail(unexpectedFailure(error));
  } finally {
    clearInterval(clock);
    world.running.delete(id);
  }
}

const originOf = (url: string): string => new URL(url).origin;

/** The request of the text with its names filled in. */
async function specOf(
  { text, at, variables }: EntryRequest,
  { makeRequest }: EffectContext,
): Promise<RequestSpec | Failure> {
  const read = readVariables(variables, []);
  if ('problem' in read) {
    const place = read.place === undefined ? '' : `, line ${read.place.line}, column ${read.place.column}`;
    return failure('usage', `Variables${place}: ${read.problem}`);
  }
  if (isFailure(read)) return read;
  if (makeRequest === undefined) return failure('usage', 'Requests are not sent from here.');
  const values = [...read.values].map(([name, value]) => [name, { text: plainText(value) }] as const);
  return makeRequest(text, at, new Map(values));
}

/** A text as it is; what is no text as JSON. */
const plainText = (value: RawValue): string => (typeof value === 'string' ? value : printRaw(value));

/** With the headers and the login of the tab, unless the text has its own. */
function identified(spec: RequestSpec, { headers, removed, credentials, network }: Endpoint): RequestSpec {
  const has = (name: string): boolean =>
    spec.removed.includes(name.toLowerCase()) ||
    spec.headers.some(each => each.name.toLowerCase() === name.toLowerCase());
  const more = headers.filter(({ name }) => !has(name));
  const isOver = (name: string): boolean => more.some(each => each.name.toLowerCase() === name.toLowerCase());
  const ownLogin = carriesAnyCredential(spec) || spec.headers.some(({ name }) => /^authorization$/i.test(name));
  return {
    ...spec,
    headers: [...spec.headers.filter(({ name }) => !isOver(name)), ...more],
    removed: [...spec.removed, ...removed.filter(name => !has(name))],
    credentials: ownLogin ? spec.credentials : credentials,
    network: { ...network, ...(spec.network.http2 ? { http2: true } : {}) },
  };
}

function show(
  id: number,
  { described }: EntryRequest,
  response: HttpResponse,
  body: Buffer,
  tookMs: number,
  dispatch: Dispatch,
): void {
  const contentType = headerOf(response, 'content-type');
  const { kind, charset } = contentOf(contentType, body);
  const isBinary = kind === 'binary' && body.length > 0;
  const stream = new TextStream(charset);
  const raw = isBinary ? '' : stream.write(body) + stream.end();
  const misfits =
    described === undefined
      ? []
      : responseMisfits(described.description, described.operation, {
          status: response.status,
          ...(body.length > 0 && !isBinary ? { body: raw } : {}),
          ...(contentType === undefined ? {} : { contentType }),
        });
  const [first] = misfits;
  const more = misfits.length > 1 ? ` and ${misfits.length - 1} more` : '';
  const misfit = first === undefined ? undefined : `Does not fit the description: ${first}${more}`;
  const note = isBinary ? `The body is binary, ${sizeText(body.length)}: apiclient -o FILE saves it` : misfit;
  dispatch({
    type: 'response/result',
    id,
    raw,
    isPlain: kind !== 'json',
    data: 'absent',
    errors: [],
    errorCount: 0,
    bytes: body.length,
    tookMs,
    timing: { ...response.timing },
    partial: false,
    ...(note === undefined ? {} : { note }),
  });
}
