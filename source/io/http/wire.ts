/** One request as it goes out, whatever version of HTTP carries it. */
import type { HeaderLine } from '../../core/request/spec.js';
import type { Connection } from './connection/agent.js';
import type { Place } from './connection/place.js';
import type { OpenBody } from './upload.js';

/** The request of one attempt, and the way it goes. */
export interface Wire {
  readonly method: string;
  readonly url: URL;
  /** All lines that go out, framing included. */
  readonly headers: readonly HeaderLine[];
  readonly body?: OpenBody;
  readonly connection: Connection;
  readonly connectTimeoutMs: number;
  readonly http2: boolean;
  /** An answer that breaks a rule of HTTP/1 is refused. */
  readonly strict: boolean;
  readonly place: Place;
}
