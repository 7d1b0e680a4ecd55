/** What the steps of one request share: where its output goes and how it looks. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, failureIn, isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { type Look, lookOf } from './look.js';
import { Output } from './output.js';
import { Painter } from './paint.js';

/** Made once per command, and handed to every step of it. */
export interface Stage {
  readonly command: RequestCommand;
  readonly environment: Environment;
  /** Standard output. */
  readonly output: Output;
  readonly painter: Painter;
  readonly look: Look;
  /** Standard output is a terminal. */
  readonly terminal: boolean;
}

/** Opens the stage of a command; nothing is written yet. */
export async function openStage(command: RequestCommand, environment: Environment): Promise<Stage> {
  const look = lookOf(command.output, environment);
  return {
    command,
    environment,
    look,
    painter: await Painter.of(look.colour),
    output: new Output(environment.stdout, 'standard output', environment.signal),
    terminal: environment.stdout.isTTY === true,
  };
}

/** Runs a step; what it throws for good reason becomes a value, and an open line on the terminal is ended. */
export async function guarded(
  { environment, output, terminal }: Stage,
  step: () => Promise<number | Failure>,
): Promise<number | Failure> {
  let ended: number | Failure;
  try {
    ended = await step();
    await output.flush();
  } catch (error) {
    const found = environment.signal.aborted ? environment.signal.reason : failureIn(error);
    if (!isFailure(found)) throw error;
    ended = found;
  }
  if (isFailure(ended) && terminal) output.endLine();
  return ended;
}
