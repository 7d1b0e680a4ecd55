/** Reads a file of curl lines as requests. */
import { isFailure } from '../../core/failure.js';
import type {
  ImportedBody,
  ImportedPair,
  ImportedPart,
  ImportedRequest,
  ImportedVariable,
  ImportResult,
  Untranslated,
} from '../../core/import/collection.js';
import type { FormPart } from '../../core/options.js';
import { readPart, textPart } from '../parse/body.js';
import { collectUsageErrors, type UsageErrors } from '../usage-errors.js';
import { encodedPair } from './request.js';
import { translateCurl } from './translate.js';
import { pastedWords } from './words.js';

/** Maximum number of curl lines to read. */
const maxCommands = 10_000;

/** Lines that may precede the first curl command: comments, assignments, and options of the shell. */
const preamble = /^\s*(?:#|$|set\s|(?:export\s+)?[A-Za-z_]\w*=)/;

/** Returns the requests of a text that begins with a curl line, or undefined for any other text. */
export function readCurlLines(text: string, file: string): ImportResult | undefined {
  const first = text.split('\n', 200).find(line => !preamble.test(line));
  if (!/^\s*(?:[$%>]\s+)?curl(?:\.exe)?(?:[\s\\]|$)/.test(first ?? '')) return undefined;
  const items: ImportedRequest[] = [];
  const variables: ImportedVariable[] = [];
  const untranslated: Untranslated[] = [];
  for (const piece of shellPieces(withVariables(text).trimEnd())) {
    const assigned = piece.kind === 'command' ? assignments(piece.words) : [];
    variables.push(...assigned);
    const read = piece.kind === 'command' && assigned.length === 0 ? requestOfCommand(piece) : piece;
    if (read?.kind === 'request') items.push(read);
    else if (read?.kind === 'skipped') untranslated.push({ feature: read.feature, text: read.text });
  }
  const environments = variables.length > 0 ? [{ variables }] : [];
  return { collection: { kind: 'folder', name: file, items }, environments, untranslated };
}

/** Returns the variables that a command sets, or none for any other command. */
function assignments(words: readonly string[]): readonly ImportedVariable[] {
  const pairs = words.slice(words[0] === 'export' ? 1 : 0).map(each => /^([A-Za-z_]\w*)=(.*)$/s.exec(each));
  return pairs.every(pair => pair !== null) ? pairs.map(([, name = '', value = '']) => ({ name, value })) : [];
}

/** A command, or a part of the text that is not imported. */
type ShellPiece =
  | { readonly kind: 'command'; readonly line: number; readonly words: readonly string[] }
  | ({ readonly kind: 'skipped' } & Required<Untranslated>);

function* shellPieces(text: string): Generator<ShellPiece> {
  let rest: string | undefined = text;
  let line = 1;
  let position = 0;
  for (let count = 0; rest !== undefined && rest !== '' && count < maxCommands; count++) {
    const start = text.length - rest.length + (/^(?:\s+|#[^\n]*)*/.exec(rest)?.[0].length ?? 0);
    line += text.slice(position, start).split('\n').length - 1;
    position = start;
    const read = pastedWords(rest);
    if (isFailure(read)) {
      const failed = upToNextCommand(text.slice(start));
      yield { kind: 'skipped', feature: `curl command on line ${line}: ${read.text}`, text: failed };
      rest = text.slice(start + failed.length);
      continue;
    }
    yield { kind: 'command', line, words: read.words };
    rest = read.rest;
    // Text after a pipe or a redirection belongs to the same line.
    const [operator] = /^(?:\d?[<>]|[|&;<>]+)/.exec(rest ?? '') ?? [];
    if (rest === undefined || operator === undefined) continue;
    const isSequence = /^(?:&&|;|&)$/.test(operator);
    const [skipped = ''] = isSequence ? [operator] : rest.split('\n', 1);
    if (!isSequence) yield { kind: 'skipped', feature: `shell command after curl on line ${line}`, text: skipped };
    rest = rest.slice(skipped.length).trimStart();
  }
}

/** Returns a text up to a line with a comment, an assignment or a curl command. */
const upToNextCommand = (text: string): string =>
  text.split(/\n(?=[ \t]*(?:#|(?:export[ \t]+)?[A-Za-z_]\w*=|(?:[$%>][ \t]+)?curl\s))/, 1)[0] ?? text;

/** Returns the request of a curl command, the reason why there is none, or undefined for an empty command. */
function requestOfCommand({
  line,
  words: [program = '', ...words],
}: Extract<ShellPiece, { readonly kind: 'command' }>):
  | ImportedRequest
  | Extract<ShellPiece, { readonly kind: 'skipped' }>
  | undefined {
  if (program === '') return undefined;
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program)) {
    const feature = `line ${line}, which is not a curl command`;
    return { kind: 'skipped', feature, text: [program, ...words].join(' ') };
  }
  const globs = words.some(word => word.includes('{{')) ? ['--globoff'] : [];
  const translated = translateCurl([...globs, ...words]);
  if (!isFailure(translated)) {
    const { argv, notes, cookieFile } = translated;
    return requestOf(argv, cookieFile === undefined ? notes : [...notes, `cookies from ${cookieFile}`]);
  }
  return { kind: 'skipped', feature: `curl command on line ${line}: ${translated.text}`, text: words.join(' ') };
}

/** Writes shell variables outside single quotes as placeholders. */
const withVariables = (text: string): string =>
  text.replace(/'[^']*'|\\[\s\S]|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g, (all, braced?: string, plain?: string) =>
    braced === undefined && plain === undefined ? all : `{{${braced ?? plain}}}`,
  );

/** Flags that only affect what is printed. */
const showing = /^--(?:include|verbose|silent|write-out|meta)(?:=|$)/s;

/** Flags that save something. */
const saving = /^--(?:output|cookie-jar|download)(?:=|$)/s;

/** Flags that turn an error status into an exit code. */
const failing = /^--(?:fail|check-status)$/;

/** The parts of a request that its flags contribute. */
interface RequestParts {
  readonly headers: ImportedPair[];
  readonly parts: ImportedPart[];
  readonly data: string[];
  readonly files: string[];
  readonly flags: string[];
  readonly asserts: string[];
  readonly untranslated: Untranslated[];
  isJson: boolean;
}

/** Our flags with a value that become parts of the message. */
const valueReaders: ReadonlyMap<string, (parts: RequestParts, value: string) => void> = new Map([
  ['header', addHeader],
  ['data-raw', ({ data }, value) => void data.push(value)],
  ['data', addData],
  ['data-urlencode', addEncoded],
  [
    'json',
    (parts, value) => {
      parts.isJson = true;
      addData(parts, value);
    },
  ],
  ['form', (parts, value) => addPart(parts, errors => readPart(value, errors))],
  ['form-string', (parts, value) => addPart(parts, errors => [textPart(value, errors)])],
]);

function addHeader({ headers }: RequestParts, value: string): void {
  const [, name = '', mark, text = ''] = /^([^:;]*)([:;])([\s\S]*)$/.exec(value) ?? [];
  if (name !== '' && (text.trim() !== '' || mark === ';')) headers.push({ name, value: text.trim() });
}

function addData({ data, files, untranslated }: RequestParts, value: string): void {
  if (value === '@-') untranslated.push({ feature: 'body from standard input' });
  else if (value.startsWith('@')) files.push(value.slice(1));
  else data.push(value);
}

function addEncoded({ data, untranslated }: RequestParts, value: string): void {
  const pair = encodedPair(value);
  if (pair === undefined)
    untranslated.push({ feature: `percent-encoded file ${value.slice(value.indexOf('@') + 1)}`, text: value });
  else data.push(withEncodedPlaceholders(pair));
}

/** Writes placeholders that were percent-encoded with the text around them. Their values are encoded when they are filled in. */
const withEncodedPlaceholders = (text: string): string =>
  text.replace(/%7B%7B(?:%20)*([\w.-]+)(?:%20)*%7D%7D/g, '{{%$1}}');

function addPart({ parts, untranslated }: RequestParts, read: (errors: UsageErrors) => readonly FormPart[]): void {
  const errors = collectUsageErrors();
  for (const { name, source, type, filename, inline } of read(errors)) {
    if (source.from === 'stdin') untranslated.push({ feature: `form field ${name} from standard input` });
    else if (source.from === 'text') parts.push({ name, value: source.text, isFile: false, type, filename });
    else parts.push({ name, value: source.path, isFile: true, type, filename: filename ?? (inline ? '' : undefined) });
  }
  if (errors.first) untranslated.push({ feature: errors.first.text });
}

/** Converts our words for a request to its parts. Flags that are not parts of the message remain flags. */
function requestOf([method = 'GET', url = '', ...words]: readonly string[], notes: readonly string[]): ImportedRequest {
  const parts: RequestParts = {
    headers: [],
    parts: [],
    data: [],
    files: [],
    flags: [],
    asserts: [],
    untranslated: notes.map(feature => ({ feature })),
    isJson: false,
  };
  for (const word of words) readWord(parts, word);
  const { headers, flags, asserts, untranslated, isJson } = parts;
  const body = bodyOf(parts);
  if (isJson && !headers.some(({ name }) => /^accept$/i.test(name)))
    headers.push({ name: 'Accept', value: 'application/json' });
  const [, target = '/'] = /^(?:[a-z]+:\/\/[^/?#]*|\{\{[^{}]*\}\})([^?#]*)/i.exec(url) ?? [];
  const name = `${method} ${target || '/'}`;
  return {
    kind: 'request',
    name,
    method,
    url: withEncodedPlaceholders(url),
    headers,
    body,
    flags,
    asserts,
    untranslated,
  };
}

function readWord(parts: RequestParts, word: string): void {
  const [, flag = '', value = ''] = /^--([\w-]+)=([\s\S]*)$/.exec(word) ?? [];
  const read = valueReaders.get(flag);
  if (read) read(parts, value);
  else if (failing.test(word)) parts.asserts.push('status < 400');
  else if (saving.test(word)) parts.untranslated.push({ feature: `flag ${word}` });
  else if (!showing.test(word)) parts.flags.push(word);
}

function bodyOf({ parts, files, data, isJson, headers, untranslated }: RequestParts): ImportedBody | undefined {
  const [path] = files;
  if (parts.length > 0) return { kind: 'multipart', parts };
  if (path !== undefined && files.length + data.length === 1)
    return { kind: 'file', path, type: isJson ? 'application/json' : undefined };
  if (path !== undefined) {
    const text = [...files.map(each => `@${each}`), ...data].join('\n');
    untranslated.push({ feature: 'body of several parts, one of them a file', text });
    return undefined;
  }
  if (data.length === 0) return undefined;
  const usualType = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return { kind: 'text', text: data.join(isJson ? '' : '&'), type: typeIn(headers) ?? usualType };
}

const typeIn = (headers: readonly ImportedPair[]): string | undefined =>
  headers.find(({ name }) => /^content-type$/i.test(name))?.value;
