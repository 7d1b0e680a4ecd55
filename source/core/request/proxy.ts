/** Chooses the proxy: `-x`, or otherwise the conventional environment variables. */
import { type Failure, usageError } from '../failure.js';
import { readUrl } from './read-url.js';
import { urlProblem } from './url/problem.js';

/** Environment variables such as `http_proxy` and `NO_PROXY`. */
interface ProxyVariables {
  readonly [name: string]: string | undefined;
}

interface ProxyFlags {
  /** Value of `-x`; empty for no proxy. */
  readonly proxy?: string;
  /** Value of `--noproxy`, which replaces NO_PROXY. */
  readonly noProxy?: string;
}

/** A proxy and its source: `-x` or a variable. */
interface NamedProxy {
  readonly url: string;
  readonly from: string;
}

/**
 * Returns the proxy, or nothing for a direct connection. `-x` replaces the variables that specify a proxy, and `--noproxy`
 * replaces NO_PROXY. A host excluded by either exception list bypasses every proxy.
 */
export function chooseProxy(
  url: URL,
  { proxy: flag, noProxy }: ProxyFlags,
  variables: ProxyVariables,
): NamedProxy | undefined {
  if (flag === '') return undefined;
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  // As in curl, an empty variable counts as unset.
  const read = (...names: readonly string[]): NamedProxy | undefined => {
    const from = names.find(name => variables[name]);
    return from === undefined ? undefined : { url: withScheme(variables[from] ?? ''), from };
  };
  // In a CGI program, HTTP_PROXY is a header sent by the client (CVE-2016-5385).
  const plain = variables.REQUEST_METHOD === undefined ? ['http_proxy', 'HTTP_PROXY'] : ['http_proxy'];
  const inVariables = () => read(...(secure ? ['https_proxy', 'HTTPS_PROXY'] : plain), 'all_proxy', 'ALL_PROXY');
  const proxy = flag === undefined ? inVariables() : { url: withScheme(flag), from: '-x' };
  const direct = noProxy ?? (variables.no_proxy || variables.NO_PROXY || '');
  return proxy === undefined || bypasses(url, direct) ? undefined : proxy;
}

export const proxySchemes = ['socks', 'socks4', 'socks4a', 'socks5', 'socks5h', 'https', 'http'];

/** Returns why the proxy is invalid. Does not quote its URL, which may contain a password. */
export function proxyProblem({ url, from }: NamedProxy): Failure | undefined {
  const problem = urlProblem(url);
  const form = from === '-x' ? '-x ' : `${from}=`;
  const none = from === '-x' ? '-x "" means none' : `${from}= means none`;
  const hint = `Usage: ${form}http://HOST:PORT, https://… or socks5h://…; ${none}.`;
  if (problem !== undefined) return usageError(`${from} is not the URL of a proxy: ${problem}.`, hint);
  const scheme = new URL(url).protocol.slice(0, -1);
  return proxySchemes.includes(scheme)
    ? undefined
    : usageError(`${from}: there is no proxy of the kind ${scheme}://.`, hint);
}

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

/**
 * Returns true if NO_PROXY matches: names (including subdomains), `host:port`, addresses, address ranges (`10.0.0.0/8`,
 * `fd00::/8`), or `*` for everything.
 */
function bypasses(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' || url.protocol === 'wss:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      const [, name = entry, only] =
        /^(.*?[^:]|\[.*\]):(\d+)$/.exec(/^[\da-f:.]*:[\da-f:.]*:/.test(entry) ? '' : entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const plain = name
        .replace(/^\[|\]$/g, '')
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      return host === plain || host.endsWith(`.${plain}`) || inRange(host, plain);
    });
}

/** Returns true if an address is in a range, or is the same address in a different notation. */
function inRange(host: string, range: string): boolean {
  const [, base = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const [address, start] = [bitsOf(host), bitsOf(base)];
  if (address === undefined || start === undefined || address.length !== start.length) return false;
  const shared = Number(length ?? start.length);
  return shared <= start.length && address.slice(0, shared) === start.slice(0, shared);
}

/** Returns the 32 or 128 bits of an address as digits, or undefined for a name. */
function bitsOf(text: string): string | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) {
    const bytes = text.split('.').map(Number);
    return bytes.every(byte => byte < 256) ? bytes.map(byte => binary(byte, 8)).join('') : undefined;
  }
  // The URL standard has a single notation for IPv6 addresses: groups of hexadecimal digits and at most one `::`.
  const [head, tail] = text.includes(':') ? (readUrl(`http://[${text}]`)?.hostname.slice(1, -1).split('::') ?? []) : [];
  if (head === undefined) return undefined;
  const groups = (side = '') =>
    side === '' ? [] : side.split(':').map(group => binary(Number.parseInt(group, 16), 16));
  const [before, after] = [groups(head), groups(tail)];
  return [...before, '0'.repeat((8 - before.length - after.length) * 16), ...after].join('');
}

const binary = (value: number, digits: number): string => value.toString(2).padStart(digits, '0');

/** Returns the proxy for display, without the user and password of its URL. */
export function shownProxy(proxy: string): string {
  const url = readUrl(proxy);
  return url ? `${url.protocol}//${url.host}` : 'the proxy';
}
