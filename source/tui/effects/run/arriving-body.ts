import { contentOf } from '../../../core/response/content-kind.js';
import { TextStream } from '../../../core/response/text-stream.js';
import type { Dispatch } from '../context.js';
import { delayed } from './report.js';

/** The body of one request, shown while it arrives if it consists of events, lines or text. */
export interface ArrivingBody {
  /** Begins a body of this type. */
  head(contentType: string | undefined): void;
  received(chunk: Buffer): void;
  /** The text shown so far. Empty for other types. */
  text(): string;
  /** Shows nothing more. */
  end(): void;
}

/** Length after which a text is shown only at its end, since each display reads all of it. */
const maxArriving = 2_000_000;

export function arrivingBody(id: number, dispatch: Dispatch, took: () => number): ArrivingBody {
  let raw = '';
  let decoder: TextStream | undefined;
  const result = { type: 'response/result', id, data: 'absent', errors: [], errorCount: 0, timing: {} } as const;
  const shown = delayed((text: string) =>
    dispatch({ ...result, raw: text, isPlain: true, bytes: Buffer.byteLength(text), tookMs: took(), partial: true }),
  );
  return {
    head(contentType) {
      const { kind, type, charset } = contentOf(contentType, Buffer.alloc(0));
      raw = '';
      decoder = type.startsWith('text/') || kind === 'ndjson' ? new TextStream(charset) : undefined;
    },
    received(chunk) {
      if (decoder === undefined || raw.length > maxArriving) return;
      raw += decoder.write(chunk);
      shown.set(raw);
    },
    text: () => raw,
    end: shown.drop,
  };
}
