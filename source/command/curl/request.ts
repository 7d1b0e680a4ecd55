/** URL and body of a curl line: the effect of data flags, `-G` and globs in the URL. */
import { type Failure, usageError } from '../../core/failure.js';
import { withHttp } from '../../core/import/nodes.js';
import { encodeQuery, withQuery } from '../../core/request/url.js';

/** A parsed curl line that has not been translated yet. */
export interface CurlLine {
  readonly urls: string[];
  /** Flags that are combined later, by their primary name. A switch has an empty value. */
  readonly values: Map<string, string[]>;
  /** Body and query flags, in order. */
  readonly data: { readonly flag: string; readonly value: string }[];
  readonly headers: string[];
  /** Our flags, in final form. */
  readonly ours: string[];
}

/** `name=text`, `=text` or `text`, or undefined if it is read from a file. */
export function encodedPair(text: string): string | undefined {
  const equals = text.indexOf('=');
  if (equals < 0 && text.includes('@')) return undefined;
  const name = text.slice(0, Math.max(equals, 0));
  return `${name === '' ? '' : `${name}=`}${encodeQuery(text.slice(equals + 1))}`;
}

/** Returns the URL to which curl uploads a file: its name is added to a URL without a query that ends with a folder. */
export function uploadUrl(url: string, file: string): string {
  const folder = /^[^:]*:\/\/[^/?#]+(\/(?:[^?#]*\/)?)?$/.exec(url);
  if (!folder || file === '-' || file === '.') return url;
  return `${url}${folder[1] === undefined ? '/' : ''}${encodeQuery(file.replace(/^.*[/\\]/s, ''))}`;
}

/** Returns the URL with the query added by `-G` and `--url-query`, and with http:// if no scheme was typed. */
export function urlOf({ urls, data, values }: CurlLine): string | Failure {
  const [typed, second] = urls;
  if (typed === undefined) return usageError('The curl line has no URL.', 'Usage: apiclient curl [FLAGS] URL');
  if (second !== undefined) {
    return usageError('The curl line has several URLs.', 'Run apiclient curl once for each URL.');
  }
  const urlQueries = data.filter(({ flag }) => flag === '--url-query');
  const moved = values.has('-G') ? data.filter(({ flag }) => !/^(?:--url-query|-F|--form-string)$/.test(flag)) : [];
  const pairs: string[] = [];
  for (const { flag, value } of [...urlQueries, ...moved]) {
    const pair = queryPair(flag, value);
    if (pair === undefined) {
      const text = "curl's -G with a query from a file is not supported.";
      return usageError(text, 'Put NAME==TEXT after the URL.');
    }
    pairs.push(pair);
  }
  const url = expanded(typed, values.has('-g'));
  if (typeof url !== 'string') return url;
  return uploadUrl(withQuery(withHttp(url), pairs.join('&')), values.get('-T')?.at(-1) ?? '-');
}

/** The text that a flag adds to the query, or undefined if it is read from a file. */
function queryPair(flag: string, value: string): string | undefined {
  if (flag === '--data-raw') return value;
  if (flag === '--url-query' && value.startsWith('+')) return value.slice(1);
  if (flag === '--url-query' || flag === '--data-urlencode') return encodedPair(value);
  return value.startsWith('@') ? undefined : value;
}

/** curl expands `{a,b}` and `[1-3]` to several URLs; `{a}` is one. */
function expanded(url: string, literal: boolean): string | Failure {
  if (literal) return url;
  const [, host = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@[\]]*@)?(?:\[[0-9a-f:.%]+\])?)(.*)$/is.exec(url) ?? [];
  if (/\{[^{},]*,[^{}]*\}|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i.test(rest)) {
    return usageError(
      'curl would expand the { } or [ ] in this URL into several URLs.',
      'Run apiclient curl once for each URL, or pass -g to send the characters literally.',
    );
  }
  return host + rest.replace(/\{([^{},]*)\}/g, '$1').replace(/\\([{}[\]])/g, '$1');
}

const bodyKinds: Readonly<Record<string, 'form' | 'json'>> = {
  '-F': 'form',
  '--form-string': 'form',
  '--json': 'json',
};

/** Returns the body flags, with curl's content type. */
export function bodyWords({ data, values, headers }: CurlLine, notes: string[]): string[] | Failure {
  const typed = headers.some(header => /^content-type\s*[:;]/i.test(header));
  const upload = values.get('-T')?.at(-1);
  if (upload !== undefined) {
    // curl sends no content type for an uploaded file.
    return [`--data=@${upload === '.' ? '-' : upload}`, ...(typed ? [] : ['--header=Content-Type:'])];
  }
  const body = data.filter(({ flag }) => flag !== '--url-query');
  if (values.has('-G') || body.length === 0) return [];
  const kinds = new Set(body.map(({ flag }) => bodyKinds[flag] ?? 'data'));
  if (kinds.size > 1) return usageError('The curl line has two kinds of body.', 'Keep only one of -d, --json and -F.');
  if (body.some(({ flag, value }) => flag === '-d' && value.startsWith('@'))) {
    notes.push("-d @FILE is sent unchanged; curl's -d would remove its line breaks.");
  }
  const words = body.map(({ flag, value }) => {
    if (flag === '-F') return `--form=${value}`;
    if (flag === '-d' || flag === '--data-binary')
      return value.startsWith('@') ? `--data=${value}` : `--data-raw=${value}`;
    return `${flag}=${value}`;
  });
  return kinds.has('data') && !typed ? [...words, '--header=Content-Type: application/x-www-form-urlencoded'] : words;
}
