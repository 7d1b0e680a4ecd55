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

const ansiEscapes: Readonly<Record<string, string>> = {
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
    return ansiEscapes[String(other)] ?? (/["'\\?]/.test(String(other)) ? String(other) : String(whole));
  });
}

const unended = (): Failure =>
  usageError('The copied line has an unclosed quote.', 'Copy the whole command, including its last quote.');

/** One piece of a shell line. A comment may begin at the start of a word. */
const shellPiece =
  /(?<joined>\\\r?\n)|(?<blank>[ \t\r]+|(?<!\S)#[^\n]*)|(?<end>[\n|&;]|(?:(?<!\S)\d)?[<>])|\$'(?<ansi>(?:[^'\\]|\\.)*)'|'(?<single>[^']*)'|\$?"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>.)/gs;

/** The words of a line while it is read. */
class WordCollector {
  readonly words: string[] = [];
  private word: string | undefined;

  /** Adds to the current word, or begins one. */
  add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  endWord(): void {
    if (this.word !== undefined) this.words.push(this.word);
    this.word = undefined;
  }
}

/** @param after the text after the command */
function pasted(words: readonly string[], after: string): PastedWords {
  const rest = after.trim();
  return rest === '' ? { words } : { words, rest };
}

type ShellPiece = Readonly<Record<string, string | undefined>>;

/** A POSIX shell's words, with bash's `$'…'` and `$"…"`. */
function shellWords(text: string): PastedWords | Failure {
  const line = new WordCollector();
  for (const { groups = {}, index } of text.matchAll(shellPiece)) {
    if (groups.joined !== undefined) continue;
    if (groups.blank === undefined && groups.end === undefined) {
      const refused = unreadable(groups, text, index);
      if (refused) return refused;
      line.add(unquoted(groups));
      continue;
    }
    line.endWord();
    // Empty lines do not end a command.
    if (groups.end !== undefined && line.words.length > 0) return pasted(line.words, text.slice(index));
  }
  line.endWord();
  return { words: line.words };
}

/** The failure of a piece that begins an unclosed quote, or that only a shell can expand. */
function unreadable({ double, plain }: ShellPiece, text: string, index: number): Failure | undefined {
  if (plain === '"' || plain === "'") return unended();
  if (double !== undefined) return filledByShell(double);
  return plain === undefined ? undefined : filledByShell(text.slice(index, index + 80), true);
}

function unquoted({ ansi, single, double, escaped, plain }: ShellPiece): string {
  if (ansi !== undefined) return ansiC(ansi);
  if (double !== undefined) return double.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1');
  return single ?? escaped ?? plain ?? '';
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
  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    if (!quoted && /[\n&|<>]/.test(char)) break;
    if (!quoted && char === '^') {
      const [caret, added] = caretAt(text, at);
      line += added;
      at += caret.length;
      continue;
    }
    if (char === '"') quoted = !quoted;
    line += char;
    at++;
  }
  const words = runtimeWords(line);
  return isFailure(words) ? words : pasted(words, text.slice(at));
}

/** A `^` with the line breaks or the character that it escapes, and the text that remains of it. */
function caretAt(text: string, at: number): readonly [caret: string, added: string] {
  const [breaks] = /^\^(?:\r?\n){1,2}/.exec(text.slice(at, at + 5)) ?? [];
  if (breaks === undefined) return [text.slice(at, at + 2), text.slice(at + 1, at + 2)];
  // A line continued by two line breaks contains one of them.
  return [breaks, breaks.indexOf('\n') < breaks.length - 1 ? '\n' : ''];
}

/** Adds the backslashes before a quote. Returns whether they escape it. */
function escapes(slashes: string, line: WordCollector): boolean {
  if (slashes !== '') line.add('\\'.repeat(slashes.length / 2));
  return slashes.length % 2 === 1;
}

function runtimeWords(text: string): readonly string[] | Failure {
  const line = new WordCollector();
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const [slashes = ''] = /^\\*(?=")/.exec(text.slice(at)) ?? [];
    at += slashes.length;
    const char = text[at] as string;
    if (escapes(slashes, line)) line.add('"');
    else if (!quoted && /[ \t\r]/.test(char)) line.endWord();
    else if (char !== '"') line.add(char);
    else if (quoted && text[at + 1] === '"') {
      line.add('"');
      at++;
    } else {
      line.add('');
      quoted = !quoted;
    }
  }
  if (quoted) return unended();
  line.endWord();
  return line.words;
}
