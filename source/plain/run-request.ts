/** `apiclient <METHOD> <url>`: one request, its answer on standard output. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, failureIn, isFailure } from '../core/failure.js';
import { safeLine } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import { type HttpResponse, headerOf } from '../io/http/exchange.js';
import { send } from '../io/http/send.js';
import { lookOf } from './look.js';
import { Output } from './output.js';
import { Painter } from './paint.js';
import { prepareRequest } from './prepare.js';
import { printBody } from './print-body.js';
import { paintRequestHead, paintResponseHead } from './print-head.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runRequest(command: RequestCommand, environment: Environment): Promise<number | Failure> {
  const spec = await prepareRequest(command, environment);
  if (isFailure(spec)) return spec;
  const response = await send(spec, environment);
  if (isFailure(response)) return response;
  const output = new Output(environment.stdout, 'standard output');
  try {
    await printAnswer(response, command, output, environment);
    await output.flush();
  } catch (error) {
    const found = environment.signal.aborted ? environment.signal.reason : failureIn(error);
    if (!isFailure(found)) throw error;
    if (environment.stdout.isTTY && output.lineOpen) environment.stdout.write('\n');
    return found;
  }
  return command.output.checkStatus ? statusCode(response.status) : 0;
}

/** The exit code `--check-status` makes of a status (design 2.5). */
const statusCode = (status: number): number => (status >= 300 && status < 600 ? Math.floor(status / 100) : 0);

async function printAnswer(
  response: HttpResponse,
  { output: options }: RequestCommand,
  output: Output,
  environment: Environment,
): Promise<void> {
  const look = lookOf(options, environment);
  const terminal = environment.stdout.isTTY === true;
  const painter = await Painter.of(look.colour);
  if (options.verbose) {
    for (const hop of response.redirects) {
      paintRequestHead(hop.request, options.showSecrets, painter);
      paintResponseHead(hop.response, painter);
    }
    paintRequestHead(response.request, options.showSecrets, painter);
  }
  if (terminal || options.include || options.verbose) paintResponseHead(response, painter);
  await output.write(painter.take());
  const notes = await printBody(response.body, output, painter, {
    contentType: headerOf(response, 'content-type'),
    size: response.length,
    look,
    terminal,
    onBytes: () => {},
  });
  if (!options.silent) for (const note of notes) environment.stderr.write(`apiclient: ${safeLine(note)}\n`);
}
