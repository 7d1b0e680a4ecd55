/** Sends a request of a `.http` text with the login of the tab, as often as the text says. */
import { isSecretName } from '../../../core/credentials/header.js';
import {
  carriesAnyCredential,
  forOtherOrigin,
  hasAuthorization,
} from '../../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure, usageError } from '../../../core/failure.js';
import { readVariables } from '../../../core/graphql/variables.js';
import type { KeptValues } from '../../../core/http-file/kept-values.js';
import { fillJson, valueTexts } from '../../../core/http-file/kept-values.js';
import type { Value } from '../../../core/http-file/variables.js';
import { printRaw, type RawValue } from '../../../core/json/raw.js';
import type { RequestSpec } from '../../../core/request/spec.js';
import { rightLine } from '../../../core/rights/right.js';
import { isSecret } from '../../../core/secret.js';
import { collect } from '../../../io/graphql/collect.js';
import type { Endpoint } from '../../../io/graphql/transport.js';
import type { HttpResponse } from '../../../io/http/exchange.js';
import { send } from '../../../io/http/send.js';
import { pause, startStop } from '../../../io/http/stop.js';
import type { Judged, TextRequest, TextValues } from '../../../io/http/text-request.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Identity } from '../../model/identity.js';
import type { EffectContext } from '../context.js';
import { endpointOf, sessionAt } from '../endpoint.js';
import { type TextTrust, textPlace, textTrust } from './trust.js';

/** A response that was read to its end, and how it came out. */
export interface SentEntry {
  readonly response: HttpResponse;
  readonly body: Buffer;
  readonly judged: Judged;
  /** How often it was sent. */
  readonly tries: number;
}

/** Who hears of what happens meanwhile. */
interface Hearer {
  readonly signal: AbortSignal;
  note(text: string): void;
  head(response: HttpResponse): void;
  /** The step it waits for. */
  progress(text: string): void;
}

/** Who sends: the tab of the request may have another identity by the time it is sent. */
interface Sender {
  readonly world: EffectContext;
  readonly identity: Identity;
  /** What the text may do. */
  readonly trust: TextTrust;
}

/** @param at its place among the requests of the text @param captured by requests before it in this run */
export async function sendEntry(
  request: EntryRequest,
  at: number,
  captured: ReadonlyMap<string, Value>,
  sender: Sender,
  hearer: Hearer,
): Promise<SentEntry | Failure> {
  const { world, identity } = sender;
  const { environment } = world;
  const read = await readEntry(request, at, captured, sender);
  if (isFailure(read)) return read;
  const { retry, asks } = read;
  if (asks !== undefined && !request.confirmed.includes(asks))
    return usageError(
      `The profile ${asks} asks before ${read.spec.method} is sent.`,
      'Send this request by itself: Ctrl-R.',
    );
  for (const text of read.left) hearer.note(text);
  const found = await withIdentity(request, read, world, identity);
  if (isFailure(found)) return found;
  const { whole, isHome, endpoint } = found;
  if (read.withheld) hearer.note(`Your credentials were left out: ${rightLine(read.withheld)} is not approved.`);
  else if (!isHome && carriesAnyCredential(endpoint))
    hearer.note(`The login is for ${originOf(request.url)}: it was not sent.`);
  const renew = isHome && whole.credentials === endpoint.credentials ? endpoint.renewRefused : undefined;
  const own = whole.network.cookieJar === undefined ? read.jar : undefined;
  // No cookie of a session gets into what other requests of the screen have.
  const session = read.withheld ? undefined : sessionAt(whole.url, world, identity);
  const jar = own && (session?.jar ?? own);
  for (let tries = 1; ; tries++) {
    const response = await send(whole, environment, {
      signal: hearer.signal,
      onNote: hearer.note,
      ...(jar ? { jar } : {}),
      ...(renew ? { renew } : {}),
    });
    if (!isFailure(response)) hearer.head(response);
    const body = isFailure(response) ? response : await collect(response.body, whole.network.maxSize);
    const isLast = hearer.signal.aborted || retry === undefined || tries > retry.times;
    if (!isFailure(response) && !isFailure(body)) {
      const judged = read.judge(response, body);
      if (isLast || !judged.again) return { response, body, judged, tries };
    } else if (isLast) return isFailure(response) ? response : (body as Failure);
    hearer.progress(`try ${tries + 1} of ${retry.times + 1}`);
    const stop = startStop([hearer.signal, environment.signal], undefined);
    await pause(retry.everyMs, stop);
    stop.release();
  }
}

/** A request of the text with the identity of its tab, as far as that may go there. */
async function withIdentity(
  request: EntryRequest,
  read: TextRequest,
  world: EffectContext,
  identity: Identity,
): Promise<{ readonly whole: RequestSpec; readonly isHome: boolean; readonly endpoint: Endpoint } | Failure> {
  const { url } = read.spec;
  // Credentials are for the origin of the API, whatever the text says.
  const isHome = request.url === '' || originOf(url) === originOf(request.url);
  const endpoint = await endpointOf(isHome ? url : request.url, world, identity);
  if (isFailure(endpoint)) return endpoint;
  const isWhole = isHome && read.withheld === undefined;
  return { whole: identified(read, isWhole ? endpoint : forOtherOrigin(endpoint)), isHome, endpoint };
}

/** A request that is shown instead of sent. */
interface ShownEntry {
  readonly spec: RequestSpec;
  /** The login of the tab is sent with it. */
  readonly takesLogin: boolean;
  /** A text about it without its secrets. */
  readonly shown: TextRequest['shown'];
}

/**
 * The request as it would be sent, with names in the place of secrets and of values that a response will bring.
 * @param identity with which it would be sent
 */
export async function shownEntry(
  request: EntryRequest,
  at: number,
  identity: Identity,
  world: EffectContext,
): Promise<ShownEntry | Failure> {
  const trust = await trustIn(request, { world, identity });
  if (isFailure(trust)) return trust;
  const read = await readEntry(request, at, new Map(), { world, identity, trust }, true);
  if (isFailure(read)) return read;
  const found = await withIdentity(request, read, world, identity);
  if (isFailure(found)) return found;
  return { spec: found.whole, takesLogin: found.isHome && !hasLogin(read.spec), shown: read.shown };
}

/** The profiles that ask first, and the methods they ask about, as far as that is known before anything is sent. */
export async function unconfirmed(
  request: EntryRequest,
  sender: Sender,
): Promise<{ readonly profiles: readonly string[]; readonly methods: readonly string[] } | undefined> {
  const profiles = new Set<string>();
  const methods = new Set<string>();
  for (const { at, skip } of request.entries) {
    // One that waits for a response of another is asked about when its turn comes.
    const read = skip === undefined ? await readEntry(request, at, new Map(), sender) : undefined;
    if (read === undefined || isFailure(read) || read.asks === undefined) continue;
    if (request.confirmed.includes(read.asks)) continue;
    profiles.add(read.asks);
    methods.add(read.spec.method);
  }
  return profiles.size === 0 ? undefined : { profiles: [...profiles], methods: [...methods] };
}

const originOf = (url: string): string => new URL(url).origin;

/** What the text may do. */
export async function trustIn(
  request: EntryRequest,
  { world, identity }: Omit<Sender, 'trust'>,
): Promise<TextTrust | Failure> {
  const values = valuesFor(request, new Map(), world, identity, false);
  return isFailure(values) ? values : textTrust(request, values, identity, world);
}

/** The request of the text with its names filled in. */
async function readEntry(
  request: EntryRequest,
  at: number,
  captured: ReadonlyMap<string, Value>,
  { world, identity, trust }: Sender,
  isShown = false,
): Promise<TextRequest | Failure> {
  const values = valuesFor(request, captured, world, identity, isShown);
  if (isFailure(values)) return values;
  const place = textPlace(request, identity, trust.grantsAt(at), world);
  return world.start.readText.request(request.text, at, values, place);
}

/** The values that the tab has for names in its text. */
function valuesFor(
  { variables }: EntryRequest,
  captured: ReadonlyMap<string, Value>,
  { environment }: EffectContext,
  identity: Identity,
  isShown: boolean,
): TextValues | Failure {
  const { values = new Map(), configured = new Map() } = identity;
  const itself = (name: string): string => JSON.stringify(`{{${name}}}`);
  const shown = (found: KeptValues): KeptValues =>
    isShown ? new Map([...found].map(([name, value]) => [name, isSecret(value) ? itself(name) : value])) : found;
  const kept: KeptValues = new Map([...values].filter(([name, value]) => configured.get(name) !== value));
  const read = readVariables(fillJson(variables, shown(values), environment), []);
  if ('problem' in read) {
    const place = read.place === undefined ? '' : `, line ${read.place.line}, column ${read.place.column}`;
    return failure('usage', `Variables${place}: ${read.problem}`);
  }
  if (isFailure(read)) return read;
  const given = new Map(
    [...read.values].map(([name, value]) => {
      const isHidden = isShown && isSecretName(name);
      return [name, { text: isHidden ? `{{${name}}}` : plainText(value) }] as const;
    }),
  );
  return {
    given,
    captured: new Map([...valueTexts(shown(kept)), ...captured]),
    configured: valueTexts(shown(configured), false),
    ...(isShown ? { isShown } : {}),
  };
}

/** A text as it is; what is not text as JSON. */
const plainText = (value: RawValue): string => (typeof value === 'string' ? value : printRaw(value));

/** The text has a login of its own; another header with a secret, or a cookie, is none. */
const hasLogin = (spec: RequestSpec): boolean => hasAuthorization(spec) || spec.credentials.apiKeys.length > 0;

/** With the headers and the login of the tab, unless the text has its own. */
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
  return {
    ...spec,
    headers: [...spec.headers.filter(({ name }) => !isOver(name)), ...more],
    removed: [...spec.removed, ...removed.filter(name => !has(name))],
    credentials: ownLogin ? spec.credentials : credentials,
    network: { ...network, ...own, ...(spec.network.httpVersion ? { httpVersion: spec.network.httpVersion } : {}) },
  };
}
