/** `apiclient <METHOD> <url>`: one request, its answer on standard output or in a file. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, failure, failureIn, isFailure } from '../core/failure.js';
import type { RequestSpec } from '../core/request/spec.js';
import { sizeText } from '../core/response/sizes.js';
import type { Environment } from '../environment.js';
import { type HttpResponse, headerOf } from '../io/http/exchange.js';
import { send } from '../io/http/send.js';
import type { Authorised } from './access-token.js';
import { type Look, lookOf } from './look.js';
import { note } from './note.js';
import { Output } from './output.js';
import { Painter } from './paint.js';
import { prepareRequest } from './prepare.js';
import { printBody } from './print-body.js';
import { paintRequestHead, paintResponseHead, statusText } from './print-head.js';
import { Progress } from './progress.js';
import type { Target } from './save-target.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runRequest(command: RequestCommand, environment: Environment): Promise<number | Failure> {
  const prepared = await prepareRequest(command, environment);
  if (isFailure(prepared)) return prepared;
  const authorised = command.auth.oauth2
    ? await (await import('./access-token.js')).authorise(command, prepared.credentials, environment)
    : { credentials: prepared.credentials, renew: undefined };
  if (isFailure(authorised)) return authorised;
  const spec = { ...prepared, credentials: authorised.credentials };
  const run = new Run(command, environment, await Painter.of(lookOf(command.output, environment).colour));
  return run.guarded(async () => {
    if (!command.output.curl && !command.output.dryRun) return run.exchange(spec, authorised.renew);
    const { describeRequest } = await import('./print-request.js');
    await run.output.write(describeRequest(spec, command, environment, run.painter));
    return 0;
  });
}

/** One run of the command: what its steps share. */
class Run {
  readonly command: RequestCommand;
  readonly environment: Environment;
  readonly painter: Painter;
  readonly output: Output;
  readonly look: Look;
  readonly terminal: boolean;

  constructor(command: RequestCommand, environment: Environment, painter: Painter) {
    this.command = command;
    this.environment = environment;
    this.painter = painter;
    this.output = new Output(environment.stdout, 'standard output', environment.signal);
    this.look = lookOf(command.output, environment);
    this.terminal = environment.stdout.isTTY === true;
  }

  /** Runs a step; what it throws for good reason becomes a value, and an open line on the terminal is ended. */
  async guarded(step: () => Promise<number | Failure>): Promise<number | Failure> {
    const ended = await step()
      .then(async found => {
        await this.output.flush();
        return found;
      })
      .catch((error: unknown) => {
        const found = this.environment.signal.aborted ? this.environment.signal.reason : failureIn(error);
        return isFailure(found) ? found : Promise.reject(error);
      });
    if (isFailure(ended) && this.terminal) this.output.endLine();
    return ended;
  }

  /**
   * Sends the request and brings the answer where it is wanted.
   * @param renew another token for one 401 `invalid_token`
   */
  async exchange(spec: RequestSpec, renew: Authorised['renew']): Promise<number | Failure> {
    const { command, environment } = this;
    const { output: options } = command;
    const extras = options.debugLog === undefined ? undefined : await import('../io/debug-log.js');
    const log = extras?.openDebugLog(options.debugLog, environment);
    if (isFailure(log)) return log;
    const target = await this.#target(spec);
    if (isFailure(target)) return target;
    const saving = target && (await import('./save-target.js'));
    const request = saving ? saving.requestFor(target, options.resume, spec) : spec;
    const response = await this.#send(request, renew);
    if (isFailure(response)) {
      log?.write('end', { failure: response.kind, text: response.text });
      log?.close();
      return response;
    }
    const summary = log || options.meta !== undefined || options.timing ? await import('./summary.js') : undefined;
    if (log) summary?.logExchange(log, response);
    let bytes = 0;
    const ended = await this.guarded(() =>
      this.#answer(response, request, target, length => {
        bytes += length;
      }),
    );
    if (log) summary?.logEnd(log, ended, response.timing);
    log?.close();
    if (options.timing && summary) environment.stderr.write(`${summary.timingText(response.timing)}\n`);
    if (options.meta === undefined || !summary) return ended;
    const meta = summary.metaOf(response, bytes, isFailure(ended) ? ended : undefined);
    const problem = await summary.writeMeta(options.meta, meta, environment, async text => {
      this.output.endLine();
      await this.output.write(text);
    });
    return isFailure(ended) ? ended : (problem ?? ended);
  }

  async #send(request: RequestSpec, renew: Authorised['renew']): Promise<HttpResponse | Failure> {
    const { silent } = this.command.output;
    const streamed = request.body !== undefined && request.body.kind !== 'bytes';
    const progress = new Progress(this.environment, streamed && !silent);
    let sent = 0;
    try {
      return await send(request, this.environment, {
        ...(silent ? {} : { onNote: text => note(this.environment, text) }),
        ...(renew ? { renew } : {}),
        ...(streamed
          ? {
              onSent: bytes => {
                progress.add(bytes - sent);
                sent = bytes;
              },
            }
          : {}),
      });
    } finally {
      progress.stop();
    }
  }

  async #target(spec: RequestSpec): Promise<Target | undefined | Failure> {
    const { output } = this.command;
    if (!output.download && (output.file === undefined || output.file === '-')) return undefined;
    return (await import('./save-target.js')).chooseTarget(output, spec, this.environment);
  }

  async #answer(
    response: HttpResponse,
    request: RequestSpec,
    target: Target | undefined,
    onBytes: (length: number) => void,
  ): Promise<number | Failure> {
    const { output: options } = this.command;
    await this.#heads(response, request, target);
    const code = options.checkStatus ? statusCode(response.status) : 0;
    const ok = response.status >= 200 && response.status < 300;
    // A page that says why there is no file is no file; the file of `-o` was named by the user for whatever comes.
    const refused =
      target !== undefined && !ok && response.status !== 416 && (target.kind === 'download' || target.kept);
    if (target && !refused) {
      const failed = await this.#save(response, request, target, onBytes);
      if (failed) return failed;
      return response.status === 416 ? 0 : code;
    }
    const notes = await this.#print(response, onBytes);
    if (!options.silent) for (const text of notes) note(this.environment, text);
    if (refused) {
      if (code > 0) return code;
      return failure('protocol', `Nothing was saved: the server answered ${statusText(response)}.`, {
        hint: '-o FILE saves whatever the answer is.',
      });
    }
    this.#hintAtRedirect(response);
    return code;
  }

  /** What `-i`, `-v` or a terminal show before the body. */
  async #heads(response: HttpResponse, request: RequestSpec, target: Target | undefined): Promise<void> {
    const { output: options } = this.command;
    const { painter } = this;
    if (options.verbose) {
      for (const hop of response.redirects) {
        paintRequestHead(hop.request, options.showSecrets, painter);
        paintResponseHead(hop.response, painter);
      }
      paintRequestHead(response.request, options.showSecrets, painter);
      if (request.body && response.redirects.length === 0) {
        (await import('./print-request.js')).paintRequestBody(request, this.look.format, painter);
      }
    }
    if ((this.terminal && !target) || options.include || options.verbose) paintResponseHead(response, painter);
    await this.output.write(painter.take());
  }

  async #print(response: HttpResponse, onBytes: (length: number) => void): Promise<readonly string[]> {
    const size = headerOf(response, 'content-encoding') === undefined ? response.length : undefined;
    const progress = new Progress(this.environment, !this.terminal && !this.command.output.silent, 0, size);
    try {
      return await printBody(response.body, this.output, this.painter, {
        contentType: headerOf(response, 'content-type'),
        size,
        look: this.look,
        terminal: this.terminal,
        onBytes: length => {
          onBytes(length);
          progress.add(length);
        },
      });
    } finally {
      progress.stop();
    }
  }

  /** Saves the body and says so; answers what went wrong. */
  async #save(
    response: HttpResponse,
    request: RequestSpec,
    target: Target,
    onBytes: (length: number) => void,
  ): Promise<Failure | undefined> {
    const { saveBody } = await import('./save.js');
    const { silent } = this.command.output;
    const saved = await saveBody(response, target, request.url, { silent }, this.environment);
    if (isFailure(saved)) return saved;
    onBytes(saved.size);
    const status = response.status >= 200 && response.status < 300 ? '' : `${statusText(response)}: `;
    if (!silent) note(this.environment, `${status}saved ${saved.path} (${sizeText(saved.size)})`);
    return undefined;
  }

  /** A redirect that was not followed looks like an empty answer to whoever did not expect it. */
  #hintAtRedirect(response: HttpResponse): void {
    const location = headerOf(response, 'location');
    const { network, output } = this.command;
    if (response.status < 300 || response.status > 399 || location === undefined || network.follow || output.silent)
      return;
    if (!this.environment.stderr.isTTY) return;
    note(this.environment, `${response.status} redirects to ${location}; -L follows it.`);
  }
}

/** The exit code `--check-status` makes of a status (design 2.5). */
const statusCode = (status: number): number => (status >= 300 && status < 600 ? Math.floor(status / 100) : 0);
