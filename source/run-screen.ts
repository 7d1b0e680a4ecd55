/** The full screen of a command. */
import { parse } from './command/parse.js';
import { requestFlags } from './command/request-flags.js';
import { type RequestScreen, type ScreenBegin, screenProblem } from './command/screen.js';
import type { GraphqlCommand, OpenapiCommand, RequestCommand } from './core/command.js';
import type { DocumentKind } from './core/document-kind.js';
import { type Failure, isFailure, usageError } from './core/failure.js';
import type { Environment } from './environment.js';
import type { TextReader } from './io/http/text-request.js';
import { inSession, requestReader } from './run-context.js';
import type { InSession } from './run-session.js';

/** Opens the screen of a URL. */
export async function openScreen(
  command: GraphqlCommand,
  argv: readonly string[],
  environment: Environment,
  begins: ScreenBegin,
): Promise<number | Failure> {
  const problem = screenProblem(command, environment);
  if (problem) return problem;
  if (command.session === undefined) return openUrl(command, environment, begins);
  return inSession(argv, command, environment, (filled, within) => openUrl(filled, environment, begins, within));
}

/**
 * Opens the screen of a description.
 * @param screen the command of the screen
 * @param typed the command that it replaces
 */
export async function openDescription(
  screen: GraphqlCommand,
  typed: OpenapiCommand,
  argv: readonly string[],
  environment: Environment,
  begins: RequestScreen,
): Promise<number | Failure> {
  if (typed.session === undefined) return openKind('http', screen, environment, begins);
  return inSession(argv, typed, environment, ({ auth, headers }, within) =>
    openKind('http', { ...screen, auth, headers }, environment, { ...begins, within }),
  );
}

/** Opens the screen of a URL: for GraphQL, or for requests if the user did not choose and the server does not support GraphQL. */
async function openUrl(
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

const withTour = (command: GraphqlCommand): GraphqlCommand => ({
  ...command,
  screen: { ...command.screen, tour: true },
});
