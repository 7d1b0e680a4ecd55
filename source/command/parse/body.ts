/** Body flags and items -> `BodyOption` and query pairs. */
import type { BodyOption, DataPiece, FormPart, HeaderOption, ItemOption, QueryOption } from '../../core/options.js';
import type { BodyCoding } from '../../core/request/spec.js';
import type { FlagName } from '../flags.js';
import { isAnyItem, readItem } from '../items.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { fileSource, textSource } from '../values.js';

/** The body, and `name==value` items as the query, in order. */
interface BodyAndQuery {
  readonly body: BodyOption | undefined;
  readonly query: readonly QueryOption[];
}

/** Reads items, which are fields or `name==value` for the query. */
export function parseItems(words: readonly string[], errors: UsageErrors) {
  const fields: ItemOption[] = [];
  const query: QueryOption[] = [];
  for (const word of words) {
    const { kind, ...item } = errors.unwrap(readItem(word), isAnyItem);
    if (kind === 'query') query.push(item);
    else fields.push(item as ItemOption);
  }
  return { fields, query };
}

/** Returns the values of several flags in the order in which they were given. */
const inOrder = <Value>(
  given: FlagTokens,
  readers: readonly (readonly [flag: FlagName, read: (text: string) => Value])[],
): readonly Value[] =>
  readers
    .flatMap(([flag, read]) => given.positioned(flag).map(({ value, position }) => ({ position, read: read(value) })))
    .sort((a, b) => a.position - b.position)
    .map(({ read }) => read);

/** Parses the body. Rejects two kinds of body, because only one can be sent. */
export function parseBody(given: FlagTokens, words: readonly string[], errors: UsageErrors): BodyAndQuery {
  const { fields, query } = parseItems(words, errors);
  const kinds: { readonly shown: string; readonly body: BodyOption }[] = [];

  const pieces = dataPieces(given, errors);
  if (pieces.length > 0) {
    const shown = (['data', 'data-raw'] as const).find(given.has) ?? 'data-urlencode';
    kinds.push({ shown: shown === 'data' ? '-d' : `--${shown}`, body: { kind: 'data', pieces } });
  }
  const sources = given.all('json').map(text => textSource(text, '--json', errors));
  if (sources.length > 0) kinds.push({ shown: '--json', body: { kind: 'json', sources } });
  const parts = formParts(given, errors);
  if (parts.length > 0)
    kinds.push({ shown: given.has('form') ? '-F' : '--form-string', body: { kind: 'form', parts } });
  if (fields.length > 0) kinds.push({ shown: `the item ${fields[0]?.name}=…`, body: { kind: 'items', fields } });

  if (kinds.length > 1) {
    errors.add(
      `Two kinds of body: ${kinds[0]?.shown} and ${kinds[1]?.shown}.`,
      'Use only one. To add to the query of the URL, use name==text.',
    );
  }
  const body = kinds[0]?.body;
  if (given.on('chunked') && !body)
    errors.add('--chunked has no effect without a body.', 'Usage: apiclient POST URL -d @- --chunked');
  return { body, query };
}

/** The coding of `--compress`, which is among the flag's choices. */
export function parseCompress(
  given: FlagTokens,
  headers: readonly HeaderOption[],
  errors: UsageErrors,
): BodyCoding | undefined {
  const coding = given.last('compress') as BodyCoding | undefined;
  if (coding === undefined) return undefined;
  if (headers.some(each => each.kind !== 'file' && /^content-encoding$/i.test(each.name)))
    errors.add('--compress sets Content-Encoding, but the request already has one.', 'Remove one of them.');
  return coding;
}

const dataPieces = (given: FlagTokens, errors: UsageErrors): readonly DataPiece[] =>
  inOrder<DataPiece>(given, [
    ['data', text => textSource(text, '-d', errors)],
    ['data-raw', text => ({ from: 'text', text })],
    ['data-urlencode', text => encodedPiece(text, errors)],
  ]);

/** curl's forms: `name=text`, `=text`, `text`, `name@file`, `@file`. With an empty name only the value is sent. */
function encodedPiece(text: string, errors: UsageErrors): DataPiece {
  const equals = text.indexOf('=');
  const at = equals < 0 ? text.indexOf('@') : -1;
  if (at >= 0) {
    return {
      from: 'urlencode',
      name: text.slice(0, at),
      value: fileSource(text.slice(at + 1), '--data-urlencode', errors),
    };
  }
  return {
    from: 'urlencode',
    name: text.slice(0, Math.max(equals, 0)),
    value: { from: 'text', text: text.slice(equals + 1) },
  };
}

const form = 'Usage: -F name=text, -F "name=@FILE;type=image/png;filename=a.png" or -F name=<FILE';
const literal = 'To send text that begins with @ or < or contains ";type=", use --form-string NAME=TEXT.';

/** `-F` and `--form-string`, as in curl. */
const formParts = (given: FlagTokens, errors: UsageErrors): readonly FormPart[] =>
  inOrder<readonly FormPart[]>(given, [
    ['form', text => readPart(text, errors)],
    ['form-string', text => [textPart(text, errors)]],
  ]).flat();

export function textPart(typed: string, errors: UsageErrors): FormPart {
  const { name, value: text } = split(typed, '--form-string', errors);
  return { name, source: { from: 'text', text } };
}

function split(text: string, flag: string, errors: UsageErrors): { readonly name: string; readonly value: string } {
  const equals = text.indexOf('=');
  if (equals <= 0)
    errors.add(`${flag} needs a name and a value.`, flag === '-F' ? form : 'Usage: --form-string NAME=TEXT');
  return { name: text.slice(0, Math.max(equals, 0)), value: text.slice(equals + 1) };
}

/** A text, the text of a file (`<`), or files (`@`), each as a separate part (RFC 7578 4.3). */
export function readPart(typed: string, errors: UsageErrors): readonly FormPart[] {
  const { name, value } = split(typed, '-F', errors);
  if (value.startsWith('@')) return readFiles(name, value.slice(1), errors);
  const fromFile = value.startsWith('<');
  const { word, options, rest } = readWord(fromFile ? value.slice(1) : value, false);
  if (rest !== '') refuseRest(rest, errors);
  const own = checked(options, errors);
  if (!fromFile) return [{ name, source: { from: 'text', text: word }, ...own }];
  return [{ name, source: fileSource(word, '-F name=', errors, '<'), inline: true, ...own }];
}

function readFiles(name: string, typed: string, errors: UsageErrors): readonly FormPart[] {
  const parts: FormPart[] = [];
  for (let left = typed; ; ) {
    const { word, options, rest } = readWord(left, true);
    parts.push({ name, source: fileSource(word, '-F name=', errors), ...checked(options, errors) });
    if (rest === '') return parts;
    if (!rest.startsWith(',')) {
      refuseRest(rest, errors);
      return parts;
    }
    left = rest.slice(1);
  }
}

interface Options {
  readonly type?: string;
  readonly filename?: string;
}

function checked(options: Options, errors: UsageErrors): Options {
  if (/[\0\r\n]/.test(`${options.type ?? ''}${options.filename ?? ''}`))
    errors.add('-F: a type or file name contains a line break or NUL.', form);
  if (options.type !== undefined && !/^[^\s/;]+\/[^\s/;]+/.test(options.type))
    errors.add('-F: the value of ;type= is not a media type.', 'Usage: -F "name=@FILE;type=image/png"');
  return options;
}

/** curl options that are not supported: extra header lines (RFC 7578 4.8) and transfer encodings (4.7) of a part. */
function refuseRest(rest: string, errors: UsageErrors): void {
  const name = /^;\s*(headers|encoder)=/.exec(rest)?.[1];
  if (name === undefined) errors.add('-F: unexpected text after the closing quote.', form);
  else errors.add(`-F does not support ;${name}=, which is not part of RFC 7578 (4.7, 4.8).`, literal);
}

/** As in curl, blanks may follow the semicolon. */
const optionStart = String.raw`;\s*(?:type|filename|headers|encoder)=`;

/**
 * Parses a word, quoted or up to its options, and the options. A semicolon that starts no option belongs to the word; curl
 * would drop the rest. Blanks before an option are trimmed from an unquoted word; a text without options preserves them.
 * @param list whether a comma ends the word
 */
function readWord(typed: string, list: boolean): { word: string; options: Options; rest: string } {
  const text = list ? typed.trimStart() : typed;
  const stop = new RegExp(`${optionStart}|${list ? ',|' : ''}$(?![\\s\\S])`);
  const quoted = new RegExp(`^"((?:[^"\\\\]|\\\\.)*)"(?=\\s*(?:${optionStart}|,|$(?![\\s\\S])))`, 's').exec(text);
  const useQuoted = quoted !== null && (list || !text.slice(quoted[0].length).trimStart().startsWith(','));
  const end = useQuoted ? quoted[0].length : text.search(stop);
  let word = useQuoted ? unquoted(quoted[0]) : text.slice(0, end);
  if (!useQuoted && (list || end < text.length)) word = word.trimEnd();
  return { word, ...readOptions(text, end, list) };
}

/** The options of a word, from `start` on. */
function readOptions(text: string, start: number, list: boolean): { options: Options; rest: string } {
  const options: { type?: string; filename?: string } = {};
  let at = start;
  const option = new RegExp(
    `\\s*;\\s*(type|filename)=\\s*("(?:[^"\\\\]|\\\\.)*"|(?:(?!${optionStart})[${list ? '^,' : '\\s\\S'}])*)`,
    'sy',
  );
  for (;;) {
    option.lastIndex = at;
    const match = option.exec(text);
    if (!match) break;
    options[match[1] === 'type' ? 'type' : 'filename'] = unquoted((match[2] ?? '').trimEnd());
    at = option.lastIndex;
  }
  return { options, rest: text.slice(at).trimStart() };
}

const unquoted = (text: string): string =>
  /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
