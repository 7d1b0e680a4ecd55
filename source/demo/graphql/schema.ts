/** The demo's GraphQL schema, with at least one example of every feature a schema can have. */
import {
  buildSchema,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  valueFromASTUntyped,
} from 'graphql';

const sdl = `
"""A small bookshop on this machine. Nothing is kept when it is closed."""
schema { query: Query mutation: Mutation subscription: Subscription }

type Query {
  "Books, filtered and sorted."
  books(filter: BookFilter, sort: BookSort = { by: TITLE }, first: Int = 10, after: String): BookConnection!
  "One book, or null if there is none with this id."
  book(id: ID!): Book
  "All authors, in order of birth."
  authors: [Author!]!
  "One author: by id, by name, or by one of their books."
  author(by: AuthorLookup!): Author
  "Books and authors whose title or name holds the text."
  search(text: String!, kinds: [SearchKind!]): [SearchResult!]!
  "Anything that has an id, e.g. \`book:1\`."
  node(id: ID!): Node
  "The first book of the list."
  bestseller: Book @deprecated(reason: "Use \`books(sort: { by: RATING, descending: true }, first: 1)\`.")
  "Who asks. Needs a token: \`-B demo-token\`."
  me: Customer
  "What has been ordered. Needs a token: \`-B demo-token\`."
  orders: [Order!]
  "What the server saw of this request."
  request: RequestInfo!
}

type Mutation {
  "Adds a book; whoever is subscribed to \`bookAdded\` hears of it."
  addBook(input: AddBookInput!): Book!
  "Gives a book one to five stars."
  rateBook(id: ID!, stars: Int!): Book!
  "Removes a book. False: there was none."
  removeBook(id: ID!): Boolean!
  "Orders books. Needs a token: \`-B demo-token\`."
  placeOrder(input: OrderInput!): Order!
}

type Subscription {
  "Counts, once every so many milliseconds."
  ticks(count: Int = 10, every: Int = 1000): Tick!
  "Each book that somebody adds."
  bookAdded(genre: Genre): Book!
}

"Has an id that \`node\` finds."
interface Node { id: ID! }

"Can be linked to."
interface Linked { "Its page." page: URL! }

type Book implements Node & Linked {
  id: ID!
  title: String!
  author: Author!
  genre: Genre!
  published: Date!
  price(currency: Currency = EUR): Float!
  "Average of the stars; null before the first."
  rating: Float
  ratings: [Int!]!
  tags: [String!]!
  "Copies ever printed: a 64-bit number."
  printed: Int64!
  page: URL!
  isbn: String @deprecated(reason: "Most of these books are older than ISBNs.")
}

type Author implements Node & Linked {
  id: ID!
  name: String!
  born: Date!
  country: String!
  "Their books, of one genre if asked."
  books(genre: Genre): [Book!]!
  page: URL!
}

union SearchResult = Book | Author

type BookConnection {
  total: Int!
  nodes: [Book!]!
  "Hand it to \`after\` for the next page; null: this is the last."
  next: String
  pageInfo: PageInfo!
}

type PageInfo { hasNextPage: Boolean!, endCursor: String }

type Customer implements Node { id: ID!, name: String!, orders: [Order!]! }

type Order implements Node {
  id: ID!
  at: DateTime!
  lines: [OrderLine!]!
  total: Float!
  delivery: JSON
}

type OrderLine { book: Book!, copies: Int! }

type Tick { number: Int!, at: DateTime! }

type RequestInfo { transport: Transport!, "Name and value of each header, as sent." headers: [[String!]!]! }

enum Transport { HTTP, WEBSOCKET }
enum Genre { "Made-up stories." NOVEL, SCIENCE, POETRY, TRAVEL, SCIFI @deprecated(reason: "Use NOVEL.") }
enum Currency { EUR, USD, JPY }
enum SearchKind { BOOK, AUTHOR }
enum BookSortKey { TITLE, PUBLISHED, PRICE, RATING }

input BookSort { by: BookSortKey!, descending: Boolean = false }

input BookFilter {
  genres: [Genre!]
  text: String
  price: Range
  published: DateRange
  "All of these must hold."
  and: [BookFilter!]
  not: BookFilter
  cheap: Boolean @deprecated(reason: "Use price.")
}

input Range { min: Float, max: Float }
input DateRange { from: Date, to: Date }

"Exactly one of these."
input AuthorLookup @oneOf { id: ID, name: String, book: ID }

input AddBookInput {
  title: String!
  authorId: ID!
  genre: Genre! = NOVEL
  published: Date
  price: Float = 9.99
  tags: [String!] = []
}

input OrderInput { lines: [OrderLineInput!]!, delivery: Delivery! }
input OrderLineInput { bookId: ID!, copies: Int! = 1 }

"How the order reaches you: exactly one of these."
input Delivery @oneOf { post: Address, pickUpAt: String }
input Address { name: String!, street: String!, town: String!, country: String = "Ireland" }

"A day: \`1813-01-28\`."
scalar Date @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")
"A moment: \`2026-01-02T03:04:05Z\`."
scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")
"A whole number of 64 bits, as a JSON number with all its digits."
scalar Int64
scalar URL @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3986")
"Any JSON value."
scalar JSON
`;

/** Marks 64-bit numbers until the response is text: graphql-js has none, and JSON.stringify rejects BigInt. */
const mark = `int64-${Math.random().toString(36).slice(2)}:`;

/** Unmarks 64-bit numbers in a response's text. */
export const withLongNumbers = (json: string): string => json.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

function parseDay(value: unknown): string {
  if (isDay(value)) return value;
  throw new GraphQLError('A date is written like 1813-01-28.');
}

/** Builds the schema. Its resolvers are in resolvers.ts. */
export function demoSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const scalar = (name: string) => schema.getType(name) as GraphQLScalarType;
  scalar('Int64').serialize = value => `${mark}${value}`;
  scalar('Date').parseValue = parseDay;
  scalar('Date').parseLiteral = node => parseDay(node.kind === Kind.STRING ? node.value : undefined);
  scalar('JSON').parseLiteral = valueFromASTUntyped;
  return schema;
}
