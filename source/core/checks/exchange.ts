/** The subject of checks: one finished exchange as plain values. `plain/` makes it from a response. */
import type { HeaderLine } from '../request/spec.js';

/** A cookie that the response sets, with its attributes (RFC 6265, section 4.1). */
export interface CheckedCookie {
  readonly name: string;
  readonly value: string;
  /** Names in lower case; the value of `Secure` and `HttpOnly` is empty. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** The phases of `--timing`: milliseconds since the request began, where they were measured. */
export interface CheckedTiming {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/** The certificate of the server (https only). */
export interface CheckedCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal digits. */
  readonly serial: string;
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Whole days until it expires; negative: days since. The caller has the clock. */
  readonly days: number;
}

/** An exchange whose body has been read. Everything in it may be untrusted text. */
export interface CheckedExchange {
  readonly status: number;
  /** `1.1`, `2`. */
  readonly httpVersion: string;
  /** Lines of the response, in order. */
  readonly headers: readonly HeaderLine[];
  readonly cookies: readonly CheckedCookie[];
  /** After content decoding. Bytes are read as UTF-8. */
  readonly body: Buffer | string;
  /** Bytes of the body after content decoding. */
  readonly size: number;
  readonly timing: CheckedTiming;
  /** Of the last request, without credentials. */
  readonly url: string;
  /** Redirects that were followed: where from, and with which status. */
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  readonly certificate?: CheckedCertificate;
  /** Messages of the GraphQL errors; absent: they are taken from `errors` of a JSON body. */
  readonly graphqlErrors?: readonly string[];
  /** Not one exchange but all of `--repeat`: the number of a name, undefined if no response came. Times are milliseconds. */
  readonly load?: (statistic: string) => number | undefined;
}

/** The cookies of `Set-Cookie` values; a line without a name is ignored, as browsers do. */
export function cookiesOf(lines: readonly string[]): readonly CheckedCookie[] {
  return lines.flatMap(line => {
    const [first = '', ...rest] = line.split(';');
    const at = first.indexOf('=');
    if (at < 1) return [];
    const attributes = new Map(
      rest.map(part => {
        const [name = '', ...value] = part.split('=');
        return [name.trim().toLowerCase(), value.join('=').trim()] as const;
      }),
    );
    return [{ name: first.slice(0, at).trim(), value: first.slice(at + 1).trim(), attributes }];
  });
}
