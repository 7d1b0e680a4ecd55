/**
 * Which request follows a redirect, and what of the credentials it may carry (RFC 9110 15.4). Pure: the
 * engine sends what this decides.
 */

import { forOtherOrigin, type RequestCredentials } from '../credentials/request-credentials.js';
import { type Failure, failure } from '../failure.js';
import type { NetworkOptions } from '../options.js';
import { reveal } from '../secret.js';
import { readUrl } from './read-url.js';
import type { BodySpec, Credentials, RequestSpec } from './spec.js';
import { filterQuery, queryPairs } from './url.js';

/** One request of a chain. */
export interface HopPlan extends RequestCredentials {
  readonly method: string;
  /** Absolute URL without the keys of `apiKeys`. */
  readonly url: string;
  readonly body?: BodySpec;
  /** Keys to be appended to this URL. */
  readonly apiKeys: Credentials['apiKeys'];
  /** False once the chain has left the first origin, also when it comes back: the cargo then holds no credentials any more. */
  readonly trusted: boolean;
}

/** What the command says for all redirects of a chain; `apiKeys` go along only while the hop is trusted. */
export interface RedirectRules {
  readonly locationTrusted: boolean;
  readonly unixSocket: boolean;
  readonly apiKeys: Credentials['apiKeys'];
}

/** What of an answer decides about the next request. */
export interface RedirectResponse {
  readonly status: number;
  /** Values of the Location headers as received: each character is one byte. */
  readonly locations: readonly string[];
  /** False: the answer came before anything of the body was read (`Expect: 100-continue`). */
  readonly bodyTaken: boolean;
}

/** The answer is the last one, or this request follows it. */
export type RedirectDecision =
  | { readonly kind: 'answer' }
  | {
      readonly kind: 'follow';
      readonly plan: HopPlan;
      /** The chain leaves its origin with this hop. */
      readonly leaves: boolean;
    };

/** The plan of the first request: the spec's own, credentials and all. */
export const firstHop = ({ removed: _, ...spec }: RequestSpec): HopPlan => ({
  ...spec,
  apiKeys: spec.credentials.apiKeys,
  trusted: true,
});

const redirects = new Set([301, 302, 303, 307, 308]);

/** What to do after an answer, or why its redirect is refused. */
export function nextHop(plan: HopPlan, response: RedirectResponse, rules: RedirectRules): RedirectDecision | Failure {
  const { status, locations } = response;
  const [location] = locations;
  if (!redirects.has(status) || location === undefined || location === '') return { kind: 'answer' };
  if (locations.some(each => each !== location)) {
    return failure('protocol', `The server redirects to ${locations.length} places at once.`, {
      hint: 'Without -L the answer is shown as it is.',
    });
  }
  const from = new URL(plan.url);
  const target = resolve(location, from);
  const refused = target ? refusal(from, target, rules) : badLocation;
  if (refused || !target) return refused ?? badLocation;

  const crosses = target.origin !== from.origin;
  const trusted = rules.locationTrusted || (plan.trusted && !crosses);
  // What a server wrote is a URL as the standard reads it.
  const here = plan.network.pathAsIs ? { ...plan, network: readByTheStandard(plan.network) } : plan;
  const next = trusted ? { ...here, trusted } : toStranger(here);
  const rewritten = rewrites(status, plan.method) ? withoutBody(next) : next;
  if (!isReplayable(rewritten.body, response.bodyTaken)) {
    return failure(
      'protocol',
      `The server answered ${status}: the body must be sent again, but standard input can be read only once.`,
      {
        hint: 'Send the body from a file: -d @FILE',
      },
    );
  }
  return {
    kind: 'follow',
    leaves: plan.trusted && !trusted,
    plan: { ...rewritten, ...keysFor(target.href, trusted, rules) },
  };
}

const readByTheStandard = ({ pathAsIs: _, ...network }: NetworkOptions): NetworkOptions => network;

const badLocation = failure('protocol', 'The server redirects to something that is no URL.', {
  hint: 'Without -L the answer is shown as it is.',
});

/** Location against the URL it came from; it inherits the fragment (RFC 9110 10.2.2) and never brings credentials. */
function resolve(location: string, from: URL): URL | undefined {
  const target = readUrl(fromBytes(location), from);
  if (target === undefined) return undefined;
  if (target.hash === '') target.hash = from.hash;
  target.username = '';
  target.password = '';
  return target;
}

/** Bytes of a header as text: UTF-8 where they are, else each byte percent-encoded, as browsers do. */
function fromBytes(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  if (!text.includes('\ufffd')) return text;
  return latin1.replace(/[\x80-\xff]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refusal(from: URL, target: URL, rules: RedirectRules): Failure | undefined {
  const hint = 'Without -L the answer is shown as it is.';
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return failure('protocol', `The server redirects to a ${target.protocol} URL, which is not followed.`, { hint });
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    return failure('protocol', `The server redirects from https to http (${target.host}), which is not followed.`, {
      hint: 'What would be sent could be read on the way. Request that URL itself if you want it.',
    });
  }
  if (rules.unixSocket && target.origin !== from.origin) {
    return failure(
      'protocol',
      `The server behind the socket redirects to ${target.origin}, which the socket does not lead to.`,
      { hint },
    );
  }
  return undefined;
}

/** 303 means GET (HEAD stays HEAD); 301 and 302 turn POST into GET, as every client does; 307 and 308 change nothing. */
const rewrites = (status: number, method: string): boolean =>
  status === 303 ? method !== 'HEAD' && method !== 'GET' : (status === 301 || status === 302) && method === 'POST';

/** Describes the body, or the connection the request was made for. */
const ofBody = /^(?:content-.*|transfer-encoding|expect|digest|trailer|te)$/i;

function withoutBody(plan: HopPlan): HopPlan {
  const { body: _, ...rest } = plan;
  return { ...rest, method: 'GET', headers: plan.headers.filter(line => !ofBody.test(line.name)) };
}

/** What may go to a stranger. Host named the first server. */
const toStranger = (plan: HopPlan): HopPlan => {
  const { headers, ...rest } = forOtherOrigin(plan);
  return { ...rest, headers: headers.filter(line => line.name.toLowerCase() !== 'host'), trusted: false };
};

/** On the same origin keys are added unless Location has them; when crossing, a Location that echoes them loses them. */
function keysFor(url: string, trusted: boolean, rules: RedirectRules): Pick<HopPlan, 'url' | 'apiKeys'> {
  if (trusted) {
    const there = queryPairs(url).map(each => each.name);
    return { url, apiKeys: rules.apiKeys.filter(key => !there.includes(key.name)) };
  }
  const ours = (name: string, value: string): boolean =>
    rules.apiKeys.some(key => key.name === name && reveal(key.value) === value);
  return { url: filterQuery(url, (name, value) => !ours(name, value)), apiKeys: [] };
}

/**
 * True if the body can be sent a second time.
 * @param taken false: nothing of it was read yet
 */
export function isReplayable(body: BodySpec | undefined, taken = true): boolean {
  if (body === undefined || !taken) return true;
  if (body.kind === 'sequence') return body.pieces.every(piece => isReplayable(piece));
  return body.kind === 'bytes' || (body.kind === 'file' && !body.begun);
}
