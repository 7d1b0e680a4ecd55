/**
 * Writes an imported request as an entry of a `.http` file. Each entry is parsed again: a body that would be read differently
 * is moved to a separate file, and a request that would still differ becomes a comment.
 */
import { parseCheck } from '../checks/check.js';
import { parseTarget } from '../checks/target.js';
import { isFailure } from '../failure.js';
import type { BodyPiece, Entry } from '../http-file/document.js';
import { asSent } from '../http-file/entry-body.js';
import { entryCommand } from '../http-file/entry-command.js';
import { parseHttpFile } from '../http-file/parse.js';
import type { Scope } from '../http-file/variables.js';
import { writeEntry } from '../http-file/write-entry.js';
import { oneLine } from '../openapi/call/entry-text.js';
import { isToken } from '../request/header-option.js';
import { typeOfFile } from '../request/media-types.js';
import { readTypedUrl } from '../request/typed-url.js';
import { safeText } from '../response/safe-text.js';
import { flagWord, withAuth } from './auth.js';
import {
  changedBody,
  type ImportedBody,
  type ImportedPair,
  type ImportedPart,
  type ImportedRequest,
  type Untranslated,
} from './collection.js';
import { betweenPlaceholders, hasPlaceholder, unknownGenerated, withPlaceholders } from './placeholders.js';
import { type SecretVariables, withoutSecrets } from './secrets.js';

/** Stores a text next to the `.http` file. Returns the path to write after `<`. */
type SideFile = (extension: string, content: string, isPrivate?: boolean) => string;

interface WrittenRequest {
  readonly text: string;
  readonly untranslated: readonly Untranslated[];
}

/** A comment, one line for each line of the text. No line can be read as a directive or a separator. */
export const commentLines = (text: string, mark = '#'): readonly string[] =>
  safeText(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .map(line => `${mark}${/^\s*@/.test(line) && mark === '#' ? '|' : ''} ${line}`.trimEnd());

/** Writes a request. @param side stores a body that the file itself cannot contain */
export function requestText(typed: ImportedRequest, secrets: SecretVariables, side: SideFile): WrittenRequest {
  const request = inOurNames(withAuth(withoutSecrets(typed.isLiteral ? literally(typed) : typed, secrets), secrets));
  const untranslated: Untranslated[] = [...(typed.untranslated ?? []), ...(request.untranslated ?? [])].filter(
    (each, at, all) => all.indexOf(each) === at,
  );
  for (const name of new Set(unknownGenerated(JSON.stringify([typed.url, typed.headers, typed.body]))))
    untranslated.push({ feature: `generated value {{$${name}}} (pass ${name}=VALUE)` });
  const headers = headersOf(request, untranslated);
  const directives = directivesOf(request, untranslated);
  const title = titleOf(typed.name);
  const url = urlOf(request.url);
  const write = ({ text: body }: BodyText): string =>
    writeEntry({
      title,
      comments: [...commentsOf(request, untranslated, secrets), ...directives],
      method: request.method,
      url,
      headers,
      body,
    });
  const isGraphql = request.body?.kind === 'graphql';
  for (const body of bodiesOf(request.body, side)) {
    if (isReadBack(write(body), { method: request.method, url, headers, body, isGraphql }))
      return { text: write(body), untranslated };
  }
  if (typed.body?.kind === 'graphql') return requestText({ ...typed, body: graphqlJson(typed.body) }, secrets, side);
  const cause = url === '' ? 'request without a URL' : 'request that a .http file cannot contain';
  untranslated.push({ feature: cause });
  const [first = noBody] = bodiesOf(request.body, () => '');
  const source = writeEntry({ comments: directives, method: request.method, url, headers, body: first.text });
  const comments = commentsOf(request, untranslated, secrets);
  const [, ...lines] = commentLines(source.trimEnd(), '#|');
  return { text: [`### ${title}`.trimEnd(), ...comments, ...lines, ''].join('\n'), untranslated };
}

/** Title of a request. Placeholders in it are not filled in. */
const titleOf = (name: string): string =>
  oneLine(name.replace(/\{\{([^{}]*)\}\}/g, (_, each: string) => `{${each.trim()}}`)).trim();

/** Writes braces in a recorded body so that they are not placeholders. */
function literally(request: ImportedRequest): ImportedRequest {
  const { body } = request;
  if (body?.kind !== 'text' || !hasPlaceholder(body.text)) return request;
  if (isJson(body.type)) return { ...request, body: { ...body, text: body.text.replaceAll('{{', '{\\u007b') } };
  if (/^application\/x-www-form-urlencoded/i.test(body.type ?? ''))
    return { ...request, body: { ...body, text: body.text.replaceAll('{', '%7B').replaceAll('}', '%7D') } };
  return { ...request, body: { ...body, isVerbatim: true } };
}

/** Rewrites the placeholders in everything that is sent. */
function inOurNames(request: ImportedRequest): ImportedRequest {
  const renamed = (text: string): string => withPlaceholders(text, request.isBruno);
  const pair = <Pair extends ImportedPair>(each: Pair): Pair => ({
    ...each,
    name: renamed(each.name),
    value: renamed(each.value),
  });
  return {
    ...request,
    method: request.method.trim().toUpperCase() || 'GET',
    url: renamed(request.url),
    headers: request.headers.map(pair),
    flags: (request.flags ?? []).map(renamed),
    body: changedBody(request.body, { text: renamed, pair, path: renamed }),
  };
}

/** A URL on one line. Blanks outside placeholders are encoded. */
const urlOf = (url: string): string =>
  betweenPlaceholders(url.trim(), text => text.replace(/[\s\p{Cc}]/gu, mark => encodeURIComponent(mark)));

const multipartBoundary = 'apiclient-import-boundary';

/** Content type of a body without a Content-Type header. */
function typeOf(body: ImportedBody): string | undefined {
  switch (body.kind) {
    case 'form':
      return 'application/x-www-form-urlencoded';
    case 'multipart':
      return `multipart/form-data; boundary=${multipartBoundary}`;
    case 'graphql':
      return 'application/json';
    default:
      return body.type;
  }
}

function headersOf({ headers, body }: ImportedRequest, untranslated: Untranslated[]): readonly ImportedPair[] {
  const validHeaders = headers.flatMap(({ name, value }) => {
    const trimmed = name.trim();
    if (trimmed === '' || /^content-length$/i.test(trimmed)) return [];
    if (body?.kind === 'multipart' && /^content-type$/i.test(trimmed)) return [];
    if (!isToken(trimmed.replace(/\{\{[^{}]*\}\}/g, 'x')) || /[\r\n\0]/.test(value.trim())) {
      untranslated.push({ feature: 'header', text: `${trimmed}: ${value}` });
      return [];
    }
    return [{ name: trimmed, value: value.trim() }];
  });
  const type = body && typeOf(body);
  const isTyped = validHeaders.some(({ name }) => /^content-type$/i.test(name));
  return [
    ...(body?.kind === 'graphql' ? graphqlHeaders(body.operationName) : []),
    ...(isTyped || !type ? [] : [{ name: 'Content-Type', value: type }]),
    ...validHeaders,
  ];
}

const graphqlHeaders = (operationName = ''): readonly ImportedPair[] => [
  { name: 'X-REQUEST-TYPE', value: 'GraphQL' },
  ...(operationName === '' ? [] : [{ name: 'X-GraphQL-Operation', value: operationName }]),
];

/** Directives, except those that apiclient would reject. */
function directivesOf({ flags = [], asserts = [], captures = [] }: ImportedRequest, untranslated: Untranslated[]) {
  const lines: string[] = [];
  if (flags.length > 0) lines.push(`# @flags ${flags.map(flagWord).join(' ')}`);
  for (const { name, target } of captures) {
    if (/^[\w.-]+$/.test(name) && !isFailure(parseTarget(target)) && !/[\r\n]/.test(target))
      lines.push(`# @capture ${name} = ${target}`);
    else untranslated.push({ feature: 'captured value', text: `${name} = ${target}` });
  }
  for (const text of new Set(asserts)) {
    if (!isFailure(parseCheck(text)) && !/[\r\n]/.test(text)) lines.push(`# @assert ${text}`);
    else untranslated.push({ feature: 'check', text });
  }
  return lines;
}

function commentsOf(
  { description = '', disabled = [] }: ImportedRequest,
  untranslated: readonly Untranslated[],
  secrets: SecretVariables,
): readonly string[] {
  return [
    ...(description.trim() === '' ? [] : commentLines(secrets.inComment(description.trim()))),
    ...disabled.flatMap(({ kind, name, value }) => commentLines(`Disabled ${kind}: ${name}: ${value}`)),
    ...untranslated.flatMap(({ feature, text }) => [
      ...commentLines(`Not imported: ${feature}`),
      ...(text === undefined ? [] : commentLines(secrets.inComment(text.trim()), '#|')),
    ]),
  ];
}

const isJson = (type = ''): boolean => /^[^;]*[/+]json\b/i.test(type);

/** A body as written, and the number of its lines that refer to files. */
interface BodyText {
  readonly text: string;
  readonly files: number;
  /** True for a text that must be sent unchanged. */
  readonly isExact?: boolean;
}

const noBody: BodyText = { text: '', files: 0 };

/** Yields the forms in which a body can be written, the most readable one first. */
function* bodiesOf(body: ImportedBody | undefined, side: SideFile): Generator<BodyText> {
  switch (body?.kind) {
    case undefined:
      yield noBody;
      return;
    case 'text': {
      if (body.isVerbatim) {
        yield { text: `< ${side('txt', body.text, true)}`, files: 1 };
        return;
      }
      const isLoose = isJson(body.type) || /^\s*[[{]/.test(body.text);
      yield { text: isLoose ? body.text.trim().replace(/\r\n?/g, '\n') : body.text, files: 0, isExact: true };
      const [, subtype = ''] = /^[^/]*\/(?:[\w.-]*\+)?(\w+)/.exec(body.type ?? '') ?? [];
      const extension = /^(?:xml|html|csv|yaml)$/.test(subtype) ? subtype : 'txt';
      yield { text: inFile(isLoose ? 'json' : extension, body.text, side), files: 1 };
      return;
    }
    case 'form':
      yield { text: body.pairs.map(({ name, value }) => `${formText(name)}=${formText(value)}`).join('\n&'), files: 0 };
      return;
    case 'multipart':
      yield multipart(body.parts, side, false);
      yield multipart(body.parts, side, true);
      return;
    case 'graphql': {
      const variables = body.variables.trim();
      yield { text: `${body.query.trim()}${/^(?:\{\s*\})?$/.test(variables) ? '' : `\n\n${variables}`}`, files: 0 };
      return;
    }
    case 'file':
      yield { text: `< ${filePath(body.path)}`, files: 1 };
  }
}

/** The JSON of a GraphQL request, for a query that a `.http` file cannot contain. */
const graphqlJson = ({
  query,
  variables,
  operationName,
}: ImportedBody & { readonly kind: 'graphql' }): ImportedBody => ({
  kind: 'text',
  type: 'application/json',
  text: `{"query": ${JSON.stringify(query)}, "variables": ${variables.trim() || '{}'}${operationName ? `, "operationName": ${JSON.stringify(operationName)}` : ''}}`,
});

const inFile = (extension: string, text: string, side: SideFile): string =>
  `<${hasPlaceholder(text) ? '@' : ''} ${side(extension, text)}`;

/** A file path as it can follow `<`. */
const filePath = (path: string): string =>
  /^(?:[/~]|\.{1,2}\/|\{\{|[A-Za-z]:)/.test(path) ? path : `./${path.replaceAll('\\', '/')}`;

/** Percent-encodes text for a form. Values of variables are encoded when they are filled in. */
const formText = (text: string): string => betweenPlaceholders(text, encodeURIComponent).replaceAll('{{', '{{%');

/** @param isApart true to move texts that a `.http` file would read differently to separate files */
function multipart(parts: readonly ImportedPart[], side: SideFile, isApart: boolean): BodyText {
  const quoted = (text: string): string => `"${oneLine(text).replace(/["\\]/g, '_').replaceAll('{ {', '{{')}"`;
  let files = 0;
  const content = ({ value, isFile }: ImportedPart): string => {
    if (!isFile && !/[\r\n]/.test(value) && !(isApart && /^[<>?-]/.test(value))) return value;
    files++;
    return isFile ? `< ${filePath(value)}` : inFile('txt', value, side);
  };
  const lines = parts.flatMap(part => {
    const { name, value, isFile, filename = isFile ? value.split(/[/\\]/).at(-1) : '' } = part;
    const type = part.type || (filename ? typeOfFile(filename) : '');
    return [
      `--${multipartBoundary}`,
      `Content-Disposition: form-data; name=${quoted(name)}${filename ? `; filename=${quoted(filename)}` : ''}`,
      ...(type ? [`Content-Type: ${oneLine(type)}`] : []),
      '',
      content(part),
    ];
  });
  return { text: [...lines, `--${multipartBoundary}--`].join('\n'), files };
}

interface Expected {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly ImportedPair[];
  readonly body: BodyText;
  readonly isGraphql: boolean;
}

/** Every name has a value, so that only mistakes in the text are reported. */
const anyScope: Scope = {
  given: new Map(),
  captured: new Map(),
  file: [],
  environment: new Map(),
  world: { now: () => 0, random: length => new Uint8Array(length), variable: () => undefined, dotenv: new Map() },
  response: () => ({ text: 'http://x' }),
  made: new Map(),
};

/** Returns true if the text is read as exactly this request, and nothing else. */
function isReadBack(text: string, { method, url, headers, body, isGraphql }: Expected): boolean {
  const { entries, variables, problems, unsupported } = parseHttpFile(text);
  const [entry, another] = entries;
  if (!entry || another || variables.length + problems.length + unsupported.length > 0) return false;
  const sentHeaders = headers.filter(({ name }) => !(isGraphql && name === 'X-REQUEST-TYPE'));
  return (
    entry.method === method &&
    entry.url === url &&
    entry.graphql === isGraphql &&
    entry.unsupported.length === 0 &&
    entry.saves.length === 0 &&
    entry.skip === undefined &&
    entry.headers.length === sentHeaders.length &&
    entry.headers.every((each, at) => each.name === sentHeaders[at]?.name && each.text === sentHeaders[at]?.value) &&
    (hasPlaceholder(url) || !isFailure(readTypedUrl(url))) &&
    entryCommand(entry, anyScope, 0).problems.length === 0 &&
    isBodyReadBack(entry, body) &&
    (!body.isExact || isSentUnchanged(body.text, headers))
  );
}

/** Returns false for a form with characters that are percent-encoded when it is sent. */
function isSentUnchanged(text: string, headers: readonly ImportedPair[]): boolean {
  const type = headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? '';
  const literal = text.replace(/\{\{[^{}\r\n]*\}\}/g, 'x');
  return /^multipart\//i.test(type) || asSent(literal, type) === literal;
}

function isBodyReadBack({ body: pieces }: Entry, { text, files }: BodyText): boolean {
  const source = (piece: BodyPiece): string =>
    piece.kind === 'text' ? piece.text : `<${piece.filled ? '@' : ''} ${piece.path}`;
  return (
    pieces.map(source).join('') === text &&
    pieces.filter(({ kind }) => kind === 'file').length === files &&
    pieces.every(piece => piece.kind === 'file' || piece.comments === undefined)
  );
}
