/** Reads a description from a file or a response, with the documents to which it refers. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { isObject } from '../../core/json/loose.js';
import { type Prepared, prepare } from '../../core/openapi/document/description.js';
import type { Problem } from '../../core/openapi/document/node.js';
import {
  maxText,
  readNodes,
  type UnreadText,
  unsupportedVersionOf,
  versionOf,
} from '../../core/openapi/document/read.js';
import { bundle, documentsNamed, type NamedDocument } from '../../core/openapi/document/references.js';
import { unsupportedVersion } from '../../core/openapi/options.js';
import { isProblem } from '../../core/problem.js';
import { readUrl } from '../../core/request/read-url.js';
import type { Environment } from '../../environment.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { readText } from '../sources.js';
import { type Fetched, fetchDocument } from './fetch.js';

/** Limit for the documents of a description, in addition to the first. */
const maxDocuments = { files: 10_000, requests: 200 } as const;

/** Returns the text of a document to which a description refers. */
type LoadDocument = (url: string) => Promise<string | Failure>;

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
    return readText({ from: 'file', path: real }, environment);
  });
}

const outside = (url: string): Failure =>
  failure(
    'file',
    url.startsWith('file:')
      ? 'It is outside the folder of the description, so it was not read.'
      : 'It is on a server, and the description is a file, so it was not fetched.',
  );

const formHint = 'Usage: apiclient openapi openapi.yaml --find WORDS';

/** The member that makes a document a description, in any position. */
const namesVersion = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:/;
const noVersion = 'NO_VERSION';

/** Returns true for a response that may be a description. */
const mayDescribe = ({ status, text, contentType }: Fetched): boolean =>
  status >= 200 && status <= 299 && !isPage({ text, contentType }) && namesVersion.test(text);

/** Returns true for an HTML page. */
export const isPage = ({ text, contentType }: Pick<Fetched, 'text' | 'contentType'>): boolean =>
  /^text\/html/i.test(contentType) || /^\s*</.test(text);

/** Returns the description in a response, or undefined if it is another document. */
export async function descriptionIn(
  fetched: Fetched,
  endpoint: Endpoint,
  context: RunContext,
): Promise<Prepared | Failure | undefined> {
  if (!mayDescribe(fetched)) return undefined;
  const { url, text } = fetched;
  const origin = readUrl(url)?.origin;
  const base = new URL(url);
  base.hash = '';
  const loaded = await prepared(url, text, base.href, async other => {
    if (readUrl(other)?.origin !== origin)
      return failure('protocol', 'It is not on the server of the description, so it was not fetched.');
    const fetched = await fetchDocument(other, endpoint, context);
    if (isFailure(fetched)) return fetched;
    return fetched.status === 200 ? fetched.text : failure('protocol', `The server returned ${fetched.status}.`);
  });
  return isFailure(loaded) && loaded.code === noVersion ? undefined : loaded;
}

async function prepared(name: string, text: string, source: string, load: LoadDocument): Promise<Prepared | Failure> {
  const nodes = readNodes(text);
  if (isProblem(nodes)) return unread(name, nodes);
  const { root } = nodes;
  const version = versionOf(root);
  if (version === undefined || !isObject(root)) return notDescription(name, root);
  const { others, problems } = await readOthers({ url: source, root }, text.length, load);
  const whole = bundle({ url: source, root }, others);
  return prepare(isObject(whole) ? whole : root, version, source, [...nodes.problems, ...problems]);
}

function notDescription(name: string, root: unknown): Failure {
  const unsupported = unsupportedVersionOf(root);
  if (unsupported !== undefined)
    return failure('protocol', `${name} uses ${unsupported}, which is not supported.`, {
      hint: 'Supported versions are OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.',
      code: unsupportedVersion,
    });
  return failure('protocol', `${name} is not an OpenAPI description, because it contains no version.`, {
    hint: 'It must begin with openapi: 3.… or swagger: "2.0".',
    code: noVersion,
  });
}

/**
 * Reads the documents that a description refers to, directly or indirectly.
 * @param length UTF-16 units of the description
 */
async function readOthers(
  { url: source, root }: NamedDocument,
  length: number,
  load: LoadDocument,
): Promise<{ readonly others: readonly NamedDocument[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const others: NamedDocument[] = [];
  const waiting = [...documentsNamed(root, source)];
  const urls = new Set([source, ...waiting]);
  let left = maxText - length;
  const most = source.startsWith('file:') ? maxDocuments.files : maxDocuments.requests;
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const other = others.length >= most ? tooMany(most) : await load(url);
    if (!isFailure(other)) left -= other.length;
    const read = isFailure(other) ? other : nodesOf(other, left);
    if (isFailure(read)) {
      problems.push({ place: url, text: `${read.text} References to it are left unresolved.` });
      continue;
    }
    others.push({ url, root: read.root });
    const further = documentsNamed(read.root, url).filter(each => !urls.has(each));
    for (const each of further) urls.add(each);
    waiting.push(...further);
  }
  return { others, problems };
}

const tooMany = (most: number): Failure =>
  failure('limit', `The description refers to more than ${most} documents, so it was not read.`);

/** @param left UTF-16 units that may still be read; negative if the text is already too long */
function nodesOf(text: string, left: number): { readonly root: unknown } | Failure {
  if (left < 0) return failure('limit', 'The documents of the description are larger than 64 MiB, so it was not read.');
  const read = readNodes(text);
  return isProblem(read) ? failure('protocol', `It cannot be parsed: ${read.problem}.`) : read;
}

const unread = (name: string, { problem, line, column }: UnreadText): Failure =>
  failure('protocol', `${name}${line === undefined ? '' : `:${line}:${column}`}: ${problem}.`, {
    hint: 'A description must be JSON or YAML of at most 64 MiB.',
  });
