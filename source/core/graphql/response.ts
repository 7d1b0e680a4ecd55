/**
 * Decides whether an HTTP response is a GraphQL response (GraphQL over HTTP, draft e1e46e7, 6): either
 * `application/graphql-response+json` with any status, or plain JSON with a 2xx status or nothing but errors.
 */

import { withArticle } from '../counted.js';
import { loginHints } from '../credentials/challenges.js';
import { type Failure, failure } from '../failure.js';
import { flagsOnly, type Hint, hint, step } from '../hint.js';
import { type JsonMemberShape, type JsonShape, shapeOf } from '../json/shape.js';
import { heldErrors } from './collected-errors.js';

/** Facts about a result, collected without parsing its data. */
export interface ResultSummary {
  readonly data: 'present' | 'null' | 'absent';
  /** The `errors` member, if not empty. Untrusted and possibly malformed. */
  readonly errors?: unknown;
  /** Total number of errors, if some were dropped. */
  readonly errorCount?: number;
  /** Number of values including containers, as a measure of memory use. */
  readonly values: number;
}

/** Status line and headers of a response. */
export interface ResponseMeta {
  readonly status: number;
  /** Reason phrase, which is untrusted text. */
  readonly reason: string;
  readonly contentType?: string;
}

/** A GraphQL response, or a failure of kind `protocol`. */
type ResponseVerdict =
  | { readonly graphql: true; readonly summary: ResultSummary; readonly note?: Hint }
  | { readonly graphql: false; readonly failure: Failure };

/** Returns the media type of a Content-Type in lower case, without parameters. */
export const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** A tokenized body: its shape with the offsets of `data` and `errors`, and access to text by offset. */
export interface ScannedBody {
  /** Undefined if the body is not a JSON object. */
  readonly shape: JsonShape | undefined;
  readonly empty: boolean;
  readonly textOf: (member: JsonMemberShape) => string;
}

export const resultMembers: readonly string[] = ['data', 'errors'];

export const scanBody = (text: string): ScannedBody => ({
  shape: shapeOf(text, resultMembers),
  empty: text === '',
  textOf: ({ from, to }) => text.slice(from, to),
});

/**
 * Summarizes a GraphQL result. Returns undefined for anything else: `data` must be an object or null, or there must be at least
 * one error (GraphQL specification 7.1).
 */
export function summarise({ shape, textOf }: ScannedBody): ResultSummary | undefined {
  if (shape === undefined) return undefined;
  const data = shape.members.get('data');
  const errors = shape.members.get('errors');
  if (data !== undefined && data.first !== '{' && data.first !== 'n') return undefined;
  const held = errors === undefined || errors.first === 'n' ? undefined : heldErrors(textOf(errors), errors.values);
  if (data === undefined && held === undefined) return undefined;
  return {
    data: presenceOf(data?.first === 'n' ? null : data),
    ...held,
    values: shape.values,
  };
}

/** Classifies the `data` of a result. */
export function presenceOf(data: unknown): ResultSummary['data'] {
  if (data === undefined) return 'absent';
  return data === null ? 'null' : 'present';
}

/** Classifies a response by its head and body. The body has no byte order mark. */
export function judgeResponse(head: ResponseMeta, body: ScannedBody): ResponseVerdict {
  const type = mediaType(head.contentType);
  const summary = summarise(body);
  if (type === 'application/graphql-response+json') {
    if (summary) return { graphql: true, summary };
    return {
      graphql: false,
      failure: failure(
        'protocol',
        `The server answered ${statusWords(head)} with type ${type}, but the body is not a GraphQL response.`,
        { hint: body.empty ? 'The body is empty.' : hint`${flagsOnly('Pass -v to see the exchange.')}` },
      ),
    };
  }
  if (summary && head.status >= 200 && head.status < 300) {
    const usual = type === '' || type === 'application/json' || type.endsWith('+json');
    const note = `The body is a GraphQL response, but has the type ${type}.`;
    return { graphql: true, summary, note: usual ? undefined : note };
  }
  if (summary && head.status >= 400 && type === 'application/json' && isErrorsAlone(body, summary)) {
    const advice = head.status === 400 ? undefined : responseHint(head.status);
    const note = advice && hint`The server answered ${statusWords(head)}. ${advice}`;
    return { graphql: true, summary, note };
  }
  return { graphql: false, failure: foreign(head, type, body, summary) };
}

/** Older servers respond to failed requests with `errors`, sometimes `data`, and no other members. */
const isErrorsAlone = ({ shape }: ScannedBody, { errors }: ResultSummary): boolean =>
  shape?.others === 0 && Array.isArray(errors);

const statusWords = (head: ResponseMeta): string =>
  head.reason === '' ? `${head.status}` : `${head.status} ${head.reason}`;

function foreign(head: ResponseMeta, type: string, body: ScannedBody, summary: ResultSummary | undefined): Failure {
  const first = summary && Array.isArray(summary.errors) ? summary.errors[0] : undefined;
  const message = (first as { message?: unknown } | null | undefined)?.message;
  const detail = typeof message === 'string' ? `: ${message}` : '';
  const advice = hints[head.status] ?? (head.status >= 300 && head.status < 400 ? hints[300] : undefined);
  const nextStep = advice ?? (head.status < 300 ? 'Check that the URL is the GraphQL endpoint.' : undefined);
  return failure(
    'protocol',
    `The server answered ${statusWords(head)} with ${contentWords(type, body)}, which is not a GraphQL response${detail === '' ? '.' : detail}`,
    { code: `HTTP_${head.status}`, hint: nextStep },
  );
}

function contentWords(type: string, body: ScannedBody): string {
  if (body.empty) return 'an empty body';
  if (type === '') return 'no Content-Type';
  return `${withArticle(type)} body`;
}

/** Returns a hint for an error status, if there is one. */
export const responseHint = (status: number): Hint | undefined => hints[status];

const hints: Readonly<Record<number, Hint>> = {
  300: hint`It redirects. Pass -L to follow it, or use the target URL${flagsOnly(' (-v shows it)')}.`,
  400: 'The server could not parse the request, or does not trust the operation.',
  401: loginHints[401],
  403: loginHints[403],
  404: 'Check that the URL is the GraphQL endpoint. Common paths are /graphql, /api/graphql and /v1/graphql.',
  405: 'The URL does not support this method. Check that it is the GraphQL endpoint, such as /graphql, or try with or without --get.',
  406: hint`The server does not support the accepted media types. Pass ${step('header', '-H "Accept: application/json"', 'Accept: application/json')} to request plain JSON only.`,
  408: 'The server waited too long for the request.',
  413: 'The request is too large for the server.',
  414: 'The query is too long for a URL. Remove --get.',
  415: 'The server does not support this request format (uploads need support for multipart requests).',
  429: 'Too many requests. Wait, or pass --retry N.',
  431: 'The headers are too large for the server.',
};
