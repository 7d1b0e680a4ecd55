/** `--paginate`: the pages of a list, each requested with the link in the one before. */

import { filterText } from '../../core/checks/json-filter.js';
import { type JsonPath, parseJsonPath } from '../../core/checks/json-path.js';
import { counted } from '../../core/counted.js';
import { type Failure, FailureError, failure, isFailure, usageError } from '../../core/failure.js';
import { jsonTree } from '../../core/json/tree.js';
import type { PagesOption } from '../../core/options.js';
import { isProblem } from '../../core/problem.js';
import { linkTargets, linkUrl } from '../../core/request/links.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { filterQuery } from '../../core/request/url.js';
import { fieldValues } from '../../core/response/field-values.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import { statusText } from '../print-head.js';
import { bytesOfBody, maxHeldBytes, textOfBytes, tooLarge } from './body-text.js';
import { filterOnce } from './filter.js';

/** Sends the request for another page. */
export type FetchPage = (url: string) => Promise<HttpResponse | Failure>;

/** The parsed paths of `--next` and `--merge`. */
interface PagePaths {
  readonly next: JsonPath | undefined;
  readonly merge: JsonPath | undefined;
  readonly max: number;
}

interface Page {
  readonly response: HttpResponse;
  /** The page as sent, if it is needed. Otherwise the body has not been read. */
  readonly bytes: Buffer | undefined;
}

/** Parses the paths. A request with a body cannot be paged, because its next page is a link. */
export function pagePaths({ next, merge, max }: PagesOption, { method, body }: RequestSpec): PagePaths | Failure {
  if (method !== 'GET' || body)
    return usageError('--paginate needs a GET request without a body.', 'Usage: apiclient GET URL --paginate');
  const [nextPath, mergePath] = [next, merge].map(text => (text === undefined ? undefined : parseJsonPath(text)));
  if (isFailure(nextPath)) return nextPath;
  if (isFailure(mergePath)) return mergePath;
  return { next: nextPath, merge: mergePath, max: max ?? Number.POSITIVE_INFINITY };
}

/** Yields page after page. @param needsBytes whether the pages are read completely, @param onNote receives a note */
export async function* followPages(
  first: HttpResponse,
  spec: RequestSpec,
  paths: PagePaths,
  fetch: FetchPage,
  needsBytes: boolean,
  onNote: (text: string) => void,
): AsyncGenerator<Page> {
  let response = first;
  let url = spec.url;
  const visited = new Set([new URL(url).href]);
  for (let number = 1; ; number++) {
    let bytes: Buffer | undefined;
    if (paths.next) bytes = await bytesOfBody(response, '--next');
    else if (needsBytes) bytes = await bytesOfBody(response, '--paginate');
    yield { response, bytes };
    const next = nextUrl(response, bytes, url, paths.next, spec);
    if (next === undefined) return;
    if (visited.has(next)) throw pageError(`Page ${number} links to ${safeLine(next)}, which was fetched before.`);
    if (new URL(next).origin !== new URL(spec.url).origin)
      throw pageError(
        `Page ${number} links to another origin, which would get your credentials: ${safeLine(next)}`,
        'Fetch it with a separate command.',
      );
    if (number >= paths.max) {
      const pages = counted(number, 'page');
      return onNote(`Stopped after ${pages} (--max-pages), but more follow. Next: ${safeLine(next)}`);
    }
    visited.add(next);
    const page = await fetch(next);
    if (isFailure(page)) throw new FailureError(page);
    if (page.status < 200 || page.status > 299) {
      page.body.destroy();
      throw pageError(`Page ${number + 1} (${safeLine(next)}) failed with ${statusText(page)}.`);
    }
    [response, url] = [page, next];
  }
}

const pageError = (text: string, hint = 'The pages before it are complete.'): FailureError =>
  new FailureError(failure('protocol', text, { hint }));

/** The URL of the next page without the request's API keys, which are added again, or undefined after the last page. */
function nextUrl(
  response: HttpResponse,
  bytes: Buffer | undefined,
  url: string,
  path: JsonPath | undefined,
  { credentials }: RequestSpec,
): string | undefined {
  const base = response.redirects.length > 0 ? response.url : url;
  const link = path
    ? linkIn(textOfBytes(bytes ?? Buffer.of(), response), path, base)
    : linkTargets(fieldValues(response.headers, 'link').join(', '), base, rel => rel.toLowerCase() === 'next')[0];
  const keys = new Set(credentials.apiKeys.map(({ name }) => name));
  return link && filterQuery(link, name => !keys.has(name));
}

/** The URL that `--next` selects. null, false, "" and a missing member end the list. */
function linkIn(text: string, path: JsonPath, base: string): string | undefined {
  const selected = filterOnce(text, path, '--next', 'a page');
  const tree = selected === '' ? undefined : jsonTree(selected, {});
  const root = tree && !isProblem(tree) ? tree.root : undefined;
  const value = root?.kind === 'array' ? root.items[0] : root;
  if (!value || value.kind === 'null' || (value.kind === 'boolean' && !value.value)) return undefined;
  if (value.kind === 'string' && value.value === '') return undefined;
  const url = value.kind === 'string' ? linkUrl(value.value, base) : undefined;
  if (url !== undefined) return url;
  throw pageError(
    `--next selected ${safeLine(selected.trim()).slice(0, 200)}, which is not a URL.`,
    'For a page number or cursor, send one request per page: NAME==VALUE',
  );
}

/** The pages one after another, each on its own lines. @param reshape filters the text of a page */
export async function* pagesInTurn(
  pages: AsyncGenerator<Page>,
  reshape: ((text: string, named: string) => string) | undefined,
): AsyncGenerator<string | Uint8Array> {
  let isOpen = false;
  for await (const { response, bytes } of pages) {
    if (reshape && bytes) {
      yield reshape(textOfBytes(bytes, response), 'a page');
      continue;
    }
    if (isOpen) yield '\n';
    for await (const chunk of bytes ? [bytes] : (response.body as AsyncIterable<Uint8Array>)) {
      if (chunk.length > 0) isOpen = chunk.at(-1) !== 0x0a;
      yield chunk;
    }
  }
}

/** The items of all pages as one JSON array. */
export async function* mergedPages(pages: AsyncGenerator<Page>, path: JsonPath, named: string): AsyncGenerator<string> {
  let length = 0;
  let number = 0;
  let separator = '[';
  for await (const { response, bytes } of pages) {
    number++;
    const text = textOfBytes(bytes ?? Buffer.of(), response);
    for (const item of itemsIn(text, path, `page ${number}`, named)) {
      yield `${separator}${item}`;
      length += item.length;
      separator = ',\n';
    }
    if (length > maxHeldBytes) throw tooLarge('--merge');
  }
  yield separator === '[' ? '[]\n' : ']\n';
}

/** The selected values, or the items of the one array that is selected. */
function itemsIn(text: string, path: JsonPath, page: string, named: string): readonly string[] {
  const { text: selected, count } = selectedIn(text, path, page);
  if (count === 0 && path.singularQuery())
    throw pageError(`--merge ${named} matches nothing in ${page}.`, 'Print the first page without --merge.');
  const tree = jsonTree(selected, {});
  const root = !isProblem(tree) ? tree.root : undefined;
  if (root?.kind !== 'array') return [selected.trim()];
  return root.items.map(({ from, to }) => selected.slice(from, to));
}

function selectedIn(text: string, path: JsonPath, page: string): { readonly text: string; readonly count: number } {
  const selected = filterText(text, path, false);
  if (isProblem(selected)) throw pageError(`--merge cannot be applied to ${page}: ${selected.problem}.`);
  return selected;
}
