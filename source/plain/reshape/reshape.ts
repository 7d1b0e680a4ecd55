/** Replaces the body of a response for output: `--filter` and `--paginate`. */
import { Readable } from 'node:stream';
import { type Failure, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import type { ShownResponse } from '../parts/content-type.js';
import { filteredBody, openFilter } from './filter.js';
import { type FetchPage, followPages, mergedPages, pagePaths, pagesInTurn } from './pages.js';

/** Reshapes the responses of one command. */
export interface Reshaper {
  /**
   * Returns the response that is reported and checked, and the response to print.
   * @param watch called with the response to check: the first page, or all of them if they are merged
   */
  of(
    response: HttpResponse,
    fetch: FetchPage,
    watch: (response: HttpResponse) => HttpResponse,
  ): { readonly received: HttpResponse; readonly shown: ShownResponse };
  /** Bytes of bodies read so far. */
  bytes(): number;
  /** Notes after the output. */
  notes(): readonly string[];
}

/** Parses the paths. An invalid one is a usage failure; nothing has been sent. */
export function openReshaper(options: OutputOptions, spec: RequestSpec): Reshaper | Failure {
  const filter = openFilter(options);
  if (isFailure(filter)) return filter;
  const paths = options.pages && pagePaths(options.pages, spec);
  if (isFailure(paths)) return paths;
  const notes: string[] = [];
  let bytes = 0;
  async function* counting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const withCount = (response: HttpResponse): HttpResponse => ({
    ...response,
    body: Readable.from(counting(response.body), { objectMode: false }),
  });
  const withFilter = (response: HttpResponse): ShownResponse =>
    filter ? withBody(response, filteredBody(filter, response), filter.contentType) : response;
  return {
    bytes: () => bytes,
    notes: () => [...notes, ...[filter?.note()].filter(text => text !== undefined)],
    of(response, fetch, watch) {
      const first = withCount(response);
      if (!paths || first.status < 200 || first.status > 299) {
        const received = watch(first);
        return { received, shown: withFilter(received) };
      }
      const fetchPage: FetchPage = async url => {
        const page = await fetch(url);
        return isFailure(page) ? page : withCount(page);
      };
      const pagesFrom = (page: HttpResponse) =>
        followPages(page, spec, paths, fetchPage, Boolean(filter ?? paths.merge), text => notes.push(text));
      if (paths.merge) {
        const mergedBody = mergedPages(pagesFrom(first), paths.merge, options.pages?.merge ?? '');
        const received = watch(withBody(first, mergedBody, 'application/json'));
        return { received, shown: withFilter(received) };
      }
      const received = watch(first);
      const body = pagesInTurn(pagesFrom(received), filter && ((text, named) => filter.apply(text, named)));
      return { received, shown: withBody(received, body, filter?.contentType) };
    },
  };
}

/** The response with another body, whose length is unknown. */
function withBody(
  { length: _, received: __, ...response }: ShownResponse,
  body: AsyncGenerator<string | Uint8Array>,
  contentType = response.contentType,
): ShownResponse {
  const readable = Readable.from(bytesOf(body), { objectMode: false });
  return { ...response, isReshaped: true, body: readable, contentType };
}

/** Empty pieces would end a byte stream. */
async function* bytesOf(pieces: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) if (piece.length > 0) yield Buffer.from(piece as string);
}
