/**
 * The way to a server: directly, through a proxy or through a Unix socket, with the user's names and certificates. The
 * same for HTTP and for WebSockets. Connections are kept and shared by all requests with the same options.
 */
import { Agent, type ClientRequestArgs } from 'node:http';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import type { NetworkOptions } from '../../../core/command.js';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import { chooseProxy, shownProxy } from '../../../core/request/proxy.js';
import { readUrl } from '../../../core/request/read-url.js';
import type { Environment } from '../../../environment.js';
import { type TlsChoice, type TlsOptions, tlsOptions } from './tls.js';

/** How to reach the server of a URL. The agent is shared and kept: who uses it does not destroy it. */
export interface Connection {
  readonly agent: Agent;
  /** For node:http(s), node:tls and ws alike. */
  readonly options: TlsOptions & { readonly lookup?: LookupFunction; readonly family?: 4 | 6 };
  /** The proxy without its credentials, if there is one. */
  readonly proxy?: string;
}

const usual: TlsChoice = { systemIssuers: false };

/** Connections of one command: its options object is their key. */
const kept = new WeakMap<NetworkOptions, Map<string, Promise<Agent | Failure>>>();

/** How to reach a URL (http, https, ws, wss). A proxy or file that cannot be used is a failure; nothing was sent. */
export async function connectionFor(
  url: URL,
  network: NetworkOptions,
  environment: Environment,
  choice: TlsChoice = usual,
): Promise<Connection | Failure> {
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const proxy = network.unixSocket === undefined ? chooseProxy(url, network.proxy, environment.variables) : undefined;
  const tls = secure ? await tlsOptions(network, environment, choice) : {};
  if (isFailure(tls)) return tls;
  const proxyTls = proxy?.startsWith('https:') ? await tlsOptions(asAnybody(network), environment, choice) : {};
  if (isFailure(proxyTls)) return proxyTls;
  const agents = kept.get(network) ?? new Map<string, Promise<Agent | Failure>>();
  kept.set(network, agents);
  const key = JSON.stringify([url.protocol, proxy, choice.systemIssuers]);
  const agent = agents.get(key) ?? makeAgent(url, secure, proxy, network, environment, proxyTls);
  agents.set(key, agent);
  const made = await agent;
  if (isFailure(made)) return made;
  const lookup = lookupFor(url, network);
  return {
    agent: made,
    options: { ...tls, ...(lookup ? { lookup } : {}), ...(network.family ? { family: network.family } : {}) },
    ...(proxy === undefined ? {} : { proxy: shownProxy(proxy) }),
  };
}

async function makeAgent(
  url: URL,
  secure: boolean,
  proxy: string | undefined,
  network: NetworkOptions,
  environment: Environment,
  proxyTls: TlsOptions,
): Promise<Agent | Failure> {
  if (proxy !== undefined) {
    const proxyUrl = readUrl(proxy);
    if (proxyUrl === undefined)
      return usageError('The proxy is not a URL.', 'Form: -x http://host:port, https://… or socks5h://…');
    const { proxyAgent } = await import('./proxy-agents.js');
    return proxyAgent(decodable(proxyUrl), url.protocol, proxyTls);
  }
  const HttpAgent = secure ? (await import('node:https')).Agent : Agent;
  const agent = new HttpAgent({ keepAlive: true });
  return network.unixSocket === undefined
    ? agent
    : throughSocket(agent, path.resolve(environment.folder, network.unixSocket));
}

/** Who we are is for the server, not for the proxy on the way to it. */
const asAnybody = ({ certFile: _, keyFile: __, keyPass: ___, ...network }: NetworkOptions): NetworkOptions => network;

/** The agents decode user and password; a `%` that encodes nothing is what the user meant literally. */
function decodable(proxy: URL): URL {
  for (const part of ['username', 'password'] as const) {
    try {
      decodeURIComponent(proxy[part]);
    } catch {
      proxy[part] = proxy[part].replaceAll('%', '%25');
    }
  }
  return proxy;
}

/** An option `socketPath` would do for node:http, but not for ws, and it would put the path into Host. */
function throughSocket(agent: Agent, socketPath: string): Agent {
  type Connect = (options: ClientRequestArgs, callback?: unknown) => unknown;
  const connecting = agent as unknown as { createConnection: Connect };
  const connect = connecting.createConnection.bind(agent);
  connecting.createConnection = (options, callback) => connect({ ...options, path: socketPath }, callback);
  return agent;
}

/** A name as the URL standard writes it: lower case, and punycode for what is not ASCII. */
const asInUrl = (host: string): string => readUrl(`http://${host}/`)?.hostname ?? host.toLowerCase();

/** `--resolve` for this URL's host and port. */
function lookupFor(url: URL, network: NetworkOptions): LookupFunction | undefined {
  const port = Number(url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const entry = network.resolve.find(each => each.port === port && (each.host === '*' || asInUrl(each.host) === host));
  if (entry === undefined) return undefined;
  const address = entry.address.replace(/^\[|\]$/g, '');
  const family = address.includes(':') ? 6 : 4;
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
