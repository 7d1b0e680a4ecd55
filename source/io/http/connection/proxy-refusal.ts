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
      : 'Ask whoever runs the proxy, or go around it with --noproxy HOST or NO_PROXY.';
  return failure('network', words, { code: `proxy_${status}`, hint });
}

const names: Readonly<Record<string, string>> = { digest: 'Digest', negotiate: 'Negotiate', ntlm: 'NTLM' };

/** The only supported proxy authentication is Basic (RFC 7617). */
function loginHint(challenges: readonly string[], named: boolean): string {
  const schemes = readChallenges(challenges).map(({ scheme }) => scheme);
  const other = schemes.filter(scheme => Object.hasOwn(names, scheme));
  if (other.length > 0 && !schemes.includes('basic')) {
    const all = other.map(scheme => names[scheme]).join(' or ');
    return `The proxy asks for ${all}, and it can be told a user by Basic only: let it allow Basic, or use curl --proxy-${other[0]}.`;
  }
  return named
    ? `The proxy does not accept the user and password of its URL: look at ${inUrl}, and write : / @ in them as %3A %2F %40.`
    : `Put the user into the proxy URL: ${inUrl}`;
}

const socksInUrl = 'socks5h://USER:PASS@HOST:PORT';

/** Error messages of the SOCKS client, explained (RFC 1928, section 6, and RFC 1929). */
const socks: readonly (readonly [pattern: RegExp, text: string, hint: string])[] = [
  [
    /no accepted authentication type/,
    'wants a login that it was not given',
    `Put the user into its URL: -x ${socksInUrl}`,
  ],
  [
    /Socks5 Authentication failed/,
    'does not accept the user and password of its URL',
    `Look at -x ${socksInUrl}; : / @ in them are written %3A %2F %40.`,
  ],
  [/NotAllowed/, 'does not allow this connection', 'Ask whoever runs the proxy, or go around it with --noproxy HOST.'],
  [/HostUnreachable/, 'cannot reach the server', 'Check the host; socks5h:// lets the proxy look the name up.'],
  [/NetworkUnreachable/, 'has no way to the network of the server', 'Check the host; --noproxy HOST goes around it.'],
  [/ - \(?ConnectionRefused/, 'was refused by the server', 'Is the server running, and is the port right?'],
  [
    /AddressNotSupported/,
    'does not know this kind of address',
    'socks5h:// sends the name; -4 and -6 choose the kind.',
  ],
  [
    / - \(?(?:Failed|Failure)/,
    'could not connect to the server',
    'Check host and port; --noproxy HOST goes around it.',
  ],
  [/Socks4 Proxy rejected/, 'refused to connect to the server', 'SOCKS 4 tells no reason: try -x socks5h://HOST:PORT.'],
  [
    /handshake/,
    'does not answer as a SOCKS proxy of this version does',
    'Is the port right? socks4a:// and http:// are other kinds.',
  ],
];

/** Explains an error of the SOCKS client. Returns undefined for other errors. */
export function explainSocks(message: string, { proxy, server }: Route): Explanation | undefined {
  if (!proxy?.startsWith('socks') || !/socks[45]/i.test(message)) return undefined;
  const advice = socks.find(([pattern]) => pattern.test(message));
  return advice && { kind: 'network', text: `The proxy ${proxy} ${advice[1]} (${server}).`, hint: advice[2] };
}
