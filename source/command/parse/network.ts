/** Network and TLS flags -> `NetworkOptions`. */
import type { NetworkOptions, TlsVersion } from '../../core/options.js';
import { defaultNetwork } from '../../core/request/default-network.js';
import { proxySchemes } from '../../core/request/proxy.js';
import { readUrl } from '../../core/request/read-url.js';
import type { TypedUrl } from '../../core/request/typed-url.js';
import type { FlagName } from '../flags.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { byteCount, seconds, secretSource, urlWithUser, wholeNumber } from '../values.js';

type ConnectTo = NonNullable<NetworkOptions['connectTo']>[number];

/** Parses the flags of the groups Network and TLS over the defaults. Reads no file. @param target URL of the command, if any */
export function parseNetwork(given: FlagTokens, errors: UsageErrors, { zone }: Partial<TypedUrl> = {}): NetworkOptions {
  const read = <T>(name: FlagName, reader: (text: string, flag: string) => T): T | undefined => {
    const text = given.last(name);
    return text === undefined ? undefined : reader(text, `--${name}`);
  };
  const timeoutMs = read('timeout', (text, flag) => seconds(text, flag, errors));
  const maxSize = read('max-size', (text, flag) => byteCount(text, flag, errors));
  const proxy = read('proxy', text => parseProxy(text, errors));
  const caFile = read('cacert', (text, flag) => path(text, flag, errors));
  const certFile = read('cert', (text, flag) => path(text, flag, errors));
  const keyFile = read('key', (text, flag) => path(text, flag, errors));
  const unixSocket = read('unix-socket', (text, flag) => path(text, flag, errors));
  const cookieJar = read('cookie-jar', (text, flag) => path(text, flag, errors));
  const noProxy = given.last('noproxy');
  const keyPass = read('key-pass', (text, flag) => secretSource(text, flag, errors));
  // Choices have already been checked against the table.
  const [tlsMin, tlsMax] = [given.last('tls-min'), given.last('tls-max')] as readonly (TlsVersion | undefined)[];
  const connectTo = given.all('connect-to').map(text => parseConnectTo(text, errors));
  // An IPv6 zone is local: the connection uses it, but the URL contains the bare address.
  if (zone) connectTo.unshift({ host: zone.address, toHost: `${zone.address}%${zone.id}` });
  refuseCombinations(given, errors);
  const ipv6 = given.on('ipv6') ? 6 : undefined;
  const http2 = given.on('http2') ? '2' : undefined;
  // A missing option does not compile.
  return {
    follow: given.on('follow') || given.on('location-trusted'),
    maxRedirects:
      read('max-redirects', (text, flag) => wholeNumber(text, flag, 1000, errors)) ?? defaultNetwork.maxRedirects,
    locationTrusted: given.on('location-trusted'),
    timeoutMs,
    connectTimeoutMs:
      read('connect-timeout', (text, flag) => seconds(text, flag, errors)) ?? defaultNetwork.connectTimeoutMs,
    retries: read('retry', (text, flag) => wholeNumber(text, flag, 1000, errors)) ?? defaultNetwork.retries,
    retryAll: given.on('retry-all') || undefined,
    proxy,
    noProxy,
    insecure: given.on('insecure'),
    caFile,
    certFile,
    keyFile,
    keyPass,
    tlsMin,
    tlsMax,
    unixSocket,
    resolve: given.all('resolve').map(text => parseResolve(text, errors)),
    connectTo: connectTo.length > 0 ? connectTo : undefined,
    pathAsIs: given.on('path-as-is') || undefined,
    family: given.on('ipv4') ? 4 : ipv6,
    httpVersion: given.on('http1.1') ? '1.1' : http2,
    strict: given.on('strict'),
    cookies: given.all('cookie').map(text => parseCookie(text, errors)),
    cookieJar,
    netrc: given.on('netrc'),
    netrcDigest: (given.on('netrc') && given.on('digest')) || undefined,
    maxSize,
  } satisfies { readonly [Name in keyof Required<NetworkOptions>]: NetworkOptions[Name] };
}

function refuseCombinations(given: FlagTokens, errors: UsageErrors): void {
  const [tlsMin, tlsMax] = [given.last('tls-min'), given.last('tls-max')];
  if (tlsMin !== undefined && tlsMax !== undefined && tlsMin > tlsMax)
    errors.add(`No TLS version from ${tlsMin} to ${tlsMax} exists.`, 'Pass the older version with --tls-min.');
  const lacksCertificate = !given.has('cert');
  if (lacksCertificate && given.has('key-pass'))
    errors.add('--key-pass has no effect without a client certificate.', 'Add --cert FILE.');
  if (given.on('retry-all') && !given.has('retry'))
    errors.add('--retry-all has no effect without --retry.', 'Add --retry N.');
  if (given.on('ipv4') && given.on('ipv6')) errors.add('-4 and -6 cannot be combined.', 'Keep one of them.');
  if (given.on('http1.1') && given.on('http2'))
    errors.add('--http1.1 and --http2 cannot be combined.', 'Keep one of them.');
  if (lacksCertificate && given.has('key'))
    errors.add('--key has no effect without a client certificate.', 'Add --cert FILE.');
}

export function path(text: string, flag: string, errors: UsageErrors): string {
  if (text === '' || text.includes('\0')) errors.add(`${flag} needs a file.`, `Usage: ${flag} FILE`);
  return text;
}

/** A proxy's URL; the scheme defaults to `http://`. An empty value means no proxy and overrides the environment variables. */
function parseProxy(text: string, errors: UsageErrors): string {
  if (text === '') return '';
  return urlWithUser(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`, '--proxy', proxySchemes, errors);
}

function parseResolve(text: string, errors: UsageErrors): NetworkOptions['resolve'][number] {
  const [, host = '', port = '', typed = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5}):(.+)$/.exec(text) ?? [];
  const address = typed.replace(/^\[(.*)\]$/, '$1');
  const isAddress = address.includes(':')
    ? readUrl(`http://[${address}]/`) !== undefined
    : /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address) && readUrl(`http://${address}/`) !== undefined;
  if (!isAddress || Number(port) > 65_535) {
    errors.add(
      '--resolve needs a host, a port up to 65535 and an IP address.',
      'Usage: --resolve api.example.com:443:127.0.0.1',
    );
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port), address };
}

function parseConnectTo(text: string, errors: UsageErrors): ConnectTo {
  const host = '(\\[[^\\]]+\\]|[^:[\\]]*)';
  const match = new RegExp(`^${host}:(\\d{0,5}):${host}:(\\d{0,5})$`).exec(text);
  const [, from = '', port = '', to = '', toPort = ''] = match ?? [];
  if (!match || [port, toPort].some(each => Number(each) > 65_535)) {
    errors.add(
      '--connect-to needs two hosts and two ports up to 65535. Each part may be empty.',
      'Usage: --connect-to api.example.com:443:staging.example.com:8443',
    );
  }
  const bare = (name: string): string => name.replace(/^\[(.*)\]$/, '$1');
  return {
    host: from === '' ? undefined : bare(from),
    port: port === '' ? undefined : Number(port),
    toHost: to === '' ? undefined : bare(to),
    toPort: toPort === '' ? undefined : Number(toPort),
  };
}

function parseCookie(text: string, errors: UsageErrors): string {
  if (text.indexOf('=') <= 0)
    errors.add('-b needs a name and a value.', 'Usage: -b name=value. To read a file, use --cookie-jar FILE.');
  if (/[^\t -~]/.test(text))
    errors.add(
      'The cookie of -b contains a control character or a non-ASCII character.',
      'Percent-encode the character: ü is %C3%BC.',
    );
  return text;
}
