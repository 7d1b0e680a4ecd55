/** Command in, exit code out. Everything but plain requests is a chunk, so that a single GET loads neither graphql nor Ink. */
import { configured } from './command/configured.js';
import { curlPlace } from './command/curl-word.js';
import { parse } from './command/parse.js';
import { requestFlags } from './command/request-flags.js';
import {
  openProblem,
  type RequestScreen,
  type ScreenBegin,
  screenOfDescription,
  screenProblem,
  sessionProblem,
  wantsScreen,
} from './command/screen.js';
import { unexpectedFailure } from './core/bug.js';
import type { Command, GraphqlCommand, RequestCommand, RunCommand } from './core/command.js';
import type { DocumentKind } from './core/document-kind.js';
import { exitCodeOf, exitCodes, type Failure, failureIn, isFailure, usageError } from './core/failure.js';
import { longSecret, maskOf } from './core/masking/mask.js';
import { secretsInUse } from './core/secret.js';
import { version } from './core/version.js';
import type { Environment } from './environment.js';
import { configFile, loadConfig } from './io/config.js';
import { send } from './io/http/send.js';
import type { TextReader } from './io/http/text-request.js';
import { printFailure } from './plain/note.js';
import { writeFailure } from './plain/output.js';
import { runRequest } from './plain/run-request.js';
import type { FilledCommand } from './plain/sessions/fill-command.js';
import { argumentsProblem } from './platform/arguments.js';
import { runComplete } from './run-complete.js';
import type { InSession, InSessionRunner } from './run-session.js';

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
  if (!stdout.isTTY && !stderr.isTTY) return execute(command, argv, environment, begins);
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
    case 'request': {
      const { diff } = command.output;
      if (diff === undefined) {
        if (command.session === undefined)
          return inProfile(command, environment, filled => runRequest(filled, environment));
        return inSession(argv, command, environment, (filled, { jar }) =>
          runRequest(filled, environment, jar ? { jar } : {}),
        );
      }
      return (await import('./plain/diff.js')).runDiff(
        command,
        diff,
        environment,
        requestReader(environment),
        inProfile,
      );
    }
    case 'help':
    case 'usage':
      return (await import('./run-help.js')).runHelp(command, environment);
    case 'completion':
      environment.stdout.write((await import('./command/about.js')).completionStubs[command.shell]);
      return 0;
    case 'version':
      environment.stdout.write(`apiclient ${version}\n`);
      return 0;
    case 'graphql':
      if (!wantsScreen(command)) {
        const { runGraphql } = await import('./plain/graphql.js');
        if (command.session === undefined)
          return inProfile(command, environment, filled => runGraphql(filled, environment, send));
        return inSession(argv, command, environment, (filled, { jar }) => runGraphql(filled, environment, send, jar));
      }
      return (
        screenProblem(command, environment) ??
        (command.session === undefined
          ? openScreen(command, environment, begins)
          : inSession(argv, command, environment, (filled, within) => openScreen(filled, environment, begins, within)))
      );
    case 'openapi': {
      const collected =
        command.task.kind === 'open'
          ? await (await import('./io/collection-folder.js')).inCollection(command, environment)
          : command;
      if (isFailure(collected)) return collected;
      const screen = screenOfDescription(collected, environment);
      const { task } = collected;
      if (screen) {
        const begins = task.kind === 'open' ? { isGuess: true as const, file: task.file, folder: task.folder } : {};
        if (command.session === undefined) return openKind('http', screen, environment, begins);
        return inSession(argv, command, environment, (filled, within) =>
          openKind('http', { ...screen, auth: filled.auth, headers: filled.headers }, environment, {
            ...begins,
            within,
          }),
        );
      }
      if (task.kind === 'open') return openProblem(collected);
      if (command.session !== undefined && task.kind !== 'call') return sessionProblem;
      const { runOpenapi } = await import('./plain/openapi/run.js');
      if (command.session === undefined)
        return inProfile(command, environment, filled => runOpenapi(filled, environment, { send, runRequest }));
      return inSession(argv, command, environment, (filled, within) =>
        runOpenapi(filled, environment, { send, runRequest: requestsOf(within) }),
      );
    }
    case 'auth':
      return (await import('./plain/auth.js')).runAuth(command, environment);
    case 'history':
      return (await import('./run-history.js')).runHistory(command, environment);
    case 'sessions':
      return (await import('./plain/sessions/sessions.js')).runSessions(command, environment);
    case 'profiles':
      return (await import('./plain/profile/list.js')).listProfiles(command, environment);
    case 'run':
      return runFilesOf(command, environment);
    case 'ws': {
      const { runWs } = await import('./plain/websocket/run.js');
      if (command.session === undefined) return inProfile(command, environment, filled => runWs(filled, environment));
      return inSession(argv, command, environment, (filled, { jar }) => runWs(filled, environment, jar));
    }
    case 'import':
      return (await import('./run-import.js')).runImport(command, environment);
    case 'trust': {
      const { fileWords } = await import('./command/file-words.js');
      const { runTrust } = await import('./plain/trust/command.js');
      return runTrust(command, environment, requestReader(environment), fileWords);
    }
    case 'demo':
      return (await import('./run-demo.js')).runDemo(command, environment, (words, begins) =>
        main(words, environment, begins),
      );
  }
}

/** The screen of a URL: for GraphQL, or for requests if the user did not choose and the server does not support GraphQL. */
async function openScreen(
  command: GraphqlCommand,
  environment: Environment,
  { tour = false, otherTabs = [] }: ScreenBegin,
  within?: InSession,
): Promise<number | Failure> {
  const { url, bare, schema, profile } = command;
  const inside = within ? { within } : {};
  const kind =
    bare && url !== undefined && schema === undefined
      ? await (await import('./plain/openapi/speaks.js')).speaks({ ...command, url }, environment)
      : 'graphql';
  if (kind === 'graphql')
    return openKind(kind, tour ? withTour(command) : command, environment, { otherTabs, ...inside });
  const named = profile?.openapi;
  const described = named === undefined ? command : { ...command, schema: named };
  return openKind(kind, described, environment, { isGuess: true, ...inside });
}

/** Opens the screen. @param kind kind of its first tab */
async function openKind(
  kind: DocumentKind,
  command: GraphqlCommand,
  environment: Environment,
  { within, ...screen }: RequestScreen & Pick<ScreenBegin, 'otherTabs'> & { readonly within?: InSession },
): Promise<number | Failure> {
  const reading = async (): Promise<TextReader> =>
    (await import('./plain/run/one-request.js')).textRequests(
      environment,
      requestReader(environment),
      (await import('./command/file-words.js')).fileWords,
      command.yes ? ['--yes'] : [],
    );
  let read: Promise<TextReader> | undefined;
  // One reader for all tabs, created with the first request.
  const reader = (): Promise<TextReader> => {
    read ??= reading();
    return read;
  };
  const readText: TextReader = {
    request: async (...request) => (await reader()).request(...request),
    rights: async (...text) => (await reader()).rights(...text),
    graph: async (...text) => (await reader()).graph(...text),
  };
  const session = within && { stored: within.session, outside: within.outside };
  return (await import('./tui/run.js')).runScreen(command, environment, {
    kind,
    readText,
    readWords: identityOfWords,
    readCurl: async text => (await import('./run-curl.js')).entryOfCurl(text),
    flags: requestFlags(),
    session,
    ...screen,
  });
}

/** Header and login flags. */
function identityOfWords(words: readonly string[], url: string): Pick<RequestCommand, 'auth' | 'headers'> | Failure {
  const command = parse(['GET', url, ...words]);
  if (isFailure(command) || command.kind === 'request') return command;
  return usageError(
    'The session contains flags that are not allowed here.',
    'Run apiclient sessions remove NAME to delete it.',
  );
}

async function runFilesOf(command: RunCommand, environment: Environment): Promise<number | Failure> {
  const { runFiles } = await import('./plain/run/run.js');
  const { sessionWords } = await import('./command/session-words.js');
  const { fileWords } = await import('./command/file-words.js');
  return runFiles(command, environment, requestReader(environment), fileWords, sessionWords);
}

/** Combines a command with the flags stored in its session. */
const inSession: InSessionRunner = async (argv, command, environment, run) =>
  (await import('./run-session.js')).runInSession(argv, command, environment, lineReader(environment), run);

/** Combines a command with the values of its profile. */
async function inProfile<C extends FilledCommand>(
  command: C,
  environment: Environment,
  run: (command: C) => Promise<number | Failure>,
): Promise<number | Failure> {
  if (command.profile === undefined) return run(command);
  return (await import('./run-session.js')).runInProfile(command, environment, run);
}

/** Sends requests of a session, none of which leaves its origin. */
const requestsOf =
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
function requestReader(environment: Environment) {
  const read = lineReader(environment);
  return (argv: readonly string[], under: readonly string[]): RequestCommand | Failure => {
    const command = read(argv, under);
    if (isFailure(command) || command.kind === 'request') return command;
    return usageError(`${argv[0]} is not a method of HTTP.`, 'Usage: GET https://api.example.com/users');
  };
}

const withTour = (command: GraphqlCommand): GraphqlCommand => ({
  ...command,
  screen: { ...command.screen, tour: true },
});

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
  const carried = failureIn(error);
  if (carried) {
    printFailure(carried, environment);
    return exitCodeOf(carried);
  }
  const unexpected = unexpectedFailure(error);
  printFailure(unexpected, environment);
  return exitCodeOf(unexpected);
}
