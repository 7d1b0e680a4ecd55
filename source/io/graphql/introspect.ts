/** Loads a schema from the cache, from the server (trying simpler introspection queries in turn), or from a file. */

import { carriesAnyCredential } from '../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import {
  completedSchema,
  completionQuery,
  completionSizes,
  cutTypes,
} from '../../core/graphql/introspection/completion.js';
import {
  fullRung,
  introspectionName,
  introspectionQuery,
  nextRung,
  type Rung,
  rungFromText,
  rungToText,
} from '../../core/graphql/introspection/query.js';
import {
  exhausted,
  failureWithHint,
  type IntrospectionResult,
  readIntrospection,
  shouldAskForLess,
} from '../../core/graphql/introspection/response.js';
import { responseHint } from '../../core/graphql/response.js';
import { indexSchema } from '../../core/graphql/schema-index.js';
import type { RawSchema, SchemaIndex } from '../../core/graphql/schema-types.js';
import { flagsOnly, hint } from '../../core/hint.js';
import { parsedJson } from '../../core/json/loose.js';
import { operationTransport } from './operation.js';
import { runLogged } from './run-logged.js';
import { readCachedSchema, readFact, writeCachedSchema, writeFact } from './schema-cache.js';
import type { Endpoint, FailedEvent, Operation, RunContext } from './transport.js';

/** A schema ready for lookups. graphql-js's schema is built from `index` on demand. */
export interface LoadedSchema {
  readonly index: SchemaIndex;
  readonly from: 'server' | 'cache' | 'file';
  /** When the server was queried or the file read, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Notes for the user, which may contain untrusted text. */
  readonly notes: readonly string[];
  /** The document of an SDL file, so that a schema can be built from the user's text. */
  readonly sdl?: import('graphql').DocumentNode;
  /** Fetches the current schema from the server. Absent unless the schema is from the cache. */
  readonly again?: () => Promise<LoadedSchema | Failure>;
}

/** Longer error responses are not searched for messages, in bytes. */
const maxRefusalLength = 1_000_000;

/** Time limit for all attempts of one introspection, in milliseconds. */
const introspectionLimit = 60_000;

/** Returns the cached schema without contacting the server. */
export async function cachedSchema(endpoint: Endpoint, context: RunContext): Promise<LoadedSchema | undefined> {
  const cached = await readCachedSchema(endpoint, context.environment);
  if (cached === undefined) return undefined;
  const again = (): Promise<LoadedSchema | Failure> => introspect(endpoint, context);
  return { index: indexSchema(cached.schema), from: 'cache', fetchedAt: cached.fetchedAt, notes: [], again };
}

type CacheWriter = (write: () => Promise<void>) => Promise<void> | void;

/** Returns the cached schema, or the server's. Failures are not cached. */
export async function loadSchema(
  endpoint: Endpoint,
  context: RunContext,
  options: { readonly refresh?: boolean; readonly keep?: CacheWriter } = {},
): Promise<LoadedSchema | Failure> {
  const cached = options.refresh ? undefined : await cachedSchema(endpoint, context);
  return cached ?? (await introspect(endpoint, context, options.keep));
}

/** Queries the server, starting with the query that last worked. */
export async function introspect(
  endpoint: Endpoint,
  context: RunContext,
  keep: CacheWriter = write => write(),
): Promise<LoadedSchema | Failure> {
  const { environment } = context;
  const started = environment.monotonic();
  const remembered = rungFromText((await readFact('rung', endpoint, environment)) ?? '');
  let refused: RefusedIntrospection = { kind: 'refused', messages: [] };
  for (let rung: Rung | undefined = remembered; rung; rung = nextRung(rung, refused.messages)) {
    const left = introspectionLimit - (environment.monotonic() - started);
    if (left <= 0) return tooLong();
    const reply = await ask(endpoint, context, rung, left);
    if (reply.kind === 'closed') return { ...reply.failure, ...reply.answer };
    if (reply.kind === 'schema') {
      const schema = rung.has('fragments')
        ? reply.schema
        : await withCutTypes(reply.schema, endpoint, context, rung, started + introspectionLimit);
      const fetchedAt = environment.now();
      await keep(() => writeCachedSchema(endpoint, { schema, fetchedAt }, environment));
      if (rung !== remembered) await writeFact('rung', rungToText(rung), endpoint, environment);
      return {
        index: indexSchema(schema),
        from: 'server',
        fetchedAt,
        notes: [reply.note].filter(each => each !== undefined),
      };
    }
    refused = reply;
  }
  return { ...exhausted(refused.messages, refused.refusal), ...refused.answer };
}

type RefusedResponse = Pick<Failure, 'answer'>;

interface RefusedIntrospection {
  readonly kind: 'refused';
  readonly messages: readonly string[];
  readonly refusal?: Failure;
  readonly answer?: RefusedResponse;
}

type IntrospectionOutcome =
  | { readonly kind: 'schema'; readonly schema: RawSchema; readonly note?: string }
  | RefusedIntrospection
  | { readonly kind: 'closed'; readonly failure: Failure; readonly answer?: RefusedResponse };

/** Maximum number of characters of an error response to show. */
const shownResponse = 4000;

export const introspectionOperation = (rung: Rung = fullRung): Operation => operationOf(introspectionQuery(rung));

const operationOf = (query: string): Operation => ({
  kind: 'query',
  query,
  operationName: introspectionName,
  uploads: [],
  incremental: false,
});

/** Runs a query within the time left, in milliseconds. */
function eventsOf(query: string, endpoint: Endpoint, context: RunContext, left: number) {
  const timeoutMs = Math.min(left, endpoint.network.timeoutMs ?? left);
  const limited = { ...endpoint, network: { ...endpoint.network, timeoutMs } };
  return runLogged(operationTransport(), operationOf(query), limited, context);
}

/**
 * Requests the types that the depth limit of the query cut off. Types that the server rejects or does not return in time remain
 * cut off.
 * @param end when to stop, on the monotonic clock
 */
async function withCutTypes(
  schema: RawSchema,
  endpoint: Endpoint,
  context: RunContext,
  rung: Rung,
  end: number,
): Promise<RawSchema> {
  let completed = schema;
  let names = cutTypes(schema);
  for (const size of completionSizes) {
    while (names.length > 0) {
      const left = end - context.environment.monotonic();
      if (left <= 0) return completed;
      const answer = await answerTo(completionQuery(names.slice(0, size), rung), endpoint, context, left);
      if (answer === undefined) break;
      completed = completedSchema(completed, answer);
      names = names.slice(size);
    }
  }
  return completed;
}

/** The parsed response of a query, or undefined if it failed. */
async function answerTo(query: string, endpoint: Endpoint, context: RunContext, left: number): Promise<unknown> {
  for await (const event of eventsOf(query, endpoint, context, left)) {
    if (event.kind !== 'result' || event.summary.errors !== undefined) continue;
    return parsedJson(event.text);
  }
  return undefined;
}

async function ask(endpoint: Endpoint, context: RunContext, rung: Rung, left: number): Promise<IntrospectionOutcome> {
  const events = eventsOf(introspectionQuery(rung), endpoint, context, left);
  const isAnonymous = !carriesAnyCredential(endpoint);
  let status = 0;
  for await (const event of events) {
    if (event.kind === 'head') status = event.response.status;
    if (event.kind === 'result') {
      return withResponse(
        refusedFor(status, readIntrospection(event.text, event.summary.values, isAnonymous)),
        status,
        event.text,
      );
    }
    if (event.kind === 'failed') return refusedBy(event, status, isAnonymous);
  }
  return context.signal.aborted && isFailure(context.signal.reason)
    ? { kind: 'closed', failure: context.signal.reason }
    : { kind: 'refused', messages: [] };
}

/** Some servers send plain JSON errors with 400 or 422, which are still useful. */
function refusedBy(
  { failure: refusal, body }: FailedEvent,
  status: number,
  isAnonymous: boolean,
): IntrospectionOutcome {
  const text = body !== undefined && body.length < maxRefusalLength ? Buffer.from(body).toString('utf8') : '';
  const reply = text.trimStart().startsWith('{') ? readIntrospection(text, 0, isAnonymous) : undefined;
  if (reply?.kind === 'closed') return withResponse(reply, status, text);
  if (!shouldAskForLess(refusal.code))
    return withResponse({ kind: 'closed', failure: failureWithHint(refusal) }, status, text);
  const messages = reply?.kind === 'refused' ? reply.messages : [];
  return withResponse({ kind: 'refused', messages, refusal }, status, text);
}

function withResponse(outcome: IntrospectionOutcome, status: number, text: string): IntrospectionOutcome {
  if (outcome.kind === 'schema' || status === 0) return outcome;
  return { ...outcome, answer: { answer: { status, text: text.slice(0, shownResponse) } } };
}

/** Errors with a status that a smaller query cannot fix (401, 500 …) are final. */
function refusedFor(status: number, reply: IntrospectionResult): IntrospectionOutcome {
  const code = `HTTP_${status}`;
  if (reply.kind !== 'refused' || status < 400 || shouldAskForLess(code)) return reply;
  const message = reply.messages[0] === undefined ? '.' : `: ${reply.messages[0]}`;
  const words = `The server answered ${status}${message}`;
  const refusal = failure('protocol', words, { code, hint: responseHint(status) });
  return { kind: 'closed', failure: failureWithHint(refusal) };
}

const tooLong = (): Failure =>
  failure('timeout', 'Introspection took longer than 60 seconds.', {
    hint: hint`${flagsOnly('Pass --schema FILE to skip introspection.')}`,
  });
