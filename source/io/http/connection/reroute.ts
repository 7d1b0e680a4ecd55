/** Redirects connections to another host and port: `--connect-to`, `--resolve`, `*.localhost`. */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { Agent } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { PeerCertificate } from 'node:tls';
import type { RouteOptions } from '../../../core/options.js';
import { readUrl } from '../../../core/request/read-url.js';

/** A host as in the URL standard: lower case, punycode. */
const asInUrl = (host: string): string => readUrl(`http://${host}/`)?.hostname ?? host.toLowerCase();

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Returns the first matching `--connect-to`, or undefined. */
export function connectTarget({ host, port }: HostPort, { connectTo = [] }: RouteOptions): HostPort | undefined {
  const rule = connectTo.find(
    each =>
      (each.host === undefined || bare(asInUrl(each.host)) === bare(host) || bare(each.host) === bare(host)) &&
      (each.port === undefined || each.port === port),
  );
  return rule && { host: rule.toHost ?? host, port: rule.toPort ?? port };
}

export const hostPortOf = (url: URL): HostPort => ({
  host: bare(url.hostname),
  port: Number(url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)),
});

/** Returns the name for SNI (RFC 6066 3), which an address does not have. */
export function serverNameOf(url: URL): { readonly servername?: string } {
  const { host } = hostPortOf(url);
  return isIP(host) ? {} : { servername: host };
}

interface RequestedHost {
  readonly host?: string;
  readonly port?: number | string;
}
type Connect = (options: RequestedHost, callback?: unknown) => unknown;
type ConnectFor = (request: unknown, options: RequestedHost) => unknown;

/** Applies `--connect-to` to an agent. The certificate check and SNI still use the URL's host. */
export async function rerouting<A extends Agent>(agent: A, network: RouteOptions): Promise<A> {
  const { checkServerIdentity } = await import('node:tls');
  const reroute = (options: RequestedHost): RequestedHost => {
    const { host = '', port } = options;
    const target = connectTarget({ host, port: Number(port) }, network);
    const check = (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate);
    return { ...options, ...target, ...{ checkServerIdentity: check } };
  };
  const connecting = agent as unknown as { createConnection: Connect; connect?: ConnectFor };
  if (connecting.connect) {
    const connect = connecting.connect.bind(agent);
    connecting.connect = (request, options) => connect(request, reroute(options));
  } else {
    const connect = connecting.createConnection.bind(agent);
    connecting.createConnection = (options, callback) => {
      const rerouted = reroute(options);
      if (!hasUnknownZone(rerouted)) return connect(rerouted, callback);
      process.nextTick(callback as (error: Error) => void, noZone(rerouted));
      return undefined;
    };
  }
  return agent;
}

/**
 * Whether the address is in a zone (RFC 4007 11) that is not a local interface. Newer Node versions would try to connect
 * forever.
 */
function hasUnknownZone({ host = '' }: RequestedHost): boolean {
  const [, zone] = /%(.+)$/s.exec(host) ?? [];
  return zone !== undefined && !/^\d+$/.test(zone) && networkInterfaces()[zone] === undefined;
}

/** The error that older Node versions give. */
const noZone = ({ host, port }: RequestedHost): Error =>
  Object.assign(new Error(`connect EINVAL ${host}:${port}`), { code: 'EINVAL' });

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A replacement for the system's lookup: `--resolve`, and RFC 6761 6.3 for localhost and names below it. */
export function lookupFor(url: URL, network: RouteOptions): LookupFunction | undefined {
  const { host, port } = hostPortOf(url);
  const entry = network.resolve.find(each => each.port === port && (each.host === '*' || asInUrl(each.host) === host));
  if (entry) {
    const address = bare(entry.address);
    return answering([{ address, family: address.includes(':') ? 6 : 4 }]);
  }
  if (/\.localhost\.?$/.test(host)) return answering(loopback);
  return /^localhost\.?$/.test(host) ? systemOr(answering(loopback)) : undefined;
}

/** The system's lookup, with a fallback if it knows no address: bare images and jails have no `/etc/hosts`. */
const systemOr =
  (other: LookupFunction): LookupFunction =>
  (host, options, callback) =>
    lookup(
      host,
      options,
      (error: NodeJS.ErrnoException | null, addresses: string | LookupAddress[], family?: number) =>
        error === null ? callback(null, addresses, family) : other(host, options, callback),
    );

const answering =
  (all: readonly LookupAddress[]): LookupFunction =>
  (_host, options: LookupOptions, callback) => {
    const fitting = all.filter(each => !options.family || each.family === options.family);
    const [first = all[0]] = fitting;
    if (options.all) callback(null, fitting.length > 0 ? [...fitting] : [...all]);
    else callback(null, first?.address ?? '', first?.family);
  };
