/**
 * Masks values by name if the secrets themselves are unknown: in GraphQL, JSON and `.http` documents for the history, and in
 * the URLs of a document. `mask.ts` masks known secrets.
 */
import { isProof } from '../credentials/api-keys.js';
import { secrecyOf } from '../credentials/config.js';
import { isSecretName, schemeOf } from '../credentials/header.js';
import type { Entry } from '../http-file/document.js';
import { sourceLines } from '../http-file/lines.js';
import { endOfString } from '../json/tokens.js';
import { bullets } from '../secret.js';

const isHidden = (name: string): boolean => isSecretName(name) || isProof(name);

/**
 * Returns true for a value that contains no secret itself: an empty value, a placeholder, or a reference to an environment
 * variable or a file.
 */
const isOpen = (value: string): boolean => /^["']?(?:$|\{\{[^{}]*\}\}["']?$|(?:env|file):)/.test(value.trim());

const hidden = (value: string): string => (isOpen(value) ? value : bullets);

/** A value in a query or form, which ends at the start of the next one. */
const pairs = /([?&]|^)([^=&#?\s{}"':]+)=((?:\{\{[^{}]*\}\}|[^&#\s])*)/gm;

const withoutPairs = (text: string, isSecret = isHidden): string =>
  text.replace(pairs, (all, before: string, name: string, value: string) =>
    isSecret(name) ? `${before}${name}=${hidden(value)}` : all,
  );

/** Masks passwords and the values of secret names in all URLs of a text. */
const withoutKeys = (text: string, isSecret = isHidden): string =>
  withoutPairs(
    text.replace(
      /(:\/\/[^/?#\s@:{}]*:)([^/?#\s@]*)(?=@)/g,
      (_, before: string, value: string) => before + hidden(value),
    ),
    isSecret,
  );

/**
 * Returns the URL of a request in a document for display. Passwords, keys and signatures are masked, but `{{name}}`
 * placeholders are not.
 */
export const shownEntryUrl = (url: string): string => withoutKeys(url, isProof);

/** Returns the title of a request in reports: its name, or otherwise its method and URL. */
export const entryTitle = ({ name, method, url }: Pick<Entry, 'name' | 'method' | 'url'>): string =>
  name ?? `${method} ${shownEntryUrl(url)}`;

function headerValue(name: string, value: string): string {
  if (!isSecretName(name)) return withoutKeys(value);
  const scheme = schemeOf(value);
  return scheme + hidden(value.slice(scheme.length));
}

const header = /^(\s*(?:(?:#|\/\/)\s*)?)([^\s:@{}"'=]+)(\s*:\s*)(?!\/\/)(.*)$/s;
const variable = /^((?:(?:#|\/\/)\s*)?@)([\w.-]+)(\s*=\s?)(.*)$/s;
const word = `("[^"]*"|'[^']*'|\\{\\{[^{}]*\\}\\}|\\S+)`;
const flag = new RegExp(
  `(^|\\s)(-[uBKbx]\\s*|--(?:auth|bearer|api-key-query|cookie|proxy|key-pass|oauth2[\\w-]*|connection-params)(?:=|\\s+))${word}`,
  'g',
);
const headerFlag = new RegExp(`((?:^|\\s)(?:-H\\s*|--header(?:=|\\s+)))${word}`, 'g');

const flagWords = (text: string): string =>
  text
    .replace(flag, (_, before: string, name: string, value: string) => before + name + hidden(value))
    .replace(headerFlag, (_, name: string, value: string) => {
      const [, quote = '', line = ''] = /^(["']?)(.*?)\1$/s.exec(value) ?? [];
      const [, field = '', between = '', rest = ''] = /^([^:]*)(:\s*)(.*)$/s.exec(line) ?? [];
      return `${name}${quote}${field === '' ? line : `${field}${between}${headerValue(field, rest)}`}${quote}`;
    });

/** Masks a line before a body: a comment, a variable, the request line or a header. */
function headLine(text: string): string {
  const flags = /^(?:#|\/\/)\s*@flags\s/.exec(text)?.[0];
  if (flags !== undefined) return flags + flagWords(text.slice(flags.length));
  const [, before, name, between, value = ''] = variable.exec(text) ?? header.exec(text) ?? [];
  if (before === undefined || name === undefined) return withoutKeys(text);
  return `${before}${name}${between}${headerValue(name, value)}`;
}

/** Masks bodies: JSON, GraphQL, forms, XML and multipart forms. */
const bodyText = (text: string): string =>
  withoutParts(
    withoutPairs(maskSecrets(text)).replace(/<([\w:.-]+)>([^<]+)(?=<\/)/g, (all, name: string, value: string) =>
      isHidden(name) ? `<${name}>${hidden(value)}` : all,
    ),
  );

/** Masks form parts with secret names. The value of a part follows a blank line. */
function withoutParts(text: string): string {
  let [whole, value, last] = ['', '', ''];
  let name: string | undefined;
  let isValue = false;
  const ended = (): string => (name !== undefined && isHidden(name) ? hidden(value) : value) + last;
  for (const line of sourceLines(text)) {
    if (!isValue) {
      name = /\bname="?([^";]*)/.exec(line.text)?.[1] ?? name;
      isValue = name !== undefined && line.text === '';
      whole += line.text + line.end;
    } else if (line.text.startsWith('--')) {
      whole += ended() + line.text + line.end;
      [value, last, name, isValue] = ['', '', undefined, false];
    } else {
      value += last + line.text;
      last = line.end;
    }
  }
  return isValue ? whole + ended() : whole;
}

/**
 * Masks the values of secret names in URLs, headers, variables, `# @flags`, and JSON, XML and form bodies. Lines that are
 * commented out are masked too.
 */
export function maskHttpText(text: string): string {
  let whole = '';
  let body: string | undefined;
  let isBegun = false;
  const ended = (): string => (body === undefined ? '' : bodyText(body));
  for (const line of sourceLines(text)) {
    if (line.text.startsWith('###')) {
      whole += ended();
      body = undefined;
      isBegun = false;
    }
    if (body !== undefined) body += line.text + line.end;
    else if (isBegun && line.text.trim() === '') body = line.text + line.end;
    else {
      // Comments and variables precede the request line.
      const isRequestLine: boolean = !isBegun && !/^\s*(?:$|#|\/\/|@[\w.-]+\s*=)/.test(line.text);
      isBegun ||= isRequestLine;
      whole += (isRequestLine ? withoutKeys(line.text) : headLine(line.text)) + line.end;
    }
  }
  return whole + ended();
}

/**
 * Token of JSON or GraphQL. A string is only its first quote, because a long match would overflow the stack, and a comment is only
 * its first character.
 */
const token = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"|[_A-Za-z][_0-9A-Za-z]*|-?\d[\d.eE+-]*|[^\s,]/g;
const comment = /#[^\n\r]*/y;

function* tokensOf(text: string, hasComments: boolean): Generator<readonly [word: string, from: number]> {
  const pattern = new RegExp(token);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === '"') pattern.lastIndex = endOfString(text, match.index);
    if (match[0] === '#' && hasComments) {
      comment.lastIndex = match.index;
      pattern.lastIndex += (comment.exec(text)?.[0].length ?? 1) - 1;
    }
    yield [text.slice(match.index, pattern.lastIndex), match.index];
  }
}

const valueInBullets = (literal: string): string => (literal.startsWith('"') ? `"${bullets}"` : bullets);

/**
 * Masks string and number values after a name that indicates a secret, in GraphQL or JSON. Works on tokens, so invalid text is
 * masked too.
 * @param replace returns the literal to write instead of a value; `name` is absent for a value at a greater depth
 * @param hasComments false for the text of a comment
 */
export function maskSecrets(
  text: string,
  isSecret = isSecretName,
  replace: (literal: string, name: string | undefined) => string = valueInBullets,
  hasComments = true,
): string {
  const masker = new SecretMasker(text, isSecret, replace);
  for (const [word, from] of tokensOf(text, hasComments)) {
    if (hasComments && word.startsWith('#')) masker.replace(word, from, maskSecrets(word, isSecret, replace, false));
    else masker.read(word, from);
  }
  return masker.result();
}

/** Replaces secrets while the tokens of a text are read. */
class SecretMasker {
  readonly #text: string;
  readonly #isSecret: (name: string) => boolean;
  readonly #maskOf: (literal: string, name: string | undefined) => string;
  #out = '';
  #end = 0;
  #name: string | undefined;
  #hasColon = false;
  #depth = 0;
  /** Depth of the value after a secret name. The name counts until that value ends, at any depth. */
  #secretDepth: number | undefined;

  constructor(
    text: string,
    isSecret: (name: string) => boolean,
    maskOf: (literal: string, name: string | undefined) => string,
  ) {
    this.#text = text;
    this.#isSecret = isSecret;
    this.#maskOf = maskOf;
  }

  replace(word: string, from: number, text: string): void {
    this.#out += this.#text.slice(this.#end, from) + text;
    this.#end = from + word.length;
  }

  result(): string {
    return this.#out + this.#text.slice(this.#end);
  }

  read(word: string, from: number): void {
    const first = word[0] ?? '';
    if (first === ':') {
      this.#hasColon = this.#name !== undefined;
      return;
    }
    const secretName = this.#takeSecretName();
    if ('{[('.includes(first)) this.#open(secretName);
    else if ('}])'.includes(first)) this.#close();
    else if (this.#isSecretValue(word, from, secretName)) this.replace(word, from, this.#maskOf(word, secretName));
    else if (/["_A-Za-z]/.test(first)) this.#name = word.replace(/^"|"$/g, '');
  }

  /** The name before the current value, if it indicates a secret. */
  #takeSecretName(): string | undefined {
    const name = this.#hasColon ? this.#name : undefined;
    this.#name = undefined;
    this.#hasColon = false;
    return name !== undefined && this.#isSecret(name) ? name : undefined;
  }

  #open(secretName: string | undefined): void {
    if (secretName !== undefined) this.#secretDepth ??= this.#depth;
    this.#depth++;
  }

  #close(): void {
    this.#depth--;
    if (this.#secretDepth !== undefined && this.#depth <= this.#secretDepth) this.#secretDepth = undefined;
  }

  /** A `{{name}}` is not a secret. */
  #isSecretValue(word: string, from: number, secretName: string | undefined): boolean {
    if (secretName === undefined && this.#secretDepth === undefined) return false;
    return /^["\d-]/.test(word) && !/^"\{\{[^{}]*\}\}"$/.test(word) && !isKey(this.#text, from + word.length);
  }
}

/** Returns true if a colon follows a string, which makes it a name in JSON. */
const isKey = (text: string, end: number): boolean => /^\s*:/.test(text.slice(end, end + 200));

/** Returns a flag with its value (`--name=value`) for display, with secrets as bullets, but with the names of variables and files. */
export function maskedWord(word: string): string {
  const [, flagName = '', value = ''] = /^--([^=]+)=?([\s\S]*)$/.exec(word) ?? [];
  const [before = '', name = ''] = /^([^:;=]*)[:;=]\s*/.exec(value) ?? [];
  const isHeader = flagName === 'header';
  if (secrecyOf(flagName, value) !== 'secret' && !(isHeader && isSecretName(name.trim()))) return word;
  return `--${flagName}=${isHeader || flagName === 'api-key-query' ? before : ''}${bullets}`;
}

/** Masks the values of secret names in a text of unknown format: JSON, GraphQL, a form, or a URL. */
export const maskText = (text: string): string => bodyText(withoutKeys(text));

/** Returns a word of a command line that is not a flag (a URL or an item) for display. */
export function maskedItem(word: string): string {
  const [, name, operator = '', value = ''] = /^((?:\\.|[^\\=:@/?])+)(:=@?|==@?|=@?|:)([\s\S]*)$/.exec(word) ?? [];
  if (name === undefined || operator.endsWith('@') || /^https?:\/\//.test(word)) return withoutKeys(word);
  return isHidden(name) && !isOpen(value) ? `${name}${operator}${bullets}` : `${name}${operator}${maskText(value)}`;
}
