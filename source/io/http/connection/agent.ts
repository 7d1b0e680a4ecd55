/**
 * Determines how to reach a server: directly, by proxy or Unix socket, for HTTP and WebSockets. Equal options share
 * connections.
 */

import { Agent, type ClientRequestArgs } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Failure, isFailure } from '../../../core/failure.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { NetworkOptions } from '../../../core/options.js';
import { proxyProblem, shownProxy } from '../../../core/request/proxy.js';
import type { HeaderLine } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { pathOf } from '../../sources.js';
import { decodable, forwardLines, isForwarded, proxyFor } from './forward.js';
import { lookupFor, rerouting } from './reroute.js';
import { carryingCertificates } from './shown-certificate.js';
import { type TlsChoice, type TlsOptions, tlsOptions } from './tls.js';
import { noteVariable } from './tls-variables.js';

/** Route to the server of a URL. The agent is shared: callers must not destroy it. */
export interface Connection {
  readonly agent: Agent;
  /** For node:http(s), node:tls and ws alike. */
  readonly options: TlsOptions & { readonly lookup?: LookupFunction; readonly family?: 4 | 6 };
  /** Proxy URL without credentials. */
  readonly proxy?: string;
  /** `-x`, or the environment variable that names the proxy. */
  readonly proxyFrom?: string;
  /** Set if the proxy receives the full URL (RFC 9112 3.2.2): the header lines for the proxy. */
  readonly forward?: readonly HeaderLine[];
}

const defaultChoice: TlsChoice = { systemIssuers: false };

const agentsOf = memoizeWeak((_: NetworkOptions) => new Map<string, Promise<Agent | Failure>>());

/** Returns how to reach a URL (http, https, ws, wss). An unusable proxy or file is a failure; nothing has been sent. */
export async function connectionFor(
  url: URL,
  network: NetworkOptions,
  environment: Environment,
  choice: TlsChoice = defaultChoice,
): Promise<Connection | Failure> {
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const named = proxyFor(url, network, environment);
  const refused = named && proxyProblem(named);
  if (refused) return refused;
  const proxy = named?.url;
  const forward = proxy !== undefined && isForwarded(url, proxy, network);
  const tls = secure ? await tlsOptions(network, environment, choice) : {};
  if (isFailure(tls)) return tls;
  const proxyTls = proxy?.startsWith('https:') ? await tlsOptions(asAnybody(network), environment, choice) : {};
  if (isFailure(proxyTls)) return proxyTls;
  const agents = agentsOf(network);
  const key = JSON.stringify([url.protocol, proxy, forward, choice.systemIssuers]);
  const agent =
    agents.get(key) ??
    makeAgent(secure, proxy, forward, network, environment, proxyTls).then(made =>
      secure && !isFailure(made) ? secured(made, environment) : made,
    );
  agents.set(key, agent);
  const made = await agent;
  if (isFailure(made)) return made;
  const lookup = lookupFor(url, network);
  return {
    agent: made,
    options: { ...tls, ...(lookup ? { lookup } : {}), ...(network.family ? { family: network.family } : {}) },
    proxy: named && shownProxy(named.url),
    proxyFrom: named?.from,
    forward: forward ? forwardLines(proxy) : undefined,
  };
}

async function makeAgent(
  secure: boolean,
  proxy: string | undefined,
  forward: boolean,
  network: NetworkOptions,
  environment: Environment,
  proxyTls: TlsOptions,
): Promise<Agent | Failure> {
  if (proxy !== undefined) {
    const { proxyAgent } = await import('./proxy-agents.js');
    const agent = await proxyAgent(decodable(new URL(proxy)), { secure, forward, tls: proxyTls });
    // The SOCKS agent would check the certificate against an address rather than the URL's host.
    return isFailure(agent) || forward ? agent : rerouting(agent, network);
  }
  const HttpAgent = secure ? (await import('node:https')).Agent : Agent;
  const agent = new HttpAgent({ keepAlive: true });
  if (network.unixSocket !== undefined) {
    return throughSocket(agent, pathOf(network.unixSocket, environment));
  }
  return network.connectTo === undefined ? agent : rerouting(agent, network);
}

/** Adds certificates to errors, and keys to the log of `SSLKEYLOGFILE`. */
async function secured(agent: Agent, environment: Environment): Promise<Agent> {
  const carrying = carryingCertificates(agent);
  const file = environment.variables.SSLKEYLOGFILE;
  if (!file) return takingOver(carrying);
  const { loggingKeys } = await import('./key-log.js');
  const onIgnored = (reason: string): void => noteVariable('SSLKEYLOGFILE', reason, environment);
  return takingOver(loggingKeys(carrying, file, environment, onIgnored));
}

/** Client certificates are for the server, not for the proxy. */
const asAnybody = ({ certFile: _, keyFile: __, keyPass: ___, ...network }: NetworkOptions): NetworkOptions => network;

/** Not the option `socketPath`: ws does not support it, and it would put the path into Host. */
function throughSocket(agent: Agent, socketPath: string): Agent {
  type Connect = (options: ClientRequestArgs, callback?: unknown) => unknown;
  const connecting = agent as unknown as { createConnection: Connect };
  const connect = connecting.createConnection.bind(agent);
  connecting.createConnection = (options, callback) => connect({ ...options, path: socketPath }, callback);
  return agent;
}

type Connecting = {
  connect?(request: unknown, options: HandedOver): Promise<unknown>;
  createConnection(options: HandedOver, callback?: unknown): unknown;
};

interface HandedOver {
  /** A connection already opened for a request, used instead of a new one. */
  readonly opened?: TLSSocket;
}

/** Lets a request of node:https bring its connection into the agent's pool. */
function takingOver<A extends Agent>(agent: A): A {
  const own = agent as unknown as Connecting;
  if (own.connect) {
    const connect = own.connect.bind(agent);
    own.connect = async (request, options) => options.opened ?? connect(request, options);
  } else {
    const create = own.createConnection.bind(agent);
    own.createConnection = (options, callback) => options.opened ?? create(options, callback);
  }
  return agent;
}
