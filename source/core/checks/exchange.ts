/** The subject of checks: a completed exchange as plain values. `plain/` creates it from a response. */
import type { HeaderLine } from '../request/spec.js';

/** A cookie set by the response, with its attributes (RFC 6265, section 4.1). */
export interface CheckedCookie {
  readonly name: string;
  readonly value: string;
  /** Attributes by lower-case name. The value of `Secure` and `HttpOnly` is empty. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Phases of `--timing` that were measured, in milliseconds since the start of the request. */
export interface CheckedTiming {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/** Certificate of the server (https only). */
export interface CheckedCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** Serial number in hexadecimal. */
  readonly serial: string;
  /** Date in ISO 8601 format. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Full days until it expires, or a negative number of days since. The caller provides the clock. */
  readonly days: number;
}

/** An exchange whose body has been read. All of it may be untrusted text. */
export interface CheckedExchange {
  readonly status: number;
  /** `1.1`, `2`. */
  readonly httpVersion: string;
  /** Header lines of the response in order. */
  readonly headers: readonly HeaderLine[];
  readonly cookies: readonly CheckedCookie[];
  /** Body after content decoding. Bytes are interpreted as UTF-8. */
  readonly body: Buffer | string;
  /** Size of the body in bytes after content decoding. */
  readonly size: number;
  readonly timing: CheckedTiming;
  /** URL of the last request, without credentials. */
  readonly url: string;
  /** Redirects that were followed, each with its source URL and status. */
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  readonly certificate?: CheckedCertificate;
  /** Messages of the GraphQL errors. If absent, they are taken from `errors` of a JSON body. */
  readonly graphqlErrors?: readonly string[];
  /**
   * Returns a statistic of all exchanges of `--repeat` by name, or undefined if there was no response. Times are in
   * milliseconds.
   */
  readonly load?: (statistic: string) => number | undefined;
  /** Time of the response in milliseconds since 1970. Dates in checks are relative to it. */
  readonly now?: number;
  readonly engines?: CheckEngines;
}

/** Code and files that only some checks need, loaded before they are evaluated. */
export interface CheckEngines {
  /** Selects the texts of XML or HTML nodes, or returns why it cannot. */
  readonly xpath?: SelectMarkup;
  readonly css?: SelectMarkup;
  /** Returns the differences between a body and the schema in a file (the text after `@`), or why it cannot be used. */
  readonly schema?: (file: string, body: string) => readonly string[];
}

/** @returns texts, or a single number or boolean of an XPath function */
export type SelectMarkup = (
  path: string,
  body: string,
) => readonly (string | number | boolean)[] | { readonly problem: string };

/** Parses the cookies of `Set-Cookie` values. A line without a name is ignored, as in browsers. */
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
