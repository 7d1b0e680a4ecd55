/** Outputs a response: to standard output, or to a file. */
import path from 'node:path';
import { exitCodeOfStatus, type Failure, failure, isErrorStatus, isFailure } from '../core/failure.js';
import type { OutputOptions } from '../core/options.js';
import type { BodySpec, RequestSpec } from '../core/request/spec.js';
import { sizeText } from '../core/response/sizes.js';
import { headerMask } from '../io/http/echoes.js';
import { type HttpResponse, headerOf } from '../io/http/exchange.js';
import { hiderOf, type PlainContext } from './context.js';
import { note, printFailure } from './note.js';
import { contentTypeOf, type ShownResponse } from './parts/content-type.js';
import { type OutputParts, partsOf } from './parts/parts.js';
import { printBody } from './print-body.js';
import { paintRequestHead, paintResponseHead, printTrailers, statusText } from './print-head.js';
import { Progress } from './progress.js';
import type { Target } from './saving/save-target.js';

interface ShownExchange {
  readonly request: RequestSpec;
  readonly target: Target | undefined;
  readonly sentBody: BodySpec | undefined;
}

/**
 * Prints or saves the response. Returns the exit code. Rejects with the body's error.
 * @param onBytes gets each chunk's length, and the file in which it is saved
 */
export async function showResponse(
  stage: PlainContext,
  response: ShownResponse,
  { request, target, sentBody }: ShownExchange,
  onBytes: (length: number, file?: string) => void,
): Promise<number | Failure> {
  const { command, terminal } = stage;
  const parts = partsOf(command.output, terminal && !target);
  await showHeads(stage, response, parts, sentBody);
  if (target && command.output.resume && (await isCompleted(stage, response, request, target, onBytes))) return 0;
  if (command.output.fail && isErrorStatus(response.status)) return refuseStatus(stage, response);
  const code = exitCodeFor(response, command.output);
  if (target && isFile(response, target)) {
    const failed = await save(stage, response, request, target, onBytes);
    await printTrailers(stage, response, command.output, parts.head);
    // This 416 means that the part file is complete.
    return failed ?? (response.status === 416 ? 0 : code);
  }
  if (target && response.status === 304) {
    await discardBody(response);
    noteAll(stage, [notModified(target)]);
    return code;
  }
  const notes = parts.body ? await print(stage, response, onBytes) : await discardBody(response);
  await printTrailers(stage, response, command.output, parts.head);
  noteAll(stage, notes);
  if (target && code === 0) {
    return failure('protocol', `Nothing was saved: the server answered ${statusText(response)}.`, {
      hint: 'Pass -o FILE to save any response.',
    });
  }
  hintAtRedirect(stage, response);
  await noteErrorStatus(stage, response, parts);
  return code;
}

const exitCodeFor = ({ status }: HttpResponse, { checkStatus }: OutputOptions): number =>
  checkStatus ? exitCodeOfStatus(status) : 0;

function noteAll({ command, environment }: PlainContext, notes: readonly string[]): void {
  for (const text of command.output.silent ? [] : notes) note(environment, text);
}

/** Reports an error status instead of the body (`--fail`). */
async function refuseStatus({ command, environment }: PlainContext, response: ShownResponse): Promise<number> {
  await discardBody(response);
  const { adviceOn } = await import('./notes/refused-status.js');
  const hint = adviceOn(response, environment.now(), command);
  const refused = failure('protocol', `The server answered ${statusText(response)}.`, hint ? { hint } : {});
  printFailure(refused, environment);
  return exitCodeOfStatus(response.status);
}

/** Notes an error status that nothing else shows. */
async function noteErrorStatus(
  { command, environment }: PlainContext,
  response: ShownResponse,
  parts: OutputParts,
): Promise<void> {
  const { asserts, verbose, silent } = command.output;
  if (!isErrorStatus(response.status) || parts.head || verbose || silent) return;
  // A check on the status replaces this note.
  if (asserts?.some(check => /^\s*status\b/.test(check))) return;
  const { refusedStatus } = await import('./notes/refused-status.js');
  note(environment, refusedStatus(response, environment.now(), command));
}

/** Reports a file that is already complete, and discards the response. */
async function isCompleted(
  stage: PlainContext,
  response: HttpResponse,
  request: RequestSpec,
  target: Target,
  onBytes: (length: number, file?: string) => void,
): Promise<boolean> {
  const { completedBy, relative } = await import('./saving/save-target.js');
  const { environment } = stage;
  const complete = completedBy(target, response, request);
  if (!complete) return false;
  await discardBody(response);
  const shown = relative(complete.path, environment);
  onBytes(0, shown);
  noteAll(stage, [`Already complete: ${shown} (${sizeText(complete.size)})`]);
  return true;
}

export async function discardBody({ body }: HttpResponse): Promise<readonly string[]> {
  body.destroy();
  // `once` of node:events would reject with an error of the body.
  if (!body.closed) await new Promise(resolve => body.once('close', resolve));
  return [];
}

/**
 * An error page is not the requested file. But `-o` saves any response except a 304, which means that the existing file is up
 * to date.
 */
const isFile = ({ status }: HttpResponse, target: Target): boolean =>
  (status >= 200 && status < 300) || (target.kept ? status === 416 : target.kind === 'file' && status !== 304);

const notModified = (target: Target): string =>
  target.kind === 'file'
    ? `304: the response has not changed, and neither has ${path.basename(target.path)}.`
    : '304: the response has not changed, so nothing was saved.';

async function showHeads(
  { command, painter, output, look }: PlainContext,
  response: HttpResponse,
  parts: OutputParts,
  sentBody: BodySpec | undefined,
): Promise<void> {
  const { request } = response;
  const { include, isEveryHop, showSecrets } = command.output;
  for (const hop of isEveryHop ? response.redirects : []) {
    if (parts.requestHead) paintRequestHead(hop.request, showSecrets, painter);
    if (parts.head) paintResponseHead(hop.response, painter);
  }
  if (parts.requestHead) paintRequestHead(request, command.output.showSecrets, painter);
  if (parts.requestBody && sentBody) {
    (await import('./print-request.js')).paintRequestBody({ ...request, body: sentBody }, look.format, painter);
  }
  await output.write(hiderOf(command)(painter.take()));
  // Like curl, -i shows redirects as well.
  const redirects = parts.head && include && !isEveryHop ? response.redirects : [];
  for (const hop of redirects) paintResponseHead(hop.response, painter);
  if (parts.head) paintResponseHead(response, painter);
  await output.write(painter.take());
}

async function print(
  { command, environment, output, painter, look, terminal }: PlainContext,
  response: ShownResponse,
  onBytes: (length: number) => void,
): Promise<readonly string[]> {
  const size = headerOf(response, 'content-encoding') === undefined ? response.length : undefined;
  const progress = new Progress(environment, !terminal && !command.output.silent, {
    total: response.length,
    received: response.received,
  });
  try {
    return await printBody(response.body, output, painter, {
      contentType: contentTypeOf(response),
      size,
      look,
      terminal,
      onBytes: length => {
        onBytes(length);
        progress.add(length);
      },
    });
  } finally {
    progress.stop();
  }
}

async function save(
  { command, environment }: PlainContext,
  received: ShownResponse,
  request: RequestSpec,
  target: Target,
  onBytes: (length: number, file?: string) => void,
): Promise<Failure | undefined> {
  // Without validators, an incomplete file is not resumed.
  const headers = received.headers.filter(([name]) => !/^(?:etag|last-modified)$/i.test(name));
  const response = received.isReshaped ? { ...received, headers } : received;
  const { saveBody } = await import('./saving/save.js');
  const { silent, resume } = command.output;
  const saved = await saveBody({ response, request, target, silent, isRemembered: resume, environment });
  if (isFailure(saved)) return saved;
  onBytes(saved.size, saved.path);
  const status = response.status >= 200 && response.status < 300 ? '' : `${statusText(response)}: `;
  if (!silent) note(environment, `${status}saved ${saved.path} (${sizeText(saved.size)})`);
  return undefined;
}

/** Explains an unfollowed redirect, which otherwise looks like an empty response. */
function hintAtRedirect({ command, environment }: PlainContext, response: HttpResponse): void {
  const location = headerOf(response, 'location');
  if (response.status < 300 || response.status > 399 || location === undefined) return;
  if (command.network.follow || command.output.silent || !environment.stderr.isTTY) return;
  const shown = headerMask(response.request)('location', location);
  note(environment, `${response.status} redirects to ${shown}. Pass -L to follow it.`);
}
