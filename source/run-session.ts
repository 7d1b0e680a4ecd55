/** `--session NAME`: combines a command with the session for the origin of its URL. A separate chunk. */
import { wantsScreen } from './command/screen.js';
import { sessionWords } from './command/session-words.js';
import type { Command, OpenapiCommand } from './core/command.js';
import { mayCarryCredential } from './core/credentials/header.js';
import { type Failure, isFailure, usageError } from './core/failure.js';
import { masked, maskOf } from './core/masking/mask.js';
import type { HeaderOption } from './core/options.js';
import { identityWords, withCookies } from './core/session/identity-words.js';
import { boundHeaders, isStoredInFile, typedCookies, wordsLeft } from './core/session/words.js';
import type { Environment } from './environment.js';
import type { Jar } from './io/http/cookies/jar.js';
import { openSession, type Session } from './io/sessions/session.js';
import { note } from './plain/note.js';
import { type FilledCommand, filledCommand } from './plain/sessions/fill-command.js';

/** The cookies of a session, and the only origin to which they are sent. Absent if the request is only displayed. */
export interface InSession {
  readonly jar?: Jar;
  readonly origin: string;
  readonly session: Session;
  /** Headers and login that the line would have without the session. */
  readonly outside: Pick<FilledCommand, 'auth' | 'headers'>;
}

/**
 * Returns the exit code, or the failure to print.
 * @param typed the line by itself
 * @param read parses a line with defaults that it overrides
 * @param run runs the command
 */
export async function runInSession<C extends FilledCommand>(
  argv: readonly string[],
  typed: C,
  environment: Environment,
  read: (argv: readonly string[], under: readonly string[]) => Command | Failure,
  run: (command: C, within: InSession) => Promise<number | Failure>,
): Promise<number | Failure> {
  const { name = '', isReadOnly = false } = typed.session ?? {};
  const { origin } = new URL(typed.url ?? '');
  const strayed = streamElsewhere(typed, origin);
  if (strayed) return strayed;
  const { curl, dryRun, showSecrets } = typed.output;
  const isShown = curl || dryRun;
  const session = await openSession(name, origin, isReadOnly || isShown, environment);
  if (isFailure(session)) return session;
  const words = sessionWords(argv);
  const outside = withoutTyped(typed, words);
  const kept = wordsLeft(session.words, words);
  const whole = read(argv, kept);
  if (isFailure(whole)) return whole;
  const command: C = { ...(whole as C), headers: boundHeaders((whole as C).headers, kept) };
  // The screen fills in names when it sends a request.
  const isScreen = typed.kind === 'graphql' ? wantsScreen(typed) : typed.kind === 'openapi' && !isCall(typed);
  const filled = isScreen ? command : await filledCommand(command, session, isShown && !showSecrets, environment);
  if (isFailure(filled)) return filled;
  if (isShown) {
    const network = withCookies(filled.network, filled.headers, await session.jar.header(filled.url ?? ''));
    return run({ ...filled, network }, { origin, session, outside });
  }
  // Before the request, so that the response can change them.
  await session.takeCookies(typedCookies(filledWords(words, filled)));
  const ended = maskedEnd(await run(filled, { jar: session.jar, origin, session, outside }), filled);
  if (isReadOnly || isFailure(ended) || words.length === 0) return ended;
  // The screen may have saved a newer login by then.
  const failed = await session.save(wordsLeft(words.filter(isStoredInFile), session.changed));
  if (failed) note(environment, failed.text);
  return ended;
}

/** Typed flags with the values of Cookie headers filled in. The screen does not send a name without a value. */
const filledWords = (words: readonly string[], { headers }: FilledCommand): readonly string[] => [
  ...words.filter(word => !word.startsWith('--header=')),
  ...identityWords(
    { apiKeys: [] },
    headers.filter(option => isNamed(option, words)),
  ).filter(word => !word.includes('{{')),
];

const isCall = ({ task }: OpenapiCommand): boolean => task.kind === 'call';

/** A flag typed with a session applies to the session. */
function withoutTyped({ auth, headers }: FilledCommand, words: readonly string[]): InSession['outside'] {
  if (words.length === 0) return { auth, headers };
  return { auth: { apiKeys: [] }, headers: headers.filter(each => !mayCarryCredential(each) && !isNamed(each, words)) };
}

const isNamed = (option: HeaderOption, words: readonly string[]): boolean =>
  option.kind !== 'file' &&
  words.some(word => {
    const start = `--header=${option.name}`;
    return (
      word.slice(0, start.length).toLowerCase() === start.toLowerCase() && /^\s*[:;]/.test(word.slice(start.length))
    );
  });

/** A line with a profile and no session: `{{name}}` means the profile's values. */
export async function runInProfile<C extends FilledCommand>(
  typed: C,
  environment: Environment,
  run: (command: C) => Promise<number | Failure>,
): Promise<number | Failure> {
  const { curl, dryRun, showSecrets } = typed.output;
  const filled = await filledCommand(typed, undefined, (curl || dryRun) && !showSecrets, environment);
  return isFailure(filled) ? filled : maskedEnd(await run(filled), filled);
}

/** Masks secrets in a failure, which contains the URL. */
const maskedEnd = (ended: number | Failure, { hidden = [] }: FilledCommand): number | Failure =>
  masked(ended, maskOf(hidden));

/** A session is for one origin, even if a flag names another. */
function streamElsewhere(command: FilledCommand, origin: string): Failure | undefined {
  if (command.kind !== 'graphql' || command.subscriptionUrl === undefined) return undefined;
  const there = new URL(command.subscriptionUrl.replace(/^ws/i, 'http')).origin;
  return there === origin ? undefined : elsewhere(origin, there);
}

/** `runInSession` with its reader. */
export type InSessionRunner = <C extends FilledCommand>(
  argv: readonly string[],
  command: C,
  environment: Environment,
  run: (command: C, within: InSession) => Promise<number | Failure>,
) => Promise<number | Failure>;

/** The failure of a request that would leave the origin of its session. */
export const elsewhere = (origin: string, destination: string): Failure =>
  usageError(
    `The session is for ${origin}, and this goes to ${destination}.`,
    'Nothing was sent. Leave --session out, or name a URL of that server.',
  );
