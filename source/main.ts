/** Command in, exit code out. Everything but plain requests is a chunk, so that a single GET loads neither graphql nor Ink. */
import { configured } from './command/configured.js';
import { curlPlace } from './command/curl-word.js';
import {
  openProblem,
  type RequestScreen,
  type ScreenBegin,
  screenOfDescription,
  sessionProblem,
  wantsScreen,
} from './command/screen.js';
import { unexpectedFailure } from './core/bug.js';
import type { Command, OpenapiCommand, RequestCommand, RunCommand, TrustCommand } from './core/command.js';
import { exitCodeOf, exitCodes, type Failure, failureIn, isFailure } from './core/failure.js';
import { longSecret, maskOf } from './core/masking/mask.js';
import { secretsInUse } from './core/secret.js';
import { version } from './core/version.js';
import type { Environment } from './environment.js';
import { configFile, loadConfig } from './io/config.js';
import { send } from './io/http/send.js';
import { printFailure } from './plain/note.js';
import { writeFailure } from './plain/output.js';
import { runRequest } from './plain/run-request.js';
import { argumentsProblem } from './platform/arguments.js';
import { runComplete } from './run-complete.js';
import { inContext, inProfile, requestReader, requestsOf } from './run-context.js';
import { openDescription, openScreen } from './run-screen.js';

async function run(typed: readonly string[], environment: Environment, begins: ScreenBegin): Promise<number | Failure> {
  const problem = argumentsProblem(typed);
  if (problem) return problem;
  if (typed[0] === '__complete') return runComplete(typed.slice(1), environment);
  // Completion scripts from earlier versions, still loaded in a shell, call the program this way: their unfinished line must
  // not run.
  if (environment.variables.APICLIENT_COMPLETE_PICK !== undefined) return 0;
  if (typed[0] === 'again') {
    const line = await (await import('./run-history.js')).lineAgain(typed.slice(1), environment);
    return isFailure(line) ? line : run(line.argv, line.environment, begins);
  }
  const at = curlPlace(typed);
  const argv = at === undefined ? typed : await (await import('./run-curl.js')).lineOfCurl(typed, at, environment);
  if (isFailure(argv)) return argv;
  const command = configured(argv, () => loadConfig(environment), configFile(environment));
  if (isFailure(command)) return command;
  const { stdout, stderr } = environment;
  const isOnTerminal = stdout.isTTY || stderr.isTTY;
  return (isOnTerminal ? executeOnTerminal : execute)(command, argv, environment, begins);
}

/** Runs a command with its pager, and adds it to the history. */
async function executeOnTerminal(
  command: Command,
  argv: readonly string[],
  environment: Environment,
  begins: ScreenBegin,
): Promise<number | Failure> {
  const start = { at: environment.now(), startMs: environment.monotonic() };
  const paged = isPaged(command, environment) ? (await import('./plain/pager.js')).openPager(environment) : undefined;
  const used = paged?.environment ?? environment;
  const running = execute(command, argv, used, begins);
  const ended = paged ? await pagedEnd(paged, running, used) : await running;
  const { isRecorded, recordLine } = await import('./run-history.js');
  const hide = maskOf(secretsInUse(), longSecret);
  if (isRecorded(command)) await recordLine(argv, command, start, ended, hide, used);
  return ended;
}

/** Whether the output goes to a pager. The full screen does not. */
function isPaged(command: Command, environment: Environment): boolean {
  if (command.kind !== 'request' && command.kind !== 'graphql' && command.kind !== 'openapi') return false;
  if (!command.output.isPaged || !environment.stdout.isTTY) return false;
  if (command.kind === 'graphql') return !wantsScreen(command);
  return command.kind !== 'openapi' || !screenOfDescription(command, environment);
}

/** Prints a failure before the pager ends, in its turn. */
async function pagedEnd(
  paged: { end(ended: number | Failure): Promise<number | Failure> },
  running: Promise<number | Failure>,
  environment: Environment,
): Promise<number | Failure> {
  const ended = await running.catch((error: unknown) => failureIn(error) ?? Promise.reject(error));
  if (!isFailure(ended) || ended.kind === 'broken_pipe') return paged.end(ended);
  printFailure(ended, environment);
  return paged.end(exitCodeOf(ended));
}

async function execute(
  command: Command,
  argv: readonly string[],
  environment: Environment,
  begins: ScreenBegin,
): Promise<number | Failure> {
  switch (command.kind) {
    case 'request':
      return executeRequest(command, argv, environment);
    case 'help':
    case 'usage':
      return (await import('./run-help.js')).runHelp(command, environment);
    case 'completion':
      environment.stdout.write((await import('./command/about.js')).completionStubs[command.shell]);
      return 0;
    case 'version':
      environment.stdout.write(`apiclient ${version}\n`);
      return 0;
    case 'graphql': {
      if (wantsScreen(command)) return openScreen(command, argv, environment, begins);
      const { runGraphql } = await import('./plain/graphql.js');
      return inContext(argv, command, environment, (filled, within) =>
        runGraphql(filled, environment, send, within?.jar),
      );
    }
    case 'openapi':
      return executeOpenapi(command, argv, environment);
    case 'auth':
      return (await import('./plain/auth.js')).runAuth(command, environment);
    case 'history':
      return (await import('./run-history.js')).runHistory(command, environment);
    case 'sessions':
      return (await import('./plain/sessions/sessions.js')).runSessions(command, environment);
    case 'profiles':
      return (await import('./plain/profile/list.js')).listProfiles(command, environment);
    case 'run':
      return executeFiles(command, environment);
    case 'ws': {
      const { runWs } = await import('./plain/websocket/run.js');
      return inContext(argv, command, environment, (filled, within) => runWs(filled, environment, within?.jar));
    }
    case 'import':
      return (await import('./run-import.js')).runImport(command, environment);
    case 'trust':
      return executeTrust(command, environment);
    case 'demo':
      return (await import('./run-demo.js')).runDemo(command, environment, (words, begins) =>
        main(words, environment, begins),
      );
  }
}

async function executeRequest(
  command: RequestCommand,
  argv: readonly string[],
  environment: Environment,
): Promise<number | Failure> {
  const { diff } = command.output;
  if (diff === undefined)
    return inContext(argv, command, environment, (filled, within) =>
      runRequest(filled, environment, { jar: within?.jar }),
    );
  const { runDiff } = await import('./plain/diff.js');
  return runDiff(command, diff, environment, requestReader(environment), inProfile);
}

/** Opens the screen of a description, or prints the answer of a task on a description or collection. */
async function executeOpenapi(
  typed: OpenapiCommand,
  argv: readonly string[],
  environment: Environment,
): Promise<number | Failure> {
  const command =
    typed.task.kind === 'open'
      ? await (await import('./io/collection-folder.js')).inCollection(typed, environment)
      : typed;
  if (isFailure(command)) return command;
  const screen = screenOfDescription(command, environment);
  if (screen) return openDescription(screen, typed, argv, environment, requestScreenOf(command));
  if (command.task.kind === 'open') return openProblem(command);
  if (command.session !== undefined && command.task.kind !== 'call') return sessionProblem;
  const { runOpenapi } = await import('./plain/openapi/run.js');
  return inContext(argv, command, environment, (filled, within) =>
    runOpenapi(filled, environment, { send, runRequest: within ? requestsOf(within) : runRequest }),
  );
}

const requestScreenOf = ({ task }: OpenapiCommand): RequestScreen =>
  task.kind === 'open' ? { isGuess: true, file: task.file, folder: task.folder } : {};

async function executeFiles(command: RunCommand, environment: Environment): Promise<number | Failure> {
  const { runFiles } = await import('./plain/run/run.js');
  const { sessionWords } = await import('./command/session-words.js');
  const { fileWords } = await import('./command/file-words.js');
  return runFiles(command, environment, requestReader(environment), fileWords, sessionWords);
}

async function executeTrust(command: TrustCommand, environment: Environment): Promise<number | Failure> {
  const { fileWords } = await import('./command/file-words.js');
  const { runTrust } = await import('./plain/trust/command.js');
  return runTrust(command, environment, requestReader(environment), fileWords);
}

/**
 * Runs the program and returns its exit code. Never rejects for an expected failure.
 * @param begins initial contents if the full screen opens
 */
export async function main(
  argv: readonly string[],
  environment: Environment,
  begins: ScreenBegin = {},
): Promise<number> {
  const ended = await run(argv, environment, begins).catch(
    (error: unknown) => failureIn(error) ?? Promise.reject(error),
  );
  if (!isFailure(ended)) return ended;
  printFailure(ended, environment);
  return exitCodeOf(ended);
}

/** Reports a bug and returns the exit code. A disconnected reader of our output, or a full disk, is not a bug. */
export function reportBug(error: unknown, environment: Environment): number {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EPIPE') return exitCodes.broken_pipe;
  if (syscall === 'write') {
    printFailure(writeFailure('standard output', error), environment);
    return exitCodes.file;
  }
  const known = failureIn(error) ?? unexpectedFailure(error);
  printFailure(known, environment);
  return exitCodeOf(known);
}
