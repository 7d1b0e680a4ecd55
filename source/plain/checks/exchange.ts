/** A response as the subject of checks and captures. */
import {
  type CheckEngines,
  type CheckedCertificate,
  type CheckedExchange,
  cookiesOf,
} from '../../core/checks/exchange.js';
import { wireText } from '../../core/request/wire-text.js';
import { fieldValues } from '../../core/response/field-values.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { CertificateFacts } from '../../io/http/wire-event.js';

/** A complete response. */
interface CompleteResponse {
  readonly response: Pick<HttpResponse, 'httpVersion' | 'status' | 'headers' | 'redirects' | 'timing' | 'url'>;
  readonly body: Buffer | string;
  /** Size of the body in bytes, if `body` is not all of it. */
  readonly size?: number;
  readonly certificate?: CertificateFacts | undefined;
}

/** @param now milliseconds since 1970 */
export const checkedExchange = (
  { response, body, size = Buffer.byteLength(body), certificate }: CompleteResponse,
  now: number,
  engines?: CheckEngines,
): CheckedExchange => ({
  status: response.status,
  httpVersion: response.httpVersion,
  headers: response.headers.map(([name, value]) => ({ name, value: wireText(value) })),
  cookies: cookiesOf(fieldValues(response.headers, 'set-cookie').map(wireText)),
  body,
  size,
  timing: response.timing,
  url: response.url,
  redirects: response.redirects.map(hop => ({ url: hop.request.shownUrl, status: hop.response.status })),
  certificate: certificate && certificateOf(certificate, now),
  now,
  engines,
});

const dayMs = 86_400_000;

/** The facts of a certificate that checks can use. @param now milliseconds since 1970 */
function certificateOf({ subject, issuer, serial, from, until }: CertificateFacts, now: number): CheckedCertificate {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const iso = (at: number, text: string) => (Number.isNaN(at) ? text : new Date(at).toISOString());
  return {
    subject,
    issuer,
    serial,
    validFrom: iso(start, from),
    validTo: iso(end, until),
    days: Math.floor((end - now) / dayMs),
  };
}
