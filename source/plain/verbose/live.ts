/** `-v`: each step of an exchange told while it happens. Steps go to standard error, heads to standard output. */
import type { BodySpec } from '../../core/request/spec.js';
import type { Irregularity } from '../../core/response/http1/irregular.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import type { ResponseHead } from '../../io/http/exchange.js';
import type { CertificateFacts, WireEvent } from '../../io/http/wire-event.js';
import type { Output } from '../output.js';
import type { Painter } from '../paint.js';
import { paintBareResponseHead, paintRequestHead } from '../print-head.js';
import { paintRequestBody } from '../print-request.js';

/** Where `-v` writes to. */
export interface LiveStage {
  readonly environment: Environment;
  readonly output: Output;
  readonly painter: Painter;
  readonly showSecrets: boolean;
  /** The body of the request is laid out anew. */
  readonly format: boolean;
}

/** Tells of the exchanges of one command. */
export interface Live {
  tell(event: WireEvent): void;
  /** What of the response was found out while its body was read. */
  end(head: ResponseHead): void;
}

/** @returns what hears of every exchange of the command */
export function openLive({ environment, output, painter, showSecrets, format }: LiveStage): Live {
  const told = new Map<Irregularity, number>();
  let shownBody: BodySpec | undefined;
  const step = (text: string): void => void environment.stderr.write(`* ${safeLine(text)}\n`);
  const tellIrregular = (head: ResponseHead): void => {
    for (const found of head.irregularities ?? []) {
      if (told.get(found) === found.times) continue;
      told.set(found, found.times);
      step(`Not by the rules: ${found.text}${found.times > 1 ? `, ${found.times} times` : ''}`);
    }
  };
  const print = (): void => {
    // What cannot be written is told by the next that is waited for.
    output.write(painter.take()).catch(() => {});
  };
  return {
    tell(event) {
      switch (event.kind) {
        case 'sent':
          paintRequestHead(event.request, showSecrets, painter);
          // A body that goes out again (a redirect, another try) is the same.
          if (event.body && event.body !== shownBody) {
            paintRequestBody({ headers: event.request.headers, body: event.body }, format, painter);
          }
          shownBody = event.body;
          return print();
        case 'answer':
          tellIrregular(event.response);
          paintBareResponseHead(event.request, event.response, showSecrets, painter);
          return print();
        case 'head': {
          const interim = /^\s*HTTP\/1\.[01] (1\d\d[^\r\n]*)/.exec(event.bytes)?.[1];
          if (interim !== undefined && !interim.startsWith('101')) step(`Interim answer: ${interim}`);
          return;
        }
        case 'secure':
          step([event.version, event.cipher, event.protocol && `ALPN ${event.protocol}`].filter(Boolean).join(', '));
          if (event.certificate) step(certificateWords(event.certificate));
          return;
        default:
          return step(wayWords(event));
      }
    },
    end: tellIrregular,
  };
}

const certificateWords = ({ subject, issuer, names, until }: CertificateFacts): string =>
  `Certificate: ${subject}${names ? ` (for ${names})` : ''}, from ${issuer}, until ${until}`;

type ConnectionEvent = Exclude<WireEvent, { readonly kind: 'sent' | 'answer' | 'head' | 'secure' }>;

function wayWords(event: ConnectionEvent): string {
  switch (event.kind) {
    case 'address':
      return `${event.host} is ${event.address}`;
    case 'trying':
      return `Trying ${event.to}`;
    case 'unreached':
      return `${event.to}: ${event.why}`;
    case 'connected':
      return `Connected to ${event.to}`;
    case 'again':
      return 'Using the connection again';
    case 'tunnel':
      return `${event.proxy} answers CONNECT ${event.server}: ${event.status}`;
    case 'unchecked':
      return `The certificate could not be verified (${event.why}); -k goes on all the same`;
    case 'failed':
      return `${event.why} Trying again in another way`;
  }
}
