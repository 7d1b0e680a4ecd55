/** Group E: schemas, printed by `--print-schema` and opened in the full screen. */
import { answer } from '../../answer.js';
import { type HostileCase, numbered } from '../case.js';

const osc = '\u001b]52;c;ZXZpbA==\u0007';
const string = { kind: 'SCALAR', name: 'String' };
const query = (fields: unknown, more: object = {}): object => ({
  kind: 'OBJECT',
  name: 'Query',
  interfaces: [],
  fields,
  ...more,
});
const field = (name: unknown, more: object = {}): object => ({
  name,
  args: [],
  type: string,
  isDeprecated: false,
  ...more,
});
const schema = (types: unknown, more: object = {}): object => ({
  data: { __schema: { queryType: { name: 'Query' }, types, directives: [], ...more } },
});

const sent = (
  what: string,
  body: object | string,
  more: Partial<HostileCase> & Pick<HostileCase, 'code'>,
): HostileCase => ({
  what,
  serve: ({ socket }) =>
    socket.end(answer(['Content-Type: application/json'], typeof body === 'string' ? body : JSON.stringify(body))),
  naive: ['schema', 'crashes'],
  argv: ({ url }) => ['graphql', url, '--print-schema'],
  screen: /Schema/,
  ...more,
});

const whole = (what: string, body: object | string, more: Partial<HostileCase> = {}): HostileCase =>
  sent(what, body, { code: 0, screen: /Query/, ...more });
const none = (what: string, body: object | string, says: RegExp, more: Partial<HostileCase> = {}): HostileCase =>
  sent(what, body, { code: 1, says, ...more });

/** Nesting depth at which JSON.stringify fails. */
const deepText = (depth: number): string =>
  JSON.stringify(schema([string, query([field('a', { type: 'HERE' })])])).replace(
    '"HERE"',
    `${'{"kind":"LIST","ofType":'.repeat(depth)}null${'}'.repeat(depth)}`,
  );

export const schemaCases = numbered('E', [
  whole(
    'escapes in descriptions and deprecation reasons',
    schema([
      string,
      query([field('a', { description: osc, isDeprecated: true, deprecationReason: osc })], { description: osc }),
    ]),
    { naive: ['parsed', 'screen'] },
  ),
  whole('escapes in field names', schema([string, query([field(`a${osc}`)])]), {
    naive: ['parsed', 'screen'],
    says: /name/i,
  }),
  whole('null instead of the list of types', schema(null), { says: /no list of types/, screen: /Schema/ }),
  whole('a number instead of the list of types', schema(5), { says: /no list of types/, screen: /Schema/ }),
  none('only data: null', '{"data":null}', /./, { code: 9 }),
  none('data without __schema', '{"data":{}}', /./, { code: 9 }),
  none(
    'errors, because introspection is disabled',
    '{"errors":[{"message":"GraphQL introspection is not allowed"}]}',
    /not allowed/,
    { code: 9 },
  ),
  none('a list, as for a batch', '[{"data":{"__schema":{}}}]', /./),
  none('an empty body', '', /./),
  none('HTML', '<html><body>Login</body></html>', /./),
  none('SDL', 'type Query { a: String }', /./),
  whole('a type nested 100,000 deep', deepText(100_000), { says: /nested/ }),
  whole(
    'a type without a kind, and one without a name',
    schema([string, query([field('a')]), { name: 'A' }, { kind: 'OBJECT' }, null, 5]),
    { says: /./ },
  ),
  whole('a field whose type is null', schema([string, query([field('a', { type: null }), field('b')])]), {
    says: /./,
  }),
  whole(
    'a field whose type is not defined',
    schema([string, query([field('a', { type: { kind: 'OBJECT', name: 'Nowhere' } }), field('b')])]),
    { says: /./ },
  ),
  whole(
    'fields without a list of arguments, and interfaces that are null',
    schema([string, query([{ name: 'a', type: string }], { interfaces: null })]),
    { says: /repaired/ },
  ),
  whole('fields that are null', schema([string, query(null)]), { says: /./ }),
  whole('a description that is a number', schema([string, query([field('a', { description: 5 })])]), {
    says: /not text/,
  }),
  whole(
    'names of built-in properties',
    schema([
      string,
      query([field('__proto__'), field('constructor'), field('toString')]),
      { kind: 'OBJECT', name: '__proto__', fields: [field('a')], interfaces: [] },
    ]),
    { naive: ['schema', 'believed'] },
  ),
  whole(
    'a default value nested 5,000 lists deep',
    schema([string, query([field('a', { args: [{ name: 'x', type: string, defaultValue: '['.repeat(5000) }] })])]),
    { says: /./ },
  ),
  whole(
    'an input object that requires itself',
    schema([
      string,
      query([field('a', { args: [{ name: 'x', type: { kind: 'INPUT_OBJECT', name: 'I' } }] })]),
      {
        kind: 'INPUT_OBJECT',
        name: 'I',
        inputFields: [{ name: 'i', type: { kind: 'NON_NULL', ofType: { kind: 'INPUT_OBJECT', name: 'I' } } }],
      },
    ]),
    { naive: ['schema', 'believed'] },
  ),
  whole('a query type that is not defined', schema([string]), { says: /./, screen: /Schema/ }),
]);
