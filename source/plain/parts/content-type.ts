/** The content type that a response is shown as: the one from the server, `--response-type` and `--response-charset`. */
import type { OutputOptions } from '../../core/options.js';
import { mediaType } from '../../core/response/content-kind.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';

/** A response whose body may have been replaced for output. */
export interface ShownResponse extends HttpResponse {
  /** Content type of the body, if it differs from the header. */
  readonly contentType?: string;
  /** Whether the body is not the one that the server's validators describe. */
  readonly isReshaped?: true;
}

export const contentTypeOf = (response: ShownResponse): string | undefined =>
  response.contentType ?? headerOf(response, 'content-type');

/** Returns the response with the content type that the user gave. */
export function withGivenType({ responseType, responseCharset }: OutputOptions, response: HttpResponse): ShownResponse {
  const { type, charset } = mediaType(contentTypeOf(response));
  const label = responseCharset ?? charset;
  return { ...response, contentType: `${responseType ?? type}${label === undefined ? '' : `; charset=${label}`}` };
}
