/** A small schema with one of everything, and one-line helpers to run an action on it. */
import { buildSchema } from 'graphql';
import {
  type Context,
  definitionAt,
  type EditResult,
  emptyMemory,
  followNames,
  parseQuery,
} from '../../../../../source/core/graphql/builder/index.js';

export const schema = buildSchema(`
  directive @live(x: Int) on SUBSCRIPTION
  directive @cached(seconds: Int!, tag: String) on FIELD | INLINE_FRAGMENT
  type Query {
    me: User
    user(id: ID!, first: Int = 3): User
    best: Result
    node(id: ID!): Node
    search(filter: Filter!, kinds: [Kind!], limit: Int): [Result!]!
    find(by: By!): User
    count(of: Kind): Int!
    numbers(list: [Int!]): Int
    plain: Plain
  }
  interface Node { id: ID! }
  union Result = User | Post | Empty
  type User implements Node { id: ID! name: String old: String @deprecated(reason: "no") posts(first: Int!, after: String): [Post!]! friend: User }
  type Post implements Node { id: ID! title: String author: User length: Int }
  type Empty { owner: User }
  type Plain { secret: String }
  enum Kind { BIG SMALL }
  input Filter { text: String!, kind: Kind, not: Filter, tags: [String!], range: Range }
  input Range { from: Int! to: Int! }
  input By @oneOf { id: ID name: String }
  type Mutation { like(id: ID!): Post }
  type Subscription { a: Int b: Int }
`);

/** A context with the cursor at the start of the text, or in the definition given. */
export function at(text: string, active?: number): Context {
  const document = parseQuery(text);
  return { document, schema, active: active ?? definitionAt(document, 0), memory: emptyMemory };
}

/** The text after an action, or `refused: ` and the reason. */
export const textOf = (outcome: EditResult): string =>
  outcome.ok ? outcome.document.text : `refused: ${outcome.reason}`;

/** The context after an edit. Throws for a rejection. */
export function next(context: Context, outcome: EditResult): Context {
  if (!outcome.ok) throw new Error(outcome.reason);
  return { ...context, document: outcome.document, active: outcome.active, memory: outcome.memory };
}

/** The context after the user has typed something. */
export function typed(context: Context, text: string): Context {
  const document = parseQuery(text, context.document);
  return { ...context, document, memory: followNames(context.memory, context.document.lastValid, document.lastValid) };
}
