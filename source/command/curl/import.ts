/** Reads a file of curl lines as requests. */
import { isFailure } from '../../core/failure.js';
import type {
  ImportedBody,
  ImportedPair,
  ImportedPart,
  ImportedRequest,
  ImportResult,
  Untranslated,
} from '../../core/import/collection.js';
import { translateCurl } from './translate.js';
import { pastedWords } from './words.js';

/** Maximum number of curl lines to read. */
const maxCommands = 10_000;

/** Returns the requests of a text that begins with a curl line, or undefined for any other text. */
export function readCurlLines(text: string, file: string): ImportResult | undefined {
  const first = text.split('\n', 200).find(line => !/^\s*(?:#|$)/.test(line));
  if (!/^\s*(?:[$%>]\s+)?curl(?:\.exe)?(?:[\s\\]|$)/.test(first ?? '')) return undefined;
  const items: ImportedRequest[] = [];
  const untranslated: Untranslated[] = [];
  for (const piece of shellPieces(withVariables(text).trimEnd())) {
    const read = piece.kind === 'command' ? requestOfCommand(piece) : piece;
    if (read?.kind === 'request') items.push(read);
    else if (read) untranslated.push({ feature: read.feature, text: read.text });
  }
  return { collection: { kind: 'folder', name: file, items }, environments: [], untranslated };
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
      yield { kind: 'skipped', feature: `curl command on line ${line}: ${read.text}`, text: rest };
      return;
    }
    yield { kind: 'command', line, words: read.words };
    rest = read.rest;
    // Text after a pipe or a redirection belongs to the same line.
    const [operator] = /^(?:[|&;<>]+)/.exec(rest ?? '') ?? [];
    if (rest === undefined || operator === undefined) continue;
    const isSequence = /^(?:&&|;|&)$/.test(operator);
    const [skipped = ''] = isSequence ? [operator] : rest.split('\n', 1);
    if (!isSequence) yield { kind: 'skipped', feature: `shell command after curl on line ${line}`, text: skipped };
    rest = rest.slice(skipped.length).trimStart();
  }
}

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
  if (!isFailure(translated)) return requestOf(translated.argv, translated.notes);
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
  readonly flags: string[];
  readonly asserts: string[];
  readonly untranslated: Untranslated[];
  file?: string;
  isJson: boolean;
}

/** Our flags with a value that become parts of the message. */
const valueReaders: ReadonlyMap<string, (parts: RequestParts, value: string) => void> = new Map([
  ['header', addHeader],
  ['data-raw', ({ data }, value) => void data.push(value)],
  ['data', addData],
  ['data-urlencode', ({ data }, value) => void data.push(encodedPair(value))],
  [
    'json',
    (parts, value) => {
      parts.isJson = true;
      parts.data.push(value);
    },
  ],
  ['form', ({ parts }, value) => void parts.push(...partsOf(value, true))],
  ['form-string', ({ parts }, value) => void parts.push(...partsOf(value, false))],
]);

function addHeader({ headers }: RequestParts, value: string): void {
  const [, name = '', mark, text = ''] = /^([^:;]*)([:;])([\s\S]*)$/.exec(value) ?? [];
  if (name !== '' && (text.trim() !== '' || mark === ';')) headers.push({ name, value: text.trim() });
}

function addData(parts: RequestParts, value: string): void {
  if (value.startsWith('@')) parts.file = value.slice(1);
  else parts.data.push(value);
}

/** Converts our words for a request to its parts. Flags that are not parts of the message remain flags. */
function requestOf([method = 'GET', url = '', ...words]: readonly string[], notes: readonly string[]): ImportedRequest {
  const parts: RequestParts = {
    headers: [],
    parts: [],
    data: [],
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
  const [, target = '/'] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  const name = `${method} ${target || '/'}`;
  return { kind: 'request', name, method, url, headers, body, flags, asserts, untranslated };
}

function readWord(parts: RequestParts, word: string): void {
  const [, flag = '', value = ''] = /^--([\w-]+)=([\s\S]*)$/.exec(word) ?? [];
  const read = valueReaders.get(flag);
  if (read) read(parts, value);
  else if (failing.test(word)) parts.asserts.push('status < 400');
  else if (saving.test(word)) parts.untranslated.push({ feature: `flag ${word}` });
  else if (!showing.test(word)) parts.flags.push(word);
}

function bodyOf({ parts, file, data, isJson, headers }: RequestParts): ImportedBody | undefined {
  if (parts.length > 0) return { kind: 'multipart', parts };
  if (file !== undefined) return { kind: 'file', path: file };
  if (data.length === 0) return undefined;
  const usualType = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return { kind: 'text', text: data.join(isJson ? '' : '&'), type: typeIn(headers) ?? usualType };
}

const typeIn = (headers: readonly ImportedPair[]): string | undefined =>
  headers.find(({ name }) => /^content-type$/i.test(name))?.value;

function encodedPair(text: string): string {
  const equals = text.indexOf('=');
  const name = text.slice(0, Math.max(equals, 0));
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(text.slice(equals + 1))
    .replaceAll('%7B%7B', '{{')
    .replaceAll('%7D%7D', '}}')}`;
}

/** `name=@file;type=image/png`, `name=text`. */
function partsOf(text: string, mayBeFile: boolean): readonly ImportedPart[] {
  const [, name = '', value = ''] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  const type = mayBeFile ? /;type=([^;]+)/.exec(value)?.[1] : undefined;
  const plain = mayBeFile ? value.replace(/;(?:type|filename)=[^;]*/g, '') : value;
  if (!mayBeFile || !/^[@<]/.test(plain)) return [{ name, value: plain, isFile: false, type }];
  return plain
    .slice(1)
    .split(',')
    .map(path => ({ name, value: path, isFile: true, type }));
}
