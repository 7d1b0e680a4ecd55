/** The upgrade request of a WebSocket: the address with its keys, and every line an HTTP request of ours would carry. */
import { type Failure, isFailure } from '../../../core/failure.js';
import { withDefaults } from '../../../core/graphql/request.js';
import { defaultHeaders } from '../../../core/request/headers.js';
import type { HopPlan } from '../../../core/request/redirect.js';
import type { HeaderLine } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { requestUrl, shownUrl, wireLines } from '../../http/hop.js';
import type { Endpoint } from '../transport.js';

/** The upgrade request, without the lines that `ws` writes itself. */
export interface Upgrade {
  /** `ws(s)` address with the API keys; may be shown only as `shown`. */
  readonly url: URL;
  readonly shown: string;
  readonly lines: readonly HeaderLine[];
}

/** Lines that `ws` writes itself, or that mean nothing without a body. */
const notOurs = /^(?:host|connection|upgrade|content-type|content-length|expect|accept|sec-websocket-.*)$/i;

const userAgent = defaultHeaders.filter(line => line.name === 'User-Agent');

/** Puts the upgrade together. A netrc file or cookie jar that cannot be read is a failure. */
export async function upgradeTo(
  address: string,
  endpoint: Endpoint,
  environment: Environment,
): Promise<Upgrade | Failure> {
  const { network } = endpoint;
  const plan: HopPlan = {
    method: 'GET',
    url: address.replace(/^ws/i, 'http').replace(/#.*$/, ''),
    headers: withDefaults(userAgent, endpoint.headers, endpoint.removed),
    apiKeys: endpoint.credentials.apiKeys,
    trusted: true,
  };
  const http = requestUrl(plan);
  const credentials = await withNetrc(endpoint, http.hostname, environment);
  if (isFailure(credentials)) return credentials;
  const jarCookies = await cookiesFor(http, endpoint, environment);
  if (isFailure(jarCookies)) return jarCookies;
  const lines = wireLines(plan, http, { credentials, removed: endpoint.removed, cookies: network.cookies, jarCookies });
  return {
    url: new URL(http.href.replace(/^http/, 'ws')),
    shown: shownUrl(http.href.replace(/^http/, 'ws'), credentials),
    lines: lines.filter(line => !notOurs.test(line.name)),
  };
}

async function withNetrc(
  { credentials, headers, network }: Endpoint,
  host: string,
  environment: Environment,
): Promise<Endpoint['credentials'] | Failure> {
  const explicit =
    credentials.basic ||
    credentials.bearer ||
    credentials.accessToken ||
    headers.some(line => line.name.toLowerCase() === 'authorization');
  if (!network.netrc || explicit) return credentials;
  const { readNetrc } = await import('../../http/netrc.js');
  const basic = await readNetrc(host, environment);
  if (isFailure(basic)) return basic;
  return basic ? { ...credentials, basic } : credentials;
}

async function cookiesFor(url: URL, { network }: Endpoint, environment: Environment): Promise<string | Failure> {
  if (network.cookieJar === undefined) return '';
  const { openJar } = await import('../../http/cookies.js');
  const jar = await openJar(network.cookieJar, environment);
  return isFailure(jar) ? jar : jar.header(url.href);
}
