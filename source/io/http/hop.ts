/** Header lines of one hop of a chain: URL with its keys, Host, credentials, cookies, framing. */

import { withKeys } from '../../core/credentials/api-keys.js';
import { authorizationLines } from '../../core/credentials/request-credentials.js';
import type { HopPlan } from '../../core/request/redirect.js';
import type { HeaderLine } from '../../core/request/spec.js';
import { requestTarget, urlWithTarget } from '../../core/request/url/target.js';
import { reveal, secret } from '../../core/secret.js';
import type { OpenBody } from './upload.js';

interface HopHeaderSources {
  /** Default lines removed by the user, in lower case. */
  readonly removed: readonly string[];
  /** Cookies from the jar, or an empty string. */
  readonly jarCookies: string;
  readonly body?: OpenBody;
}

/** With API keys: display it only through `shownUrl`. */
export const requestUrl = (plan: HopPlan): URL => new URL(withKeys(plan.url, plan.apiKeys));

export const targetOf = ({ url, apiKeys, network }: HopPlan): string =>
  requestTarget(withKeys(url, apiKeys), network.pathAsIs === true);

/** As sent: display it only through `shownUrl`. */
export const sentUrl = ({ url, apiKeys, network }: HopPlan): string =>
  urlWithTarget(withKeys(url, apiKeys), network.pathAsIs === true);

export function wireLines(plan: HopPlan, url: URL, extras: HopHeaderSources): readonly HeaderLine[] {
  const has = (name: string): boolean => plan.headers.some(line => line.name.toLowerCase() === name);
  const wants = (name: string): boolean => !has(name) && !extras.removed.includes(name);
  const lines: HeaderLine[] = [];
  if (wants('host')) lines.push({ name: 'Host', value: url.host });
  lines.push(...plan.headers.filter(line => line.name.toLowerCase() !== 'cookie'));
  if (!has('authorization')) lines.push(...authorizationLines(plan.credentials));
  const cookies = cookieLine(plan, extras);
  if (cookies) lines.push(cookies);
  if (!has('content-length') && !has('transfer-encoding')) lines.push(...framing(plan.method, extras.body));
  return lines;
}

/** The single Cookie line (RFC 6265 5.4) from the user's header, `-b` and the jar. The user's cookies take precedence. */
function cookieLine(plan: HopPlan, extras: HopHeaderSources): HeaderLine | undefined {
  const cookies = plan.headers.filter(line => line.name.toLowerCase() === 'cookie').map(line => reveal(line.value));
  const pairs = [...cookies, ...plan.network.cookies].flatMap(text => text.split(/;\s*/)).filter(Boolean);
  const names = new Set(pairs.map(pair => pair.split('=', 1)[0]));
  const fromJar = extras.jarCookies.split('; ').filter(pair => pair && !names.has(pair.split('=', 1)[0] ?? ''));
  const all = [...pairs, ...fromJar];
  return all.length > 0 ? { name: 'Cookie', value: secret(all.join('; ')) } : undefined;
}

function framing(method: string, body: OpenBody | undefined): readonly HeaderLine[] {
  // RFC 9110 8.6: methods that define a meaning for content send a length of 0.
  if (body === undefined) return /^(?:POST|PUT|PATCH)$/.test(method) ? [{ name: 'Content-Length', value: '0' }] : [];
  if (body.length === undefined) return [{ name: 'Transfer-Encoding', value: 'chunked' }];
  return [{ name: 'Content-Length', value: String(body.length) }];
}
