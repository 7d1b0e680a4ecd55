/**
 * Combines `--pick` with `--paginate`: adds the picks that paging an operation requires (Relay's GraphQL Cursor Connections
 * Specification).
 */

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  type InlineFragmentNode,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, responseKeyOf } from '../../each-field.js';
import { backward, forward, type PageDirection } from '../../sending/paging.js';
import type { ParsedText } from '../text/query-document.js';
import type { PickProblem } from './parse.js';

/** Default page size: the most that strict servers allow. */
const pageSize = 100;

/** A field that can be paged, as a pick. */
interface Connection {
  readonly steps: readonly string[];
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Names of the first connection below a list, and of that list, as response keys. */
interface BelowList {
  readonly field: string;
  readonly list: string;
}

/** Picks needed to page an operation. */
interface PagingPicks {
  readonly picks: readonly string[];
  /** Notes on lists of which only the first page is fetched. */
  readonly notes: readonly string[];
}

/**
 * Returns the picks that give an operation's only connection its cursor, page size and `pageInfo`. A size in the text is
 * preserved, and so are `last` and `before: $startCursor`, which select backward paging.
 */
export function pagingPicks(
  schema: GraphQLSchema,
  parsed: ParsedText,
  operation: OperationDefinitionNode,
): PagingPicks | PickProblem {
  const search = new ConnectionSearch(schema, parsed.fragments);
  search.visit(operation.selectionSet, { type: schema.getQueryType()?.name, steps: [], fragments: [] });
  const { connections, belowList } = search;
  const marked = connections.filter(({ node }) => [forward, backward].some(direction => hasCursor(node, direction)));
  const [connection, other] = marked.length > 0 ? marked : connections;
  if (connection === undefined) return nothingPages(belowList);
  const nameOf = ({ steps }: Connection): string => steps.join('.');
  if (other !== undefined) {
    return {
      problem: `Two of the picked fields have pages: ${nameOf(connection)} and ${nameOf(other)}.`,
      hint: `A cursor belongs to one list. Mark it with --pick '${nameOf(connection)}(after: $endCursor)…', or send one operation for each.`,
    };
  }
  const direction = directionOf(connection);
  const { argument, cursor, more, size } = direction;
  const given = (name: string): boolean => connection.node.arguments?.some(each => each.name.value === name) === true;
  const takes = (name: string): boolean => connection.field.args.some(each => each.name === name);
  if (!takes(argument)) {
    return {
      problem: `${nameOf(connection)} has no argument ${argument}.`,
      hint: `It cannot be paginated ${direction === forward ? 'forward' : 'backwards'}.`,
    };
  }
  const sized = given('first') || given('last') || !takes(size);
  const args = `${sized ? '' : `${size}: ${pageSize}, `}${argument}: $${cursor}`;
  const path = ['query', ...connection.steps].join('.');
  const left =
    belowList && `Only the first page of each ${belowList.field} below the list ${belowList.list} is fetched.`;
  return {
    picks: [`${path}(${args}).pageInfo.${more}`, `${path}.pageInfo.${cursor}`],
    notes: left === undefined ? [] : [left],
  };
}

const hasCursor = (node: FieldNode, { argument, cursor }: PageDirection): boolean =>
  node.arguments?.some(each => each.name.value === argument && print(each.value) === `$${cursor}`) === true;

/** Returns backward if the text asks for it or the field supports nothing else. */
function directionOf({ node, field }: Connection): PageDirection {
  const given = new Set(node.arguments?.map(each => each.name.value));
  if (given.has(forward.size) || given.has(forward.argument)) return forward;
  if (given.has(backward.size) || given.has(backward.argument)) return backward;
  return field.args.some(each => each.name === forward.argument) ? forward : backward;
}

function nothingPages(belowList: BelowList | undefined): PickProblem {
  if (belowList !== undefined) {
    return {
      problem: `${belowList.field} is below the list ${belowList.list}, and one cursor cannot follow the pages of each item.`,
      hint: 'Pick it from a single object, as in user(id:).books.nodes.title.',
    };
  }
  return {
    problem: 'None of the picked fields has pages.',
    hint: '--paginate needs a field with an after: or before: argument, and pageInfo with hasNextPage and endCursor.',
  };
}

/** Position of a selection set in an operation. */
interface SelectionPosition {
  readonly type: string | undefined;
  readonly steps: readonly string[];
  /** Fragments that contain the selection set. */
  readonly fragments: readonly FragmentDefinitionNode[];
  /** Response key of the innermost list that contains it. */
  readonly list?: string;
}

/** Finds the connections that a single cursor can follow, which excludes those below a list. They are in text order. */
class ConnectionSearch {
  readonly connections: Connection[] = [];
  belowList: BelowList | undefined;
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #seen = new Set<string>();

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  visit({ selections }: SelectionSetNode, position: SelectionPosition): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) this.#visitField(node, position);
      else if (node.kind === Kind.FRAGMENT_SPREAD) this.#visitSpread(node.name.value, position);
      else this.#visitInline(node, position);
    }
  }

  #visitField(node: FieldNode, position: SelectionPosition): void {
    const field = fieldNamed(this.#schema, position.type, node.name.value);
    if (field === undefined || node.selectionSet === undefined) return;
    const key = responseKeyOf(node);
    const steps = [...position.steps, node.alias ? `${key}: ${node.name.value}` : key];
    if (pages(this.#schema, field)) this.#add({ steps, node, field }, position.list);
    const list = isListType(getNullableType(field.type)) ? key : position.list;
    this.visit(node.selectionSet, { ...position, type: getNamedType(field.type).name, steps, list });
  }

  #add(connection: Connection, list: string | undefined): void {
    const name = connection.steps.join('.');
    if (list !== undefined) this.belowList ??= { field: responseKeyOf(connection.node), list };
    else if (!this.#seen.has(name)) this.connections.push(connection);
    this.#seen.add(name);
  }

  #visitSpread(name: string, position: SelectionPosition): void {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined || position.fragments.includes(fragment)) return;
    this.visit(fragment.selectionSet, {
      ...position,
      type: fragment.typeCondition.name.value,
      steps: [...position.steps, `...${name}`],
      fragments: [...position.fragments, fragment],
    });
  }

  /** A pick cannot lead into a fragment with directives. */
  #visitInline({ directives, typeCondition, selectionSet }: InlineFragmentNode, position: SelectionPosition): void {
    if (directives?.length) return;
    const type = typeCondition?.name.value;
    this.visit(selectionSet, type ? { ...position, type, steps: [...position.steps, `on ${type}`] } : position);
  }
}

/** Returns true for a field that takes a cursor and has page information. */
function pages(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): boolean {
  const info = fieldNamed(schema, getNamedType(field.type).name, 'pageInfo');
  if (info === undefined || isListType(getNullableType(field.type))) return false;
  return [forward, backward].some(
    ({ argument, more, cursor }) =>
      field.args.some(each => each.name === argument) &&
      [more, cursor].every(name => fieldNamed(schema, getNamedType(info.type).name, name) !== undefined),
  );
}

function fieldNamed(schema: GraphQLSchema, type: string | undefined, name: string) {
  const namedType = type === undefined ? undefined : schema.getType(type);
  return isObjectType(namedType) || isInterfaceType(namedType) ? namedType.getFields()[name] : undefined;
}
