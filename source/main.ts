/**
 * Command in, exit code out. Decides which half is loaded: plain requests are part of this bundle; all else is a chunk
 * of its own behind `import()`, so that one GET loads neither graphql nor Ink.
 */
import { configured } from './command/configured.js';
import { screenProblem, wantsScreen } from './command/screen.js';
import { describeBug } from './core/bug.js';
import { exitCodeOf, exitCodes, type Failure, failure, failureIn, isFailure } from './core/failure.js';
import { version } from './core/version.js';
import type { Environment } from './environment.js';
import { argumentsProblem } from './io/arguments.js';
import { configFile, loadConfig } from './io/config.js';
import { send } from './io/http/send.js';
import { writeFailure } from './plain/output.js';
import { printFailure } from './plain/print-failure.js';
import { runRequest } from './plain/run-request.js';

async function run(argv: readonly string[], environment: Environment): Promise<number | Failure> {
  const spoilt = argumentsProblem(argv);
  if (spoilt) return spoilt;
  const picking = environment.variables.APICLIENT_COMPLETE_PICK;
  if (picking !== undefined) return completed(argv, picking, environment);
  const command = configured(argv, () => loadConfig(environment), configFile(environment));
  if (isFailure(command)) return command;
  switch (command.kind) {
    case 'request':
      return runRequest(command, environment);
    case 'help':
      return (await import('./run-help.js')).runHelp(command, environment);
    case 'completion':
      environment.stdout.write((await import('./command/about.js')).completionScript(command.shell));
      return 0;
    case 'version':
      environment.stdout.write(`apiclient ${version}\n`);
      return 0;
    case 'graphql':
      if (!wantsScreen(command)) return (await import('./plain/graphql.js')).runGraphql(command, environment, send);
      return screenProblem(command, environment) ?? (await import('./tui/run.js')).runScreen(command, environment);
    case 'auth':
      return (await import('./plain/auth.js')).runAuth(command, environment);
    case 'profiles':
      return (await import('./plain/profile/list.js')).listProfiles(command, environment);
    case 'demo':
      return (await import('./run-demo.js')).runDemo(command, environment, words => main(words, environment));
  }
}

/** What a shell's completion asks for: the words before a `--pick` and what was typed behind it. What is wrong stays unsaid. */
async function completed(argv: readonly string[], typed: string, environment: Environment): Promise<number> {
  const words = argv.at(-1) === '--pick' ? argv.slice(0, -1) : argv;
  const command = configured(words, () => loadConfig(environment), configFile(environment));
  if (isFailure(command) || command.kind !== 'graphql') return 0;
  return (await import('./plain/graphql.js')).completePicks(command, typed, environment);
}

/** Runs the program and answers its exit code. Never rejects for an expected failure. */
export async function main(argv: readonly string[], environment: Environment): Promise<number> {
  const ended = await run(argv, environment).catch((error: unknown) => failureIn(error) ?? Promise.reject(error));
  if (!isFailure(ended)) return ended;
  printFailure(ended, environment);
  return exitCodeOf(ended);
}

/**
 * Says that the program itself is at fault, and answers the exit code. Two errors are nobody's fault: the reader of our
 * output went away, which passes quietly, or its disk is full.
 */
export function reportBug(error: unknown, environment: Environment): number {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EPIPE') return exitCodes.broken_pipe;
  if (syscall === 'write') {
    printFailure(writeFailure('standard output', error), environment);
    return exitCodes.file;
  }
  const carried = failureIn(error);
  if (carried) {
    printFailure(carried, environment);
    return exitCodeOf(carried);
  }
  printFailure(
    failure('bug', `This is a bug in apiclient ${version}: ${describeBug(error)}`, {
      hint: 'Please report it with the command you ran, without its secrets.',
    }),
    environment,
  );
  return exitCodes.bug;
}
