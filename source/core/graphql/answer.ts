/**
 * Whether an HTTP answer is a GraphQL response (GraphQL over HTTP, draft e1e46e7, section 6): the media type
 * `application/graphql-response+json` is believed whatever the status, plain JSON only with a 2xx.
 */
import { type Failure, failure } from '../failure.js';

/** What can be known of a result without holding its data as values. */
export interface ResultSummary {
  readonly data: 'present' | 'null' | 'absent';
  /** The `errors` member as sent, if it says that something went wrong; foreign and possibly malformed. */
  readonly errors?: unknown;
}

/** One answer, as far as the judgement needs it. */
export interface AnswerHead {
  readonly status: number;
  /** Reason phrase: foreign text. */
  readonly reason: string;
  readonly contentType?: string;
}

/** An answer that is a GraphQL response, with its body's text, or the failure of kind `protocol` that it is instead. */
export type Judgement =
  | { readonly graphql: true; readonly summary: ResultSummary; readonly text: string; readonly note?: string }
  | { readonly graphql: false; readonly failure: Failure };

/** The media type of a Content-Type value, lower case, without parameters. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Summary of a parsed result object; undefined when it is no GraphQL result (neither `data` nor `errors`). */
export function summarise(result: unknown): ResultSummary | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  const hasData = Object.hasOwn(result, 'data');
  const hasErrors = Object.hasOwn(result, 'errors');
  if (!hasData && !hasErrors) return undefined;
  const { data, errors } = result as { data?: unknown; errors?: unknown };
  const empty = errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0);
  return {
    data: !hasData ? 'absent' : data === null ? 'null' : 'present',
    ...(empty ? {} : { errors }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A batching server may answer one request with a list of one (graphql-over-http `rfcs/Batching.md`). */
const unbatched = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** Judges a whole answer. `text` is its body without a byte order mark. */
export function judge(head: AnswerHead, text: string): Judgement {
  const type = mediaType(head.contentType);
  const summary = summarise(unbatched(parsed(text)));
  if (type === 'application/graphql-response+json') {
    if (summary) return { graphql: true, summary, text };
    return {
      graphql: false,
      failure: failure(
        'protocol',
        `The server answered ${statusWords(head)} and calls it ${type}, but the body is no GraphQL response.`,
        { hint: text === '' ? 'The body is empty.' : '-v shows the whole exchange.' },
      ),
    };
  }
  if (summary && head.status >= 200 && head.status < 300) {
    const usual = type === '' || type === 'application/json' || type.endsWith('+json');
    return {
      graphql: true,
      summary,
      text,
      ...(usual ? {} : { note: `The answer is a GraphQL response, though the server calls it ${type}.` }),
    };
  }
  return { graphql: false, failure: foreign(head, type, text, summary) };
}

const statusWords = (head: AnswerHead): string =>
  head.reason === '' ? `${head.status}` : `${head.status} ${head.reason}`;

function foreign(head: AnswerHead, type: string, text: string, summary: ResultSummary | undefined): Failure {
  const what =
    text === '' ? 'an empty body' : type === '' ? 'a body without a Content-Type' : `${article(type)} ${type} body`;
  const first = summary && Array.isArray(summary.errors) ? summary.errors[0] : undefined;
  const message = (first as { message?: unknown } | null | undefined)?.message;
  const said = typeof message === 'string' ? `: ${message}` : '';
  const advice = hints[head.status] ?? (head.status >= 300 && head.status < 400 ? hints[300] : undefined);
  const hint = advice ?? (head.status < 300 ? 'Is this the path of the GraphQL endpoint?' : undefined);
  return failure(
    'protocol',
    `The server answered ${statusWords(head)} with ${what}, which is no GraphQL response${said === '' ? '.' : said}`,
    { code: `HTTP_${head.status}`, ...(hint === undefined ? {} : { hint }) },
  );
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? 'an' : 'a');

const hints: Readonly<Record<number, string>> = {
  300: 'It redirects: -L follows, or give the address it names (-v shows it).',
  400: 'The server could not read the request, or does not trust the operation.',
  401: 'It wants credentials: -B TOKEN, -u user:pass, --oauth2 … or -H.',
  403: 'The credentials are missing or not sufficient: -B, -u, --oauth2, -K or -H.',
  404: 'Is this the path of the GraphQL endpoint? Common ones are /graphql, /api/graphql and /v1/graphql.',
  405: 'The URL does not take this method. Is it the path of the GraphQL endpoint, like /graphql? Else try with --get, or without.',
  406: 'The server cannot answer in a media type we accept: -H "Accept: application/json" asks for plain JSON only.',
  408: 'The server waited too long for the request.',
  413: 'The request is too large for the server.',
  414: 'The query is too long for a URL: leave out --get.',
  415: 'The server does not take this request format (uploads need a server that knows multipart requests).',
  429: 'Too many requests: wait, or --retry N.',
  431: 'The headers are too large for the server.',
};
