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

/** Parses the flags of one request. `under`: flags that they override. */
export type ReadRequest = (argv: readonly string[], under: readonly string[]) => RequestCommand | Failure;

/** Parses the flags of one request without those of the command line and the configuration. */
export type ReadFileWords = (argv: readonly string[]) => ReadWords<RequestCommand>;

/** Sessions of a run, opened once for each origin. */
export interface RunSessions {
  /** The flags of a line that are saved in a session. */
  readonly wordsOf: (argv: readonly string[]) => readonly string[];
  open(option: SessionOption, origin: string, isShown: boolean): Promise<Session | Failure>;
  /** Saves values from a response; does nothing in repeated runs. */
  readonly save: (session: Session, captured: ReadonlyMap<string, Value>) => Promise<Failure | undefined>;
}

/** One run, from its first request to its last. */
export interface Run {
  readonly command: RunCommand;
  readonly environment: Environment;
  readonly read: ReadRequest;
  readonly readWords: ReadFileWords;
  /** Values given on the command line. */
  readonly given: ReadonlyMap<string, Value>;
  /** Masks the environments' secrets in a text for display. */
  readonly mask: Mask;
  /** The same secrets, for each request that is sent; none with `--show-secrets`. */
  readonly hidden: readonly Secret[];
  readonly jar: Jar;
  /** Parts of sessions by name and origin. */
  readonly sessions: RunSessions;
  /** Equal options are the same object, so that connections are reused. */
  readonly networks: Map<string, NetworkOptions>;
  /** Logins by the key of their tokens. */
  readonly logins: Map<string, Promise<AuthorizedRequest | Failure>>;
  readonly output: Output;
  readonly painter: Painter;
  /** By origin, because a reused connection does not report its certificate. */
  readonly certificates: Map<string, CertificateFacts>;
  /** Replies to a profile's confirmation prompt, by request, so that a repeated request prompts once. */
  readonly confirmed: Map<Entry, Promise<Failure | undefined>>;
  /** Descriptions of each exchange for `--meta`. */
  readonly metas: unknown[];
}
