/** What happens on the way to an answer, told while it happens: for `-v` and the debug log. */
import type { BodySpec } from '../../core/request/spec.js';
import type { ResponseHead, SentHead } from './exchange.js';

/** What a server's certificate says. Foreign text. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Serial number in hexadecimal digits. */
  readonly serial: string;
  /** Hosts and addresses it is for, separated by commas. */
  readonly names: string;
  readonly from: string;
  readonly until: string;
}

/** One step. Texts of the server in it are foreign. */
export type WireEvent =
  /** A name was looked up; told for each of its addresses. */
  | { readonly kind: 'address'; readonly host: string; readonly address: string }
  /** `to` is `address:port`. */
  | { readonly kind: 'trying'; readonly to: string }
  | { readonly kind: 'unreached'; readonly to: string; readonly why: string }
  /** `from` is the address and port of this end; a Unix socket has none. */
  | { readonly kind: 'connected'; readonly to: string; readonly from?: string }
  /** A connection of an earlier request is used again. */
  | { readonly kind: 'again' }
  /** A proxy answered CONNECT. */
  | { readonly kind: 'tunnel'; readonly proxy: string; readonly server: string; readonly status: number }
  | {
      readonly kind: 'secure';
      /** `TLSv1.3` */
      readonly version: string;
      readonly cipher: string;
      /** What ALPN chose. */
      readonly protocol?: string;
      readonly certificate?: CertificateFacts;
    }
  /** The certificate could not be verified, and `-k` goes on all the same. */
  | { readonly kind: 'unchecked'; readonly why: string }
  /** The connection carries the request from now on. */
  | { readonly kind: 'sent'; readonly request: SentHead; readonly body?: BodySpec }
  /** A head as it came, interim ones and refused ones included: each character is one byte. */
  | { readonly kind: 'head'; readonly request: SentHead; readonly bytes: string }
  | { readonly kind: 'answer'; readonly request: SentHead; readonly response: ResponseHead }
  /** The try failed, and is made anew in another way. */
  | { readonly kind: 'failed'; readonly why: string };
