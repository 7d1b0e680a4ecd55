/** Context shared by the steps of one request: its output and style. */
import type { RequestCommand } from '../core/command.js';
import { expectedFailure, type Failure, isFailure } from '../core/failure.js';
import { type Mask, maskOf } from '../core/masking/mask.js';
import type { Environment } from '../environment.js';
import { Output } from './output.js';
import { type OutputStyle, outputStyleOf } from './output-style.js';
import { Painter } from './paint.js';
import type { ExchangeReporter } from './parts/exchange-reporter.js';
import type { Live } from './verbose/live.js';

export interface PlainContext {
  readonly command: RequestCommand;
  readonly environment: Environment;
  readonly output: Output;
  readonly painter: Painter;
  readonly look: OutputStyle;
  readonly terminal: boolean;
}

/** Masks the secrets that were filled in for placeholders. */
export const hiderOf = ({ hidden = [] }: Pick<RequestCommand, 'hidden'>): Mask => maskOf(hidden);

/** Whether nothing has been written yet. */
export async function openPlainContext(command: RequestCommand, environment: Environment): Promise<PlainContext> {
  const look = outputStyleOf(command.output, environment);
  return {
    command,
    environment,
    look,
    painter: await Painter.of(look.colour),
    output: new Output(environment.stdout, 'standard output', environment.signal),
    terminal: environment.stdout.isTTY === true,
  };
}

/** Opens the observer of `-v`. Returns undefined without the flag. */
export async function openVerbose(
  { output, painter, look }: Pick<PlainContext, 'output' | 'painter' | 'look'>,
  command: Pick<RequestCommand, 'output' | 'hidden'>,
  environment: Environment,
): Promise<Live | undefined> {
  const { verbose, showSecrets } = command.output;
  if (!verbose) return undefined;
  const { openLive } = await import('./verbose/live.js');
  return openLive({ environment, output, painter, showSecrets, format: look.format, hide: hiderOf(command) });
}

/** Opens the reporter of `--timing`, `-p m`, `--meta` and `-w`. Returns undefined without these flags. */
export async function openReporter(
  command: Pick<RequestCommand, 'output' | 'method' | 'url' | 'hidden'>,
  environment: Environment,
): Promise<ExchangeReporter | Failure | undefined> {
  const { print, timing, meta, writeOut } = command.output;
  if (!timing && meta === undefined && writeOut === undefined && !print?.includes('m')) return undefined;
  return (await import('./parts/exchange-reporter.js')).exchangeReporter(command, environment);
}

/** Runs a step. Expected exceptions become values, and an unfinished line on the terminal is ended. */
export async function guardOutput(
  { environment, output, terminal }: PlainContext,
  step: () => Promise<number | Failure>,
): Promise<number | Failure> {
  let ended: number | Failure;
  try {
    ended = await step();
    await output.flush();
  } catch (error) {
    ended = expectedFailure(error, environment.signal);
  }
  if (isFailure(ended) && terminal) output.endLine();
  return ended;
}
