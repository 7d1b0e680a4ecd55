/** Parameters that are objects: their members are rows of the tree. */
import type { Screen } from '../../support.js';
import { forDescription } from './support.js';

const text = { type: 'string' };
/** LoopBack's filter, and JSON:API's. */
const loopback = {
  openapi: '3.0.0',
  info: { title: 'Todos', version: '1' },
  servers: [{ url: 'http://api.test/v1' }],
  paths: {
    '/todos': {
      get: {
        operationId: 'find',
        parameters: [
          {
            name: 'filter',
            in: 'query',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    limit: { type: 'integer', minimum: 1, example: 100 },
                    where: { type: 'object', properties: { title: text } },
                    fields: {
                      oneOf: [
                        { title: 'By name', type: 'object', required: ['id'], properties: { id: { type: 'boolean' } } },
                        { title: 'List', type: 'array', items: { enum: ['id', 'title'] } },
                      ],
                    },
                  },
                },
              },
            },
          },
          {
            name: 'page',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { size: { type: 'integer' }, after: text } },
          },
        ],
        responses: {},
      },
    },
  },
};

const opened = (name: string): Screen =>
  forDescription({}, loopback).press('1').row('GET /todos').press('space', 'enter').row(name).press('enter');

const url = (screen: Screen): string | undefined => /^GET (.*)$/m.exec(screen.query)?.[1];

test('an alternative of a JSON parameter is chosen with Space, and its members are ticked', () => {
  const screen = opened('filter').row('fields').press('enter').row('List').press('space');
  const filter = () => decodeURIComponent(url(screen) ?? '').replace('http://api.test/v1/todos', '');
  expect(filter()).toBe('?filter={"fields":["id"]}');
  expect(screen.row('List').cursor?.mark).toBe('ticked');
  expect(screen.row('By name').cursor?.mark).toBe('absent');
  screen.press('space');
  expect(filter()).toBe('?filter={"fields":{"id":true}}');
  expect(screen.row('By name').cursor?.mark).toBe('ticked');
  expect(screen.press('space').notice).toBe('To switch, press Space on another alternative.');
  expect(screen.press('u') && filter()).toBe('?filter={"fields":["id"]}');
});

test('members of a JSON parameter are added to its JSON, and removed', () => {
  const screen = opened('filter').row('limit').press('space');
  expect(url(screen)).toBe('http://api.test/v1/todos?filter=%7B%22limit%22%3A100%7D');
  screen.row('where').press('enter').row('title').press('space');
  expect(decodeURIComponent(url(screen) ?? '')).toBe(
    'http://api.test/v1/todos?filter={"limit":100,"where":{"title":"text"}}',
  );
  expect(screen.row('limit').cursor).toMatchObject({ mark: 'ticked', value: '100' });
  screen.press('space');
  expect(decodeURIComponent(url(screen) ?? '')).toBe('http://api.test/v1/todos?filter={"where":{"title":"text"}}');
  screen.row('where').press('space');
  expect(url(screen)).toBe('http://api.test/v1/todos');
});

test('Enter changes a member of a JSON parameter', () => {
  const screen = opened('filter').row('limit').press('space', 'enter');
  screen.press('backspace', 'backspace', 'backspace').type('5').press('enter');
  expect(decodeURIComponent(url(screen) ?? '')).toBe('http://api.test/v1/todos?filter={"limit":5}');
});

test('members of a deepObject parameter are query parameters', () => {
  const screen = opened('page').row('page[size]').press('space');
  expect(url(screen)).toBe('http://api.test/v1/todos?page%5Bsize%5D=1');
  expect(screen.cursor).toMatchObject({ mark: 'ticked', value: '1' });
  expect(screen.press('space').query).toContain('GET http://api.test/v1/todos\n');
});
