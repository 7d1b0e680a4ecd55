/** Shared by all requests of a run. */
import type { RequestCommand, RunCommand, SessionOption } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import type { Value } from '../../core/http-file/variables.js';
import type { Mask } from '../../core/masking/mask.js';
import type { NetworkOptions } from '../../core/options.js';
import type { ReadWords } from '../../core/rights/words.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import type { CertificateFacts } from '../../io/http/wire-event.js';
import type { Session } from '../../io/sessions/session.js';
import type { AuthorizedRequest } from '../access-token.js';
import type { Output } from '../output.js';
import type { Painter } from '../paint.js';

/** Reads the words of one request. `under`: flags that give way to them. */
export type ReadRequest = (argv: readonly string[], under: readonly string[]) => RequestCommand | Failure;

/** Reads the words of one request without flags of the command line and the configuration. */
export type ReadFileWords = (argv: readonly string[]) => ReadWords<RequestCommand>;

/** Sessions of a run, opened once for each origin. */
export interface RunSessions {
  /** The words of a line that a session keeps. */
  readonly wordsOf: (argv: readonly string[]) => readonly string[];
  open(option: SessionOption, origin: string, isShown: boolean): Promise<Session | Failure>;
  /** Keeps what a response brought; nothing, where runs repeat it. */
  readonly keep: (session: Session, captured: ReadonlyMap<string, Value>) => Promise<Failure | undefined>;
}

/** One run, from its first request to its last. */
export interface Run {
  readonly command: RunCommand;
  readonly environment: Environment;
  readonly read: ReadRequest;
  readonly readWords: ReadFileWords;
  /** The values of the command line. */
  readonly given: ReadonlyMap<string, Value>;
  /** Masks the secrets of the environments in a text that is shown. */
  readonly mask: Mask;
  /** The same secrets, for each request that is sent; none with `--show-secrets`. */
  readonly hidden: readonly Secret[];
  readonly jar: Jar;
  /** Parts of sessions by name and origin. */
  readonly sessions: RunSessions;
  /** Options that are alike are one object, by which connections are kept. */
  readonly networks: Map<string, NetworkOptions>;
  /** Logins by the key of their tokens. */
  readonly logins: Map<string, Promise<AuthorizedRequest | Failure>>;
  readonly output: Output;
  readonly painter: Painter;
  /** By origin: a connection that is used again shows none. */
  readonly certificates: Map<string, CertificateFacts>;
  /** Replies to the question of a profile that asks, by request: a request that is repeated asks once. */
  readonly confirmed: Map<Entry, Promise<Failure | undefined>>;
  /** Descriptions of each exchange for `--meta`. */
  readonly metas: unknown[];
}
