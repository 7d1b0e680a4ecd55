/** `-w FORMAT` with curl's variables: `%{name}`, `%header{name}`, `\n`. */

import { type Failure, usageError } from '../failure.js';
import { nearest } from '../near-miss.js';
import { readUrl } from '../request/read-url.js';

/** A finished transfer. Text from the server is raw. */
export interface Transfer {
  readonly method: string;
  /** As typed, without credentials. */
  readonly url: string;
  /** The last URL of the redirect chain, keys masked. */
  readonly effectiveUrl: string;
  /** Absent without a response head. */
  readonly status?: number;
  readonly httpVersion?: string;
  /** Of the last response. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Target of a redirect that was not followed. */
  readonly redirectUrl?: string;
  readonly redirects: number;
  /** Number of `--retry` attempts. */
  readonly retries: number;
  /** `Referer` of the last request. */
  readonly referer?: string;
  /** The proxy's response to CONNECT. */
  readonly tunnelStatus?: number;
  /** Node's code if the server's certificate could not be verified. */
  readonly unverified?: string;
  /** Number of connections opened. */
  readonly connects: number;
  /** Bytes of the response body on the wire, of the request body, and of all response heads. */
  readonly received: number;
  readonly sent: number;
  readonly headerBytes: number;
  /** Milliseconds since the start; absent if it did not happen. */
  readonly timing: {
    readonly dnsMs?: number;
    readonly connectMs?: number;
    readonly tlsMs?: number;
    readonly firstByteMs?: number;
    readonly totalMs?: number;
    /** Start of the last request a redirect led to. */
    readonly redirectMs?: number;
  };
  readonly remote?: Address;
  readonly local?: Address;
  /** Output file of the body. */
  readonly file?: string;
  readonly exitCode: number;
  readonly error?: string;
}

interface Address {
  readonly ip: string;
  readonly port: number;
}

const seconds = (ms: number | undefined): number => Math.round((ms ?? 0) * 1000) / 1_000_000;
const perSecond = (bytes: number, { timing }: Transfer): number =>
  timing.totalMs ? Math.round((bytes / timing.totalMs) * 1000) : 0;
const headerValue = ({ headers }: Transfer, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** OpenSSL's verification code as in curl; 0: verified, or no certificate. */
function verifyResult(why: string | undefined): number {
  if (why === undefined) return 0;
  return verifyResults[why] ?? 1;
}

const verifyResults: Readonly<Record<string, number>> = {
  CERT_NOT_YET_VALID: 9,
  CERT_HAS_EXPIRED: 10,
  DEPTH_ZERO_SELF_SIGNED_CERT: 18,
  SELF_SIGNED_CERT_IN_CHAIN: 19,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 20,
  // Node reports OpenSSL's second error, curl its first.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 20,
  CERT_REVOKED: 23,
  CERT_UNTRUSTED: 27,
  ERR_TLS_CERT_ALTNAME_INVALID: 62,
};

/** Parts of `%{url.PART}`, the URL as typed, and of `%{urle.PART}`, the last URL; never user and password. */
const urlParts = {
  scheme: url => url.protocol.slice(0, -1),
  host: url => url.hostname,
  port: url => url.port || ({ 'http:': '80', 'https:': '443' }[url.protocol] ?? ''),
  path: url => url.pathname,
  query: url => url.search.slice(1),
  fragment: url => url.hash.slice(1),
} as const satisfies Readonly<Record<string, (url: URL) => string>>;

const urlWords = Object.keys(urlParts).flatMap(part => [`url.${part}`, `urle.${part}`]);

/** By curl's names. Times in seconds, sizes in bytes; null: not available. */
const variables = {
  content_type: of => headerValue(of, 'content-type') ?? null,
  errormsg: of => of.error ?? null,
  exitcode: of => of.exitCode,
  filename_effective: of => of.file ?? null,
  http_connect: of => of.tunnelStatus ?? 0,
  http_code: of => of.status ?? 0,
  http_version: of => of.httpVersion?.replace(/\.0$/, '') ?? '0',
  local_ip: of => of.local?.ip ?? '',
  local_port: of => of.local?.port ?? 0,
  method: of => of.method,
  num_connects: of => of.connects,
  num_headers: of => of.headers.length,
  num_redirects: of => of.redirects,
  num_retries: of => of.retries,
  redirect_url: of => of.redirectUrl ?? null,
  referer: of => of.referer ?? null,
  remote_ip: of => of.remote?.ip ?? '',
  remote_port: of => of.remote?.port ?? 0,
  response_code: of => of.status ?? 0,
  scheme: of => /^[a-z]+/i.exec(of.effectiveUrl)?.[0].toUpperCase() ?? '',
  size_download: of => of.received,
  size_header: of => of.headerBytes,
  size_upload: of => of.sent,
  speed_download: of => perSecond(of.received, of),
  speed_upload: of => perSecond(of.sent, of),
  ssl_verify_result: of => verifyResult(of.unverified),
  time_appconnect: of => seconds(of.timing.tlsMs),
  time_connect: of => seconds(of.timing.connectMs),
  time_namelookup: of => seconds(of.timing.dnsMs),
  time_pretransfer: of => seconds(of.timing.tlsMs ?? of.timing.connectMs),
  time_redirect: of => seconds(of.timing.redirectMs),
  time_starttransfer: of => seconds(of.timing.firstByteMs),
  time_total: of => seconds(of.timing.totalMs),
  url: of => of.url,
  url_effective: of => of.effectiveUrl,
  urlnum: () => 0,
} as const satisfies Readonly<Record<string, (of: Transfer) => string | number | null>>;

/** Words that expand to several variables, or redirect the output. */
const others = ['json', 'header_json', 'stdout', 'stderr', 'onerror'] as const;

/** All names allowed in `%{…}`. */
export const writeOutNames: readonly string[] = [...Object.keys(variables), ...others, ...urlWords].sort();

type FormatPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: keyof typeof variables }
  | { readonly kind: 'part'; readonly effective: boolean; readonly part: keyof typeof urlParts }
  | { readonly kind: (typeof others)[number] };

export type Format = readonly FormatPiece[];

/** Parses a format; an unknown name is a usage error. */
export function readFormat(text: string): Format | Failure {
  const pieces: FormatPiece[] = [];
  const parts =
    /%%|%(header)?\{([^}]*)\}|%(output|time)\{[^}]*\}|\\([\s\S])|%(?:header|output|time)?(\{[^}]*)$(?![\s\S])/g;
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) pieces.push({ kind: 'text', text: text.slice(from, until) });
  };
  for (const found of text.matchAll(parts)) {
    plain(found.index);
    from = found.index + found[0].length;
    const [whole, header, name = '', output, escaped, open] = found;
    if (whole === '%%') pieces.push({ kind: 'text', text: '%' });
    else if (escaped !== undefined) pieces.push({ kind: 'text', text: escapes[escaped] ?? whole });
    else if (open) return unclosed(whole);
    else if (output) return unknown(output);
    else if (header) pieces.push({ kind: 'header', name });
    else if (Object.hasOwn(variables, name)) pieces.push({ kind: 'variable', name: name as keyof typeof variables });
    else if (isOther(name)) pieces.push({ kind: name });
    else if (urlWords.includes(name)) {
      const [which, part] = name.split('.');
      pieces.push({ kind: 'part', effective: which === 'urle', part: part as keyof typeof urlParts });
    } else return unknown(name);
  }
  plain(text.length);
  return pieces;
}

function unclosed(text: string): Failure {
  const shown = /^%\w*\{\w*/.exec(text)?.[0].slice(0, 40) ?? text;
  return usageError(
    `${shown} of -w has no } at its end.`,
    `Form: ${shown === '%{' ? '%{http_code' : shown}}, or %%{ for the two characters.`,
  );
}

const oneTransfer = 'There is one transfer and no queue here: it means nothing.';

/** Variables of curl's that are not supported, and alternatives. */
const elsewhere: Readonly<Record<string, string>> = {
  conn_id: oneTransfer,
  xfer_id: oneTransfer,
  ftp_entry_path: 'There is no FTP here: it means nothing.',
  time_queue: oneTransfer,
  tls_earlydata: 'Early data is never sent: it would be nothing but 0.',
  output: '-w writes to standard output, or behind %{stderr} to standard error; the shell can send either to a file.',
  time: '%{time_total} and its like are durations; the shell knows the time: $(date).',
  certs: '-v and --debug-log tell of the certificate.',
  num_certs: '-v and --debug-log tell of the certificate.',
  size_delivered: '%{size_download} has the bytes that came over the wire.',
  size_request: '%{size_upload} has the bytes of the body that was sent; -v shows the head.',
  time_posttransfer: '%{time_pretransfer} is before the request is sent, %{time_starttransfer} when the answer begins.',
  proxy_ssl_verify_result: 'A proxy whose certificate is not believed is an error here; -k allows it, and -v tells.',
  proxy_used: '-v names the proxy that is asked; %{http_connect} is what it answered to CONNECT.',
};

function unknown(name: string): Failure {
  const known = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  if (known !== undefined)
    return usageError(
      `-w does not know curl's %${/^(?:output|time)$/.test(name) ? `${name}{…}` : `{${name}}`}.`,
      known,
    );
  const near = nearest(name, writeOutNames);
  return usageError(
    `-w does not know %{${name.slice(0, 40)}}.`,
    near ? `Did you mean %{${near}}?` : 'apiclient help write-out lists what it knows.',
  );
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const isOther = (name: string): name is (typeof others)[number] => (others as readonly string[]).includes(name);

/** Expands a format for standard output and standard error; `safe` sanitises text from the server. */
export function writeOut(
  format: Format,
  of: Transfer,
  safe: (text: string) => string,
  json: (value: unknown) => string,
): { readonly out: string; readonly err: string } {
  const said = { out: '', err: '' };
  let to: 'out' | 'err' = 'out';
  for (const piece of format) {
    switch (piece.kind) {
      case 'stdout':
      case 'stderr':
        to = piece.kind === 'stdout' ? 'out' : 'err';
        break;
      case 'onerror':
        if (of.exitCode === 0) return said;
        break;
      case 'text':
        said[to] += piece.text;
        break;
      case 'header':
        said[to] += safe(headerValue(of, piece.name) ?? '');
        break;
      case 'header_json':
        said[to] += json(headerObject(of));
        break;
      case 'json':
        said[to] += json(Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value(of)])));
        break;
      case 'part': {
        const url = readUrl(piece.effective ? of.effectiveUrl : of.url);
        said[to] += safe(url ? urlParts[piece.part](url) : '');
        break;
      }
      case 'variable':
        said[to] += safe(shown(piece.name, of));
    }
  }
  return said;
}

function shown(name: keyof typeof variables, of: Transfer): string {
  const value = variables[name](of);
  if (/^(?:http_code|response_code|http_connect)$/.test(name)) return String(value).padStart(3, '0');
  if (name.startsWith('time_')) return Number(value).toFixed(6);
  return value === null ? '' : String(value);
}

function headerObject({ headers }: Transfer): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    found.set(lower, [...(found.get(lower) ?? []), value]);
  }
  return Object.fromEntries(found);
}
