/** Objects of responses, for suggestions where a value refers to one of them. */
import type { FragmentDefinitionNode } from 'graphql';
import { operationAt as graphqlOperationAt } from '../../core/graphql/builder/text/query-document.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import { operationAt } from '../../core/openapi/operations-in-text.js';
import { readUrl } from '../../core/request/read-url.js';
import { seenInGraphql } from '../../core/seen/graphql.js';
import { type SeenObjects, withSeen } from '../../core/seen/objects.js';
import { seenInHttp } from '../../core/seen/openapi.js';
import type { ResultAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { placeholdersOf, serverHere } from '../query/http-text.js';

/**
 * Remembers the objects of a complete response. Error responses and responses from other servers are ignored. Otherwise
 * another server could choose the objects that the user then changes or deletes.
 */
export function withSeenObjects(state: State, { raw, partial }: ResultAction): State {
  const { response, identity } = state;
  if (partial || response.kind === 'subscription' || (response.head?.status ?? 200) >= 400) return state;
  if (!isOwnServer(state)) return state;
  const added = response.kind === 'request' ? inHttp(state, raw) : inGraphql(state, raw);
  if (added.length === 0) return state;
  return { ...state, identity: { ...identity, seen: withSeen(identity.seen ?? [], added) } };
}

/** Returns whether the response comes from the server of the tab or of its description. */
function isOwnServer({ connect, response: { head } }: State): boolean {
  const own = [connect.url, serverHere(connect) ?? ''].flatMap(url => readUrl(url)?.origin ?? []);
  const origin = readUrl(head?.request.url ?? '')?.origin;
  return own.length === 0 || origin === undefined || own.includes(origin);
}

function inGraphql({ query, connect }: State, raw: string): SeenObjects {
  const operation = graphqlOperationAt(query.document, query.active);
  if (operation === undefined || connect.index === undefined) return [];
  const { definitions } = query.document.lastValid;
  const fragments = definitions.filter((each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition');
  return seenInGraphql(raw, connect.index, operation, fragments);
}

function inHttp(state: State, raw: string): SeenObjects {
  const { sent, head } = state.response;
  const { description } = state.connect;
  const [entry] = parseHttpFile(sent?.entry ?? '').entries;
  const operation = entry && description && operationAt(description, entry, placeholdersOf(state));
  const path = operation?.path ?? readUrl(head?.request.url ?? '')?.pathname ?? '';
  const described = operation && { description, operation, status: head?.status ?? 200 };
  return seenInHttp(raw, path, described);
}
