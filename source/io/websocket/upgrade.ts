/** The upgrade request of a WebSocket: the URL with its API keys, and every header line that an HTTP request would have. */

import { shownUrl } from '../../core/credentials/api-keys.js';
import { secretsOutsideHeaders } from '../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { withDefaultHeaders } from '../../core/graphql/request.js';
import { defaultHeaders } from '../../core/request/headers.js';
import { firstHop } from '../../core/request/redirect.js';
import type { HeaderLine } from '../../core/request/spec.js';
import type { Secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { Endpoint } from '../graphql/transport.js';
import type { Jar } from '../http/cookies/jar.js';
import { type SignedRequest, sign } from '../http/credentials/sign.js';
import { withNetrc } from '../http/credentials/with-netrc.js';
import { requestUrl, wireLines } from '../http/hop.js';

/** Header lines without those that `ws` writes itself. */
interface Upgrade {
  /** `ws(s)` URL with the API keys. Display only `shown`. */
  readonly url: URL;
  readonly shown: string;
  readonly lines: readonly HeaderLine[];
  /** Secrets not sent verbatim in a header line. */
  readonly secrets: readonly Secret[];
  /** Passes the head of the response to the signer. True if signing again may help. */
  readonly readHead: SignedRequest['readHead'];
}

/** Lines that `ws` writes itself, or that are meaningless without a body. */
const notOurs = /^(?:host|connection|upgrade|content-type|content-length|expect|accept|sec-websocket-.*)$/i;

const userAgent = defaultHeaders.filter(line => line.name === 'User-Agent');

/** Builds the upgrade. An unreadable netrc file or cookie jar is a failure. */
export async function upgradeTo(
  address: string,
  endpoint: Endpoint,
  environment: Environment,
  jar?: Jar,
): Promise<Upgrade | Failure> {
  const url = address.replace(/^ws/i, 'http').replace(/#.*$/s, '');
  const credentials = await withNetrc(endpoint, new URL(url).hostname, environment);
  if (isFailure(credentials)) return credentials;
  const plan = firstHop({
    method: 'GET',
    url,
    headers: withDefaultHeaders(userAgent, endpoint.headers, endpoint.removed),
    removed: endpoint.removed,
    credentials,
    network: endpoint.network,
  });
  const http = requestUrl(plan);
  const jarCookies = jar ? await jar.header(http.href) : await cookiesFor(http, endpoint, environment);
  if (isFailure(jarCookies)) return jarCookies;
  const signed = await sign(plan, http, wireLines(plan, http, { removed: endpoint.removed, jarCookies }));
  if (isFailure(signed)) return signed;
  return {
    url: new URL(http.href.replace(/^http/, 'ws')),
    shown: shownUrl(http.href.replace(/^http/, 'ws'), credentials.apiKeys, endpoint.hidden),
    lines: signed.headers.filter(line => !notOurs.test(line.name)),
    secrets: [...secretsOutsideHeaders(credentials), ...(endpoint.hidden ?? [])],
    readHead: signed.readHead,
  };
}

async function cookiesFor(url: URL, { network }: Endpoint, environment: Environment): Promise<string | Failure> {
  if (network.cookieJar === undefined) return '';
  const { openJar } = await import('../http/cookies/jar.js');
  const jar = await openJar(network.cookieJar, environment);
  return isFailure(jar) ? jar : jar.header(url.href);
}
