/** `-a`: checks on responses. A chunk, loaded only if there are checks. */
import { Readable } from 'node:stream';
import { type Check, parseCheck } from '../../core/checks/check.js';
import { type CheckResult, evaluateCheck } from '../../core/checks/evaluate.js';
import type { CheckEngines } from '../../core/checks/exchange.js';
import { ofMany } from '../../core/checks/select.js';
import { bodyTargets } from '../../core/checks/target.js';
import { exitCodes, type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { messageMask } from '../../io/http/echoes.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { CertificateFacts, WireEvent } from '../../io/http/wire-event.js';
import { readText } from '../../io/sources.js';
import { note } from '../note.js';
import { enginesFor } from './engines.js';
import { checkedExchange } from './exchange.js';

/** Maximum bytes of a body that checks hold in memory. */
const maxBody = 128 * 1024 * 1024;

/** The head of a checked response. */
type Head = Pick<HttpResponse, 'httpVersion' | 'status' | 'headers' | 'redirects' | 'timing' | 'url' | 'request'>;

/** Evaluates the checks of one command against its responses. */
export interface Judge {
  readonly onEvent: (event: WireEvent) => void;
  /** Returns the same response with a body that is recorded while it is read. A later call replaces it. */
  watch(response: HttpResponse): HttpResponse;
  /** Reads the rest of the body, and checks the watched response. */
  judgeWatched(): Promise<Failure | undefined>;
  /** Checks a response whose body has already been read. */
  judge(head: Head, body: string): void;
  /** Results so far, for `--meta`. */
  readonly results: readonly CheckResult[];
  /** Whether a check refers to GraphQL errors. Then errors alone do not fail the run. */
  readonly asksForErrors: boolean;
  /** Reports each failed check and returns the exit code: that of the first failure, or that of failed checks. */
  end(code: number): number;
}

/** Parses the checks. An invalid check is a usage failure. */
export async function openJudge(texts: readonly string[], environment: Environment): Promise<Judge | Failure> {
  const read = texts.map(parseCheck);
  const refused = read.find(isFailure);
  if (refused) return refused;
  const checks = read as readonly Check[];
  for (const { target } of checks)
    if (target.kind === 'load') return usageError(`${ofMany(target.statistic)}.`, 'Usage: --repeat 100 -a "p99 < 200"');
  const loaded = await enginesFor(texts, path => readText({ from: 'file', path }, environment));
  if (isFailure(loaded)) return loaded;
  const engines: CheckEngines | undefined = loaded;
  const needsBody = checks.some(({ target }) => bodyTargets.has(target.kind));
  const results: CheckResult[] = [];
  let certificate: CertificateFacts | undefined;
  let watched: Watched | undefined;

  function judge(head: Head, body: Buffer | string, size: number): void {
    const exchange = checkedExchange({ response: head, body, size, certificate }, environment.now(), engines);
    const hide = messageMask(head.request);
    for (const check of checks) results.push(evaluateCheck(check, exchange, hide));
  }

  return {
    results,
    asksForErrors: checks.some(({ target }) => target.kind === 'errors'),
    onEvent(event) {
      if (event.kind === 'secure') certificate = event.certificate;
    },
    watch(response) {
      watched = new Watched(response, needsBody);
      return { ...response, body: watched.body };
    },
    async judgeWatched() {
      if (!watched) return undefined;
      if (needsBody) await watched.rest();
      if (watched.isTooLarge) {
        return failure('limit', `The body exceeds ${sizeText(maxBody)}, the limit for checks.`, {
          hint: 'Save the body with -o FILE, and check only status, headers, size or time.',
        });
      }
      judge(watched.response, watched.bytes(), watched.size);
      return undefined;
    },
    judge: (head, body) => judge(head, body, Buffer.byteLength(body)),
    end(code) {
      const failed = results.filter(({ ok }) => !ok);
      for (const { check, expected, actual, position, differences = [] } of failed) {
        const where = position ? ` (line ${position.line}, column ${position.column} of the body)` : '';
        note(environment, `Check failed: ${check}: expected ${expected}, got ${actual}${where}`);
        for (const line of differences) note(environment, line);
      }
      return code === 0 && failed.length > 0 ? exitCodes.check : code;
    },
  };
}

/** A body that is recorded while another reader reads it. */
export class Watched {
  readonly response: HttpResponse;
  readonly body: Readable;
  readonly #keep: boolean;
  readonly #pieces: Uint8Array[] = [];
  size = 0;

  constructor(response: HttpResponse, keep: boolean) {
    this.response = response;
    this.#keep = keep;
    // A reader that has read enough destroys its stream; the rest of the body is still needed here.
    this.body = keep ? Readable.from(this.#read(), { objectMode: false }) : response.body;
  }

  get isTooLarge(): boolean {
    return this.size > maxBody;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  async rest(): Promise<void> {
    for await (const _ of this.#read());
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    const { body } = this.response;
    if (body.errored) throw body.errored;
    if (body.destroyed || body.readableEnded) return;
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      this.size += chunk.length;
      if (this.#keep && !this.isTooLarge) this.#pieces.push(chunk);
      yield chunk;
    }
  }
}
