/** Events on the way to a response, emitted as they happen, for `-v` and the debug log. */
import type { BodySpec } from '../../core/request/spec.js';
import type { ResponseHead, SentHead } from './exchange.js';

/** Untrusted text. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Serial number in hexadecimal digits. */
  readonly serial: string;
  /** Hosts and addresses of the certificate, separated by commas. */
  readonly names: string;
  readonly from: string;
  readonly until: string;
}

/** How a request was sent. */
export interface SentFacts {
  /** Size of its head as HTTP/1.1 writes it. */
  readonly headBytes: number;
  /** Without credentials. */
  readonly proxy?: string;
}

/** Server texts in it are untrusted. */
export type WireEvent =
  /** An environment variable for TLS, and its effect. */
  | { readonly kind: 'variable'; readonly text: string }
  /** DNS result, one event for each address. */
  | { readonly kind: 'address'; readonly host: string; readonly address: string }
  /** `to` is `address:port`. */
  | { readonly kind: 'trying'; readonly to: string }
  | { readonly kind: 'unreached'; readonly to: string; readonly why: string }
  /** `from` is the local address and port; a Unix socket has none. */
  | { readonly kind: 'connected'; readonly to: string; readonly from?: string }
  | { readonly kind: 'again' }
  | { readonly kind: 'tunnel'; readonly proxy: string; readonly server: string; readonly status: number }
  | {
      readonly kind: 'secure';
      /** `TLSv1.3` */
      readonly version: string;
      readonly cipher: string;
      readonly protocol?: string;
      readonly certificate?: CertificateFacts;
      /** The chain as sent by the server, its own certificate first, as DER. Empty for a resumed session. */
      readonly chain?: readonly Uint8Array[];
    }
  /** The certificate could not be verified; `-k` ignores that. */
  | { readonly kind: 'unchecked'; readonly why: string }
  | ({ readonly kind: 'sent'; readonly request: SentHead; readonly body?: BodySpec } & Partial<SentFacts>)
  /** A head as received, interim and refused ones included; one character per byte. Over HTTP/2 only interim ones. */
  | { readonly kind: 'head'; readonly request: SentHead; readonly bytes: string }
  | { readonly kind: 'answer'; readonly request: SentHead; readonly response: ResponseHead }
  /** The try failed and is repeated another way. */
  | { readonly kind: 'failed'; readonly why: string };
