/** Bodies that are read completely before they are printed. */
import { FailureError, failure } from '../../core/failure.js';
import { contentOf } from '../../core/response/content-kind.js';
import { sizeText } from '../../core/response/sizes.js';
import { TextStream } from '../../core/response/text-stream.js';
import { contentTypeOf, type ShownResponse } from '../parts/content-type.js';
import { readHeld } from '../read-chunks.js';

/** Maximum bytes of a body in memory. */
export const maxHeldBytes = 128 * 1024 * 1024;

/** The error for a body that exceeds the limit. */
export const tooLarge = (flag: string): FailureError =>
  new FailureError(
    failure('limit', `The body exceeds ${sizeText(maxHeldBytes)}, the limit of ${flag}.`, {
      hint: `Remove ${flag}, and save the body with -o FILE.`,
    }),
  );

/** Reads a body. @param flag the flag that requires it, for the message about its limit */
export const bytesOfBody = ({ body }: ShownResponse, flag: string): Promise<Buffer> =>
  readHeld(body, maxHeldBytes, tooLarge(flag));

/** Decodes a body with the charset of its Content-Type. */
export function textOfBytes(bytes: Uint8Array, response: ShownResponse): string {
  const decoder = new TextStream(contentOf(contentTypeOf(response), bytes).charset);
  return decoder.write(bytes) + decoder.end();
}

export const textOfBody = async (response: ShownResponse, flag: string): Promise<string> =>
  textOfBytes(await bytesOfBody(response, flag), response);
