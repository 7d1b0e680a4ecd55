/** Resolvers of the demo's schema: plain objects whose members graphql-js reads or calls. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import { type Author, type Book, type Genre, type Order, ratingOf, type Shop } from '../shop.js';

/** The request, for resolvers. A type rather than an interface because graphql-http requires an index signature. */
export type DemoContext = {
  readonly transport: 'HTTP' | 'WEBSOCKET';
  readonly headers: readonly (readonly string[])[];
  readonly signedIn: boolean;
};

interface OrderInput {
  readonly lines: readonly { readonly bookId: string; readonly copies: number }[];
  readonly delivery: unknown;
}

const rates = { EUR: 1, USD: 1.08, JPY: 162 } as const;

function needsToken(context: DemoContext): void {
  if (context.signedIn) return;
  throw new GraphQLError('Bearer token required: -B demo-token', { extensions: { code: 'UNAUTHENTICATED' } });
}

const numberOf = (id: string): number => Number(id.replace(/^[a-z]+:/, ''));

/** Converts the shop's records to objects of the schema. */
function nodesOf(shop: Shop) {
  const findBook = (id: string): Book => {
    const book = shop.books.get(numberOf(id));
    if (!book) throw new GraphQLError(`No book with ID ${id}.`, { extensions: { code: 'NOT_FOUND' } });
    return book;
  };
  const authorNode = (author: Author) => ({
    __typename: 'Author',
    ...author,
    id: `author:${author.id}`,
    page: `https://books.example/authors/${author.id}`,
    books: ({ genre }: { genre?: Genre }) =>
      [...shop.books.values()]
        .filter(book => book.authorId === author.id && (!genre || book.genre === genre))
        .map(bookNode),
  });
  const authorBy = (id: number): Author | undefined => shop.authors.find(author => author.id === id);
  const bookNode = (book: Book) => ({
    __typename: 'Book',
    id: `book:${book.id}`,
    title: book.title,
    genre: book.genre,
    published: book.published,
    price: ({ currency }: { currency: keyof typeof rates }) => Math.round(book.price * rates[currency]) / 100,
    rating: ratingOf(book),
    ratings: book.ratings,
    tags: book.tags,
    printed: book.printed,
    page: `https://books.example/books/${book.id}`,
    isbn: null,
    author() {
      const author = authorBy(book.authorId);
      return author && authorNode(author);
    },
  });
  const orderNode = (order: Order) => ({
    __typename: 'Order',
    ...order,
    id: `order:${order.id}`,
    lines: order.lines.map(({ bookId, copies }) => ({ book: bookNode(findBook(String(bookId))), copies })),
    total: order.lines.reduce((sum, line) => sum + findBook(String(line.bookId)).price * line.copies, 0) / 100,
  });
  return { authorBy, authorNode, bookNode, findBook, orderNode };
}

type Nodes = ReturnType<typeof nodesOf>;

export function resolvers(shop: Shop) {
  const nodes = nodesOf(shop);
  return {
    ...queries(shop, nodes),
    ...mutations(shop, nodes),
    ticks,
    bookAdded: ({ genre }: { genre?: Genre }) => bookAdded(shop, genre, nodes.bookNode),
  };
}

function queries(shop: Shop, { authorBy, authorNode, bookNode, findBook, orderNode }: Nodes) {
  const orders = () => shop.orders.map(orderNode);
  return {
    books({ filter, sort, first, after }: { filter?: BookFilter; sort: BookSort; first: number; after?: string }) {
      if (first < 0) throw new GraphQLError('"first" must not be negative.');
      const all = [...shop.books.values()].filter(book => !filter || matchesFilter(filter, book)).sort(sorter(sort));
      const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString());
      const end = start + first;
      const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
      const pageInfo = { hasNextPage: next !== null, endCursor: next };
      return { total: all.length, nodes: all.slice(start, end).map(bookNode), next, pageInfo };
    },
    book({ id }: { id: string }) {
      const book = shop.books.get(numberOf(id));
      return book ? bookNode(book) : null;
    },
    authors: () => shop.authors.map(authorNode),
    author({ by }: { by: { id?: string; name?: string; book?: string } }) {
      const id = by.book === undefined ? numberOf(by.id ?? '0') : findBook(by.book).authorId;
      const author = by.name === undefined ? authorBy(id) : shop.authors.find(({ name }) => name === by.name);
      return author ? authorNode(author) : null;
    },
    search({ text, kinds = ['BOOK', 'AUTHOR'] }: { text: string; kinds?: readonly string[] }) {
      const matches = (words: string): boolean => words.toLowerCase().includes(text.toLowerCase());
      return [
        ...(kinds.includes('BOOK') ? [...shop.books.values()].filter(({ title }) => matches(title)).map(bookNode) : []),
        ...(kinds.includes('AUTHOR') ? shop.authors.filter(({ name }) => matches(name)).map(authorNode) : []),
      ];
    },
    node({ id }: { id: string }) {
      const number = numberOf(id);
      const book = id.startsWith('author:') ? undefined : shop.books.get(number);
      const author = id.startsWith('author:') ? authorBy(number) : undefined;
      if (book) return bookNode(book);
      if (author) return authorNode(author);
      return null;
    },
    bestseller: () => [...shop.books.values()].map(bookNode)[0] ?? null,
    me(_: unknown, context: DemoContext) {
      needsToken(context);
      return { __typename: 'Customer', id: 'customer:1', name: 'Ada', orders };
    },
    orders(_: unknown, context: DemoContext) {
      needsToken(context);
      return orders();
    },
    request: (_: unknown, { transport, headers }: DemoContext) => ({ transport, headers }),
  };
}

function mutations(shop: Shop, { authorBy, bookNode, findBook, orderNode }: Nodes) {
  return {
    addBook({ input }: { input: Omit<Book, 'id'> & { authorId: string | number } }) {
      const authorId = numberOf(String(input.authorId));
      if (!authorBy(authorId)) throw new GraphQLError(`No author with ID ${input.authorId}.`);
      const { title, genre, tags, published = new Date().toISOString().slice(0, 10) } = input;
      return bookNode(shop.add({ title, genre, tags, published, authorId, price: Math.round(input.price * 100) }));
    },
    rateBook({ id, stars }: { id: string; stars: number }) {
      if (stars < 1 || stars > 5)
        throw new GraphQLError('"stars" must be from 1 to 5.', { extensions: { code: 'BAD_USER_INPUT' } });
      const book = findBook(id);
      book.ratings = [...book.ratings, stars];
      return bookNode(book);
    },
    removeBook: ({ id }: { id: string }) => shop.books.delete(numberOf(id)),
    placeOrder({ input }: { input: OrderInput }, context: DemoContext) {
      needsToken(context);
      const lines = input.lines.map(({ bookId, copies }) => ({ bookId: findBook(bookId).id, copies }));
      const order = { id: shop.orders.length + 1, at: new Date().toISOString(), lines, delivery: input.delivery };
      shop.orders.push(order);
      return orderNode(order);
    },
  };
}

/** `count` numbers, `every` milliseconds apart. */
async function* ticks({ count, every }: { readonly count: number; readonly every: number }) {
  for (let number = 1; number <= count; number++) {
    if (number > 1) await wait(Math.min(Math.max(every, 1), 60_000));
    yield { ticks: { number, at: new Date().toISOString() } };
  }
}

/** Yields each book added from now on, optionally of one genre only. Ends when the reader returns. */
function bookAdded<Shown>(shop: Shop, genre: Genre | undefined, show: (book: Book) => Shown) {
  const waiting: Book[] = [];
  const bell = new EventEmitter();
  const stop = shop.onAdded(book => {
    if (genre && book.genre !== genre) return;
    waiting.push(book);
    bell.emit('more');
  });
  let over = false;
  const done = { value: undefined, done: true } as const;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (!over && waiting.length === 0) await once(bell, 'more');
      const book = waiting.shift();
      return book && !over ? { value: { bookAdded: show(book) }, done: false as const } : done;
    },
    async return() {
      over = true;
      stop();
      bell.emit('more');
      return done;
    },
  };
}

/** Null is the same as absent. Prices are as in the API, not in cents; days are `YYYY-MM-DD`, both ends included. */
interface BookFilter {
  readonly genres?: readonly Genre[] | null;
  readonly text?: string | null;
  readonly price?: { readonly min?: number | null; readonly max?: number | null } | null;
  readonly published?: { readonly from?: string | null; readonly to?: string | null } | null;
  readonly and?: readonly BookFilter[] | null;
  readonly not?: BookFilter | null;
  readonly cheap?: boolean | null;
}

/** Orders books. Unrated books sort as 0; equal ones remain in order of their IDs. */
interface BookSort {
  readonly by: 'TITLE' | 'PUBLISHED' | 'PRICE' | 'RATING';
  readonly descending: boolean;
}

/** Whether the book matches every given part of the filter. */
function matchesFilter(filter: BookFilter, book: Book): boolean {
  const { genres, text, price, published, and, not, cheap } = filter;
  return [
    !genres || genres.includes(book.genre),
    !text || book.title.toLowerCase().includes(text.toLowerCase()),
    book.price >= (price?.min ?? 0) * 100 && book.price <= (price?.max ?? Infinity) * 100,
    book.published >= (published?.from ?? '') && book.published <= (published?.to ?? '9999'),
    !and || and.every(each => matchesFilter(each, book)),
    !not || !matchesFilter(not, book),
    !cheap || book.price < 800,
  ].every(Boolean);
}

const keys = {
  TITLE: (book: Book) => book.title,
  PUBLISHED: (book: Book) => book.published,
  PRICE: (book: Book) => book.price,
  RATING: (book: Book) => ratingOf(book) ?? 0,
} as const;

function sorter({ by, descending }: BookSort): (a: Book, b: Book) => number {
  const key = keys[by];
  const sign = descending ? -1 : 1;
  return (a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.id - b.id);
}
