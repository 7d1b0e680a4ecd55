/**
 * Moves literal secrets of an export out of its requests and into private variables, so that the `.http` files, which others may
 * read, contain only `{{name}}`.
 */
import { isSecretName, schemeOf } from '../credentials/header.js';
import { closingQuote } from '../json/tokens.js';
import { maskSecrets } from '../masking/by-name.js';
import { stringsIn } from '../scripts/statements.js';
import { bullets } from '../secret.js';
import { withoutEnd } from '../text/runs.js';
import { changedBody, type ImportedBody, type ImportedPair, type ImportedRequest } from './collection.js';
import { NextNumbers } from './file-names.js';
import { hasPlaceholder } from './placeholders.js';

/** Names of fields in URLs and bodies. Stricter than for headers, because `key` and `author` are ordinary fields there. */
const secretField =
  /passw|passphrase|passcode|secret|credential|(?:^|[_.-]|access|refresh|auth|id|api|session|bearer|csrf)token$|api[_-]?key|(?:private|access|secret|client)[_-]?key|signature|jwt|^(?:pwd|pin|cvv|cvc|sig|authorization)$/i;

/** Private variables of one collection. */
export class SecretVariables {
  readonly #values = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #numbers = new NextNumbers();
  readonly #isTaken: (name: string) => boolean;

  /** @param isTaken true for names of other variables */
  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken;
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Registers the value of a variable of the export, which may also occur in a script. */
  know(name: string, value: string): void {
    if (value.length >= 6) this.#names.set(value, name);
  }

  /** Returns `{{name}}` for a literal secret, or the text unchanged if it is empty or contains a placeholder. */
  hide(text: string, name: string): string {
    if (text.trim() === '' || hasPlaceholder(text)) return text;
    const knownName = this.#names.get(text);
    if (knownName !== undefined) return `{{${knownName}}}`;
    const plain = withoutEnd(name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_/, ''), /_/) || 'secret';
    const candidate = this.#numbers.firstFree(
      plain,
      nth => (nth === 1 ? plain : `${plain}_${nth}`),
      each => this.#values.has(each) || this.#isTaken(each),
    );
    this.#values.set(candidate, text);
    this.#names.set(text, candidate);
    return `{{${candidate}}}`;
  }

  /** Hides secrets in a comment, which may be a script: known values, tokens, and strings after a secret name. */
  inComment(text: string): string {
    let maskedText = text;
    for (const [value, name] of this.#names)
      if (value.length >= 6 && maskedText.includes(value)) maskedText = maskedText.replaceAll(value, `{{${name}}}`);
    let [whole, end] = ['', 0];
    for (const { text: string, from } of stringsIn(maskedText)) {
      const [, name = ''] =
        /([\w-]{1,40})["'`]?\s{0,4}[:=,]\s{0,4}$/.exec(maskedText.slice(Math.max(0, from - 60), from)) ?? [];
      if (!isSecretName(name) || string.length <= 2 || hasPlaceholder(string)) continue;
      whole += `${maskedText.slice(end, from)}${string[0]}${bullets}${string[0]}`;
      end = from + string.length;
    }
    return (whole + maskedText.slice(end))
      .replace(/\beyJ[\w.-]{20,}/g, bullets)
      .replace(/\b((?:Basic|Bearer|Token|ApiKey) )[\w+/.=~-]{8,}/g, `$1${bullets}`);
  }
}

/** Returns a request whose headers, URL and body contain no literal secrets. */
export function withoutSecrets(request: ImportedRequest, secrets: SecretVariables): ImportedRequest {
  const { body, disabled, flags } = request;
  return {
    ...request,
    flags: flags?.map(flag => hideInFlag(flag, secrets)),
    disabled: disabled?.map(pair => ({
      ...pair,
      value: isSecretName(pair.name) ? secrets.hide(pair.value, pair.name.toLowerCase()) : pair.value,
    })),
    url: hideInUrl(request.url, secrets),
    headers: request.headers.map(header => hideInHeader(header, secrets)),
    body: hideInBody(body, secrets),
  };
}

function hideInUrl(url: string, secrets: SecretVariables): string {
  const [, before = url, query] = /^([^?#]*\?)(.*)$/s.exec(url) ?? [];
  const withoutUser = before.replace(
    /^((?:--\w+=)?[a-z][a-z0-9+.-]*:\/\/[^/?#@:{}]*:)([^/?#@{}]+)(?=@)/i,
    (_, start: string, password: string) => start + secrets.hide(password, 'password'),
  );
  if (query === undefined) return withoutUser;
  const pairs = query.split('&').map(pair => {
    const [name = '', ...value] = pair.split('=');
    return secretField.test(name) && value.length > 0 ? `${name}=${secrets.hide(value.join('='), name)}` : pair;
  });
  return withoutUser + pairs.join('&');
}

/** Hides the password of `--auth=text:USER:PASSWORD`, and other literal secrets in flags. */
function hideInFlag(flag: string, secrets: SecretVariables): string {
  const [, login, password] = /^(--auth=text:[^:]*:)([\s\S]*)$/.exec(flag) ?? [];
  if (login !== undefined) return login + secrets.hide(password ?? '', 'password');
  const [, secret, value] = /^(--(?:bearer|key-pass)=text:)([\s\S]*)$/.exec(flag) ?? [];
  if (secret !== undefined) return secret + secrets.hide(value ?? '', secret.includes('bearer') ? 'token' : 'key_pass');
  const cookie = /^--cookie=([\s\S]+)$/.exec(flag)?.[1];
  if (cookie !== undefined) return `--cookie=${secrets.hide(cookie, 'cookie')}`;
  return flag.startsWith('--proxy=') ? hideInUrl(flag, secrets) : flag;
}

function hideInHeader({ name, value }: ImportedPair, secrets: SecretVariables): ImportedPair {
  if (!isSecretName(name) || /^(?:sec-|access-control-|www-authenticate|idempotency-key)/i.test(name))
    return { name, value };
  if (/^cookie$/i.test(name)) return { name, value: hasPlaceholder(value) ? value : secrets.hide(value, 'cookie') };
  const before = schemeOf(value);
  const isLogin = /^(?:proxy-)?authorization$/i.test(name);
  return { name, value: before + secrets.hide(value.slice(before.length), isLogin ? 'token' : name.toLowerCase()) };
}

/** An XML element that contains only text. */
const textElement = /<((?:[\w.-]+:)?([\w.-]+))((?:\s[^<>]*)?)>([^<>]+)<\/\1>/g;

/** Hides strings after a secret name in a JSON text or a GraphQL query, and secret elements of XML. */
const hideInText = (text: string, secrets: SecretVariables): string =>
  maskSecrets(
    text.replace(textElement, (all, tag: string, name: string, attributes: string, content: string) =>
      secretField.test(name) ? `<${tag}${attributes}>${secrets.hide(content, name)}</${tag}>` : all,
    ),
    name => secretField.test(name),
    (literal, name) => {
      const quotes = /^(?:"""|")/.exec(literal)?.[0];
      if (name === undefined || quotes === undefined) return literal;
      // Invalid text may contain a string that is not closed.
      const isClosed = quotes === '"' ? closingQuote(literal, 0) > 0 : literal.length >= 6 && literal.endsWith(quotes);
      const end = isClosed ? literal.length - quotes.length : literal.length;
      return quotes + secrets.hide(literal.slice(quotes.length, end), name) + literal.slice(end);
    },
  );

const hideInBody = (body: ImportedBody | undefined, secrets: SecretVariables): ImportedBody | undefined =>
  changedBody(body, {
    text: (text, type = '') =>
      /^application\/x-www-form-urlencoded/i.test(type)
        ? hideInUrl(`?${text}`, secrets).slice(1)
        : hideInText(text, secrets),
    pair: pair => {
      if (pair.isFile) return pair;
      const { name, value } = pair;
      return { ...pair, value: secretField.test(name) ? secrets.hide(value, name) : hideInText(value, secrets) };
    },
  });
