/** The demo's data: a small bookshop in memory, the same at every start, shared by REST and GraphQL. */

/** Genres as spelt in both APIs. */
export const genres = ['NOVEL', 'SCIENCE', 'POETRY', 'TRAVEL'] as const;
export type Genre = (typeof genres)[number];

/** `born` is `YYYY-MM-DD`. */
export interface Author {
  readonly id: number;
  readonly name: string;
  readonly born: string;
  readonly country: string;
}

/** `published` is `YYYY-MM-DD`. */
export interface Book {
  readonly id: number;
  title: string;
  authorId: number;
  genre: Genre;
  published: string;
  /** Price in cents. */
  price: number;
  tags: readonly string[];
  /** Rating in stars, 1 to 5. */
  ratings: readonly number[];
  /** Copies ever printed; some need more than 53 bits. */
  printed: bigint;
}

const authors: readonly Author[] = [
  { id: 1, name: 'Jane Austen', born: '1775-12-16', country: 'England' },
  { id: 2, name: 'Mary Shelley', born: '1797-08-30', country: 'England' },
  { id: 3, name: 'Charles Darwin', born: '1809-02-12', country: 'England' },
  { id: 4, name: 'Emily Dickinson', born: '1830-12-10', country: 'United States' },
  { id: 5, name: '夏目 漱石', born: '1867-02-09', country: 'Japan' },
  { id: 6, name: 'Isabella Bird', born: '1831-10-15', country: 'England' },
];

const lines = [
  '1|Pride and Prejudice|1|NOVEL|1813-01-28|899|classic,romance|5,5,4|20000000',
  '2|Emma|1|NOVEL|1815-12-23|799|classic|4,4|9007199254740993',
  '3|Frankenstein|2|NOVEL|1818-01-01|750|classic,gothic|5,4,5,5|12000000',
  '4|On the Origin of Species|3|SCIENCE|1859-11-24|1250|biology|5,5|4000000',
  '5|The Voyage of the Beagle|3|TRAVEL|1839-05-01|1150|biology,sea|4|900000',
  '6|Poems|4|POETRY|1890-11-12|650|verse|5,3,4|700000',
  '7|吾輩は猫である|5|NOVEL|1905-10-06|980|cats,satire|5,5,5|9223372036854775807',
  '8|Unbeaten Tracks in Japan|6|TRAVEL|1880-10-01|1090|letters|4,4|150000',
];

function bookOf(text: string): Book {
  const [
    id = '',
    title = '',
    author = '',
    genre = '',
    published = '',
    price = '',
    tags = '',
    stars = '',
    printed = '',
  ] = text.split('|');
  return {
    id: Number(id),
    title,
    authorId: Number(author),
    genre: genre as Genre,
    published,
    price: Number(price),
    tags: tags.split(','),
    ratings: stars.split(',').map(Number),
    printed: BigInt(printed),
  };
}

/** An order placed by a GraphQL mutation, lost when the demo ends. `at` is an ISO time. */
export interface Order {
  readonly id: number;
  readonly at: string;
  readonly lines: readonly { readonly bookId: number; readonly copies: number }[];
  readonly delivery: unknown;
}

/** The shop. All changes are lost when the demo ends. */
export interface Shop {
  readonly authors: readonly Author[];
  readonly books: Map<number, Book>;
  readonly orders: Order[];
  add(book: Omit<Book, 'id' | 'ratings' | 'printed'>): Book;
  /** Calls `listener` with each book added, until the returned function is called. */
  onAdded(listener: (book: Book) => void): () => void;
}

export function openShop(): Shop {
  const books = new Map(lines.map(bookOf).map(book => [book.id, book]));
  const listeners = new Set<(book: Book) => void>();
  let lastId = books.size;
  return {
    authors,
    books,
    orders: [],
    add(fields) {
      const book: Book = { ...fields, id: ++lastId, ratings: [], printed: 0n };
      books.set(book.id, book);
      for (const listener of listeners) listener(book);
      return book;
    },
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const ratingOf = (book: Book): number | null =>
  book.ratings.length === 0 ? null : book.ratings.reduce((sum, stars) => sum + stars, 0) / book.ratings.length;
