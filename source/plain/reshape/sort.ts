/** `--format-options sort_keys:true`. */
import type { Readable } from 'node:stream';
import { sortedJson } from '../../core/json/sorted.js';
import { contentOf } from '../../core/response/content-kind.js';
import { TextStream } from '../../core/response/text-stream.js';
import { maxHeldBytes, tooLarge } from './body-text.js';

/** A JSON body with its members sorted. Other bodies, and UTF-16, are unchanged. */
export async function* sortedBody(body: Readable, contentType: string | undefined): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (chunk.length === 0) continue;
    if (chunks.length === 0 && !isSortable(contentType, chunk)) {
      yield chunk;
      yield* body as AsyncIterable<Uint8Array>;
      return;
    }
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxHeldBytes) throw tooLarge('--format-options sort_keys');
  }
  const bytes = Buffer.concat(chunks);
  const decoder = new TextStream('utf-8');
  const sorted = sortedJson(decoder.write(bytes) + decoder.end());
  yield sorted === undefined ? bytes : Buffer.from(sorted);
}

function isSortable(contentType: string | undefined, start: Uint8Array): boolean {
  const { kind, charset } = contentOf(contentType, start);
  return kind === 'json' && charset === 'utf-8';
}
