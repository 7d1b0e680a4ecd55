/**
 * Determines the request that follows a redirect and the credentials it may contain (RFC 9110 15.4). These are pure decisions;
 * `io/http/` sends the requests.
 */

import type { RequestCredentials } from '../credentials/kind.js';
import { forOtherOrigin } from '../credentials/request-credentials.js';
import { type Failure, failure } from '../failure.js';
import type { NetworkOptions } from '../options.js';
import { reveal } from '../secret.js';
import { readUrl } from './read-url.js';
import type { BodySpec, Credentials, RequestSpec } from './spec.js';
import { filterQuery, queryPairs } from './url.js';

/** A request of a redirect chain. */
export interface HopPlan extends RequestCredentials {
  readonly method: string;
  /** Absolute URL without API keys. */
  readonly url: string;
  readonly body?: BodySpec;
  /** Keys to append to this URL. */
  readonly apiKeys: Credentials['apiKeys'];
  /** False once the chain has left the first origin, even if it returns to it. All credentials are then dropped. */
  readonly trusted: boolean;
}

/** Rules for the entire chain. `apiKeys` are sent only while the hop is trusted. */
export interface RedirectRules {
  readonly locationTrusted: boolean;
  readonly unixSocket: boolean;
  readonly apiKeys: Credentials['apiKeys'];
  /** Hides secrets in a text. Absent if there are none. */
  readonly mask?: (text: string) => string;
}

/** The parts of a response that determine the next request. */
interface RedirectResponse {
  readonly status: number;
  /** Location headers as received, one byte per character. */
  readonly locations: readonly string[];
  /** False if the response arrived before any of the body was read (`Expect: 100-continue`). */
  readonly bodyTaken: boolean;
}

/** Either the response is final or another request follows. */
export type RedirectDecision =
  | { readonly kind: 'answer' }
  | {
      readonly kind: 'follow';
      readonly plan: HopPlan;
      /** True if this hop leaves the origin. */
      readonly leaves: boolean;
    };

/** Returns the first request, with all credentials. */
export const firstHop = ({ removed: _, ...spec }: RequestSpec): HopPlan => ({
  ...spec,
  apiKeys: spec.credentials.apiKeys,
  trusted: true,
});

const redirects = new Set([301, 302, 303, 307, 308]);

/** Decides how to continue after a response, or returns why its redirect is rejected. */
export function nextHop(plan: HopPlan, response: RedirectResponse, rules: RedirectRules): RedirectDecision | Failure {
  const { status, locations } = response;
  const [location] = locations;
  if (!redirects.has(status) || location === undefined || location === '') return { kind: 'answer' };
  if (locations.some(each => each !== location)) {
    return failure('protocol', `The server redirects to ${locations.length} places at once.`, {
      hint: 'Remove -L to see the response.',
    });
  }
  const from = new URL(plan.url);
  const target = resolve(location, from);
  const refused = target ? refusal(from, target, rules) : badLocation;
  if (refused || !target) return refused ?? badLocation;

  const crosses = target.origin !== from.origin;
  const trusted = rules.locationTrusted || (plan.trusted && !crosses);
  // A URL sent by a server is parsed according to the URL standard.
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
  // Secrets in a body also belong to their origin: a value of a profile or session, or a password repeated in a form.
  if (!trusted && rules.mask && holdsSecret(rewritten.body, rules.mask)) {
    return failure('protocol', `The redirect to ${target.origin} would send a body with secrets there.`, {
      hint: 'It was not followed. Pass --location-trusted to follow it.',
    });
  }
  return {
    kind: 'follow',
    leaves: plan.trusted && !trusted,
    plan: { ...rewritten, ...keysFor(target.href, trusted, rules) },
  };
}

const readByTheStandard = ({ pathAsIs: _, ...network }: NetworkOptions): NetworkOptions => network;

const badLocation = failure('protocol', 'The server redirects to an invalid URL.', {
  hint: 'Remove -L to see the response.',
});

/**
 * Resolves Location against the previous URL. The result inherits the fragment (RFC 9110 10.2.2) and never contains
 * credentials.
 */
function resolve(location: string, from: URL): URL | undefined {
  const target = readUrl(fromBytes(location), from);
  if (target === undefined) return undefined;
  if (target.hash === '') target.hash = from.hash;
  target.username = '';
  target.password = '';
  return target;
}

/** Decodes header bytes as UTF-8 if valid, and otherwise percent-encodes them, as browsers do. */
function fromBytes(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  if (!text.includes('\ufffd')) return text;
  return latin1.replace(/[\x80-\xff]/g, match => `%${match.charCodeAt(0).toString(16).toUpperCase()}`);
}

function refusal(from: URL, target: URL, rules: RedirectRules): Failure | undefined {
  const hint = 'Remove -L to see the response.';
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return failure('protocol', `The server redirects to a ${target.protocol} URL, which is not followed.`, { hint });
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    return failure('protocol', `The server redirects from https to http (${target.host}), which is not followed.`, {
      hint: 'The request could be read on the network path. Request that URL directly if you accept this.',
    });
  }
  if (rules.unixSocket && target.origin !== from.origin) {
    return failure(
      'protocol',
      `The server at the socket redirects to ${target.origin}, which the socket does not reach.`,
      { hint },
    );
  }
  return undefined;
}

/**
 * Returns true if the method changes: 303 becomes GET (but HEAD stays HEAD), and 301 and 302 turn POST into GET, as in every
 * client. 307 and 308 preserve the method.
 */
const rewrites = (status: number, method: string): boolean =>
  status === 303 ? method !== 'HEAD' && method !== 'GET' : (status === 301 || status === 302) && method === 'POST';

/** Headers about the body or the connection. */
const ofBody = /^(?:content-.*|transfer-encoding|expect|digest|trailer|te)$/i;

function withoutBody(plan: HopPlan): HopPlan {
  const { body: _, ...rest } = plan;
  return { ...rest, method: 'GET', headers: plan.headers.filter(line => !ofBody.test(line.name)) };
}

/** Drops everything that must not cross origins, including Host, which names the first server. */
const toStranger = (plan: HopPlan): HopPlan => {
  const { headers, ...rest } = forOtherOrigin(plan);
  return { ...rest, headers: headers.filter(line => line.name.toLowerCase() !== 'host'), trusted: false };
};

/** Adds keys on the same origin unless Location already contains them. Across origins, removes keys echoed in Location. */
function keysFor(url: string, trusted: boolean, rules: RedirectRules): Pick<HopPlan, 'url' | 'apiKeys'> {
  if (trusted) {
    const names = queryPairs(url).map(each => each.name);
    return { url, apiKeys: rules.apiKeys.filter(key => !names.includes(key.name)) };
  }
  const ours = (name: string, value: string): boolean =>
    rules.apiKeys.some(key => key.name === name && reveal(key.value) === value);
  return { url: filterQuery(url, (name, value) => !ours(name, value)), apiKeys: [] };
}

/**
 * Returns true if the body can be sent again.
 * @param taken false if none of it has been read yet
 */
export function isReplayable(body: BodySpec | undefined, taken = true): boolean {
  if (body === undefined || !taken) return true;
  if (body.kind === 'sequence') return body.pieces.every(piece => isReplayable(piece));
  return body.kind === 'bytes' || (body.kind === 'file' && !body.begun);
}

/**
 * Returns true if a body contains a secret. Content from a file or a pipe is ignored, because no secrets are filled in.
 */
function holdsSecret(body: BodySpec | undefined, mask: (text: string) => string): boolean {
  if (body?.kind === 'sequence') return body.pieces.some(piece => holdsSecret(piece, mask));
  if (body?.kind !== 'bytes') return false;
  const text = Buffer.from(body.bytes).toString('utf8');
  return mask(text) !== text;
}
