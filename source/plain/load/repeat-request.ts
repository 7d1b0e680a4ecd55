/** `apiclient METHOD URL --repeat N`: prepared once, sent many times. */

import { type Check, parseCheck } from '../../core/checks/check.js';
import { evaluateCheck } from '../../core/checks/evaluate.js';
import type { CheckEngines } from '../../core/checks/exchange.js';
import { ofMany } from '../../core/checks/select.js';
import { bodyTargets } from '../../core/checks/target.js';
import {
  exitCodeOfStatus,
  expectedFailure,
  type Failure,
  isErrorStatus,
  isFailure,
  usageError,
} from '../../core/failure.js';
import { type Hint, hintText } from '../../core/hint.js';
import type { RepeatOptions } from '../../core/load/options.js';
import { isReplayable } from '../../core/request/redirect.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { countText } from '../../core/response/sizes.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { headOf, type Replay, replayer } from '../../io/http/replay.js';
import { send } from '../../io/http/send.js';
import type { AttemptRequest } from '../../io/http/wire.js';
import type { CertificateFacts } from '../../io/http/wire-event.js';
import { readText } from '../../io/sources.js';
import type { AuthorizedRequest } from '../access-token.js';
import { enginesFor } from '../checks/engines.js';
import { checkedExchange } from '../checks/exchange.js';
import type { PlainContext } from '../context.js';
import { note } from '../note.js';
import { statusText } from '../print-head.js';
import { readChunks, readHeld } from '../read-chunks.js';
import { failedSample, type Repetition, refuseLoad, runLoad, type Sample } from './load.js';

/** Returns the exit code, or the failure to print. */
export async function repeatRequest(
  { command, environment }: PlainContext,
  options: RepeatOptions,
  prepared: RequestSpec,
  authorised: AuthorizedRequest,
  jar?: Jar,
): Promise<number | Failure> {
  const { output, method } = command;
  if (!isReplayable(prepared.body))
    return usageError(
      'The body comes from standard input, which can be read only once.',
      'Save it to a file: -d @FILE',
    );
  const asserts = (output.asserts ?? []).filter(text => !options.asserts.includes(text));
  const checks: Check[] = [];
  for (const text of asserts) {
    const check = parseCheck(text);
    if (isFailure(check)) return check;
    if (check.target.kind === 'load')
      return usageError(`${text}: ${ofMany(check.target.statistic)}.`, 'Usage: p99 < 200');
    checks.push(check);
  }
  const refused = await refuseLoad({ options, output, environment });
  if (refused) return refused;
  const loaded = await enginesFor(asserts, path => readText({ from: 'file', path }, environment));
  if (isFailure(loaded)) return loaded;
  const engines: CheckEngines | undefined = loaded;
  const asksForStatus = checks.some(({ target }) => target.kind === 'status');
  const keepsBody = checks.some(({ target }) => bodyTargets.has(target.kind));
  const seen = new Set<string>();
  let certificate: CertificateFacts | undefined;
  const name = `${method} ${prepared.url.replace(/[?#].*$/s, '')}`;
  const { renew } = authorised;
  const settings = {
    // The login came first: each request has its own timeout.
    renew,
    jar,
    // Print each note once, not a thousand times.
    onNote(value: Hint) {
      const text = hintText(value);
      if (!output.silent && !seen.has(text)) note(environment, text);
      if (seen.size < 100) seen.add(text);
    },
    ...(checks.some(({ target }) => target.kind === 'cert')
      ? {
          onEvent(event: { readonly kind: string; readonly certificate?: CertificateFacts }) {
            if (event.kind === 'secure') certificate = event.certificate;
          },
        }
      : {}),
  };
  const { network, credentials } = prepared;
  const isPlain =
    !jar && !renew && !prepared.compress && !network.follow && network.retries === 0 && network.timeoutMs === undefined;
  const isStatic =
    !credentials.digest && !credentials.aws && !credentials.proof && !network.netrc && !network.cookieJar;
  const isSimpleCheck = checks.every(({ target }) => target.kind !== 'cert' && target.kind !== 'time');
  const canReplay =
    isPlain &&
    isStatic &&
    isSimpleCheck &&
    network.maxSize === undefined &&
    (prepared.body?.kind ?? 'bytes') === 'bytes';
  const statusChecks = checks.filter(({ target }) => target.kind === 'status');
  let replay: Replay | undefined;
  let example: HttpResponse | undefined;
  let sent = 0;
  const since = (started: number): number => environment.monotonic() - started;
  let checked = 0;
  /** Problems by status, for responses of which nothing else is checked. */
  const byStatus = new Map<number, ReturnType<typeof problemOf>>();
  const once: Repetition['once'] = async (lagMs, record) => {
    const started = environment.monotonic() - lagMs;
    const isChecked = options.checkAll || sent < alwaysChecked || sent % sampleEvery === 0;
    sent++;
    if (isChecked) checked++;
    if (replay && example) {
      const again = await replay(keepsBody && isChecked);
      if (isFailure(again)) return record(name, failedSample(again));
      if (again) {
        const ms = since(started);
        const { status, body: bytes, size } = again;
        const isKnown = !isChecked || checks.length === 0;
        const problem =
          (isKnown ? byStatus.get(status) : undefined) ??
          problemOf({ ...example, ...headOf(again) }, { bytes, size }, isKnown ? statusChecks : checks);
        if (isKnown) byStatus.set(status, problem);
        return record(name, { response: { ms, status }, ...problem });
      }
    }
    let wire: AttemptRequest | undefined;
    const spec = { ...prepared, credentials: { ...prepared.credentials, ...authorised.credentials } };
    const response = await send(spec, environment, {
      ...settings,
      onWire(attempted) {
        wire = attempted;
      },
    });
    const body = isFailure(response) ? response : await bodyOf(response, keepsBody);
    if (isFailure(response) || isFailure(body)) {
      record(name, failedSample(isFailure(response) ? response : (body as Failure)));
      return;
    }
    const ms = since(started);
    record(name, { response: { ms, status: response.status }, ...problemOf(response, body, checks) });
    const isCoded = headerOf(response, 'content-encoding') !== undefined;
    if (
      example ||
      !canReplay ||
      !wire ||
      wire.connection.proxy ||
      response.httpVersion !== '1.1' ||
      (keepsBody && isCoded)
    )
      return;
    example = response;
    replay = await replayer(wire, prepared.body, environment);
  };
  const code = await runLoad({ options, output, environment }, { names: [name], once, isFirstAlone: canReplay });
  if (checked < sent && statusChecks.length < checks.length && !output.silent)
    note(
      environment,
      `${countText(checked)} of ${countText(sent)} responses were checked. Pass --check-all to check all of them.`,
    );
  return code;

  /** A failed check. 4xx and 5xx are errors unless a check specifies the status. */
  function problemOf(
    response: HttpResponse,
    { bytes, size }: Body,
    checks: readonly Check[],
  ): Pick<Sample, 'reason' | 'code'> {
    const exchange = checkedExchange({ response, body: bytes, size, certificate }, environment.now(), engines);
    const failed = checks.find(check => !evaluateCheck(check, exchange).ok);
    const { status } = response;
    const statusCode = output.checkStatus ? exitCodeOfStatus(status) : 0;
    const code = statusCode === 0 ? {} : { code: statusCode };
    if (failed) return { reason: `Check failed: ${failed.text}`, ...code };
    return isErrorStatus(status) && !asksForStatus
      ? { reason: `The server answered ${statusText(response)}.`, code: 0, ...code }
      : code;
  }
}

/** Number of responses at the beginning that are checked completely without `--check-all`. */
const alwaysChecked = 100;
/** After those, one in this many responses is checked completely. */
const sampleEvery = 10;

interface Body {
  /** Empty if it is not needed. */
  readonly bytes: Buffer;
  readonly size: number;
}

async function bodyOf({ body }: HttpResponse, keeps: boolean): Promise<Body | Failure> {
  try {
    if (keeps) {
      const bytes = await readHeld(body);
      return { bytes, size: bytes.length };
    }
    let size = 0;
    await readChunks(body, chunk => {
      size += chunk.length;
    });
    return { bytes: Buffer.alloc(0), size };
  } catch (error) {
    return expectedFailure(error);
  }
}
