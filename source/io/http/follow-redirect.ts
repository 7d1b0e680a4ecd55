/** The request that follows a redirect, with the cookies and credentials that its server may receive. */

import { carriesAnyCredential } from '../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { flagsOnly, hint } from '../../core/hint.js';
import { longSecret, maskOf } from '../../core/masking/mask.js';
import { type HopPlan, nextHop, type RedirectDecision } from '../../core/request/redirect.js';
import { fieldValues } from '../../core/response/field-values.js';
import { secretsInUse } from '../../core/secret.js';
import { storeCookies } from './cookies/store-cookies.js';
import { withNetrc } from './credentials/with-netrc.js';
import { type ExchangeContext, type HopResponse, shown } from './exchange-context.js';

/** Returns the request to the target of a redirect, or undefined if the response is final. */
export async function afterRedirect(
  done: HopResponse,
  plan: HopPlan,
  exchange: ExchangeContext,
): Promise<HopPlan | Failure | undefined> {
  if (!exchange.spec.network.follow) return undefined;
  const decision = decide(done, plan, exchange);
  if (isFailure(decision)) return decision;
  if (decision.kind === 'answer') return undefined;
  const next = decision.plan;
  const refused = beyondLimit(next.url, exchange);
  if (refused) return refused;
  // With a jar, they have been stored.
  if (!exchange.jar) await storeCookies(done, plan, exchange, true);
  exchange.redirects.push({ request: done.sent, response: done.head });
  if (decision.leaves && carriesAnyCredential(exchange.spec)) {
    exchange.note(
      `Redirected to ${new URL(next.url).origin} without your credentials (--location-trusted forwards them).`,
    );
  }
  return next.trusted ? next : withTargetCredentials(next, exchange);
}

function decide(
  { head, response: { bodyTaken } }: HopResponse,
  plan: HopPlan,
  { spec: { network, credentials, hidden } }: ExchangeContext,
): RedirectDecision | Failure {
  const mask = maskOf(hidden ?? []);
  return nextHop(
    plan,
    { status: head.status, locations: fieldValues(head.headers, 'location'), bodyTaken },
    {
      locationTrusted: network.locationTrusted,
      unixSocket: network.unixSocket !== undefined,
      apiKeys: credentials.apiKeys,
      mask: text => mask(maskOf(secretsInUse(), longSecret)(text)),
    },
  );
}

/** The failure of a redirect beyond `--max-redirects`. */
function beyondLimit(url: string, exchange: ExchangeContext): Failure | undefined {
  const { maxRedirects } = exchange.spec.network;
  if (exchange.redirects.length < maxRedirects) return undefined;
  const next = shown(url, exchange);
  if (exchange.redirects.some(({ request }) => request.shownUrl === next)) {
    return failure('redirects', `The redirects form a loop: ${next} was requested before.`, {
      hint: hint`Check for a missing login, or http:// instead of https://.${flagsOnly(' Pass -v to see each step.')}`,
    });
  }
  return failure(
    'redirects',
    `More than ${maxRedirects} ${maxRedirects === 1 ? 'redirect' : 'redirects'}; the last was to ${next}.`,
    { hint: 'Pass --max-redirects N to allow more.' },
  );
}

/** `.netrc` may have an entry for the redirect's server; credentials given for the first server are dropped. */
async function withTargetCredentials(plan: HopPlan, exchange: ExchangeContext): Promise<HopPlan | Failure> {
  const credentials = await withNetrc(plan, new URL(plan.url).hostname, exchange.environment);
  if (isFailure(credentials)) return credentials;
  if (credentials === plan.credentials) return plan;
  exchange.credentials = { ...exchange.credentials, ...credentials, apiKeys: exchange.credentials.apiKeys };
  return { ...plan, credentials };
}
