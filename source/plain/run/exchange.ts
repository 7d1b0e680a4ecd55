/** Sends one request and reads its complete response, for the checks. */

import { expectedFailure, type Failure, isFailure } from '../../core/failure.js';
import { hintText } from '../../core/hint.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { connectionLost } from '../../io/http/collect.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import { type SendOptions, send } from '../../io/http/send.js';
import type { EntryObserver } from '../../io/http/text-request.js';
import type { CertificateFacts } from '../../io/http/wire-event.js';
import { tokenKey } from '../../io/token-store.js';
import type { AuthorizedRequest } from '../access-token.js';
import { note } from '../note.js';
import { readHeld } from '../read-chunks.js';
import type { Run } from './context.js';
import type { MadeRequest } from './make-request.js';
import type { StreamResponse } from './stream.js';

/** A response with its complete body. */
export interface ReadResponse {
  readonly response: Omit<HttpResponse, 'body'>;
  readonly body: Buffer;
  readonly certificate?: CertificateFacts;
  /** Size of all messages of a stream, in bytes. `body` is the latest one. */
  readonly streamBytes?: number;
}

/** A request with its login, and how it is sent. */
export interface Attempt {
  readonly spec: RequestSpec;
  readonly options: SendOptions;
}

/** Logs in if the request requires it. Returns the request with its current login, which changes when a token is renewed. */
export async function attemptOf(run: Run, made: MadeRequest, cookies: boolean): Promise<Attempt | Failure> {
  const login = await loginOf(run, made);
  if (isFailure(login)) return login;
  const { credentials, ...rest } = login ?? { credentials: {} };
  const spec: RequestSpec = { ...made.spec, credentials: { ...made.spec.credentials, ...credentials } };
  const jar = made.session ? besideSession(made.session.jar, run.jar) : run.jar;
  const options: SendOptions = {
    ...rest,
    jar: cookies && spec.network.cookieJar === undefined ? jar : undefined,
    onNote: run.command.output.silent ? undefined : text => note(run.environment, run.mask(hintText(text))),
  };
  return { spec, options };
}

/**
 * Sends the request and reads the response to its end.
 * @param certificates by origin
 * @param observer receives the head before the body is read, and then the body
 * @param sendRequest sends the request. It may return a finished stream instead of a response
 */
export async function exchangeOf(
  attempt: Attempt | Failure,
  environment: Environment,
  certificates: Run['certificates'],
  { head: onHead, received }: Pick<EntryObserver, 'head' | 'received'> = {},
  sendRequest: (...request: Parameters<typeof send>) => Promise<HttpResponse | StreamResponse | Failure> = send,
): Promise<ReadResponse | Failure> {
  if (isFailure(attempt)) return attempt;
  const { spec, options } = attempt;
  let certificate: CertificateFacts | undefined;
  const { origin } = new URL(spec.url);
  // Only a TLS connection has a certificate. It is read once per origin, because observing costs time.
  const isObserved = spec.network.follow || (origin.startsWith('https:') && !certificates.has(origin));
  const observer: SendOptions = {
    onEvent(event) {
      if (event.kind === 'secure') certificate = event.certificate;
    },
  };
  const response = await sendRequest(spec, environment, isObserved ? { ...options, ...observer } : options);
  if (isFailure(response)) return response;
  if (isStream(response)) return response;
  onHead?.(response);
  const { body: arriving, ...head } = response;
  let body: Buffer;
  if (received) arriving.on('data', received);
  try {
    body = await readHeld(arriving);
  } catch (error) {
    // A run cannot resume a download.
    return connectionLost(expectedFailure(error, environment.signal));
  }
  const last = new URL(head.url).origin;
  if (certificate) certificates.set(last, certificate);
  const known = certificate ?? certificates.get(last);
  return { response: head, body, certificate: known };
}

const isStream = (response: HttpResponse | StreamResponse): response is StreamResponse => 'streamBytes' in response;

/** One login for all requests with the same `--oauth2`; later requests use a renewed token. */
async function loginOf(
  { environment, logins }: Run,
  { command }: MadeRequest,
): Promise<Pick<AuthorizedRequest, 'renew' | 'credentials'> | Failure | undefined> {
  if (command.auth.oauth2 === undefined) return undefined;
  const key = tokenKey(command.auth.oauth2);
  const { authorizeRequest } = await import('../access-token.js');
  const kept = logins.get(key) ?? authorizeRequest(command, { apiKeys: [] }, environment);
  logins.set(key, kept);
  const login = await kept;
  if (isFailure(login)) {
    logins.delete(key);
    return login;
  }
  const { credentials: current, renew } = login;
  const { apiKeys: _, ...credentials } = current;
  if (!renew) return { credentials: credentials as AuthorizedRequest['credentials'] };
  return {
    credentials: credentials as AuthorizedRequest['credentials'],
    async renew(named) {
      const renewed = await renew(named);
      if (renewed && !isFailure(renewed))
        logins.set(key, Promise.resolve({ ...login, credentials: { ...current, ...renewed } }));
      return renewed;
    },
  };
}

/** Combines two cookie jars. Both store the cookies that a server sets. A cookie in both is sent once. */
const besideSession = (session: Jar, run: Jar): Jar => ({
  warnings: session.warnings,
  async header(url) {
    const headers = [await session.header(url), await run.header(url)];
    return [...new Set(headers.flatMap(text => text.split('; ').filter(Boolean)))].join('; ');
  },
  async take(lines, url) {
    await session.take(lines, url);
    await run.take(lines, url);
  },
  save: () => session.save(),
});
