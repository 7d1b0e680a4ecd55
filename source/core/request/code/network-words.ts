/** Writes network options as curl and apiclient flags, and lists those that `fetch` lacks. */

import { maskCookies, maskUser } from '../../masking/pairs.js';
import type { NetworkOptions, SecretSource } from '../../options.js';
import { bullets, reveal } from '../../secret.js';
import { defaultNetwork } from '../default-network.js';
import { shellWord } from '../shell.js';

/** Programs for which a request can be written as a command. */
export type Program = 'curl' | 'apiclient';

type Words<Value> = (value: Value, showSecrets: boolean) => readonly (readonly string[])[];

/** How an option is written. For a list, this applies to each of its values. */
interface Writing<Value> {
  /** The flag: by itself for a switch, otherwise before the value. */
  readonly apiclient: string | Words<Value>;
  /** Null if curl has no such flag. */
  readonly curl: string | null | Words<Value>;
  /** Returns the value as text, which by default is the value itself. */
  readonly text?: (value: Value, showSecrets: boolean) => string;
  /** Name of the option in a comment that `fetch` cannot express it, or null if the code expresses it. */
  readonly fetch: string | null;
}

type Member<Value> = Value extends readonly (infer Each)[] ? Each : Value;

/** Masks a value unless secrets are shown. */
const hiding =
  (mask: (text: string) => string) =>
  (text: string, showSecrets: boolean): string =>
    showSecrets ? text : mask(text);

const seconds = (ms: number): string => String(ms / 1000);
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
const trust = 'which certificates are trusted';
const certificate = 'the client certificate';
const tls = 'the TLS versions';

const httpFlag = (version: '1.1' | '2') => [[`--http${version}`]];

/** A missing option is a compile error. */
// biome-ignore format: one option, one line, so that the table can be read as a table
const table: { readonly [Name in keyof NetworkOptions]-?: Writing<Member<NonNullable<NetworkOptions[Name]>>> } = {
  follow: { apiclient: '-L', curl: '-L', fetch: null },
  maxRedirects: { apiclient: '--max-redirects', curl: '--max-redirs', fetch: 'the limit of redirects' },
  locationTrusted: { apiclient: '--location-trusted', curl: '--location-trusted', fetch: 'credentials for other origins' },
  timeoutMs: { apiclient: '--timeout', curl: '--max-time', text: seconds, fetch: null },
  connectTimeoutMs: { apiclient: '--connect-timeout', curl: '--connect-timeout', text: seconds, fetch: 'the time limit for connecting' },
  retries: { apiclient: '--retry', curl: '--retry', fetch: 'retries' },
  retryAll: { apiclient: '--retry-all', curl: '--retry-all-errors', fetch: 'retries' },
  proxy: { apiclient: '-x', curl: '-x', text: hiding(maskUser), fetch: 'the proxy' },
  noProxy: { apiclient: '--noproxy', curl: '--noproxy', fetch: 'the hosts that need no proxy' },
  insecure: { apiclient: '-k', curl: '-k', fetch: trust },
  caFile: { apiclient: '--cacert', curl: '--cacert', fetch: trust },
  certFile: { apiclient: '--cert', curl: certificateWords, fetch: certificate },
  keyFile: { apiclient: '--key', curl: '--key', fetch: certificate },
  keyPass: { apiclient: passWords('--key-pass', true), curl: passWords('--pass', false), fetch: certificate },
  tlsMin: { apiclient: '--tls-min', curl: version => [[`--tlsv${version}`]], fetch: tls },
  tlsMax: { apiclient: '--tls-max', curl: '--tls-max', fetch: tls },
  unixSocket: { apiclient: '--unix-socket', curl: '--unix-socket', fetch: 'the Unix socket' },
  resolve: { apiclient: '--resolve', curl: '--resolve', text: resolveText, fetch: 'the address of --resolve' },
  connectTo: { apiclient: '--connect-to', curl: '--connect-to', text: connectToText, fetch: 'the host of --connect-to' },
  pathAsIs: { apiclient: '--path-as-is', curl: '--path-as-is', fetch: 'the path as it is typed' },
  family: { apiclient: family => [[`-${family}`]], curl: family => [[`-${family}`]], fetch: 'the version of IP' },
  httpVersion: { apiclient: httpFlag, curl: httpFlag, fetch: 'the version of HTTP' },
  // curl always tolerates what --strict rejects.
  strict: { apiclient: '--strict', curl: null, fetch: 'the strict reading of HTTP/1' },
  cookies: { apiclient: '-b', curl: '-b', text: hiding(maskCookies), fetch: null },
  cookieJar: { apiclient: '--cookie-jar', curl: file => ['-b', '-c'].map(flag => [flag, shellWord(file)]), fetch: 'the cookie jar' },
  netrc: { apiclient: '--netrc', curl: '--netrc', fetch: 'the credentials of the netrc file' },
  netrcDigest: { apiclient: '--digest', curl: '--digest', fetch: 'the credentials of the netrc file' },
  maxSize: { apiclient: '--max-size', curl: '--max-filesize', fetch: 'the limit of the body' },
};

type Row = readonly [writing: Writing<unknown>, values: readonly unknown[]];

/** Returns the rows of all options that differ from the default, with their values. */
const givenRows = (network: NetworkOptions): readonly Row[] =>
  (Object.keys(table) as (keyof NetworkOptions)[]).flatMap(name => {
    const value = network[name];
    const given = value !== undefined && value !== false && value !== defaultNetwork[name];
    return given ? [[table[name] as Writing<unknown>, Array.isArray(value) ? value : [value]] as const] : [];
  });

/** Returns the options as flags of a program, in shell words. Secrets are bullets unless shown. */
export const networkWords = (
  network: NetworkOptions,
  program: Program,
  showSecrets: boolean,
): readonly (readonly string[])[] =>
  givenRows(network).flatMap(([{ [program]: flag, text = String }, values]) =>
    values.flatMap(value => {
      if (flag === null) return [];
      if (typeof flag !== 'string') return flag(value, showSecrets);
      return [value === true ? [flag] : [flag, shellWord(text(value, showSecrets))]];
    }),
  );

/** Returns the options that `fetch` cannot express, each named once. */
export const notInFetch = (network: NetworkOptions): readonly string[] => [
  ...new Set(
    givenRows(network).flatMap(([{ fetch }, values]) => (fetch === null || values.length === 0 ? [] : [fetch])),
  ),
];

function resolveText({ host, port, address }: NetworkOptions['resolve'][number]): string {
  return `${bracketed(host)}:${port}:${bracketed(address)}`;
}

function connectToText({ host, port, toHost, toPort }: NonNullable<NetworkOptions['connectTo']>[number]): string {
  return `${bracketed(host ?? '')}:${port ?? ''}:${bracketed(toHost ?? '')}:${toPort ?? ''}`;
}

function certificateWords(file: string): readonly (readonly string[])[] {
  return [['--cert', shellWord(file)], ...(/\.(?:p12|pfx)$/i.test(file) ? [['--cert-type', 'P12']] : [])];
}

/** @param reads true if the program supports `env:` and `file:`; otherwise the value is unknown here */
function passWords(flag: string, reads: boolean): Words<SecretSource> {
  return (source, showSecrets) => {
    if (source.from === 'text') return [[flag, shellWord(showSecrets ? reveal(source.value) : bullets)]];
    if (!reads || source.from === 'prompt') return [[flag, bullets]];
    return [[flag, shellWord(source.from === 'env' ? `env:${source.name}` : `file:${source.path}`)]];
  };
}
