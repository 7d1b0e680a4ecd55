/** Interprets an introspection response: a schema, an error that requires a smaller query, or a refusal. */

import { loginHints } from '../../credentials/challenges.js';
import { type Failure, failure } from '../../failure.js';
import { flagsOnly, hint } from '../../hint.js';
import { isObject, member, parsedJson } from '../../json/loose.js';
import { readErrors } from '../result-errors.js';
import type { RawSchema } from '../schema-types.js';

/** `note` reports errors that accompanied a usable schema. */
export type IntrospectionResult =
  | { readonly kind: 'schema'; readonly schema: RawSchema; readonly note?: string }
  /** Request less. The messages may mention the unsupported feature. */
  | { readonly kind: 'refused'; readonly messages: readonly string[] }
  /** Retrying cannot help. */
  | { readonly kind: 'closed'; readonly failure: Failure };

const schemaHint = hint`${flagsOnly('Pass a schema with --schema FILE (SDL or introspection JSON), or use --query, which needs no schema.')}`;

/** Finds the schema in parsed JSON: an introspection result by itself, in `data`, or in a list of one. */
export function schemaIn(value: unknown): RawSchema | undefined {
  const unlisted = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(unlisted)) return undefined;
  const data = member(unlisted, 'data');
  const holder = isObject(data) ? data : unlisted;
  const schema = member(holder, '__schema') ?? (Array.isArray(member(holder, 'types')) ? holder : undefined);
  return isObject(schema) ? schema : undefined;
}

/** Ten times the size of the largest known schema. */
const maxValues = 8_000_000;

/**
 * Reads the GraphQL result of an introspection.
 * @param values number of values in the text
 * @param isAnonymous whether the request had no credentials
 */
export function readIntrospection(text: string, values: number, isAnonymous: boolean): IntrospectionResult {
  if (values > maxValues) {
    const words = `The introspection response has ${values} values, more than ${maxValues}.`;
    return { kind: 'closed', failure: failure('limit', words, { hint: schemaHint }) };
  }
  const value = parsedJson(text);
  if (value === undefined) return { kind: 'refused', messages: [] };
  const schema = schemaIn(value);
  const result = Array.isArray(value) ? value[0] : value;
  const { errors, total } = readErrors(member(result, 'errors'));
  if (schema) {
    if (total === 0) return { kind: 'schema', schema };
    return { kind: 'schema', schema, note: `Introspection returned ${total} errors: ${errors[0]?.message}` };
  }
  const messages = errors.map(error => error.message);
  if (errors.some(error => switchedOff(error.message, error.code))) {
    return { kind: 'closed', failure: offFailure(messages[0] ?? '', isAnonymous) };
  }
  return { kind: 'refused', messages };
}

const off =
  /not (?:allowed|enabled|permitted|available|supported|authori[sz]ed)|disabled|disallowed|forbidden|blocked|denied|turned off|switched off|unauthori[sz]ed/i;
const unknownField =
  /cannot query field|not found|doesn't exist|does not exist|no (?:such )?field|unknown field|undefined field/i;

/** Recognizes disabled introspection in Apollo, Yoga, mercurius, Hasura, graphql-ruby and others. */
function switchedOff(message: string, code: string | undefined): boolean {
  if (code === 'INTROSPECTION_DISABLED') return true;
  if (/introspect/i.test(message) && off.test(message)) return true;
  return /\b__schema\b/.test(message) && (unknownField.test(message) || off.test(message));
}

const offFailure = (message: string, isAnonymous: boolean): Failure =>
  failure(
    'graphql',
    `Introspection is disabled on this server${isAnonymous ? ' or requires a login' : ''}: ${message}`,
    {
      code: 'INTROSPECTION_DISABLED',
      hint: isAnonymous ? hint`${loginHints.introspection} ${schemaHint}` : schemaHint,
    },
  );

/** Returns the failure after the last rung. */
export function exhausted(messages: readonly string[], transport: Failure | undefined): Failure {
  if (transport) return failureWithHint(transport);
  const reason = messages[0] ?? 'the response contains no schema';
  return failure('graphql', `The server rejected introspection: ${reason}`, { hint: schemaHint });
}

/** Adds an introspection hint to a failure. */
export const failureWithHint = (refusal: Failure): Failure =>
  refusal.kind === 'interrupted' || refusal.kind === 'terminated'
    ? refusal
    : failure(refusal.kind, `Introspection failed. ${refusal.text}`, {
        hint: refusal.hint ?? schemaHint,
        code: refusal.code,
        cause: refusal.cause,
        answer: refusal.answer,
      });

/** Returns true for statuses with which old or cautious servers reject the query itself. */
export const shouldAskForLess = (code: string | undefined): boolean =>
  code !== undefined && ['HTTP_400', 'HTTP_413', 'HTTP_422', 'HTTP_500', 'HTTP_501'].includes(code);
