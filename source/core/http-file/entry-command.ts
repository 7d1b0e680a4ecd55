/** Converts a request of a file to the equivalent command-line words, with `{{name}}` placeholders filled in. */
import { readUrl } from '../request/read-url.js';
import type { Entry, FileHeader, LineText } from './document.js';
import { configuredLogin, type LoginWords, loginWords } from './login-words.js';
import { type Filled, fill, referencesIn, type Scope, type Value } from './variables.js';

/** A request with everything but its body filled in. */
export interface EntryCommand {
  /** Method, URL, headers and flags as command-line arguments. */
  readonly argv: readonly string[];
  readonly url: string;
  /** True if the scheme or host of the URL came from a response, at least in part. */
  readonly foreignOrigin: boolean;
  /** Names without a value. */
  readonly missing: readonly LineText[];
  /** Problems that prevent sending. */
  readonly problems: readonly LineText[];
  /** Value of the Content-Type header, if there is one. */
  readonly type?: string;
  readonly operationName?: string;
}

/** @param at index of the request in its file */
export function entryCommand(entry: Entry, scope: Scope, at: number): EntryCommand {
  const missing: LineText[] = [];
  const problems: LineText[] = [];
  const filled = (text: string, line: number) => {
    const filled = fill(text, scope, at);
    missing.push(...filled.missing.map(each => ({ text: each, line })));
    return filled;
  };
  const logins = entry.headers.map(header => configuredLoginOf(header, scope, at));
  const headers = entry.headers.map(({ name, text, line }, index) => ({
    name: filled(name, line).text,
    text: logins[index] === undefined ? filled(text, line).text : text,
    line,
    login: logins[index],
  }));
  // All tools compute the length, and a path is completed with the Host header.
  const isDerived = ({ name }: FileHeader): boolean =>
    /^content-length$/i.test(name) || (/^host$/i.test(name) && completed !== entry.url);
  const named = (name: RegExp) => headers.find(each => name.test(each.name));
  const operationHeader = () => (entry.graphql ? named(/^x-graphql-operation$/i) : undefined);
  const value = (name: string): string | undefined => {
    const { text, missing } = fill(`{{${name}}}`, scope, at);
    return missing.length > 0 ? undefined : text;
  };
  const completed = withHost(entry, text => fill(text, scope, at));
  const words = headers.flatMap(header => {
    const login = header.login ?? loginWords(header.name, header.text, value);
    if (login === undefined) return header === operationHeader() || isDerived(header) ? [] : headerWords(header);
    if (typeof login !== 'string') return login;
    problems.push({ text: login, line: header.line });
    return [];
  });
  const scheme = entry.stream === 'websocket' ? httpScheme : (text: string): string => text;
  const written = scheme(completed);
  const origin = /^(?:[^:/?#{}]+:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*/.exec(written)?.[0] ?? '';
  const url = scheme(filled(written, entry.line).text.trim().replaceAll(' ', '%20'));
  if (url.startsWith('-')) problems.push({ text: 'A URL cannot begin with a dash.', line: entry.line });
  if (movesHost(origin, url, text => inScheme(fill(text, scope, at), scheme)))
    problems.push({ text: `A response would change the host of ${entry.url}.`, line: entry.line });
  const operation = operationHeader();
  const flags = entry.flags.flatMap(({ text, line }) => {
    const words = wordsOf(text);
    if (words === undefined) problems.push({ text: '# @flags: a quote is not closed.', line });
    return (words ?? []).map(word => {
      const filledWord = filled(word, line);
      if (filledWord.foreign && readsElsewhere(word, filledWord.text))
        problems.push({
          text: `# @flags: a value of ${word} comes from a response and would refer to a file or variable.`,
          line,
        });
      return filledWord.text;
    });
  });
  const type = named(/^content-type$/i)?.text;
  return {
    argv: [
      entry.method,
      url,
      ...words,
      ...(entry.httpVersion?.startsWith('2') ? ['--http2'] : []),
      ...(entry.httpVersion === '1.1' ? ['--http1.1'] : []),
      ...flags,
    ],
    url,
    foreignOrigin: fill(origin, scope, at).foreign === true,
    missing,
    problems,
    type,
    operationName: operation?.text,
  };
}

/** The login of `Authorization: Bearer {{$auth.token("ID")}}` (JetBrains), as flags or the reason why it is not supported. */
function configuredLoginOf({ name, text }: FileHeader, scope: Scope, at: number): LoginWords {
  if (!text.includes('$auth.') || !/^authorization$/i.test(name)) return undefined;
  return configuredLogin(text, scope.environment.get('Security')?.text, each => fill(each, scope, at).text);
}

/** The URL of the upgrade that opens a WebSocket (RFC 6455 4.1): `ws` becomes `http`, and `wss` becomes `https`. */
const httpScheme = (url: string): string => url.replace(/^ws(?=s?:\/\/)/i, 'http');

const inScheme = (value: Filled, scheme: (text: string) => string): Filled => ({ ...value, text: scheme(value.text) });

/** Completes the URL. A path is relative to the Host header or else to the `host` variable, as in httpyac. */
function withHost({ url, headers }: Entry, filled: (text: string) => Filled): string {
  if (!filled(url).text.trim().startsWith('/')) return url;
  const host = headers.find(({ name }) => /^host$/i.test(name))?.text;
  if (host !== undefined) return `${schemeOf(filled(host).text)}${host}${url}`;
  const variable = '{{host}}';
  return filled(variable).missing.length > 0 ? url : `${variable}${url}`;
}

/** The scheme in front of a host, which some tools allow to contain it. */
function schemeOf(host: string): string {
  if (/^https?:\/\//i.test(host)) return '';
  return /:8?443$/.test(host) ? 'https://' : 'http://';
}

/** Returns true if a path from a response would change the host, as in `{{base}}{{path}}`. */
function movesHost(origin: string, url: string, filled: (text: string) => Value): boolean {
  const untrusted = referencesIn(origin).find(({ from, to }) => filled(origin.slice(from, to)).foreign);
  if (!untrusted) return false;
  const own = filled(origin.slice(0, untrusted.from)).text;
  if (!/^[a-z]+:\/\/[^/]*[^/:.@-]$/i.test(own)) return false;
  const [before, after] = [readUrl(own), readUrl(url)];
  return before !== undefined && after !== undefined && before.origin !== after.origin;
}

/** Returns true if a server's value would become the `file:` or `@` of a flag, which would send it local data. */
const readsElsewhere = (template: string, text: string): boolean => {
  const marks = (value: string): number => value.match(/(?:^|[:=])(?:env|file|text):|(?:^|[=,:;])[@<]|;/g)?.length ?? 0;
  return (
    marks(text) > marks(template.replace(/\{\{[^{}]*\}\}/g, 'x')) || text.startsWith('-') !== template.startsWith('-')
  );
};

const headerWords = ({ name, text }: FileHeader): readonly string[] => [
  text === '' ? `--header=${name};` : `--header=${name}: ${text}`,
];

/** Pieces of a word by the quote around them. The group is an escaped character. A `{{…}}` placeholder is one piece. */
const wordPieces = {
  '': /\{\{.*?(?:\}\}|$)|\\(.)|./sy,
  '"': /\{\{.*?(?:\}\}|$)|\\(["\\$`])|./sy,
  "'": /\{\{.*?(?:\}\}|$)|./sy,
};

type Quote = keyof typeof wordPieces;

/** Returns the quote in which the text after a piece is. */
function nextQuote(quote: Quote, piece: string): Quote {
  if (quote === '' && (piece === '"' || piece === "'")) return piece;
  return piece === quote ? '' : quote;
}

/**
 * Splits a line of flags like a POSIX shell, but supports only quotes and backslashes. A `{{…}}` placeholder is not split, even
 * if it contains blanks. Returns undefined if a quote is not closed.
 */
export function wordsOf(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let isBetweenWords = true;
  let quote: Quote = '';
  for (let at = 0; at < line.length; ) {
    wordPieces[quote].lastIndex = at;
    const [piece = '', escaped = piece] = wordPieces[quote].exec(line) ?? [];
    at += piece.length;
    const quoteAfter = nextQuote(quote, piece);
    if (quote === '' && /^\s$/.test(piece)) isBetweenWords = true;
    else {
      if (isBetweenWords) words.push('');
      isBetweenWords = false;
      words[words.length - 1] += quoteAfter === quote ? escaped : '';
    }
    quote = quoteAfter;
  }
  return quote === '' ? words : undefined;
}
