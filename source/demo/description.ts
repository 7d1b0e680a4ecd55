/** The OpenAPI description of the bookshop, served at `/openapi.json`. */
import { genres } from './shop.js';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, example: 1 };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (description: string, schema: object) => ({ description, ...json(schema) });
const takes = (schema: object) => ({ required: true, ...json(schema) });
const problems = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map(status => [status, gives(words[status] ?? '', ref('Problem'))]));
const words: Readonly<Record<number, string>> = {
  401: 'Missing or invalid credentials',
  404: 'No such book',
  422: 'Invalid field',
};

const fields = {
  title: { type: 'string', minLength: 1, examples: ['Persuasion'] },
  authorId: { type: 'integer', description: 'ID from GET /authors', default: 1 },
  genre: { ...ref('Genre'), default: 'NOVEL' },
  published: { type: 'string', format: 'date', default: '2024-01-01' },
  price: { type: 'number', minimum: 0, description: 'Price with up to two decimals', default: 10 },
  tags: { type: 'array', items: { type: 'string' } },
};

const books = {
  get: {
    operationId: 'listBooks',
    tags: ['books'],
    summary: 'List books',
    parameters: [
      { name: 'genre', in: 'query', schema: ref('Genre') },
      { name: 'q', in: 'query', description: 'Part of the title', schema: { type: 'string' }, example: 'sea' },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0, default: 100 } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    ],
    responses: {
      200: gives('Matching books and their total number', {
        type: 'object',
        required: ['total', 'books'],
        properties: { total: { type: 'integer' }, books: { type: 'array', items: ref('Book') } },
      }),
    },
  },
  post: {
    operationId: 'addBook',
    tags: ['books'],
    summary: 'Add a book',
    requestBody: takes(ref('NewBook')),
    responses: { 201: gives('The new book', ref('Book')), ...problems(422) },
  },
};

const book = {
  get: {
    operationId: 'getBook',
    tags: ['books'],
    summary: 'One book',
    parameters: [id],
    responses: { 200: gives('The book', ref('Book')), ...problems(404) },
  },
  put: {
    operationId: 'replaceBook',
    tags: ['books'],
    summary: 'Replace a book',
    parameters: [id],
    requestBody: takes(ref('NewBook')),
    responses: { 200: gives('The updated book', ref('Book')), ...problems(404, 422) },
  },
  patch: {
    operationId: 'changeBook',
    tags: ['books'],
    summary: 'Change some fields of a book',
    parameters: [id],
    requestBody: takes({ type: 'object', properties: fields, additionalProperties: false }),
    responses: { 200: gives('The updated book', ref('Book')), ...problems(404, 422) },
  },
  delete: {
    operationId: 'removeBook',
    tags: ['books'],
    summary: 'Remove a book',
    parameters: [id],
    responses: { 204: { description: 'Book removed' }, ...problems(404) },
  },
};

/** @param statuses statuses of a request without a login */
const login = (scheme: string, ...statuses: readonly number[]) => ({
  operationId: `private${scheme.replace(/^./, letter => letter.toUpperCase())}`,
  tags: ['logins'],
  summary: `Requires authentication: ${scheme}`,
  security: [{ [scheme]: [] }],
  responses: { 200: { description: 'Authenticated', ...json({ type: 'object' }) }, ...problems(...statuses) },
});

const components = {
  securitySchemes: {
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'query', name: 'api_key' },
  },
  schemas: {
    Genre: { type: 'string', enum: genres },
    Author: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer' },
        name: { type: 'string' },
        born: { type: 'string', format: 'date' },
        country: { type: 'string' },
      },
    },
    NewBook: { type: 'object', required: ['title'], properties: fields },
    Book: {
      type: 'object',
      required: ['id', 'title', 'genre', 'published', 'price', 'tags', 'rating'],
      properties: {
        id: { type: 'integer', readOnly: true },
        title: { type: 'string' },
        author: { type: 'string' },
        genre: ref('Genre'),
        published: { type: 'string', format: 'date' },
        price: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        rating: { type: ['number', 'null'], minimum: 1, maximum: 5 },
      },
    },
    Problem: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
  },
};

/** @param origin origin of the demo, as the client knows it */
export const bookshopDescription = (origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Bookshop',
    version: '1.0.0',
    description: 'The bookshop of apiclient demo, also available over GraphQL.',
  },
  servers: [{ url: origin }],
  tags: [
    { name: 'books' },
    { name: 'authors' },
    { name: 'logins', description: 'One endpoint per authentication method' },
  ],
  paths: {
    '/books': books,
    '/books/{id}': book,
    '/authors': {
      get: {
        operationId: 'listAuthors',
        tags: ['authors'],
        summary: 'List authors',
        responses: { 200: gives('All authors', { type: 'array', items: ref('Author') }) },
      },
    },
    '/private/basic': { get: login('basic', 401) },
    '/private/bearer': { get: login('bearer', 401) },
    '/private/key': { get: login('key', 403) },
  },
  components,
});
