/**
 * Whether an HTTP answer is a GraphQL response (GraphQL over HTTP, draft e1e46e7, section 6): the media type
 * `application/graphql-response+json` is believed whatever the status, plain JSON only with a 2xx, or as nothing but errors.
 */
import { type Failure, failure } from '../failure.js';
import { type JsonMemberShape, type JsonShape, shapeOf } from '../json/shape.js';
import { heldErrors } from './collected-errors.js';

/** What can be known of a result without holding its data as values. */
export interface ResultSummary {
  readonly data: 'present' | 'null' | 'absent';
  /** The `errors` member as sent, if it says that something went wrong; foreign and possibly malformed. */
  readonly errors?: unknown;
  /** How many entries `errors` had, if they are more than are held. */
  readonly errorCount?: number;
  /** Values in the result, containers included: what it would be in memory. */
  readonly values: number;
}

/** One answer, as far as the judgement needs it. */
export interface ResponseMeta {
  readonly status: number;
  /** Reason phrase: foreign text. */
  readonly reason: string;
  readonly contentType?: string;
}

/** An answer that is a GraphQL response, or the failure of kind `protocol` that it is instead. */
export type ResponseVerdict =
  | { readonly graphql: true; readonly summary: ResultSummary; readonly note?: string }
  | { readonly graphql: false; readonly failure: Failure };

/** The media type of a Content-Type value, lower case, without parameters. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** A body that has been read by its tokens: its shape with the places of `data` and `errors`, and its text by those places. */
export interface ScannedBody {
  /** Undefined: it is no JSON object. */
  readonly shape: JsonShape | undefined;
  readonly empty: boolean;
  readonly textOf: (member: JsonMemberShape) => string;
}

/** The members of a result that say what it is. */
export const resultMembers: readonly string[] = ['data', 'errors'];

/** A body that is a text already. */
export const scanBody = (text: string): ScannedBody => ({
  shape: shapeOf(text, resultMembers),
  empty: text === '',
  textOf: ({ from, to }) => text.slice(from, to),
});

/**
 * Summary of a result; undefined when it is none (GraphQL specification, section 7.1): `data` is an object or null, `errors`
 * alone are at least one.
 */
export function summarise({ shape, textOf }: ScannedBody): ResultSummary | undefined {
  if (shape === undefined) return undefined;
  const data = shape.members.get('data');
  const errors = shape.members.get('errors');
  if (data !== undefined && data.first !== '{' && data.first !== 'n') return undefined;
  const held = errors === undefined || errors.first === 'n' ? undefined : heldErrors(textOf(errors), errors.values);
  if (data === undefined && held === undefined) return undefined;
  return {
    data: data === undefined ? 'absent' : data.first === 'n' ? 'null' : 'present',
    ...held,
    values: shape.values,
  };
}

/** Judges a whole answer by its body, which is without a byte order mark. */
export function judgeResponse(head: ResponseMeta, body: ScannedBody): ResponseVerdict {
  const type = mediaType(head.contentType);
  const summary = summarise(body);
  if (type === 'application/graphql-response+json') {
    if (summary) return { graphql: true, summary };
    return {
      graphql: false,
      failure: failure(
        'protocol',
        `The server answered ${statusWords(head)} and calls it ${type}, but the body is no GraphQL response.`,
        { hint: body.empty ? 'The body is empty.' : '-v shows the whole exchange.' },
      ),
    };
  }
  if (summary && head.status >= 200 && head.status < 300) {
    const usual = type === '' || type === 'application/json' || type.endsWith('+json');
    const note = `The answer is a GraphQL response, though the server calls it ${type}.`;
    return { graphql: true, summary, ...(usual ? {} : { note }) };
  }
  if (summary && head.status >= 400 && type === 'application/json' && isErrorsAlone(body, summary)) {
    const advice = head.status === 400 ? undefined : responseHint(head.status);
    const note = `The server answered ${statusWords(head)}. ${advice}`;
    return { graphql: true, summary, ...(advice === undefined ? {} : { note }) };
  }
  return { graphql: false, failure: foreign(head, type, body, summary) };
}

/** How servers older than the media type of their own answer a request that failed: `errors`, perhaps `data`, and nothing else. */
const isErrorsAlone = ({ shape }: ScannedBody, { errors }: ResultSummary): boolean =>
  shape?.others === 0 && Array.isArray(errors);

const statusWords = (head: ResponseMeta): string =>
  head.reason === '' ? `${head.status}` : `${head.status} ${head.reason}`;

function foreign(head: ResponseMeta, type: string, body: ScannedBody, summary: ResultSummary | undefined): Failure {
  const what = body.empty
    ? 'an empty body'
    : type === ''
      ? 'a body without a Content-Type'
      : `${article(type)} ${type} body`;
  const first = summary && Array.isArray(summary.errors) ? summary.errors[0] : undefined;
  const message = (first as { message?: unknown } | null | undefined)?.message;
  const said = typeof message === 'string' ? `: ${message}` : '';
  const advice = hints[head.status] ?? (head.status >= 300 && head.status < 400 ? hints[300] : undefined);
  const hint = advice ?? (head.status < 300 ? 'Is this the path of the GraphQL endpoint?' : undefined);
  return failure(
    'protocol',
    `The server answered ${statusWords(head)} with ${what}, which is no GraphQL response${said === '' ? '.' : said}`,
    { code: `HTTP_${head.status}`, hint },
  );
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? 'an' : 'a');

/** What to do about a status that says that something is wrong; undefined: nothing in particular. */
export const responseHint = (status: number): string | undefined => hints[status];

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
