/** `-F` and `--form-string` -> the parts of a form, as in curl. */
import type { FormPart } from '../../core/options.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { fileSource } from '../values.js';

const form = 'Usage: -F name=text, -F "name=@FILE;type=image/png;filename=a.png" or -F name=<FILE';
const literal = 'To send text that begins with @ or < or contains ";type=", use --form-string NAME=TEXT.';

export function formParts(given: FlagTokens, errors: UsageErrors): readonly FormPart[] {
  const parts = [
    ...given.positioned('form').map(({ value, position }) => ({ position, parts: readPart(value, errors) })),
    ...given.positioned('form-string').map(({ value, position }) => {
      const { name, value: text } = split(value, '--form-string', errors);
      return { position, parts: [{ name, source: { from: 'text' as const, text } }] };
    }),
  ];
  return parts.sort((a, b) => a.position - b.position).flatMap(each => each.parts);
}

function split(text: string, flag: string, errors: UsageErrors): { readonly name: string; readonly value: string } {
  const equals = text.indexOf('=');
  if (equals <= 0)
    errors.add(`${flag} needs a name and a value.`, flag === '-F' ? form : 'Usage: --form-string NAME=TEXT');
  return { name: text.slice(0, Math.max(equals, 0)), value: text.slice(equals + 1) };
}

/** A text, the text of a file (`<`), or files (`@`), each as a separate part (RFC 7578 4.3). */
function readPart(typed: string, errors: UsageErrors): readonly FormPart[] {
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
 * would drop the rest. Blanks before an option are trimmed from an unquoted word; a text without options keeps them.
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
  const options: { type?: string; filename?: string } = {};
  let at = end;
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
  return { word, options, rest: text.slice(at).trimStart() };
}

const unquoted = (text: string): string =>
  /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
