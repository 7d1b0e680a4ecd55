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
"""A small local bookshop. Its data is lost when the demo stops."""
schema { query: Query mutation: Mutation subscription: Subscription }

type Query {
  "Books, filtered and sorted."
  books(filter: BookFilter, sort: BookSort = { by: TITLE }, first: Int = 10, after: String): BookConnection!
  "The book with this ID, or null."
  book(id: ID!): Book
  "All authors, by date of birth."
  authors: [Author!]!
  "The author with this ID or name, or of this book."
  author(by: AuthorLookup!): Author
  "Books and authors whose title or name contains the text."
  search(text: String!, kinds: [SearchKind!]): [SearchResult!]!
  "Any object with an ID, e.g. \`book:1\`."
  node(id: ID!): Node
  "The first book of the list."
  bestseller: Book @deprecated(reason: "Use \`books(sort: { by: RATING, descending: true }, first: 1)\`.")
  "The current customer. Requires a token: \`-B demo-token\`."
  me: Customer
  "Orders placed so far. Requires a token: \`-B demo-token\`."
  orders: [Order!]
  "This request, as the server received it."
  request: RequestInfo!
}

type Mutation {
  "Adds a book and notifies subscribers of \`bookAdded\`."
  addBook(input: AddBookInput!): Book!
  "Gives a book one to five stars."
  rateBook(id: ID!, stars: Int!): Book!
  "Removes a book. Returns false if it does not exist."
  removeBook(id: ID!): Boolean!
  "Orders books. Requires a token: \`-B demo-token\`."
  placeOrder(input: OrderInput!): Order!
}

type Subscription {
  "Sends a number at an interval in milliseconds."
  ticks(count: Int = 10, every: Int = 1000): Tick!
  "Each new book."
  bookAdded(genre: Genre): Book!
}

"An object that \`node\` can return."
interface Node { id: ID! }

"An object with a web page."
interface Linked { "Its page." page: URL! }

type Book implements Node & Linked {
  id: ID!
  title: String!
  author: Author!
  genre: Genre!
  published: Date!
  price(currency: Currency = EUR): Float!
  "Average number of stars, or null without ratings."
  rating: Float
  ratings: [Int!]!
  tags: [String!]!
  "Number of copies printed (64-bit)."
  printed: Int64!
  page: URL!
  isbn: String @deprecated(reason: "Most of these books are older than ISBNs.")
}

type Author implements Node & Linked {
  id: ID!
  name: String!
  born: Date!
  country: String!
  "Their books, optionally of one genre."
  books(genre: Genre): [Book!]!
  page: URL!
}

union SearchResult = Book | Author

type BookConnection {
  total: Int!
  nodes: [Book!]!
  "Value of \`after\` for the next page, or null on the last page."
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
  "Filters that must all match."
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

"Delivery method: exactly one of these."
input Delivery @oneOf { post: Address, pickUpAt: String }
input Address { name: String!, street: String!, town: String!, country: String = "Ireland" }

"A date: \`1813-01-28\`."
scalar Date @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")
"A date and time: \`2026-01-02T03:04:05Z\`."
scalar DateTime @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6")
"A 64-bit integer, as a JSON number with all digits."
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
  throw new GraphQLError('A date must look like 1813-01-28.');
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
