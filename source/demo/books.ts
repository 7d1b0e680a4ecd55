/** REST routes of the bookshop: list, read, add, change, remove. */
import { bodyFields, HttpProblem, type Route, sendJson } from './route.js';
import { type Book, type Genre, genres, ratingOf, type Shop } from './shop.js';

const shown = (shop: Shop, book: Book) => ({
  id: book.id,
  title: book.title,
  author: shop.authors.find(({ id }) => id === book.authorId)?.name,
  genre: book.genre,
  published: book.published,
  price: book.price / 100,
  tags: book.tags,
  rating: ratingOf(book),
});

const text = (value: unknown, name: string): string => {
  if (typeof value === 'string' && value !== '') return value;
  throw new HttpProblem(422, `"${name}" must be a string.`);
};

function fieldsOf(shop: Shop, given: Record<string, unknown>, before?: Book) {
  const all: Record<string, unknown> = { genre: 'NOVEL', published: '2024-01-01', price: 10, tags: [], authorId: 1 };
  if (before) Object.assign(all, before, { price: before.price / 100 });
  Object.assign(all, given);
  const genre = text(all.genre, 'genre').toUpperCase() as Genre;
  if (!genres.includes(genre)) throw new HttpProblem(422, `"genre" must be one of ${genres.join(', ')}.`);
  const authorId = Number(all.authorId);
  if (!shop.authors.some(({ id }) => id === authorId)) throw new HttpProblem(422, 'No author with this "authorId".');
  const price = Math.round(Number(all.price) * 100);
  if (!(price >= 0)) throw new HttpProblem(422, '"price" must be a number, 0 or greater.');
  return {
    title: text(all.title, 'title'),
    authorId,
    genre,
    published: text(all.published, 'published'),
    price,
    tags: Array.isArray(all.tags) ? all.tags.map(String) : [],
  };
}

/** Routes for books. GraphQL sees their changes. An unknown book gives a 404, an invalid field a 422. */
export function bookRoutes(shop: Shop): Route[] {
  const find = (id = ''): Book => {
    const book = shop.books.get(Number(id));
    if (!book) throw new HttpProblem(404, `No book with ID ${id}.`);
    return book;
  };
  return [
    {
      method: 'GET',
      example: '/books?genre=NOVEL',
      does: 'list books, filtered by ?genre=, ?q=, and paged with ?limit= and ?page=',
      handle({ url }, response) {
        const { genre, q = '', limit = '100', page = '1' } = Object.fromEntries(url.searchParams);
        const books = [...shop.books.values()].filter(
          book => (!genre || book.genre === genre.toUpperCase()) && book.title.toLowerCase().includes(q.toLowerCase()),
        );
        const end = Number(page) * Number(limit);
        const next = `${url.pathname}?${new URLSearchParams({ ...Object.fromEntries(url.searchParams), page: String(Number(page) + 1) })}`;
        const isLast = !(end > 0 && end < books.length);
        const listed = books.slice(end - Number(limit), end).map(book => shown(shop, book));
        sendJson(
          response,
          { total: books.length, books: listed, ...(isLast ? {} : { next }) },
          200,
          isLast ? {} : { Link: `<${next}>; rel="next"` },
        );
      },
    },
    {
      method: 'POST',
      example: '/books',
      does: 'add a book: title=… price:=9.5 authorId:=1',
      handle(request, response) {
        const book = shop.add(fieldsOf(shop, bodyFields(request)));
        sendJson(response, shown(shop, book), 201, { Location: `/books/${book.id}` });
      },
    },
    {
      method: 'GET',
      path: /^\/books\/(\d+)$/,
      example: '/books/1',
      does: 'get a book',
      handle: (_, response, [id]) => sendJson(response, shown(shop, find(id))),
    },
    ...['PUT', 'PATCH'].map(
      (method): Route => ({
        method,
        path: /^\/books\/(\d+)$/,
        example: '/books/1',
        does: method === 'PUT' ? 'replace a book' : 'change some fields of a book',
        handle(request, response, [id]) {
          const book = find(id);
          Object.assign(book, fieldsOf(shop, bodyFields(request), method === 'PATCH' ? book : undefined));
          sendJson(response, shown(shop, book));
        },
      }),
    ),
    {
      method: 'DELETE',
      path: /^\/books\/(\d+)$/,
      example: '/books/8',
      does: 'remove a book',
      handle(_, response, [id]) {
        shop.books.delete(find(id).id);
        response.writeHead(204).end();
      },
    },
    {
      method: 'GET',
      example: '/authors',
      does: 'authors',
      handle: (_, response) => sendJson(response, shop.authors),
    },
  ];
}
