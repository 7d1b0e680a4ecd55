/** Sends a request of an `.http` text with the tab's login. */
import { isSecretName } from '../../../core/credentials/header.js';
import {
  carriesAnyCredential,
  forOtherOrigin,
  hasAuthorization,
} from '../../../core/credentials/request-credentials.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import type { Hint } from '../../../core/hint.js';
import type { CapturedValues } from '../../../core/http-file/captured-values.js';
import { fillJson, valueTexts } from '../../../core/http-file/captured-values.js';
import type { Value } from '../../../core/http-file/variables.js';
import { printRaw, type RawValue } from '../../../core/json/raw.js';
import type { RequestSpec } from '../../../core/request/spec.js';
import { rightLine } from '../../../core/rights/right.js';
import { isSecret } from '../../../core/secret.js';
import type { Endpoint } from '../../../io/graphql/transport.js';
import type { EntryObserver, SentEntry, TextGraph, TextRequest, TextValues } from '../../../io/http/text-request.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Identity } from '../../model/identity.js';
import type { EffectContext } from '../context.js';
import { endpointOf, sessionAt } from '../endpoint.js';
import { withLoginFlags } from './entry-login.js';
import { variablesIn } from './prepare.js';
import { type TextTrust, textPlace, textTrust } from './trust.js';

/** Receives the progress of a request, and notes on it. */
interface EntryReceiver extends EntryObserver {
  note(text: Hint): void;
}

/** The sender of a request. By the time it is sent, the tab may have another identity. */
export interface Sender {
  readonly context: EffectContext;
  readonly identity: Identity;
  /** Rights of the text. */
  readonly trust: TextTrust;
}

/**
 * @param at index of the request in the text
 * @param captured values from earlier requests of this run
 */
export async function sendEntry(
  request: EntryRequest,
  at: number,
  captured: ReadonlyMap<string, Value>,
  sender: Sender,
  receiver: EntryReceiver,
): Promise<SentEntry | Failure> {
  const { context, identity } = sender;
  const read = await readEntry(request, at, captured, sender);
  if (isFailure(read)) return read;
  const { asks } = read;
  if (asks !== undefined && !request.confirmed.includes(asks))
    return usageError(
      `The profile ${asks} requires confirmation for ${read.spec.method}.`,
      'Press Ctrl-R to send this request alone.',
    );
  for (const text of read.left) receiver.note(text);
  const identified = await withIdentity(request, read, context, identity);
  if (isFailure(identified)) return identified;
  const { whole, isHome, endpoint } = identified;
  for (const text of omissions(request, read, identified)) receiver.note(text);
  const renew = isHome && whole.credentials === endpoint.credentials ? endpoint.renewRefused : undefined;
  const ownJar = whole.network.cookieJar === undefined ? read.jar : undefined;
  // Session cookies must not reach the cookie jar of other requests.
  const session = read.withheld ? undefined : sessionAt(whole.url, context, identity);
  const jar = ownJar && (session?.jar ?? ownJar);
  return read.send(whole, { signal: receiver.signal, onNote: receiver.note, jar, renew }, receiver);
}

/** Notes on credentials that are not sent. */
function omissions(request: EntryRequest, read: TextRequest, { isHome, endpoint }: IdentifiedEntry): readonly string[] {
  const notes: string[] = [];
  if (read.withheld) notes.push(`Credentials were not sent: ${rightLine(read.withheld)} is not approved.`);
  else if (!isHome && carriesAnyCredential(endpoint))
    notes.push(`The login was not sent: it is for ${originOf(request.url)}.`);
  if (!isHome && read.loginFlags.length > 0)
    notes.push(`The login in # @flags applies only to requests to ${originOf(request.url)}.`);
  return notes;
}

/** A request with the credentials that are sent with it. */
interface IdentifiedEntry {
  readonly whole: RequestSpec;
  /** True if it is sent to the origin of the API. */
  readonly isHome: boolean;
  readonly endpoint: Endpoint;
}

/** Combines a request of the text with the tab's identity, without credentials that must not be sent to its URL. */
async function withIdentity(
  request: EntryRequest,
  read: TextRequest,
  context: EffectContext,
  identity: Identity,
): Promise<IdentifiedEntry | Failure> {
  const { url } = read.spec;
  // Credentials are sent only to the origin of the API, regardless of the text.
  const isHome = request.url === '' || originOf(url) === originOf(request.url);
  const isWhole = isHome && read.withheld === undefined;
  const login = isWhole ? withLoginFlags(identity, read.loginFlags, url, context) : identity;
  if (isFailure(login)) return login;
  const endpoint = await endpointOf(isHome ? url : request.url, context, login);
  if (isFailure(endpoint)) return endpoint;
  return { whole: identified(read, isWhole ? endpoint : forOtherOrigin(endpoint)), isHome, endpoint };
}

/** A request that is displayed instead of sent. */
interface ShownEntry {
  readonly spec: RequestSpec;
  /** The login that would be sent, or undefined if the request has its own or is for another server. */
  readonly login: Identity | undefined;
  /** A description of the request without secrets. */
  readonly shown: TextRequest['shown'];
}

/**
 * The request as it would be sent, with names in place of secrets and of values from later responses.
 * @param omitsCredentials true to leave out the tab's credentials, so that no token is fetched
 */
export async function shownEntry(
  request: EntryRequest,
  at: number,
  omitsCredentials: boolean,
  context: EffectContext,
): Promise<ShownEntry | Failure> {
  const { identity: own } = context;
  const headers = own.headers.filter(({ kind }) => kind !== 'secret');
  const identity = omitsCredentials ? { ...own, auth: { apiKeys: [] }, headers } : own;
  const trust = await trustIn(request, { context, identity });
  if (isFailure(trust)) return trust;
  const read = await readEntry(request, at, new Map(), { context, identity, trust }, true);
  if (isFailure(read)) return read;
  const identified = await withIdentity(
    request,
    omitsCredentials ? { ...read, loginFlags: [] } : read,
    context,
    identity,
  );
  if (isFailure(identified)) return identified;
  const login = withLoginFlags(own, read.loginFlags, read.spec.url, context);
  if (isFailure(login)) return login;
  const takesLogin = identified.isHome && !hasLogin(read.spec);
  return { spec: identified.whole, login: takesLogin ? login : undefined, shown: read.shown };
}

/** Profiles that require confirmation, and the methods concerned, as far as they are known before sending. */
export async function unconfirmed(
  request: EntryRequest,
  sender: Sender,
): Promise<{ readonly profiles: readonly string[]; readonly methods: readonly string[] } | undefined> {
  const profiles = new Set<string>();
  const methods = new Set<string>();
  for (const { at, skip } of request.entries) {
    // If a request depends on another response, confirmation is requested when it is sent.
    const read = skip === undefined ? await readEntry(request, at, new Map(), sender) : undefined;
    if (read === undefined || isFailure(read) || read.asks === undefined) continue;
    if (request.confirmed.includes(read.asks)) continue;
    profiles.add(read.asks);
    methods.add(read.spec.method);
  }
  return profiles.size === 0 ? undefined : { profiles: [...profiles], methods: [...methods] };
}

const originOf = (url: string): string => new URL(url).origin;

/** Rights of the text. */
export async function trustIn(
  request: EntryRequest,
  { context, identity }: Omit<Sender, 'trust'>,
): Promise<TextTrust | Failure> {
  const values = valuesFor(request, new Map(), context, identity, false);
  return isFailure(values) ? values : textTrust(request, values, identity, context);
}

/** The order in which all requests of the text are sent. */
export async function graphOfText(
  request: EntryRequest,
  { context, identity }: Omit<Sender, 'trust'>,
): Promise<TextGraph | Failure> {
  const values = valuesFor(request, new Map(), context, identity, false);
  if (isFailure(values)) return values;
  return context.start.readText.graph(
    request.text,
    values,
    textPlace(request, identity, () => false, context),
  );
}

/** The request of the text with its placeholders filled in. */
async function readEntry(
  request: EntryRequest,
  at: number,
  captured: ReadonlyMap<string, Value>,
  { context, identity, trust }: Sender,
  isShown = false,
): Promise<TextRequest | Failure> {
  const values = valuesFor(request, captured, context, identity, isShown);
  if (isFailure(values)) return values;
  const place = textPlace(request, identity, trust.grantsAt(at), context);
  return context.start.readText.request(request.text, at, values, place);
}

/** The tab's values for placeholders in its text. */
function valuesFor(
  { variables }: EntryRequest,
  captured: ReadonlyMap<string, Value>,
  { environment }: EffectContext,
  identity: Identity,
  isShown: boolean,
): TextValues | Failure {
  const { values = new Map(), configured = new Map() } = identity;
  const itself = (name: string): string => JSON.stringify(`{{${name}}}`);
  const shown = (values: CapturedValues): CapturedValues =>
    isShown ? new Map([...values].map(([name, value]) => [name, isSecret(value) ? itself(name) : value])) : values;
  const savedValues: CapturedValues = new Map([...values].filter(([name, value]) => configured.get(name) !== value));
  const read = variablesIn(fillJson(variables, shown(values), environment));
  if (isFailure(read)) return read;
  const given = new Map(
    [...read.values].map(([name, value]) => {
      const isHidden = isShown && isSecretName(name);
      return [name, { text: isHidden ? `{{${name}}}` : plainText(value) }] as const;
    }),
  );
  return {
    given,
    captured: new Map([...valueTexts(shown(savedValues)), ...captured]),
    configured: valueTexts(shown(configured), false),
    isShown,
  };
}

/** Prints a string unchanged, and any other value as JSON. */
const plainText = (value: RawValue): string => (typeof value === 'string' ? value : printRaw(value));

/** True if the text has a separate login. Other headers with a secret do not count, and neither do cookies. */
const hasLogin = (spec: RequestSpec): boolean => hasAuthorization(spec) || spec.credentials.apiKeys.length > 0;

/** Adds the tab's headers and login, unless the text has its own. */
function identified(
  { spec, network: own }: TextRequest,
  { headers, removed, credentials, network }: Endpoint,
): RequestSpec {
  const has = (name: string): boolean =>
    spec.removed.includes(name.toLowerCase()) ||
    spec.headers.some(each => each.name.toLowerCase() === name.toLowerCase());
  const more = headers.filter(({ name }) => !has(name));
  const isOver = (name: string): boolean => more.some(each => each.name.toLowerCase() === name.toLowerCase());
  const ownLogin = hasLogin(spec);
  // A flag such as `--no-http2` replaces an option with undefined.
  const options = { ...network, ...own };
  return {
    ...spec,
    headers: [...spec.headers.filter(({ name }) => !isOver(name)), ...more],
    removed: [...spec.removed, ...removed.filter(name => !has(name))],
    credentials: ownLogin ? spec.credentials : credentials,
    network: { ...options, httpVersion: spec.network.httpVersion ?? options.httpVersion },
  };
}
