/** Alternatives of a body in the tree: Space switches the body of the request. */
import { descriptionText } from '../../../support/fixtures/descriptions.js';
import type { Screen } from '../../support.js';
import { forDescription } from './support.js';

const title = 'PATCH /discriminator-with-mapping';
const document = {
  ...JSON.parse(descriptionText('3.0/discriminators.json')),
  servers: [{ url: 'http://api.test/v1' }],
};

const opened = (): Screen =>
  forDescription({}, document).press('1').row(title).press('space', 'enter').row('body').press('enter');

const rows = (screen: Screen) =>
  screen.state.schema.rows
    .filter(({ detail }) => /^(?:one|any) of$/.test(detail ?? ''))
    .map(({ name, mark, detail }) => [name, mark, detail]);

const body = (screen: Screen): unknown => JSON.parse(screen.query.slice(screen.query.indexOf('{')));

test('alternatives are listed, and the one in the body is ticked', () => {
  expect(rows(opened())).toEqual([
    ['Schema title option one', 'ticked', 'one of'],
    ['Schema title option two', 'absent', 'one of'],
  ]);
});

test('Space switches the body to another alternative and back, and sets the discriminator', () => {
  const screen = opened();
  expect(body(screen)).toEqual({ discrim: 'Option One' });
  screen.row('Schema title option two').press('space');
  expect(body(screen)).toEqual({ discrim: 'Option Two' });
  expect(rows(screen).map(([, mark]) => mark)).toEqual(['absent', 'ticked']);
  screen.row('Schema title option one').press('space');
  expect(body(screen)).toEqual({ discrim: 'Option One' });
  screen.press('space');
  expect(screen.state.notice?.text).toBe('To switch, press Space on another alternative.');
});

test('a property below an alternative is added to the body', () => {
  const screen = opened().row('Schema title option two').press('space', 'enter').row('optiontwo').press('space');
  expect(body(screen)).toEqual({ discrim: 'Option Two', optiontwo: 'text' });
});

const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'http://api.test/v1' }],
  paths: {
    '/pets': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      Pet: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
      Cat: {
        type: 'object',
        required: ['name', 'lives'],
        properties: { name: { type: 'string' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['name', 'tricks'],
        properties: { name: { type: 'string' }, tricks: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

test('members that both alternatives have are preserved, and undo restores the text', () => {
  const screen = forDescription({}, pets)
    .press('1')
    .row('POST /pets')
    .press('space', 'enter')
    .row('body')
    .press('enter');
  const text = screen.query.replace('"name": "text"', '"name": "Rex"');
  screen.do({ type: 'query/edited', text }).press('1').row('Dog').press('space');
  expect(body(screen)).toEqual({ name: 'Rex', tricks: ['text'] });
  expect(rows(screen)).toEqual([
    ['Cat', 'absent', 'any of'],
    ['Dog', 'ticked', 'any of'],
  ]);
  expect(screen.press('u').query).toBe(text);
});

test('several examples of a body are choices: Space replaces the body', () => {
  const examples = {
    small: { summary: 'A small pet', value: { name: 'Rex', lives: 9 } },
    wrong: { value: { name: 'Tom', lives: 'seven', tricks: 5 } },
  };
  const operation = {
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' }, examples } } },
    responses: {},
  };
  const screen = forDescription({}, { ...pets, paths: { '/cats': { post: operation } } }).press('1');
  screen.row('POST /cats').press('space', 'enter').row('body').press('enter');
  const marks = () =>
    screen.state.schema.rows.filter(({ detail }) => detail === 'example').map(({ name, mark }) => [name, mark]);
  expect(body(screen)).toEqual({ name: 'Rex', lives: 9 });
  expect(marks()).toEqual([
    ['A small pet', 'ticked'],
    ['wrong', 'absent'],
  ]);
  screen.row('wrong').press('space');
  expect(body(screen)).toEqual({ name: 'Tom', lives: 1, tricks: 5 });
  expect(marks()[1]).toEqual(['wrong', 'ticked']);
});
