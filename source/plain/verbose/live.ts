/** `-v`: reports each step of an exchange as it happens: steps on standard error, heads on standard output. */
import type { BodySpec } from '../../core/request/spec.js';
import type { Irregularity } from '../../core/response/http1/irregular.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import { rawHeadMask } from '../../io/http/echoes.js';
import type { ResponseHead } from '../../io/http/exchange.js';
import type { CertificateFacts, WireEvent } from '../../io/http/wire-event.js';
import type { Output } from '../output.js';
import type { Painter } from '../paint.js';
import { paintBareResponseHead, paintRequestHead } from '../print-head.js';
import { paintRequestBody } from '../print-request.js';

interface LiveStage {
  readonly environment: Environment;
  readonly output: Output;
  readonly painter: Painter;
  readonly showSecrets: boolean;
  /** Whether to format the request's body. */
  readonly format: boolean;
  /** Masks secrets in a request. */
  readonly hide?: (text: string) => string;
}

export interface Live {
  onEvent(event: WireEvent): void;
  /** Irregularities found while the body was read. */
  end(head: ResponseHead): void;
}

/** @returns the observer of every exchange of the command */
export function openLive({ environment, output, painter, showSecrets, format, hide = text => text }: LiveStage): Live {
  const reported = new Map<Irregularity, number>();
  let shownBody: BodySpec | undefined;
  const step = (text: string): void => void environment.stderr.write(`* ${safeLine(text)}\n`);
  const tellIrregular = (head: ResponseHead): void => {
    for (const irregularity of head.irregularities ?? []) {
      if (reported.get(irregularity) === irregularity.times) continue;
      reported.set(irregularity, irregularity.times);
      step(`Protocol violation: ${irregularity.text}${irregularity.times > 1 ? `, ${irregularity.times} times` : ''}`);
    }
  };
  const print = (): void => {
    // The next awaited write reports the error.
    output.write(hide(painter.take())).catch(() => {});
  };
  return {
    onEvent(event) {
      switch (event.kind) {
        case 'sent':
          paintRequestHead(event.request, showSecrets, painter);
          // A redirect or a retry sends the same body again.
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
          const [status = '', ...lines] = event.bytes.trim().split(/\r?\n/);
          const interim = /^HTTP\/(?:1\.[01]|2) (1\d\d.*)/.exec(status)?.[1];
          if (interim === undefined || interim.startsWith('101')) return;
          step(`Interim response: ${interim}`);
          for (const line of lines) step(`  ${rawHeadMask(event.request)(line)}`);
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
    case 'variable':
      return event.text;
    case 'address':
      return `${event.host} resolves to ${event.address}`;
    case 'trying':
      return `Trying ${event.to}`;
    case 'unreached':
      return `${event.to}: ${event.why}`;
    case 'connected':
      return `Connected to ${event.to}`;
    case 'again':
      return 'Reusing the connection';
    case 'tunnel':
      return `${event.proxy} answered CONNECT ${event.server}: ${event.status}`;
    case 'unchecked':
      return `The certificate could not be verified (${event.why}); continuing because of -k`;
    case 'failed':
      return `${event.why} Retrying another way`;
  }
}
