/** Filters and orders books by the demo schema's input types. */
import type { Book, Genre } from '../shop.js';
import { ratingOf } from '../shop.js';

/** Null is the same as absent. Prices are as in the API, not in cents; days are `YYYY-MM-DD`, both ends included. */
export interface BookFilter {
  readonly genres?: readonly Genre[] | null;
  readonly text?: string | null;
  readonly price?: { readonly min?: number | null; readonly max?: number | null } | null;
  readonly published?: { readonly from?: string | null; readonly to?: string | null } | null;
  readonly and?: readonly BookFilter[] | null;
  readonly not?: BookFilter | null;
  readonly cheap?: boolean | null;
}

/** Orders books. Unrated books sort as 0; equal ones remain in order of their IDs. */
export interface BookSort {
  readonly by: 'TITLE' | 'PUBLISHED' | 'PRICE' | 'RATING';
  readonly descending: boolean;
}

/** Whether the book matches every given part of the filter. */
export function matchesFilter(filter: BookFilter, book: Book): boolean {
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

export function sorter({ by, descending }: BookSort): (a: Book, b: Book) => number {
  const key = keys[by];
  const sign = descending ? -1 : 1;
  return (a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.id - b.id);
}
