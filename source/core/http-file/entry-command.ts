/** Converts a request of a file to the equivalent command-line words, with `{{name}}` placeholders filled in. */
import { readUrl } from '../request/read-url.js';
import type { Entry, LineText } from './document.js';
import { type Filled, fill, referencesIn, type Scope, type Value } from './variables.js';

/** A request with everything but its body filled in. */
interface EntryCommand {
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
  const headers = entry.headers.map(({ name, text, line }) => ({
    name: filled(name, line).text,
    text: filled(text, line).text,
    line,
  }));
  const named = (name: RegExp) => headers.find(each => name.test(each.name));
  for (const { name, text, line } of headers) {
    const refused = foreignLogin(name, text);
    if (refused !== undefined) problems.push({ text: refused, line });
  }
  const written = withHost(entry, text => fill(text, scope, at));
  const origin = /^(?:[^:/?#{}]+:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*/.exec(written)?.[0] ?? '';
  const url = filled(written, entry.line).text.trim().replaceAll(' ', '%20');
  if (url.startsWith('-')) problems.push({ text: 'A URL cannot begin with a dash.', line: entry.line });
  if (movesHost(origin, url, text => fill(text, scope, at)))
    problems.push({ text: `A response would change the host of ${entry.url}.`, line: entry.line });
  const operation = entry.graphql ? named(/^x-graphql-operation$/i) : undefined;
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
      ...headers.filter(each => each !== operation).flatMap(({ name, text }) => headerWords(name, text)),
      ...(entry.httpVersion?.startsWith('2') ? ['--http2'] : entry.httpVersion === '1.1' ? ['--http1.1'] : []),
      ...flags,
    ],
    url,
    foreignOrigin: fill(origin, scope, at).foreign === true,
    missing,
    problems,
    type,
    ...(operation ? { operationName: operation.text } : {}),
  };
}

/** Completes the URL. A path is relative to the Host header or else to the `host` variable, as in httpyac. */
function withHost({ url, headers }: Entry, filled: (text: string) => Filled): string {
  if (!filled(url).text.trim().startsWith('/')) return url;
  const host = headers.find(({ name }) => /^host$/i.test(name))?.text;
  if (host !== undefined) return `${/:8?443$/.test(filled(host).text) ? 'https' : 'http'}://${host}${url}`;
  const variable = '{{host}}';
  return filled(variable).missing.length > 0 ? url : `${variable}${url}`;
}

/** Headers that other tools replace with credentials. Sent unchanged, they would reveal secrets to the server. */
const foreignLogins: readonly { readonly header: RegExp; readonly value: RegExp; readonly use?: string }[] = [
  {
    header: /^authorization$/i,
    value: /^(AWS)\s+\S+\s+\S/i,
    use: '--aws-sigv4 aws:amz:REGION:SERVICE -u KEY_ID:SECRET',
  },
  {
    header: /^authorization$/i,
    value: /^(oauth2|openid)(?:\s|$)/i,
    use: '--oauth2 client_credentials:TOKEN_URL:ID:SECRET',
  },
  { header: /^authorization$/i, value: /^(COGNITO|NTLM|Negotiate)\s+(?:\S+\s+\S|\S+:\S)/i },
  { header: /^clientcert(?:ificate)?$/i, value: /()/, use: '--cert FILE --key FILE' },
];

/** Returns why another tool's header is not sent, or `undefined` for an ordinary header. */
function foreignLogin(name: string, text: string): string | undefined {
  for (const { header, value, use } of foreignLogins) {
    const scheme = header.test(name) ? value.exec(text)?.[1] : undefined;
    if (scheme === undefined) continue;
    const what = scheme === '' ? `The header ${name}` : `"${name}: ${scheme} …"`;
    return `${what} is not supported, and would be sent unchanged.${use ? ` Use # @flags ${use}` : ''}`;
  }
  return undefined;
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

/**
 * Converts `Authorization: Basic ada secret` and `Digest ada secret`, which other tools interpret as a user name and password.
 */
function headerWords(name: string, value: string): readonly string[] {
  if (/^authorization$/i.test(name)) {
    const [, scheme = '', user, password] = /^(Basic|Digest)\s+([^\s:]+)(?:\s*:\s*|\s+)(.*)$/is.exec(value) ?? [];
    if (user !== undefined)
      return [`--auth=text:${user}:${password ?? ''}`, ...(/^digest$/i.test(scheme) ? ['--digest'] : [])];
  }
  return [value === '' ? `--header=${name};` : `--header=${name}: ${value}`];
}

/** Splits a line of flags like a POSIX shell, but supports only quotes and backslashes. */

/**
 * Returns the words of a line, or undefined if a quote is not closed. A `{{…}}` placeholder is not split, even if it contains
 * blanks.
 */
export function wordsOf(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const here = line[at] ?? '';
    if (line.startsWith('{{', at)) {
      const end = line.indexOf('}}', at);
      const to = end < 0 ? line.length : end + 2;
      word = (word ?? '') + line.slice(at, to);
      at = to - 1;
    } else if (quote !== '') {
      if (here === quote) quote = '';
      else if (here === '\\' && quote === '"' && /["\\$`]/.test(line[at + 1] ?? '')) word += line[++at] ?? '';
      else word += here;
    } else if (here === '"' || here === "'") {
      quote = here;
      word ??= '';
    } else if (here === '\\' && at + 1 < line.length) word = (word ?? '') + (line[++at] ?? '');
    else if (/\s/.test(here)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + here;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
