/** Explains why a proxy rejected a request: an HTTP proxy by its status, a SOCKS proxy by its client's error. */
import { readChallenges } from '../../../core/credentials/challenges.js';
import { type Failure, failure } from '../../../core/failure.js';
import type { Explanation, Route } from './route.js';

/** An HTTP proxy's refusal to connect. Texts are untrusted. */
interface ProxyRefusal {
  /** Proxy URL without credentials. */
  readonly proxy: string;
  readonly server: string;
  readonly status: number;
  readonly reason: string;
  readonly challenges: readonly string[];
  readonly named: boolean;
}

const inUrl = '-x http://USER:PASS@HOST:PORT';

/** Returns a failure of kind `network` with code `proxy_STATUS`. */
export function proxyRefusal({ proxy, server, status, reason, challenges, named }: ProxyRefusal): Failure {
  const words = `${proxy} refused to connect to ${server}: ${status} ${reason}`.trim();
  const hint =
    status === 407 || status === 401
      ? loginHint(challenges, named)
      : 'Ask the administrator of the proxy, or bypass it with --noproxy HOST or NO_PROXY.';
  return failure('network', words, { code: `proxy_${status}`, hint });
}

const names: Readonly<Record<string, string>> = { digest: 'Digest', negotiate: 'Negotiate', ntlm: 'NTLM' };

/** The only supported proxy authentication is Basic (RFC 7617). */
function loginHint(challenges: readonly string[], named: boolean): string {
  const schemes = readChallenges(challenges).map(({ scheme }) => scheme);
  const other = schemes.filter(scheme => Object.hasOwn(names, scheme));
  if (other.length > 0 && !schemes.includes('basic')) {
    const all = other.map(scheme => names[scheme]).join(' or ');
    return `The proxy requires ${all}, but only Basic is supported for proxies. Enable Basic on the proxy, or use curl --proxy-${other[0]}.`;
  }
  return named
    ? `The proxy rejected the user and password in its URL. Check ${inUrl}, and encode : / @ in them as %3A %2F %40.`
    : `Put the user in the proxy URL: ${inUrl}`;
}

const socksInUrl = 'socks5h://USER:PASS@HOST:PORT';

/** Error messages of the SOCKS client, explained (RFC 1928, section 6, and RFC 1929). */
const socks: readonly (readonly [pattern: RegExp, text: string, hint: string])[] = [
  [/no accepted authentication type/, 'requires credentials', `Put the user in its URL: -x ${socksInUrl}`],
  [
    /Socks5 Authentication failed/,
    'rejected the user and password in its URL',
    `Check -x ${socksInUrl}, and encode : / @ in them as %3A %2F %40.`,
  ],
  [
    /NotAllowed/,
    'does not allow this connection',
    'Ask the administrator of the proxy, or bypass it with --noproxy HOST.',
  ],
  [/HostUnreachable/, 'cannot reach the server', 'Check the host. With socks5h:// the proxy resolves the name.'],
  [
    /NetworkUnreachable/,
    'has no route to the network of the server',
    'Check the host, or bypass the proxy with --noproxy HOST.',
  ],
  [/ - \(?ConnectionRefused/, 'was refused by the server', 'Is the server running, and is the port right?'],
  [
    /AddressNotSupported/,
    'does not support this type of address',
    'Use socks5h:// to send the name, or -4 or -6 to choose the address type.',
  ],
  [
    / - \(?(?:Failed|Failure)/,
    'could not connect to the server',
    'Check the host and port, or bypass the proxy with --noproxy HOST.',
  ],
  [
    /Socks4 Proxy rejected/,
    'refused to connect to the server',
    'SOCKS 4 does not report a reason. Try -x socks5h://HOST:PORT.',
  ],
  [
    /handshake/,
    'does not respond like a SOCKS proxy of this version',
    'Check the port. The proxy may need socks4a:// or http://.',
  ],
];

/** Explains an error of the SOCKS client. Returns undefined for other errors. */
export function explainSocks(message: string, { proxy, server }: Route): Explanation | undefined {
  if (!proxy?.startsWith('socks') || !/socks[45]/i.test(message)) return undefined;
  const advice = socks.find(([pattern]) => pattern.test(message));
  return advice && { kind: 'network', text: `The proxy ${proxy} ${advice[1]} (${server}).`, hint: advice[2] };
}
