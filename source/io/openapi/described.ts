/**
 * The description of an endpoint: the cached one, otherwise the one found at its URL, in its links, in its documentation page, or
 * at a common path.
 */

import { type Failure, failure, isFailure } from '../../core/failure.js';
import { flagsOnly, hint } from '../../core/hint.js';
import { type Prepared, readDescription } from '../../core/openapi/document/description.js';
import {
  catalogLinks,
  catalogPath,
  foundText,
  isDocumentation,
  pageLinks,
  serviceLinks,
  usualPlaces,
} from '../../core/openapi/document/discovery.js';
import { readNodes } from '../../core/openapi/document/read.js';
import { serverUrls } from '../../core/openapi/document/servers.js';
import { noDescription, unsupportedVersion } from '../../core/openapi/options.js';
import { isProblem } from '../../core/problem.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { anySignal } from '../http/stop.js';
import { type CachedDescription, readCachedDescription, writeCachedDescription } from './description-cache.js';
import { type Fetched, fetchDocument } from './fetch.js';
import { descriptionIn, isPage } from './load.js';

/** @param home URL of the API as given by the user; requests below it use the description too */
export async function describedAt(
  endpoint: Endpoint,
  home: string | undefined,
  { refresh }: { readonly refresh: boolean },
  context: RunContext,
): Promise<(CachedDescription & { readonly isCached: boolean }) | Failure> {
  const { environment } = context;
  const cached = refresh ? undefined : await readCachedDescription(endpoint, environment);
  if (cached) return { ...cached, isCached: true };
  const prepared = await loadUrl(endpoint, context);
  if (isFailure(prepared)) return prepared;
  const described = { prepared, fetchedAt: environment.now() };
  const servers = [...(home === undefined ? [] : [home]), ...serverUrls(readDescription(prepared))];
  const same = servers.filter(each => readUrl(each)?.origin === readUrl(home ?? endpoint.url)?.origin);
  await writeCachedDescription(endpoint, described, same, environment);
  return { ...described, isCached: false };
}

/** Maximum number of requests of one search, redirects included. */
const maxRequests = 20;

/** Time that better locations have after one responds with a description, in milliseconds. */
const graceMs = 1000;

/** Queries the server. Only GET requests to the origin of the URL are sent; links to other origins are reported. */
async function loadUrl(endpoint: Endpoint, context: RunContext): Promise<Prepared | Failure> {
  const first = await fetchDocument(endpoint.url, endpoint, context);
  if (isFailure(first)) return first;
  const description = await descriptionIn(first, endpoint, context);
  const isUnsupported = isFailure(description) && description.code === unsupportedVersion;
  if (description && !isUnsupported) return description;
  const search = new Search(endpoint, context, first);
  // The server may have another description in a supported version.
  if (isUnsupported) search.readFailure = description;
  const prepared = await search.run(first);
  if (prepared) {
    context.note?.(foundText(prepared));
    return prepared;
  }
  if (search.readFailure) return search.readFailure;
  const [descriptionUrl] = search.otherOriginUrls;
  if (descriptionUrl !== undefined)
    return failure('protocol', `${endpoint.url} refers to a description on another server: ${descriptionUrl}.`, {
      hint: hint`${flagsOnly(`If you trust it: apiclient openapi ${endpoint.url} --schema ${descriptionUrl}`)}`,
    });
  const statusNote = first.status >= 400 ? ` (status ${first.status})` : '';
  return failure('protocol', `No OpenAPI description found at ${endpoint.url}${statusNote}.`, {
    hint: hint`${flagsOnly('Pass its URL or a file: apiclient openapi https://api.example.com --schema openapi.yaml')}`,
    code: noDescription,
  });
}

class Search {
  /** Why a description that was found cannot be read. */
  readFailure: Failure | undefined;
  /** URLs on other origins, which are not requested. */
  readonly otherOriginUrls: string[] = [];
  readonly #endpoint: Endpoint;
  readonly #context: RunContext;
  readonly #origin: string | undefined;
  readonly #triedUrls: Set<string>;
  #requestsLeft: number;

  constructor(endpoint: Endpoint, context: RunContext, { url, redirects }: Fetched) {
    this.#endpoint = endpoint;
    this.#context = context;
    this.#origin = readUrl(endpoint.url)?.origin;
    this.#triedUrls = new Set([endpoint.url, url]);
    this.#requestsLeft = maxRequests - 1 - redirects;
  }

  async run(first: Fetched): Promise<Prepared | undefined> {
    const linkedUrls = serviceLinks(first.links, first.url);
    for (const url of linkedUrls.slice(0, 3)) this.#context.note?.(`Looking for a description at ${url}`);
    const linkedDescription = (await this.#tryAll(linkedUrls.slice(0, 3))).outcome ?? (await this.#inPage(first));
    if (linkedDescription) return linkedDescription;
    const places = [`${this.#origin}${catalogPath}`, ...usualPlaces(this.#endpoint.url)];
    this.#context.note?.(`Looking for a description in ${places.length} common locations on ${this.#origin}`);
    const { outcome, responses } = await this.#tryAll(places);
    if (outcome) return outcome;
    const catalog = responses.find(({ url, status }) => status === 200 && url.endsWith(catalogPath));
    const nodes = catalog && readNodes(catalog.text);
    const catalogUrls = catalog && nodes && !isProblem(nodes) ? catalogLinks(nodes.root, catalog.url).slice(0, 3) : [];
    const inCatalog = (await this.#tryAll(catalogUrls)).outcome;
    if (inCatalog) return inCatalog;
    // A common location may be a page, or redirect to one.
    const redirectUrls = responses.flatMap(({ location, url }) => readUrl(location ?? '', readUrl(url))?.href ?? []);
    const redirectTargets = await this.#tryAll(distinct(redirectUrls));
    if (redirectTargets.outcome) return redirectTargets.outcome;
    for (const page of [...responses, ...redirectTargets.responses].filter(
      each => each.status === 200 && isPage(each),
    )) {
      const description = await this.#inPage(page);
      if (description) return description;
    }
    return undefined;
  }

  /** Looks for a description in a documentation page and in the scripts and lists that it names. */
  async #inPage(page: Fetched): Promise<Prepared | undefined> {
    const documents = isDocumentation(page.text) ? [page] : [];
    for (let document = documents.shift(); document !== undefined; document = documents.shift()) {
      const { descriptions, scripts, text } = pageLinks(document.text, document.url);
      if (text !== undefined) {
        const embeddedDocument = { ...document, status: 200, text, contentType: 'application/json' };
        const description = await this.#read(embeddedDocument);
        if (description) return description;
      }
      const { outcome, responses } = await this.#tryAll([...descriptions, ...scripts].slice(0, 5));
      if (outcome) return outcome;
      documents.push(...responses.filter(each => each.status === 200 && !isPage(each)));
    }
    return undefined;
  }

  /** Reads a description. One that cannot be read is only reported if there is no other one. */
  async #read(fetched: Fetched, context = this.#context): Promise<Prepared | undefined> {
    const outcome = await descriptionIn(fetched, this.#endpoint, context);
    if (!isFailure(outcome)) return outcome;
    if (outcome.kind === 'interrupted') return undefined;
    this.readFailure ??= outcome;
    return undefined;
  }

  /** Requests URLs in parallel. The first of the list that is a description wins. */
  async #tryAll(
    urls: readonly string[],
  ): Promise<{ readonly outcome?: Prepared; readonly responses: readonly Fetched[] }> {
    const untriedUrls = urls.filter(url => {
      if (this.#triedUrls.has(url)) return false;
      this.#triedUrls.add(url);
      if (readUrl(url)?.origin === this.#origin) return this.#requestsLeft-- > 0;
      this.otherOriginUrls.push(url);
      return false;
    });
    const stop = new AbortController();
    const { environment } = this.#context;
    const { signal, release } = anySignal([environment.signal, stop.signal]);
    const context: RunContext = { ...this.#context, environment: { ...environment, signal }, signal };
    const responses: Fetched[] = [];
    const outcomes: (Prepared | undefined)[] = [];
    try {
      await firstKnown(
        untriedUrls.map(async (url, at) => {
          const fetched = await fetchDocument(url, this.#endpoint, context, false);
          if (isFailure(fetched)) return false;
          responses[at] = fetched;
          outcomes[at] = await this.#read(fetched, context);
          return outcomes[at] !== undefined;
        }),
      );
    } finally {
      stop.abort();
      release();
    }
    const outcome = outcomes.find(each => each !== undefined);
    return { responses: responses.filter(each => each !== undefined), outcome };
  }
}

/** Returns distinct URLs without fragments. */
const distinct = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.map(url => url.replace(/#.*$/s, ''))),
];

/** Resolves when the first check that is true is known, and soon after another one is true. */
async function firstKnown(checks: readonly Promise<boolean>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const results: (boolean | undefined)[] = checks.map(() => undefined);
  await new Promise<void>(resolve => {
    if (checks.length === 0) resolve();
    for (const [at, check] of checks.entries())
      void check.then(isFound => {
        results[at] = isFound;
        const leader = results.findIndex(each => each !== false);
        if (leader < 0 || results[leader] === true) resolve();
        if (isFound) timer ??= setTimeout(resolve, graceMs);
      });
  }).finally(() => clearTimeout(timer));
}
