/** Ticks on parameters and properties: minimal edits of a request, which unticking reverses exactly. */
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { entryText } from '../../../source/core/openapi/call/entry-text.js';
import { chooseServer } from '../../../source/core/openapi/document/servers.js';
import type { Description, Operation } from '../../../source/core/openapi/document/types.js';
import type { Filled } from '../../../source/core/openapi/edit/json.js';
import { put, take, typedValue, valueIn } from '../../../source/core/openapi/edit/tick.js';
import type { TickTarget } from '../../../source/core/openapi/edit/tick-target.js';
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { shapeOf } from '../../../source/core/openapi/schema.js';
import type { ValuePath } from '../../../source/core/values/path.js';
import { describeText, descriptionText, small } from '../../support/fixtures/descriptions.js';
import * as fc from '../../support/property.js';

/** A text with one request, ticked as on the screen. */
class Request {
  filled: Filled = new Map();

  readonly description: Description;
  readonly operation: Operation;
  text: string;

  constructor(description: Description, operation: Operation, text: string) {
    this.description = description;
    this.operation = operation;
    this.text = text;
  }

  get ticking() {
    const { description, operation, text, filled } = this;
    const [entry, ...more] = parseHttpFile(text).entries;
    if (entry === undefined || more.length > 0) throw new Error(`Not one request any more:\n${text}`);
    return { description, operation, text, entry, filled };
  }

  value = (target: TickTarget): string | undefined => valueIn(this.ticking, target);

  /** False if it is rejected and nothing has changed. */
  toggle(target: TickTarget): boolean {
    const done = this.value(target) === undefined ? put(this.ticking, target) : take(this.ticking, target);
    if (typeof done === 'string') return false;
    const { from, to, insert } = done.change;
    this.text = this.text.slice(0, from) + insert + this.text.slice(to);
    this.filled = done.filled;
    return true;
  }
}

function targetsOf(description: Description, operation: Operation): readonly TickTarget[] {
  const { root } = description;
  const content = chooseContent(root, operation);
  const below = (schema: unknown, path: ValuePath, depth: number): TickTarget[] => {
    const shape = shapeOf(root, schema);
    if (depth > 3) return [];
    if (shape.types.includes('array') && shape.items !== undefined) return below(shape.items, [...path, 0], depth + 1);
    return shape.properties.flatMap(each => [
      { kind: 'property' as const, content: content as never, path: [...path, each.name], schema: each.schema },
      ...below(each.schema, [...path, each.name], depth + 1),
    ]);
  };
  const parameters = operation.parameters.map(parameter => ({ kind: 'parameter' as const, parameter }));
  return [...parameters, ...(content === undefined ? [] : below(content.schema, [], 0).slice(0, 40))];
}

const names = (target: TickTarget): string =>
  target.kind === 'parameter' ? `${target.parameter.place} ${target.parameter.name}` : target.path.join('.');

test.each(fc.tenthOf(small))('%s: after ticking and unticking in any order, the text is the original', name => {
  const description = describeText(descriptionText(name));
  const wrong: string[] = [];
  for (const operation of description.operations) {
    const before = entryText(description, operation, chooseServer(description, operation) ?? 'http://x').text;
    const all = targetsOf(description, operation).filter(
      target => new Request(description, operation, before).value(target) === undefined,
    );
    if (all.length === 0) continue;
    fc.assert(
      fc.property(fc.shuffledSubarray(all.map((_, at) => at)), fc.infiniteStream(fc.nat()), (chosen, order) => {
        const request = new Request(description, operation, before);
        const on: TickTarget[] = [];
        for (const at of chosen) {
          const target = all[at] as TickTarget;
          // One that was added together with another is not a separate step.
          if (request.value(target) === undefined && request.toggle(target)) {
            if (request.value(target) === undefined) wrong.push(`${titleOf(operation)}: ${names(target)} is not there`);
            on.push(target);
          }
        }
        while (on.length > 0) {
          const [target] = on.splice((order.next().value as number) % on.length, 1);
          if (target && request.value(target) !== undefined) request.toggle(target);
        }
        if (request.text !== before)
          wrong.push(
            `${titleOf(operation)} [${chosen.map(at => names(all[at] as TickTarget))}]: ${JSON.stringify(request.text)} was ${JSON.stringify(before)}`,
          );
      }),
      { numRuns: 5 },
    );
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});

const shop = describeText(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        put: {
          parameters: [
            { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' }, default: ['a', 'b c'] } },
            { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
            { name: 'X-Trace', in: 'header', schema: { type: 'string', default: 't' } },
            { name: 'one', in: 'cookie', schema: { type: 'string', default: '1' } },
            { name: 'two', in: 'cookie', schema: { type: 'string', default: '2' } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string', default: 'n' },
                    maker: { type: 'object', properties: { city: { type: 'string', default: 'Ulm' } } },
                    parts: { type: 'array', items: { type: 'object', properties: { no: { type: 'integer' } } } },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  }),
);
const operation = shop.operations[0] as Operation;
const targetNamed = (name: string): TickTarget => {
  const found = targetsOf(shop, operation).find(each => names(each).replace(/^\w+ /, '') === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

const cases: readonly (readonly [before: string, name: string, after: string | undefined])[] = [
  ['PUT http://x/items/7', 'limit', 'PUT http://x/items/7?limit=10'],
  ['PUT http://x/items/7?a=1#top', 'limit', 'PUT http://x/items/7?a=1&limit=10#top'],
  ['PUT http://x/items/{{id}}? HTTP/1.1\n', 'tags', 'PUT http://x/items/{{id}}?&tags=a&tags=b%20c HTTP/1.1\n'],
  ['PUT http://x/items/7\nA: b\n\n{}', 'X-Trace', 'PUT http://x/items/7\nA: b\nX-Trace: t\n\n{}'],
  ['PUT http://x/items/7', 'X-Trace', 'PUT http://x/items/7\nX-Trace: t'],
  ['PUT http://x/items/7\r\nA: b\r\n', 'one', 'PUT http://x/items/7\r\nA: b\r\nCookie: one=1\r\n'],
  ['PUT http://x/items/7\nCookie: one=1\n', 'two', 'PUT http://x/items/7\nCookie: one=1; two=2\n'],
  ['PUT http://x/items/7\n\n{"a": 1}\n', 'name', 'PUT http://x/items/7\n\n{"a": 1, "name": "n"}\n'],
  [
    'PUT http://x/items/7\n\n{ }\n',
    'maker.city',
    'PUT http://x/items/7\n\n{\n  "maker": {\n    "city": "Ulm"\n  }\n}\n',
  ],
  [
    'PUT http://x/items/7\n\n{\n    // mine\n    "a": 1\n}\n',
    'parts.0.no',
    'PUT http://x/items/7\n\n{\n    // mine\n    "a": 1,\n    "parts": [\n      {\n        "no": 1\n      }\n    ]\n}\n',
  ],
  ['PUT http://x/items/7\n\n### other\n', 'name', undefined],
  ['PUT http://x/items/7', 'maker.city', 'PUT http://x/items/7\n\n{\n  "maker": {\n    "city": "Ulm"\n  }\n}\n'],
  ['PUT http://x/items/7\nA: b\n', 'maker.city', undefined],
  ['PUT http://x/items/7\n\n{\n  "maker": {}\n}\n', 'maker.city', undefined],
  ['PUT http://x/items/7\n\n{\n  "parts": []\n}\n', 'parts.0.no', undefined],
];

test.each(cases)('%j with %s', (before, name, after) => {
  const request = new Request(shop, operation, before.replace(/\n### other\n$/, ''));
  const target = targetNamed(name);
  expect(request.toggle(target)).toBe(true);
  if (after !== undefined) expect(request.text).toBe(after);
  expect(request.value(target)).toBeDefined();
  request.toggle(target);
  expect(request.text).toBe(before.replace(/\n### other\n$/, ''));
});

const ended = (text: string): string => text.replace(/\r?\n/g, '\r\n');

test.each(cases.filter(([before]) => before.includes('\n')))(
  '%j with %s, with Windows line endings',
  (before, name) => {
    const [plain, request] = [before, ended(before)].map(text => new Request(shop, operation, text)) as [
      Request,
      Request,
    ];
    const target = targetNamed(name);
    plain.toggle(target);
    request.toggle(target);
    expect(request.text).toBe(ended(plain.text));
    request.toggle(target);
    expect(request.text).toBe(ended(before));
  },
);

test('a list and an object typed over a value have the text’s line endings', () => {
  const request = new Request(shop, operation, 'PUT http://x/items/7\r\n\r\n{\r\n  "maker": {}\r\n}\r\n');
  const target = targetNamed('maker');
  const done = put(request.ticking, target, typedValue(shop.root, target, '{"city": "Ulm"}'));
  if (typeof done === 'string') throw new Error(done);
  expect(done.change.insert).toContain('\r\n');
  expect(done.change.insert).not.toMatch(/(?<!\r)\n/);
});

test('a value is replaced in place, a typed list is a list, and {{names}} remain names', () => {
  const request = new Request(shop, operation, 'PUT http://x/v1/items/7?limit=1\nX-Trace: a\n\n{"name": "x"}\n');
  const set = (name: string, typed: string): void => {
    const target = targetNamed(name);
    const done = put(request.ticking, target, typedValue(shop.root, target, typed));
    if (typeof done === 'string') throw new Error(done);
    request.text = request.text.slice(0, done.change.from) + done.change.insert + request.text.slice(done.change.to);
  };
  set('limit', '20');
  set('tags', 'a, b');
  set('X-Trace', '{{trace}}');
  set('name', 'Ann "x"');
  set('id', 'a b');
  expect(request.text).toBe(
    'PUT http://x/v1/items/a%20b?limit=20&tags=a&tags=b\nX-Trace: {{trace}}\n\n{"name": "Ann \\"x\\""}\n',
  );
  expect(['limit', 'tags', 'id'].map(name => request.value(targetNamed(name)))).toEqual(['20', 'a,b', 'a b']);
});

test('a body that is not JSON, and a URL on several lines, are not edited', () => {
  const broken = new Request(shop, operation, 'PUT http://x/items/7\n\n{"a": {{a}}}\n');
  expect(put(broken.ticking, targetNamed('name'))).toContain('Edit it in the text.');
  const tall = new Request(shop, operation, 'PUT http://x/items/7\n  ?a=1\n');
  expect(put(tall.ticking, targetNamed('limit'))).toContain('Edit it in the text.');
});
