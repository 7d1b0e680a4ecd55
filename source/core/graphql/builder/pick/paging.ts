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
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from 'graphql';
import { responseKeyOf } from '../../each-field.js';
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

interface Candidates {
  readonly connections: readonly Connection[];
  /** Response keys of the first connection below a list. */
  readonly belowList?: { readonly field: string; readonly list: string };
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
  const { connections, belowList } = connectionsOf(schema, parsed, operation);
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

function nothingPages(belowList: Candidates['belowList']): PickProblem {
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

/** Finds the connections that a single cursor can follow, which excludes those below a list. They are in text order. */
function connectionsOf(
  schema: GraphQLSchema,
  { fragments }: ParsedText,
  operation: OperationDefinitionNode,
): Candidates {
  const connections: Connection[] = [];
  const seen = new Set<string>();
  let belowList: Candidates['belowList'];
  const walk = (
    set: SelectionSetNode,
    type: string | undefined,
    steps: readonly string[],
    through: readonly FragmentDefinitionNode[],
    list?: string,
  ): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const field = fieldNamed(schema, type, node.name.value);
        if (field === undefined || node.selectionSet === undefined) continue;
        const key = responseKeyOf(node);
        const here = [...steps, node.alias ? `${key}: ${node.name.value}` : key];
        if (pages(schema, field)) {
          if (list !== undefined) belowList ??= { field: key, list };
          else if (!seen.has(here.join('.'))) connections.push({ steps: here, node, field });
          seen.add(here.join('.'));
        }
        const below = isListType(getNullableType(field.type)) ? key : list;
        walk(node.selectionSet, getNamedType(field.type).name, here, through, below);
      } else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment === undefined || through.includes(fragment)) continue;
        const inner = [...steps, `...${node.name.value}`];
        walk(fragment.selectionSet, fragment.typeCondition.name.value, inner, [...through, fragment], list);
      } else if (!node.directives?.length) {
        // A pick cannot lead into a fragment with directives.
        const condition = node.typeCondition?.name.value;
        walk(node.selectionSet, condition ?? type, condition ? [...steps, `on ${condition}`] : steps, through, list);
      }
    }
  };
  walk(operation.selectionSet, schema.getQueryType()?.name, [], []);
  return belowList === undefined ? { connections } : { connections, belowList };
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
