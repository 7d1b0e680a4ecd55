/** Which proxy a request goes through: `-x`, else the variables every tool reads. */
import { type Failure, usageError } from '../failure.js';
import { readUrl } from './read-url.js';
import { urlProblem } from './url/problem.js';

/** Environment variables, those of the proxies (`http_proxy`, `NO_PROXY` …) among them. */
export interface ProxyVariables {
  readonly [name: string]: string | undefined;
}

/** What the command says of proxies. */
interface ProxyFlags {
  /** The value of `-x`; empty: none. */
  readonly proxy?: string;
  /** The value of `--noproxy`, which takes the place of NO_PROXY. */
  readonly noProxy?: string;
}

/** A proxy, and where it is named: `-x` or a variable. */
interface NamedProxy {
  readonly url: string;
  readonly from: string;
}

/** The proxy, or nothing for a direct connection. `-x` is stronger than NO_PROXY, `--noproxy` is stronger than both. */
export function chooseProxy(
  url: URL,
  { proxy: flag, noProxy }: ProxyFlags,
  variables: ProxyVariables,
): NamedProxy | undefined {
  if (noProxy !== undefined && bypasses(url, noProxy)) return undefined;
  if (flag !== undefined) return flag === '' ? undefined : { url: withScheme(flag), from: '-x' };
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  // As curl has it: an empty variable is none.
  const read = (...names: readonly string[]): NamedProxy | undefined => {
    const from = names.find(name => variables[name]);
    return from === undefined ? undefined : { url: withScheme(variables[from] ?? ''), from };
  };
  // In a CGI program HTTP_PROXY is a header of the client (CVE-2016-5385).
  const plain = variables.REQUEST_METHOD === undefined ? ['http_proxy', 'HTTP_PROXY'] : ['http_proxy'];
  const proxy = read(...(secure ? ['https_proxy', 'HTTPS_PROXY'] : plain), 'all_proxy', 'ALL_PROXY');
  const direct = noProxy ?? (variables.no_proxy || variables.NO_PROXY || '');
  return proxy === undefined || bypasses(url, direct) ? undefined : proxy;
}

/** The kinds of proxy there are, as their URLs begin. */
export const proxySchemes = ['socks', 'socks4', 'socks4a', 'socks5', 'socks5h', 'https', 'http'];

/** Why it cannot be asked. Its text is not quoted: it may hold a password. */
export function proxyProblem({ url, from }: NamedProxy): Failure | undefined {
  const problem = urlProblem(url);
  const form = from === '-x' ? '-x ' : `${from}=`;
  const none = from === '-x' ? '-x "" is none' : `${from}= is none`;
  const hint = `Form: ${form}http://HOST:PORT, https://… or socks5h://…; ${none}.`;
  if (problem !== undefined) return usageError(`${from} is not the URL of a proxy: ${problem}.`, hint);
  const scheme = new URL(url).protocol.slice(0, -1);
  return proxySchemes.includes(scheme)
    ? undefined
    : usageError(`${from}: there is no proxy of the kind ${scheme}://.`, hint);
}

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

/** NO_PROXY: names (and what is below them), `host:port`, addresses and IPv4 ranges `10.0.0.0/8`, or `*` for all. */
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
        /^(.*?[^:]|\[.*\]):(\d+)$/.exec(entry.includes('::') && !entry.startsWith('[') ? '' : entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const plain = name
        .replace(/^\[|\]$/g, '')
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      return host === plain || host.endsWith(`.${plain}`) || inRange(host, plain);
    });
}

function inRange(host: string, range: string): boolean {
  const [, base, bits] = /^(\d+\.\d+\.\d+\.\d+)\/(\d{1,2})$/.exec(range) ?? [];
  const address = asNumber(host);
  const start = base === undefined ? undefined : asNumber(base);
  if (address === undefined || start === undefined || Number(bits) > 32) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(address / size) === Math.floor(start / size);
}

function asNumber(ip: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(ip)?.slice(1).map(Number);
  return parts?.every(part => part < 256) ? parts.reduce((sum, part) => sum * 256 + part, 0) : undefined;
}

/** The proxy as it may be shown: without the user and password of its URL. */
export function shownProxy(proxy: string): string {
  const url = readUrl(proxy);
  return url ? `${url.protocol}//${url.host}` : 'the proxy';
}
