/** Notes on the final response. */

import { asksForChunks } from '../../core/request/headers.js';
import type { HopPlan } from '../../core/request/redirect.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { noteRejectedToken } from './credentials/rejected-token.js';
import type { ExchangeContext, HopResponse } from './exchange-context.js';

export async function noteAnswer(done: HopResponse, plan: HopPlan, exchange: ExchangeContext): Promise<void> {
  const { note } = exchange;
  await noteRejectedToken(done.head, plan, exchange);
  if (done.head.status === 401) {
    const { noteLogin } = await import('./credentials/login-note.js');
    noteLogin(done, plan.credentials.digest !== undefined, note);
  }
  noteChunks(done, plan.headers, note);
  noteUnusedCertificate(plan, exchange);
}

/**
 * Servers without support for chunks may reject them without saying so (RFC 9110 15.5.1, 15.5.12; RFC 9112 6.1); HTTP/1.0
 * servers treat such a body as empty.
 */
function noteChunks({ head, sent }: HopResponse, own: RequestSpec['headers'], note: (text: string) => void): void {
  if (sent.httpVersion === '2' || !asksForChunks(sent.headers)) return;
  if (![400, 411, 501].includes(head.status) && head.httpVersion !== '1.0') return;
  const mend = asksForChunks(own)
    ? 'Without --chunked it is sent with its length, if the length can be determined.'
    : 'Its length is unknown and exceeds 1 MiB. Send a file to include the length: -d @FILE.';
  note(`The body was sent in chunks, which some servers do not support. ${mend}`);
}

const notedCertificates = new WeakSet<Environment>();

/** Printed once per run of the program. */
function noteUnusedCertificate(plan: HopPlan, { spec, redirects, mayRenew, environment, note }: ExchangeContext): void {
  if (spec.network.certFile === undefined || mayRenew || notedCertificates.has(environment)) return;
  const urls = [...redirects.map(({ request }) => request.shownUrl), plan.url];
  if (urls.some(url => url.startsWith('https:'))) return;
  note('No client certificate was sent, because --cert needs https://.');
  notedCertificates.add(environment);
}
