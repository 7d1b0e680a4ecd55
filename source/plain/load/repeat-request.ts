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
import type { OutputOptions } from '../../core/options.js';
import { isReplayable } from '../../core/request/redirect.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { countText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { headOf, type Replay, replayer } from '../../io/http/replay.js';
import { type SendOptions, send } from '../../io/http/send.js';
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
  const checks = readChecks(asserts);
  if (isFailure(checks)) return checks;
  const refused = await refuseLoad({ options, output, environment });
  if (refused) return refused;
  const engines = await enginesFor(asserts, path => readText({ from: 'file', path }, environment));
  if (isFailure(engines)) return engines;
  const name = `${method} ${prepared.url.replace(/[?#].*$/s, '')}`;
  const request = new RepeatedRequest({
    ...{ environment, output, prepared, authorised, jar, checks, engines },
    checkAll: options.checkAll,
  });
  const once: Repetition['once'] = (lagMs, record) => request.send(lagMs, sample => record(name, sample));
  const code = await runLoad(
    { options, output, environment },
    { names: [name], once, isFirstAlone: request.canReplay },
  );
  const isStatusCheck = ({ target }: Check): boolean => target.kind === 'status';
  if (request.checked < request.sent && !checks.every(isStatusCheck) && !output.silent)
    note(
      environment,
      `${countText(request.checked)} of ${countText(request.sent)} responses were checked. Pass --check-all to check all of them.`,
    );
  return code;
}

/** Parses the checks of each response. */
function readChecks(asserts: readonly string[]): readonly Check[] | Failure {
  const checks: Check[] = [];
  for (const text of asserts) {
    const check = parseCheck(text);
    if (isFailure(check)) return check;
    if (check.target.kind === 'load')
      return usageError(`${text}: ${ofMany(check.target.statistic)}.`, 'Usage: p99 < 200');
    checks.push(check);
  }
  return checks;
}

interface RepeatedSpec {
  readonly environment: Environment;
  readonly output: OutputOptions;
  readonly prepared: RequestSpec;
  readonly authorised: AuthorizedRequest;
  readonly jar: Jar | undefined;
  readonly checks: readonly Check[];
  readonly engines: CheckEngines | undefined;
  readonly checkAll: boolean;
}

/** A request that is sent many times. If all its copies are the same, the first one is recorded and replayed. */
class RepeatedRequest {
  /** Number of requests that were sent. */
  sent = 0;
  /** Number of responses that were checked completely. */
  checked = 0;
  readonly canReplay: boolean;
  #example: HttpResponse | undefined;
  #replay: Replay | undefined;
  #certificate: CertificateFacts | undefined;
  readonly #spec: RepeatedSpec;
  readonly #statusChecks: readonly Check[];
  readonly #keepsBody: boolean;
  readonly #options: SendOptions;
  /** Problems by status, for responses of which nothing else is checked. */
  readonly #problemsByStatus = new Map<number, Problem>();

  constructor(spec: RepeatedSpec) {
    const { environment, output, authorised, jar, checks } = spec;
    this.#spec = spec;
    this.canReplay = canReplay(spec);
    this.#statusChecks = checks.filter(({ target }) => target.kind === 'status');
    this.#keepsBody = checks.some(({ target }) => bodyTargets.has(target.kind));
    const notes = new Set<string>();
    const checksCertificate = checks.some(({ target }) => target.kind === 'cert');
    this.#options = {
      // The login came first: each request has its own timeout.
      renew: authorised.renew,
      jar,
      // Print each note once, not a thousand times.
      onNote(value: Hint) {
        const text = hintText(value);
        if (!output.silent && !notes.has(text)) note(environment, text);
        if (notes.size < 100) notes.add(text);
      },
      onEvent: checksCertificate
        ? event => {
            if (event.kind === 'secure') this.#certificate = event.certificate;
          }
        : undefined,
    };
  }

  /** Sends the request once, and records the result. @param lagMs delay after its scheduled time */
  async send(lagMs: number, record: (sample: Sample) => void): Promise<void> {
    const { environment, checkAll, checks } = this.#spec;
    const started = environment.monotonic() - lagMs;
    const since = (): number => environment.monotonic() - started;
    const isChecked = checkAll || this.sent < alwaysChecked || this.sent % sampleEvery === 0;
    this.sent++;
    if (isChecked) this.checked++;
    const sample = await this.#replayed(isChecked, since);
    if (sample) return record(sample);
    const { response, wire } = await this.#sent();
    if (isFailure(response)) return record(failedSample(response));
    const body = await bodyOf(response, this.#keepsBody);
    if (isFailure(body)) return record(failedSample(body));
    record({ response: { ms: since(), status: response.status }, ...this.#problemOf(response, body, checks) });
    if (wire) await this.#recordExample(response, wire);
  }

  /** Returns the sample of a replayed request, or undefined if it could not be replayed. */
  async #replayed(isChecked: boolean, since: () => number): Promise<Sample | undefined> {
    if (!this.#replay || !this.#example) return undefined;
    const { checks } = this.#spec;
    const response = await this.#replay(this.#keepsBody && isChecked);
    if (isFailure(response)) return failedSample(response);
    if (!response) return undefined;
    const ms = since();
    const { status, body: bytes, size } = response;
    const isKnown = !isChecked || checks.length === 0;
    const problem =
      (isKnown ? this.#problemsByStatus.get(status) : undefined) ??
      this.#problemOf(
        { ...this.#example, ...headOf(response) },
        { bytes, size },
        isKnown ? this.#statusChecks : checks,
      );
    if (isKnown) this.#problemsByStatus.set(status, problem);
    return { response: { ms, status }, ...problem };
  }

  async #sent(): Promise<{ readonly response: HttpResponse | Failure; readonly wire: AttemptRequest | undefined }> {
    const { prepared, authorised, environment } = this.#spec;
    let wire: AttemptRequest | undefined;
    const spec = { ...prepared, credentials: { ...prepared.credentials, ...authorised.credentials } };
    const response = await send(spec, environment, {
      ...this.#options,
      onWire(attempted) {
        wire = attempted;
      },
    });
    return { response, wire };
  }

  /** Records a request as the example for the others, if it can be replayed. */
  async #recordExample(response: HttpResponse, wire: AttemptRequest): Promise<void> {
    const isCoded = headerOf(response, 'content-encoding') !== undefined;
    const isUsable = !wire.connection.proxy && response.httpVersion === '1.1' && !(this.#keepsBody && isCoded);
    if (this.#example || !this.canReplay || !isUsable) return;
    this.#example = response;
    this.#replay = await replayer(wire, this.#spec.prepared.body, this.#spec.environment);
  }

  /** A failed check. 4xx and 5xx are errors unless a check specifies the status. */
  #problemOf(response: HttpResponse, { bytes, size }: Body, checks: readonly Check[]): Problem {
    const { environment, output, engines } = this.#spec;
    const exchange = checkedExchange(
      { response, body: bytes, size, certificate: this.#certificate },
      environment.now(),
      engines,
    );
    const failed = checks.find(check => !evaluateCheck(check, exchange).ok);
    const { status } = response;
    const statusCode = output.checkStatus ? exitCodeOfStatus(status) : 0;
    const code = statusCode === 0 ? {} : { code: statusCode };
    if (failed) return { reason: `Check failed: ${failed.text}`, ...code };
    return isErrorStatus(status) && this.#statusChecks.length === 0
      ? { reason: `The server answered ${statusText(response)}.`, code: 0, ...code }
      : code;
  }
}

type Problem = Pick<Sample, 'reason' | 'code'>;

/** Returns true if all requests are the same bytes, and one attempt with one response. */
function canReplay({ prepared, authorised, jar, checks }: RepeatedSpec): boolean {
  const { network, credentials, body, compress } = prepared;
  const isPlain =
    !jar &&
    !authorised.renew &&
    !compress &&
    !network.follow &&
    network.retries === 0 &&
    network.timeoutMs === undefined;
  const isStatic =
    !credentials.digest && !credentials.aws && !credentials.proof && !network.netrc && !network.cookieJar;
  const isSimpleCheck = checks.every(({ target }) => target.kind !== 'cert' && target.kind !== 'time');
  const isBytes = body === undefined || body.kind === 'bytes';
  return isPlain && isStatic && isSimpleCheck && network.maxSize === undefined && isBytes;
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
