/** Builds the body of a request from its pieces with placeholders filled in, in the form its content type requires. */

import { parsesAsJson } from '../json/loose.js';
import { jsonTokens } from '../json/tokens.js';
import { typeOfFile, typeOfText } from '../request/media-types.js';
import type { BodySpec } from '../request/spec.js';
import { withoutEnd } from '../text/runs.js';

/** A piece with its placeholders filled in. Files that must be sent as text have already been read. */
export type FilledPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string };

/** The body, and its content type if no header specifies one. Absent for other text than JSON and forms. */
export interface EntryBody {
  readonly body: BodySpec;
  readonly type: string | undefined;
}

const bytes = (text: string): BodySpec => ({ kind: 'bytes', bytes: Buffer.from(text, 'utf8') });

/** @param type Content-Type specified in the file, if any */
export function entryBody(pieces: readonly FilledPiece[], type: string | undefined): EntryBody | undefined {
  const [only] = pieces;
  if (only === undefined) return undefined;
  if (pieces.length === 1 && only.kind === 'file')
    return { body: { kind: 'file', path: only.path }, type: typeOfFile(only.path) };
  const specs = pieces.map((piece): BodySpec => (piece.kind === 'file' ? piece : bytes(asSent(piece.text, type))));
  const texts = pieces.map(piece => (piece.kind === 'file' ? '' : piece.text));
  return {
    body: specs.length === 1 && specs[0] ? specs[0] : { kind: 'sequence', pieces: specs },
    type: knownType(texts.join('')),
  };
}

/** Returns the type of JSON or a form. The type of other text is unknown, and no other tool declares one. */
export function knownType(text: string): string | undefined {
  const type = typeOfText(text);
  return type.startsWith('text/plain') ? undefined : type;
}

/**
 * Returns the text that is sent for a body. The lines of a multipart body end with CRLF, as RFC 2046 5.1.1 requires, and so does
 * the last one, for servers that read lines. JSON is not a form, whatever its type is. Lines of JSON end with a line break, which
 * Elasticsearch requires after the last one.
 */
export function asSent(text: string, type = ''): string {
  if (/^multipart\//i.test(type)) return withLineEnd(text).replace(/\r?\n/g, '\r\n');
  if (/^application\/(?:[\w.-]+\+)?(?:x-)?ndjson\b/i.test(type)) return withLineEnd(text);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type) && knownType(text) !== 'application/json';
  return isForm ? formPairs(text) : text;
}

const withLineEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const trimmedBlanks = (line: string): string => withoutEnd(line.replace(/^[ \t]+/, ''), /[ \t]/);

/**
 * Joins the pairs of a form, which may be on separate lines with blanks around `&` and `=`. Characters that a form cannot
 * contain are percent-encoded, and text that is already encoded is preserved. A file is sent unchanged.
 */
function formPairs(text: string): string {
  const joined = text.split(/\r?\n/).map(trimmedBlanks).join('');
  const trimmed = joined.split('&').map(pair => {
    const [name = '', ...value] = pair.split('=');
    return value.length === 0 ? name.trim() : `${name.trim()}=${value.join('=').trim()}`;
  });
  return trimmed.join('&').replace(/%(?![\da-f]{2})|[^\x21-\x7e]|["<>\\^`{|}]/giu, percentEncoded);
}

const percentEncoded = (character: string): string =>
  [...Buffer.from(character)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Converts a query, an empty line and variables in JSON to the JSON of a GraphQL request. Numbers keep their exact text. */
export function graphqlBody(text: string, named: string | undefined, fragments: readonly string[] = []): string {
  const { query: operation, variables } = split(text);
  const query = [operation, ...fragments].join('\n');
  const operationName = named ?? onlyOperation(query);
  const members = [
    `"query":${JSON.stringify(query)}`,
    ...(operationName === undefined ? [] : [`"operationName":${JSON.stringify(operationName)}`]),
    ...(variables === undefined ? [] : [`"variables":${compact(variables)}`]),
  ];
  return `{${members.join(',')}}`;
}

/** Removes the blanks between the tokens of a JSON text. */
const compact = (json: string): string => [...jsonTokens(json)].map(({ from, to }) => json.slice(from, to)).join('');

/** Returns the name of the only operation in a document. */
function onlyOperation(query: string): string | undefined {
  const [first, ...others] = query.matchAll(/^[ \t]*(?:query|mutation|subscription)\b[ \t]*(\w+)?/gm);
  return others.length > 0 ? undefined : first?.[1];
}

function split(text: string): { readonly query: string; readonly variables?: string } {
  for (const { index, 0: gap } of text.matchAll(/\s+/g)) {
    const end = index + gap.length;
    // An empty line: only blanks between two line ends.
    const empty = text[end] === '{' ? /\r?\n[ \t]*\r?\n/.exec(gap) : null;
    const variables = empty === null ? '' : text.slice(end).trim();
    if (empty !== null && parsesAsJson(variables)) return { query: text.slice(0, index + empty.index), variables };
  }
  return { query: text };
}

/** Returns true if a path that contains part of a response leads outside the folder named in the file. */
export const leavesFolder = (
  template: string,
  { text, foreign }: { readonly text: string; readonly foreign?: true },
): boolean => {
  const parts = (path: string): number => path.split(/[/\\]/).length;
  return (
    foreign === true &&
    (parts(text) !== parts(template.replace(/\{\{[^{}]*\}\}/g, 'x')) ||
      /(?:^|[/\\])\.\.?$/.test(text) ||
      text.includes('\0'))
  );
};
