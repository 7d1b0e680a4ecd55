/** Converts an operation to an HTTP request (GraphQL over HTTP, draft e1e46e7, 5.3 and 5.4; multipart request spec). */
import { defaultHeaders } from '../request/headers.js';
import type { HeaderLine } from '../request/spec.js';

/** Parts of a request. `variables` and `extensions` are JSON and are sent verbatim. */
export interface OperationText {
  /** The complete document, byte for byte as typed. */
  readonly query: string;
  /** True to omit the query because the server knows its hash or `documentId`. */
  readonly withoutText?: boolean;
  /** ID of a trusted document. */
  readonly documentId?: string;
  /** Set if the document has several operations or the user named one. Never empty. */
  readonly operationName?: string;
  /** JSON text of an object. It is sent verbatim so that 64-bit integers never become JavaScript numbers. */
  readonly variables?: string;
  /** JSON text of an object. */
  readonly extensions?: string;
}

/** Returns the JSON body with members in the conventional order. Absent members are omitted. */
export function jsonBody(operation: OperationText): string {
  const members = operation.withoutText ? [] : [`"query":${JSON.stringify(operation.query)}`];
  if (operation.documentId !== undefined) members.push(`"documentId":${JSON.stringify(operation.documentId)}`);
  if (operation.operationName) members.push(`"operationName":${JSON.stringify(operation.operationName)}`);
  if (operation.variables !== undefined) members.push(`"variables":${operation.variables}`);
  if (operation.extensions !== undefined) members.push(`"extensions":${operation.extensions}`);
  return `{${members.join(',')}}`;
}

/** Appends parameters to the query of the URL, before any fragment. */
export function getUrl(url: string, operation: OperationText): string {
  const parameters = new URLSearchParams(operation.withoutText ? {} : { query: operation.query });
  if (operation.documentId !== undefined) parameters.set('documentId', operation.documentId);
  if (operation.operationName) parameters.set('operationName', operation.operationName);
  if (operation.variables !== undefined) parameters.set('variables', operation.variables);
  if (operation.extensions !== undefined) parameters.set('extensions', operation.extensions);
  const [address = '', ...fragment] = url.split('#');
  return `${address}${jointAfter(address)}${parameters}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`;
}

function jointAfter(address: string): string {
  if (!address.includes('?')) return '?';
  return /[?&]$/.test(address) ? '' : '&';
}

/** Accept header for a single result. It includes JSON for older servers. */
export const acceptResult = 'application/graphql-response+json, application/json;q=0.9';

/**
 * Accept header with several formats: Apollo requires its parameter, and Yoga requires the bare type
 * (apollographql/router#1648).
 */
export const acceptIncremental =
  'multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824;q=0.99, multipart/mixed;q=0.98, ' +
  'application/graphql-response+json;q=0.95, application/json;q=0.9';

/**
 * Combines the defaults with the user's headers.
 * @param removed lower-case names of headers the user removed
 */
export function withDefaultHeaders(
  defaults: readonly HeaderLine[],
  headers: readonly HeaderLine[],
  removed: readonly string[],
): HeaderLine[] {
  const nameOf = (header: HeaderLine): string => header.name.toLowerCase();
  const ours = new Set(defaults.map(nameOf));
  const taken = new Set([...removed, ...headers.map(nameOf)]);
  const base = [...defaultHeaders.filter(header => !ours.has(nameOf(header))), ...defaults];
  return [...base.filter(header => !taken.has(nameOf(header))), ...headers];
}
