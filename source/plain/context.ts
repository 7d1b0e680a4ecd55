/** Context shared by the steps of one request: its output and style. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, failureIn, isFailure } from '../core/failure.js';
import { type Mask, maskOf } from '../core/masking/mask.js';
import type { Environment } from '../environment.js';
import { Output } from './output.js';
import { type OutputStyle, outputStyleOf } from './output-style.js';
import { Painter } from './paint.js';

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
    const failure = environment.signal.aborted ? environment.signal.reason : failureIn(error);
    if (!isFailure(failure)) throw error;
    ended = failure;
  }
  if (isFailure(ended) && terminal) output.endLine();
  return ended;
}
