/** An operation as an HTTP request (GraphQL over HTTP, draft e1e46e7, sections 5.3 and 5.4; multipart request spec). */
import { defaultHeaders } from '../request/headers.js';
import type { HeaderLine } from '../request/spec.js';

/** What goes over the wire of an operation. `variables` and `extensions` are JSON texts and stay as they are. */
export interface OperationText {
  readonly query: string;
  /** True: the text stays here, because the server knows it by its hash or by `documentId`. */
  readonly withoutText?: boolean;
  /** The ID of a document that the server trusts. */
  readonly documentId?: string;
  readonly operationName?: string;
  readonly variables?: string;
  readonly extensions?: string;
}

/** The known members, in their usual order; absent ones are left out. */
export function jsonBody(operation: OperationText): string {
  const members = operation.withoutText ? [] : [`"query":${JSON.stringify(operation.query)}`];
  if (operation.documentId !== undefined) members.push(`"documentId":${JSON.stringify(operation.documentId)}`);
  if (operation.operationName) members.push(`"operationName":${JSON.stringify(operation.operationName)}`);
  if (operation.variables !== undefined) members.push(`"variables":${operation.variables}`);
  if (operation.extensions !== undefined) members.push(`"extensions":${operation.extensions}`);
  return `{${members.join(',')}}`;
}

/** The URL of a GET request: parameters behind what is there, before `#`. */
export function getUrl(url: string, operation: OperationText): string {
  const parameters = new URLSearchParams(operation.withoutText ? {} : { query: operation.query });
  if (operation.documentId !== undefined) parameters.set('documentId', operation.documentId);
  if (operation.operationName) parameters.set('operationName', operation.operationName);
  if (operation.variables !== undefined) parameters.set('variables', operation.variables);
  if (operation.extensions !== undefined) parameters.set('extensions', operation.extensions);
  const [address = '', ...fragment] = url.split('#');
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${parameters}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`;
}

/** Accept for one whole result; plain JSON too, for servers older than the type of its own. */
export const acceptResult = 'application/graphql-response+json, application/json;q=0.9';

/**
 * Several dialects are offered, never one alone: Apollo answers only what it knows by its parameter, Yoga by the bare
 * type (apollographql/router#1648).
 */
export const acceptIncremental =
  'multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824;q=0.99, multipart/mixed;q=0.98, ' +
  'application/graphql-response+json;q=0.95, application/json;q=0.9';

/**
 * The user's headers behind the defaults (these and what every request has), without the defaults that the user set or
 * removed.
 * @param removed lower-case names the user removed
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
