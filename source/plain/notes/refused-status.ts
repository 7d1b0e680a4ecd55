/** One line about an error status, for users who do not see the status line. */
import type { RequestCommand } from '../../core/command.js';
import { loginHints, missingLogin, readChallenges } from '../../core/credentials/challenges.js';
import { missingScope } from '../../core/credentials/header.js';
import { retryAfterMs } from '../../core/request/again/retry.js';
import { http1Only } from '../../core/request/sent-head.js';
import { fieldValues } from '../../core/response/field-values.js';
import { bullets } from '../../core/secret.js';
import { truncate } from '../../core/truncate.js';
import { messageMask } from '../../io/http/echoes.js';
import { type HttpResponse, headerOf, type ResponseHead } from '../../io/http/exchange.js';
import { statusText } from '../print-head.js';

type Refused = ResponseHead & Pick<HttpResponse, 'request' | 'url'>;
type Sender = Pick<RequestCommand, 'auth' | 'network'>;

/** The status of a 4xx or 5xx, with advice if there is any: `401 Unauthorized. Credentials: -u USER:PASS.` */
export function refusedStatus(response: Refused, now: number, command: Sender): string {
  const advice = adviceOn(response, now, command);
  return `${statusText(response)}.${advice === undefined ? '' : ` ${advice}`}`;
}

/** Advice after a 4xx or 5xx, or undefined if there is none. May contain untrusted text. */
export function adviceOn(response: Refused, now: number, { auth, network }: Sender): string | undefined {
  const sent = hasLogin(response.request);
  if (wantsHttp2(response)) return `The server may require HTTP/2. Remove ${limitOf(response)}.`;
  // The engine has explained a rejected OAuth token.
  const reason = auth.oauth2 === undefined ? reportedReason(response) : '';
  switch (response.status) {
    case 401:
      return sent ? `${loginHints.rejected}${reason}` : credentials(response);
    case 403:
      return sent ? `${loginHints.forbidden}${reason}` : credentials(response);
    case 405: {
      const allowed = headerOf(response, 'allow');
      return allowed ? `The server supports ${allowed} here.` : undefined;
    }
    case 429:
    case 503: {
      if (network.retries > 0) return undefined;
      const wait = retryAfterMs(headerOf(response, 'retry-after'), now);
      const waitAdvice = wait === undefined ? '' : ` (the server asks to wait ${Math.ceil(wait / 1000)} s)`;
      return `Pass --retry N to try again${waitAdvice}.`;
    }
  }
  return undefined;
}

/** The description and the missing scope in WWW-Authenticate (RFC 6750 3), or an empty string. */
function reportedReason({ headers, request }: Refused): string {
  const values = fieldValues(headers, 'www-authenticate').map(messageMask(request));
  const scope = missingScope(values);
  const reported = readChallenges(values).flatMap(({ params }) => params.get('error_description') ?? []);
  return [
    ...reported.map(text => ` The server reports "${truncate(text, 200)}".`),
    ...(scope === undefined ? [] : [` The server requires the scope "${scope}".`]),
  ].join('');
}

/** The reason why the request was limited to HTTP/1.1. */
const limitOf = ({ request }: Refused): string => http1Only(request.method, request.headers) ?? '--http1.1';

/** Whether a request has credentials: a header, or an API key in its query, which is masked. */
const hasLogin = ({ headers, shownUrl }: Refused['request']): boolean =>
  shownUrl.includes(bullets) || headers.some(({ name }) => /api-?key|auth|(?<!(?:csrf|xsrf)-)token/i.test(name));

/** Node's HTTP/2 server rejects HTTP/1 clients with a 403 in HTTP/1.0. */
function wantsHttp2(response: Refused): boolean {
  const { status, httpVersion, url } = response;
  if (httpVersion === '2' || !url.startsWith('https:')) return false;
  return (
    (status === 403 && httpVersion === '1.0') || (status === 426 && /\bh2\b/.test(headerOf(response, 'upgrade') ?? ''))
  );
}

const credentials = ({ headers }: Refused): string | undefined =>
  missingLogin(fieldValues(headers, 'www-authenticate'));
