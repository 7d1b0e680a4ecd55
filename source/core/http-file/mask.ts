/** A `.http` text without its secrets, for the history: its lines, requests and `{{names}}` stay as they are. */
import { isProof } from '../credentials/api-keys.js';
import { isSecretName } from '../credentials/header.js';
import { maskSecrets } from '../mask.js';
import { bullets } from '../secret.js';
import type { Entry } from './document.js';
import { sourceLines } from './lines.js';

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

/** URLs wherever they stand: passwords and the values of secret names. */
const withoutKeys = (text: string, isSecret = isHidden): string =>
  withoutPairs(
    text.replace(
      /(:\/\/[^/?#\s@:{}]*:)([^/?#\s@]*)(?=@)/g,
      (_, before: string, value: string) => before + hidden(value),
    ),
    isSecret,
  );

/** The URL of a request as it stands in its text, for display: without passwords, keys and signatures; `{{names}}` stay. */
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

/** The value of a form's part stands after a blank line, below the line with its name. */
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
      // Comments and variables stand above the request line.
      const isRequestLine: boolean = !isBegun && !/^\s*(?:$|#|\/\/|@[\w.-]+\s*=)/.test(line.text);
      isBegun ||= isRequestLine;
      whole += (isRequestLine ? withoutKeys(line.text) : headLine(line.text)) + line.end;
    }
  }
  return whole + ended();
}
