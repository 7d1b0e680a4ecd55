/** Commands with the values of their session or profile, and the parsers of lines that use the configuration. */
import { configured } from './command/configured.js';
import type { RequestCommand } from './core/command.js';
import { type Failure, isFailure, usageError } from './core/failure.js';
import type { Environment } from './environment.js';
import { configFile, loadConfig } from './io/config.js';
import { runRequest } from './plain/run-request.js';
import type { FilledCommand } from './plain/sessions/fill-command.js';
import type { InSession, InSessionRunner } from './run-session.js';

/** Runs a command with the values of its session, or of its profile. */
export const inContext = <C extends FilledCommand>(
  argv: readonly string[],
  command: C,
  environment: Environment,
  run: (command: C, within?: InSession) => Promise<number | Failure>,
): Promise<number | Failure> =>
  command.session === undefined
    ? inProfile(command, environment, filled => run(filled))
    : inSession(argv, command, environment, run);

/** Combines a command with the flags stored in its session. */
export const inSession: InSessionRunner = async (argv, command, environment, run) =>
  (await import('./run-session.js')).runInSession(argv, command, environment, lineReader(environment), run);

/** Combines a command with the values of its profile. */
export async function inProfile<C extends FilledCommand>(
  command: C,
  environment: Environment,
  run: (command: C) => Promise<number | Failure>,
): Promise<number | Failure> {
  if (command.profile === undefined) return run(command);
  return (await import('./run-session.js')).runInProfile(command, environment, run);
}

/** Sends requests of a session, none of which leaves its origin. */
export const requestsOf =
  ({ jar, origin }: InSession): typeof runRequest =>
  async (command, environment, use) => {
    const there = new URL(command.url).origin;
    if (there !== origin) return (await import('./run-session.js')).elsewhere(origin, there);
    return runRequest(command, environment, jar ? { ...use, jar } : use);
  };

/** Parses lines with default flags, which the lines override. The configuration is read once. */
function lineReader(environment: Environment) {
  let config: ReturnType<typeof loadConfig> | undefined;
  const load = () => {
    config ??= loadConfig(environment);
    return config;
  };
  return (argv: readonly string[], under: readonly string[]) => configured(argv, load, configFile(environment), under);
}

/** Parses requests from files as if their flags had been typed. */
export function requestReader(environment: Environment) {
  const read = lineReader(environment);
  return (argv: readonly string[], under: readonly string[]): RequestCommand | Failure => {
    const command = read(argv, under);
    if (isFailure(command) || command.kind === 'request') return command;
    return usageError(`${argv[0]} is not a method of HTTP.`, 'Usage: GET https://api.example.com/users');
  };
}
