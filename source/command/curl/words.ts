/** Splits a copied curl line into words as its shell would: bash and POSIX shells, or Windows cmd. */
import { type Failure, isFailure, usageError } from '../../core/failure.js';

/** The words of the first command in a text, and the rest, which is ignored. */
interface PastedWords {
  readonly words: readonly string[];
  /** `|`, `>` and the like with everything after them, or absent if nothing follows. */
  readonly rest?: string;
}

/** Splits a text into words. An unclosed quote is a usage failure, and so is anything that only a shell could expand. */
export function pastedWords(text: string): PastedWords | Failure {
  // Text copied from a page may start with a prompt or comment lines.
  const line = text.replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:[$%>][ \t]+)?/, '');
  return /\^(?:\r?\n|")/.test(line) ? cmdWords(line) : shellWords(line);
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The escapes of `$'…'` (bash, section 3.1.2.4). Adjacent bytes form UTF-8. */
function ansiC(text: string): string {
  const piece = /((?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([0-9a-fA-F]{1,4})|\\U([0-9a-fA-F]{1,8})|\\c(.)|\\(.)/gs;
  return text.replace(piece, (whole, bytes, short, long, control, other) => {
    if (bytes !== undefined) {
      const codes = String(bytes).matchAll(/\\(?:x([0-9a-f]+)|([0-7]+))/gi);
      return Buffer.from(
        [...codes].map(([, hex, octal]) => Number.parseInt(hex ?? octal ?? '', hex ? 16 : 8) & 255),
      ).toString();
    }
    const code = short ?? long;
    if (code !== undefined) {
      const point = Number.parseInt(String(code), 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : String(whole);
    }
    if (control !== undefined) return String.fromCharCode(String(control).charCodeAt(0) & 31);
    return escapes[String(other)] ?? (/["'\\?]/.test(String(other)) ? String(other) : String(whole));
  });
}

const unended = (): Failure =>
  usageError('The copied line has an unclosed quote.', 'Copy the whole command, including its last quote.');

/** One piece of a shell line. A comment may begin at the start of a word. */
const shellPiece =
  /(?<joined>\\\r?\n)|(?<blank>[ \t\r]+|(?<!\S)#[^\n]*)|(?<end>[\n|&;<>])|\$'(?<ansi>(?:[^'\\]|\\.)*)'|'(?<single>[^']*)'|\$?"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>.)/gs;

/** A POSIX shell's words, with bash's `$'…'` and `$"…"`. */
function shellWords(text: string): PastedWords | Failure {
  const words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (const { groups = {}, index } of text.matchAll(shellPiece)) {
    const { joined, blank, end, ansi, single, double, escaped, plain } = groups;
    if (joined !== undefined) continue;
    if (blank !== undefined || end !== undefined) {
      endWord();
      // Empty lines do not end a command.
      if (end === undefined || words.length === 0) continue;
      const rest = text.slice(index).trim();
      return rest === '' ? { words } : { words, rest };
    }
    if (plain === '"' || plain === "'") return unended();
    const filled =
      double !== undefined ? filledByShell(double) : plain && filledByShell(text.slice(index, index + 80), true);
    if (filled) return filled;
    word ??= '';
    if (ansi !== undefined) word += ansiC(ansi);
    else if (double !== undefined) word += double.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1');
    else word += single ?? escaped ?? plain ?? '';
  }
  endWord();
  return { words };
}

/** `$NAME`, `$(…)` and backquotes in positions where a shell would expand them. */
function filledByShell(text: string, here = false): Failure | undefined {
  const pattern = here ? /^(\$(?:\w+|\{[^{}]*\}|\()|`)/ : /(?<!\\)(?:\\\\)*(\$(?:\w+|\{[^{}]*\}|\()|`)/;
  const match = pattern.exec(text)?.[1];
  if (match === undefined) return undefined;
  return usageError(
    `The copied line contains ${match.replace(/\($/, '(…)')}, which only a shell can expand.`,
    'Run the line in your shell with apiclient in front of it, or replace the expression with its value.',
  );
}

/** cmd first removes `^` outside quotes; then the program splits the rest at blanks (Microsoft's C runtime). */
function cmdWords(text: string): PastedWords | Failure {
  let line = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '^' && !quoted) {
      const [end = ''] = /^(?:\r?\n){1,2}/.exec(text.slice(at + 1)) ?? [];
      at += end.length || 1;
      if (end === '') line += text[at] ?? '';
      // A line continued by two line breaks contains one of them.
      else if (end.indexOf('\n') < end.length - 1) line += '\n';
      continue;
    }
    if (!quoted && /[\n&|<>]/.test(char)) {
      const rest = text.slice(at).trim();
      const words = runtimeWords(line);
      if (isFailure(words)) return words;
      return rest === '' ? { words } : { words, rest };
    }
    if (char === '"') quoted = !quoted;
    line += char;
  }
  const words = runtimeWords(line);
  return isFailure(words) ? words : { words };
}

function runtimeWords(line: string): string[] | Failure {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const [slashes = ''] = /^\\*(?=")/.exec(line.slice(at)) ?? [];
    if (slashes !== '') {
      word = (word ?? '') + '\\'.repeat(slashes.length / 2);
      at += slashes.length;
      if (slashes.length % 2 === 1) {
        word += '"';
        continue;
      }
    }
    const char = line[at] as string;
    if (char === '"') {
      word ??= '';
      if (quoted && line[at + 1] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (!quoted && /[ \t\r]/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quoted) return unended();
  if (word !== undefined) words.push(word);
  return words;
}
