/** Finds candidate URLs for the description of an API, from the server's links and from common conventions. */

import { entriesIn, listIn, textIn } from '../../json/loose.js';
import { jsonProblem } from '../../json/read.js';
import { linkTargets, linkUrl } from '../../request/links.js';
import { readUrl } from '../../request/read-url.js';
import { withoutEnd } from '../../text/runs.js';

/** Default paths of frameworks and documentation generators, most common first. */
// biome-ignore format: few lines
const usualPaths = [
  '/openapi.json', '/openapi.yaml', '/swagger.json', '/v3/api-docs', '/swagger/v1/swagger.json', '/api-json', '/v2/api-docs',
  '/api/openapi.json', '/documentation/json', '/api/schema/', '/swagger/doc.json', '/api/v1/openapi.json', '/api-docs', '/openapi',
  '/openapi/v1.json', '/docs/openapi.json', '/swagger.yaml',
];

/** RFC 9727. */
export const catalogPath = '/.well-known/api-catalog';

/** Returns URLs to try for an API: first below its path, then at the root of its origin. */
export function usualPlaces(url: string): readonly string[] {
  const base = readUrl(url);
  if (base === undefined) return [];
  const folder = withoutEnd(base.pathname, /\//);
  const paths = folder === '' ? [] : [`${base.origin}${folder}${usualPaths[0]}`];
  return [...new Set([...paths, ...usualPaths.map(path => `${base.origin}${path}`)])];
}

/** Maximum length of a page to search, in UTF-16 units. */
const maxPage = 1024 * 1024;

/** Where a documentation page has its description. */
interface PageLinks {
  /** Absolute URLs of descriptions or of their lists, best first. */
  readonly descriptions: readonly string[];
  /** Absolute URLs of scripts that contain such URLs. */
  readonly scripts: readonly string[];
  /** A description in the page itself, as JSON. */
  readonly text?: string;
}

/** Returns true for a page of Swagger UI, ReDoc, Scalar, RapiDoc or Stoplight Elements. */
export const isDocumentation = (page: string): boolean =>
  /swagger|redoc|scalar|rapi-?doc|stoplight|elements-api|openapi/i.test(page.slice(0, maxPage));

/** Attributes and options that contain the URL of a description. */
const pageUrls = [
  /\b(?:spec-url|data-url|apidescriptionurl|api-description-url|specurl)=["']([^"'<>]{1,2000})["']/gi,
  /\b(?:url|specUrl|configUrl|openapi_url)["']?\s?:\s?["'`]([^"'`<>]{1,2000})["'`]/g,
  /Redoc\.init\(\s?["'`]([^"'`<>]{1,2000})["'`]/g,
];
const sources = /\bsrc=["']([^"'<>]{1,2000})["']/gi;
const isPageScript = (url: string): boolean => /(?:swagger-initializer|swagger-ui-init|index)\.js(?:$|\?)/.test(url);

/** Example in the default configuration of Swagger UI. */
const isExample = (url: string): boolean => /^https?:\/\/petstore(?:3)?\.swagger\.io\//.test(url);

/** Finds the description of a documentation page, or of one of its scripts or lists. @param base URL of the page */
export function pageLinks(page: string, base: string): PageLinks {
  const text = page.slice(0, maxPage).replaceAll('&quot;', '"').replaceAll('\\"', '"').replaceAll('\\/', '/');
  const absolute = (target: string): readonly string[] =>
    isExample(target) ? [] : [linkUrl(target, base)].filter(url => url !== undefined);
  const found = (pattern: RegExp): readonly string[] =>
    [...text.matchAll(pattern)].flatMap(([, target = '']) => absolute(target));
  return {
    descriptions: [...new Set(pageUrls.flatMap(found))],
    scripts: [...new Set(found(sources).filter(isPageScript))],
    text: embeddedDescription(page.slice(0, maxPage)),
  };
}

/** Returns the JSON of `"swaggerDoc": {…}` or `spec: {…}`, which swagger-ui-express writes to a script. */
function embeddedDescription(page: string): string | undefined {
  const start = /["']?(?:swaggerDoc|spec)["']?:\s?(?=\{)/.exec(page);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  return page.slice(from, from + (jsonProblem(page.slice(from))?.offset ?? page.length));
}

/** Returns a line on where a description was found: `Found OpenAPI 3.1 at /api-json`. */
export function foundText({ version, source }: { readonly version: string; readonly source: string }): string {
  const kind = version.startsWith('2') ? 'Swagger' : 'OpenAPI';
  const url = readUrl(source);
  const place = url === undefined ? source : `${url.pathname}${url.search}`;
  return `Found ${kind} ${version.split('.').slice(0, 2).join('.')} at ${place}`;
}

/** Returns true for a link relation to a machine-readable description (RFC 8631), including the older name. */
const isServiceDesc = (rel: string): boolean => /^(?:service-desc|describedby)$/i.test(rel);

/** Returns the absolute targets of `Link: <…>; rel="service-desc"` (RFC 8288, RFC 8631). */
export const serviceLinks = (header: string, base: string): readonly string[] =>
  linkTargets(header, base, isServiceDesc);

/** Returns the absolute targets of `service-desc` in a linkset (RFC 9264), such as an API catalog. */
export function catalogLinks(node: unknown, base: string): readonly string[] {
  const targets = listIn(node, 'linkset').flatMap(each =>
    entriesIn(each)
      .filter(([rel]) => isServiceDesc(rel))
      .flatMap(([rel]) => listIn(each, rel).map(link => textIn(link, 'href'))),
  );
  return targets.flatMap(target => (target === undefined ? [] : (linkUrl(target, base) ?? [])));
}
