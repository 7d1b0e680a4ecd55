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
  const whole = withVariables(text).trimEnd();
  let rest: string | undefined = whole;
  let line = 1;
  let position = 0;
  for (let count = 0; rest !== undefined && rest !== '' && count < maxCommands; count++) {
    const start = whole.length - rest.length + (/^(?:\s+|#[^\n]*)*/.exec(rest)?.[0].length ?? 0);
    line += whole.slice(position, start).split('\n').length - 1;
    position = start;
    const read = pastedWords(rest);
    if (isFailure(read)) {
      untranslated.push({ feature: `curl command on line ${line}: ${read.text}`, text: rest });
      break;
    }
    const [program = '', ...words] = read.words;
    if (/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program)) {
      const globs = words.some(word => word.includes('{{')) ? ['--globoff'] : [];
      const translated = translateCurl([...globs, ...words]);
      if (isFailure(translated))
        untranslated.push({ feature: `curl command on line ${line}: ${translated.text}`, text: words.join(' ') });
      else items.push(requestOf(translated.argv, translated.notes));
    } else if (program !== '')
      untranslated.push({ feature: `line ${line}, which is not a curl command`, text: read.words.join(' ') });
    rest = read.rest;
    // Text after a pipe or a redirection belongs to the same line.
    const [operator = ''] = /^(?:[|&;<>]+)/.exec(rest ?? '') ?? [];
    if (rest !== undefined && operator !== '') {
      const isSequence = /^(?:&&|;|&)$/.test(operator);
      const [skipped = ''] = isSequence ? [operator] : rest.split('\n', 1);
      if (!isSequence) untranslated.push({ feature: `shell command after curl on line ${line}`, text: skipped });
      rest = rest.slice(skipped.length).trimStart();
    }
  }
  return { collection: { kind: 'folder', name: file, items }, environments: [], untranslated };
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

/** Converts our words for a request to its parts. Flags that are not parts of the message remain flags. */
function requestOf([method = 'GET', url = '', ...words]: readonly string[], notes: readonly string[]): ImportedRequest {
  const headers: ImportedPair[] = [];
  const parts: ImportedPart[] = [];
  const data: string[] = [];
  const flags: string[] = [];
  const asserts: string[] = [];
  let file: string | undefined;
  let isJson = false;
  const untranslated: Untranslated[] = notes.map(feature => ({ feature }));
  for (const word of words) {
    const [, flag = '', value = ''] = /^--([\w-]+)=([\s\S]*)$/.exec(word) ?? [];
    if (flag === 'header') {
      const [, name = '', mark, text = ''] = /^([^:;]*)([:;])([\s\S]*)$/.exec(value) ?? [];
      if (name !== '' && (text.trim() !== '' || mark === ';')) headers.push({ name, value: text.trim() });
    } else if (flag === 'data-raw' || (flag === 'data' && !value.startsWith('@'))) data.push(value);
    else if (flag === 'json') {
      isJson = true;
      data.push(value);
    } else if (flag === 'data') file = value.slice(1);
    else if (flag === 'data-urlencode') data.push(encodedPair(value));
    else if (flag === 'form' || flag === 'form-string') parts.push(...partsOf(value, flag === 'form'));
    else if (failing.test(word)) asserts.push('status < 400');
    else if (saving.test(word)) untranslated.push({ feature: `flag ${word}` });
    else if (!showing.test(word)) flags.push(word);
  }
  let body: ImportedBody | undefined;
  if (parts.length > 0) body = { kind: 'multipart', parts };
  else if (file !== undefined) body = { kind: 'file', path: file };
  else if (data.length > 0) {
    const usualType = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    body = { kind: 'text', text: data.join(isJson ? '' : '&'), type: typeIn(headers) ?? usualType };
  }
  if (isJson && !headers.some(({ name }) => /^accept$/i.test(name)))
    headers.push({ name: 'Accept', value: 'application/json' });
  const [, target = '/'] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  return {
    kind: 'request',
    name: `${method} ${target || '/'}`,
    method,
    url,
    headers,
    body,
    flags,
    asserts,
    untranslated,
  };
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
