/**
 * Masks values by their names, where their secrets are unknown: in GraphQL, JSON and `.http` documents for the history, and in URLs
 * of a document. `mask.ts` masks known secrets.
 */
import { isProof } from '../credentials/api-keys.js';
import { isSecretName } from '../credentials/header.js';
import type { Entry } from '../http-file/document.js';
import { sourceLines } from '../http-file/lines.js';
import { bullets } from '../secret.js';

const isHidden = (name: string): boolean => isSecretName(name) || isProof(name);

/** A value that holds no secret itself: nothing, a name, or a reference to a variable of the process or a file. */
const isOpen = (value: string): boolean => /^["']?(?:$|\{\{[^{}]*\}\}["']?$|(?:env|file):)/.test(value.trim());

const hidden = (value: string): string => (isOpen(value) ? value : bullets);

/** A value of a query or a form, which ends where the next one begins. */
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

/** The URL of a request in a document, for display: passwords, keys and signatures are masked, `{{names}}` are not. */
export const shownEntryUrl = (url: string): string => withoutKeys(url, isProof);

/** A request in reports: its name, or else method and URL. */
export const entryTitle = ({ name, method, url }: Pick<Entry, 'name' | 'method' | 'url'>): string =>
  name ?? `${method} ${shownEntryUrl(url)}`;

function headerValue(name: string, value: string): string {
  if (!isSecretName(name)) return withoutKeys(value);
  const scheme = /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey)\s+/i.exec(value)?.[0] ?? '';
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

/** A line above a body: a comment, a variable, the request line, a header. */
function headLine(text: string): string {
  const flags = /^(?:#|\/\/)\s*@flags\s/.exec(text)?.[0];
  if (flags !== undefined) return flags + flagWords(text.slice(flags.length));
  const [, before, name, between, value = ''] = variable.exec(text) ?? header.exec(text) ?? [];
  if (before === undefined || name === undefined) return withoutKeys(text);
  return `${before}${name}${between}${headerValue(name, value)}`;
}

/** JSON, GraphQL, forms, XML and parts of a form. */
const bodyText = (text: string): string =>
  withoutParts(
    withoutPairs(maskSecrets(text)).replace(/<([\w:.-]+)>([^<]+)(?=<\/)/g, (all, name: string, value: string) =>
      isHidden(name) ? `<${name}>${hidden(value)}` : all,
    ),
  );

/** Masks the parts of a form with secret names. The value of a part follows a blank line. */
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
 * Hides the values of secret names: in URLs, headers, variables, `# @flags`, and bodies of JSON, XML and forms. Lines that are
 * commented out are masked, too.
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
 * Masks string and number values after a name that sounds secret, in GraphQL or JSON. Works on tokens, so that invalid text is
 * masked too.
 */
export function maskSecrets(text: string): string {
  const token =
    /#[^\n\r]*|"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n\r])*"?|[_A-Za-z][_0-9A-Za-z]*|-?\d[\d.eE+-]*|[^\s,]/g;
  let out = '';
  let from = 0;
  // A name stays secret until its value ends, at whatever depth.
  let name: string | undefined;
  let colon = false;
  let secretDepth: number | undefined;
  let depth = 0;
  for (const match of text.matchAll(token)) {
    const [word] = match;
    const first = word[0] ?? '';
    if (first === '#') continue;
    const isValue = first === '"' || /[-\d]/.test(first);
    const hidden = secretDepth !== undefined;
    if ('{[('.includes(first)) {
      if (colon && name !== undefined && isSecretName(name) && secretDepth === undefined) secretDepth = depth;
      depth++;
      name = undefined;
      colon = false;
      continue;
    }
    if ('}])'.includes(first)) {
      depth--;
      if (secretDepth !== undefined && depth <= secretDepth) secretDepth = undefined;
      name = undefined;
      colon = false;
      continue;
    }
    if (first === ':') {
      colon = name !== undefined;
      continue;
    }
    if (
      isValue &&
      // A `{{name}}` is not a secret.
      !/^"\{\{[^{}]*\}\}"$/.test(word) &&
      (hidden || (colon && name !== undefined && isSecretName(name))) &&
      !isKey(text, match.index + word.length)
    ) {
      out += `${text.slice(from, match.index)}${first === '"' ? `"${bullets}"` : bullets}`;
      from = match.index + word.length;
      name = undefined;
      colon = false;
      continue;
    }
    name = first === '"' ? word.replace(/^"|"$/g, '') : /[_A-Za-z]/.test(first) ? word : undefined;
    colon = false;
  }
  return out + text.slice(from);
}

/** In JSON a string before a colon is a name. */
const isKey = (text: string, end: number): boolean => /^\s*:/.test(text.slice(end, end + 200));
