/** Values of `-w` by curl's names. */

/** A completed transfer. Text from the server is raw. */
export interface Transfer {
  readonly method: string;
  /** URL as typed, without credentials. */
  readonly url: string;
  /** Last URL of the redirect chain, with keys masked. */
  readonly effectiveUrl: string;
  /** Absent if there is no response head. */
  readonly status?: number;
  readonly httpVersion?: string;
  /** Headers of the last response. */
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
  /** Node's error code if the server's certificate could not be verified. */
  readonly unverified?: string;
  readonly proxyUnverified?: string;
  /** The server's certificate chain, starting with its own: PEM after lines with subject, issuer and dates. */
  readonly certificates: readonly string[];
  /** Number of connections opened. */
  readonly connects: number;
  /** Bytes received of the response body on the wire, bytes of the request body, and bytes of all response heads. */
  readonly received: number;
  readonly sent: number;
  readonly headerBytes: number;
  /** Bytes of all request heads, and of the decoded body. */
  readonly sentHeadBytes: number;
  readonly delivered: number;
  readonly isProxied: boolean;
  /** Milliseconds since the start; absent for events that did not happen. */
  readonly timing: {
    readonly dnsMs?: number;
    readonly connectMs?: number;
    readonly tlsMs?: number;
    readonly sentMs?: number;
    readonly firstByteMs?: number;
    readonly totalMs?: number;
    /** Start of the last request that followed a redirect. */
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
export const headerValue = ({ headers }: Transfer, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Returns OpenSSL's verification code as in curl: 0 if verified or if there is no certificate. */
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
  // Node reports OpenSSL's second error, while curl reports the first.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 20,
  CERT_REVOKED: 23,
  CERT_UNTRUSTED: 27,
  ERR_TLS_CERT_ALTNAME_INVALID: 62,
};

/** Parts of `%{url.PART}` (the URL as typed) and `%{urle.PART}` (the last URL), but never user and password. */
export const urlParts = {
  scheme: url => url.protocol.slice(0, -1),
  host: url => url.hostname,
  port: url => url.port || ({ 'http:': '80', 'https:': '443' }[url.protocol] ?? ''),
  path: url => url.pathname,
  query: url => url.search.slice(1),
  fragment: url => url.hash.slice(1),
} as const satisfies Readonly<Record<string, (url: URL) => string>>;

export const urlWords = Object.keys(urlParts).flatMap(part => [`url.${part}`, `urle.${part}`]);

/**
 * Values by curl's names. Times are in seconds and sizes in bytes, and null means not available. A single transfer is never
 * queued and sends no early data.
 */
// Created on demand: 48 functions that requests without -w do not need.
const createVariables = () =>
  ({
    certs: of => of.certificates.join(''),
    conn_id: of => of.connects - 1,
    content_type: of => headerValue(of, 'content-type') ?? null,
    errormsg: of => of.error ?? null,
    exitcode: of => of.exitCode,
    filename_effective: of => of.file ?? null,
    ftp_entry_path: () => null,
    http_connect: of => of.tunnelStatus ?? 0,
    http_code: of => of.status ?? 0,
    http_version: of => of.httpVersion?.replace(/\.0$/, '') ?? '0',
    local_ip: of => of.local?.ip ?? '',
    local_port: of => of.local?.port ?? 0,
    method: of => of.method,
    num_certs: of => of.certificates.length,
    num_connects: of => of.connects,
    num_headers: of => of.headers.length,
    num_redirects: of => of.redirects,
    num_retries: of => of.retries,
    proxy_ssl_verify_result: of => verifyResult(of.proxyUnverified),
    proxy_used: of => (of.isProxied ? 1 : 0),
    redirect_url: of => of.redirectUrl ?? null,
    referer: of => of.referer ?? null,
    remote_ip: of => of.remote?.ip ?? '',
    remote_port: of => of.remote?.port ?? 0,
    response_code: of => of.status ?? 0,
    scheme: of => /^[a-z]+/i.exec(of.effectiveUrl)?.[0].toUpperCase() ?? '',
    size_delivered: of => of.delivered,
    size_download: of => of.received,
    size_header: of => of.headerBytes,
    size_request: of => of.sentHeadBytes + of.sent,
    size_upload: of => of.sent,
    speed_download: of => perSecond(of.received, of),
    speed_upload: of => perSecond(of.sent, of),
    ssl_verify_result: of => verifyResult(of.unverified),
    time_appconnect: of => seconds(of.timing.tlsMs),
    time_connect: of => seconds(of.timing.connectMs),
    time_namelookup: of => seconds(of.timing.dnsMs),
    time_posttransfer: of => seconds(of.timing.sentMs),
    time_pretransfer: of => seconds(of.timing.tlsMs ?? of.timing.connectMs),
    time_queue: () => 0,
    time_redirect: of => seconds(of.timing.redirectMs),
    time_starttransfer: of => seconds(of.timing.firstByteMs),
    time_total: of => seconds(of.timing.totalMs),
    tls_earlydata: () => 0,
    url: of => of.url,
    url_effective: of => of.effectiveUrl,
    urlnum: () => 0,
    xfer_id: () => 0,
  }) satisfies Readonly<Record<string, (of: Transfer) => string | number | null>>;

type Variables = ReturnType<typeof createVariables>;
export type VariableName = keyof Variables;
let created: Variables | undefined;
export const variables = (): Variables => (created ??= createVariables());
