/** Loads a description: from a file, from its URL, from a location advertised by the server, or from the cache. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { type Prepared, prepare } from '../../core/openapi/document/description.js';
import { catalogLinks, catalogPath, serviceLinks, usualPlaces } from '../../core/openapi/document/discovery.js';
import { isObject, type Problem } from '../../core/openapi/document/node.js';
import { maxText, readNodes, type UnreadText, versionOf } from '../../core/openapi/document/read.js';
import { bundle, documentsNamed, type NamedDocument } from '../../core/openapi/document/references.js';
import { noDescription } from '../../core/openapi/options.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Environment } from '../../environment.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { readText } from '../sources.js';
import { type Fetched, fetchDocument } from './fetch.js';

/** Limit for the documents of a description, in addition to the first. */
const maxDocuments = 200;

/** The text of a document to which a description refers, or why it was not read, as a sentence. */
type OtherText = { readonly text: string } | { readonly problem: string };

/** Reads a description and the documents in its folder to which it refers. */
export async function loadFile(file: string, environment: Environment): Promise<Prepared | Failure> {
  const text = await readText(file === '-' ? { from: 'stdin' } : { from: 'file', path: file }, environment);
  if (isFailure(text)) return text.kind === 'file' ? usageError(text.text, text.hint ?? formHint) : text;
  const name = path.resolve(environment.folder, file === '-' ? 'standard-input' : file);
  const source = pathToFileURL(await realpath(name).catch(() => name)).href;
  const folder = new URL('.', source).href;
  return prepared(file, text, source, async url => {
    // Only files in the folder, also through links, because the description is untrusted.
    if (!url.startsWith(folder)) return outside(url);
    const named = fileURLToPath(url);
    const real = await realpath(named).catch(() => named);
    if (!pathToFileURL(real).href.startsWith(folder)) return outside(url);
    const text = await readText({ from: 'file', path: real }, environment);
    return isFailure(text) ? { problem: text.text } : { text: text };
  });
}

const outside = (url: string): OtherText => ({
  problem: url.startsWith('file:')
    ? 'It is outside the folder of the description, so it was not read.'
    : 'It is on a server, and the description is a file, so it was not fetched.',
});

const formHint = 'Usage: apiclient openapi openapi.yaml --find WORDS';

/** Queries the server: the URL itself, its links, and common locations. Each is reported before it is requested. */
export async function loadUrl(endpoint: Endpoint, context: RunContext): Promise<Prepared | Failure> {
  const first = await fetchDocument(endpoint.url, endpoint, context);
  if (isFailure(first)) return first;
  const own = await descriptionIn(first, endpoint, context);
  if (own) return own;
  const tried = new Set([endpoint.url, first.url]);
  const origin = readUrl(endpoint.url)?.origin;
  const elsewhere: string[] = [];
  const attempt = async (
    url: string,
  ): Promise<{ readonly outcome?: Prepared | Failure; readonly fetched?: Fetched }> => {
    if (tried.has(url)) return {};
    tried.add(url);
    if (readUrl(url)?.origin !== origin) {
      elsewhere.push(url);
      return {};
    }
    context.note?.(`Looking for a description at ${url}`);
    const fetched = await fetchDocument(url, endpoint, context);
    if (isFailure(fetched)) return context.signal.aborted ? { outcome: fetched } : {};
    const loaded = await descriptionIn(fetched, endpoint, context);
    return loaded ? { outcome: loaded } : { fetched };
  };
  for (const url of serviceLinks(first.links, first.url)) {
    const { outcome: found } = await attempt(url);
    if (found) return found;
  }
  const catalog = (await attempt(`${origin}${catalogPath}`)).fetched;
  const nodes = catalog?.status === 200 ? readNodes(catalog.text) : undefined;
  const named = catalog && nodes && 'root' in nodes ? catalogLinks(nodes.root, catalog.url).slice(0, 3) : [];
  for (const url of [...named, ...usualPlaces(endpoint.url)]) {
    const { outcome: found } = await attempt(url);
    if (found) return found;
  }
  if (elsewhere[0] !== undefined)
    return failure('protocol', `${endpoint.url} refers to a description on another server: ${elsewhere[0]}.`, {
      hint: `If you trust it: apiclient openapi ${endpoint.url} --schema ${elsewhere[0]}`,
    });
  const answered = first.status >= 400 ? ` (status ${first.status})` : '';
  return failure('protocol', `No OpenAPI description found at ${endpoint.url}${answered}.`, {
    hint: 'Pass its URL or a file: apiclient openapi https://api.example.com --schema openapi.yaml',
    code: noDescription,
  });
}

/** The member that makes a document a description, in any position. */
const namesVersion = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:/;
const noVersion = 'NO_VERSION';

/** Returns the description in a response, or undefined if it is another document. */
async function descriptionIn(
  { url, status, text, contentType }: Fetched,
  endpoint: Endpoint,
  context: RunContext,
): Promise<Prepared | Failure | undefined> {
  if (status < 200 || status > 299 || /^text\/html/i.test(contentType) || /^\s*</.test(text)) return undefined;
  if (!namesVersion.test(text)) return undefined;
  const origin = readUrl(url)?.origin;
  const base = new URL(url);
  base.hash = '';
  const loaded = await prepared(url, text, base.href, async other => {
    if (readUrl(other)?.origin !== origin)
      return { problem: 'It is not on the server of the description, so it was not fetched.' };
    const fetched = await fetchDocument(other, endpoint, context);
    if (isFailure(fetched)) return { problem: fetched.text };
    if (fetched.status !== 200) return { problem: `The server returned ${fetched.status}.` };
    return { text: fetched.text };
  });
  return isFailure(loaded) && loaded.code === noVersion ? undefined : loaded;
}

async function prepared(
  name: string,
  text: string,
  source: string,
  load: (url: string) => Promise<OtherText>,
): Promise<Prepared | Failure> {
  const nodes = readNodes(text);
  if ('problem' in nodes) return unread(name, nodes);
  const { root } = nodes;
  const version = versionOf(root);
  if (version === undefined || !isObject(root))
    return failure('protocol', `${name} is not an OpenAPI description, because it contains no version.`, {
      hint: 'It must begin with openapi: 3.… or swagger: "2.0".',
      code: noVersion,
    });
  const problems: Problem[] = [...nodes.problems];
  const others: NamedDocument[] = [];
  const waiting = [...documentsNamed(root, source)];
  const urls = new Set([source, ...waiting]);
  let left = maxText - text.length;
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const other = others.length >= maxDocuments ? tooMany : await load(url);
    if ('text' in other) left -= other.text.length;
    const read = 'text' in other ? nodesOf(other.text, left) : other;
    if ('problem' in read) {
      problems.push({ place: url, text: `${read.problem} References to it are left unresolved.` });
      continue;
    }
    others.push({ url, root: read.root });
    for (const next of documentsNamed(read.root, url)) {
      if (urls.has(next)) continue;
      urls.add(next);
      waiting.push(next);
    }
  }
  const whole = bundle({ url: source, root }, others);
  return prepare(isObject(whole) ? whole : root, version, source, problems);
}

const tooMany: OtherText = {
  problem: `The description refers to more than ${maxDocuments} documents, so it was not read.`,
};

/** @param left UTF-16 units that may still be read; negative if the text is already too long */
function nodesOf(text: string, left: number): { readonly root: unknown } | { readonly problem: string } {
  if (left < 0) return { problem: 'The documents of the description are larger than 64 MiB, so it was not read.' };
  const read = readNodes(text);
  return 'problem' in read ? { problem: `It cannot be parsed: ${read.problem}.` } : read;
}

const unread = (name: string, { problem, line, column }: UnreadText): Failure =>
  failure('protocol', `${name}${line === undefined ? '' : `:${line}:${column}`}: ${problem}.`, {
    hint: 'A description must be JSON or YAML of at most 64 MiB.',
  });
